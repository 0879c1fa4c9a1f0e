import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { paths } from '#shared/paths.ts';
import { EnquiryPage } from './enquiry-page.tsx';

const benefits = ['prices', 'range', 'words', 'dates', 'parcels', 'person'] as const;

/** Wholesale, with six benefits. */
export const WholesaleScreen = () => {
  const { t } = useTranslation('partners');
  return (
    <EnquiryPage
      kind="wholesale"
      heroStems={['plates-chalk-front.872d877a', 'mug-sage-front.835fd68b', 'towels-trio-front.f26cecce']}
      stem="espresso-chalk-alt.64913028"
      benefits={benefits.map((name) => ({ name: t(`wholesale.benefits.${name}`), text: t(`wholesale.benefits.${name}Text`) }))}
    >
      <p>
        {t('wholesale.guide')} <Link to={paths.post('selling-handmade')}>{t('wholesale.guideLink')}</Link>
      </p>
    </EnquiryPage>
  );
};
