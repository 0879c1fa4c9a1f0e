import { useTranslation } from 'react-i18next';
import { paths } from '#shared/paths.ts';
import { Link } from '#shared/ui/link.tsx';
import { EnquiryPage } from './enquiry-page.tsx';

const benefits = ['prices', 'range', 'words', 'dates', 'parcels', 'person'] as const;

/** Wholesale, with six benefits. */
export const WholesaleScreen = () => {
  const { t } = useTranslation('partners');
  return (
    <EnquiryPage
      kind="wholesale"
      heroStems={['plates-chalk-front.c4b93e38.1200', 'mug-sage-front.c1db7d19.1200', 'towels-trio-front.d1f162b9.1200']}
      stem="espresso-chalk-front.9a4ba317.1200"
      benefits={benefits.map((name) => ({ name: t(`wholesale.benefits.${name}`), text: t(`wholesale.benefits.${name}Text`) }))}
    >
      <p>
        {t('wholesale.guide')} <Link to={paths.post('selling-handmade')}>{t('wholesale.guideLink')}</Link>
      </p>
    </EnquiryPage>
  );
};
