import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { ScreenTitle } from '#shared/page-title.tsx';
import { paths } from '#shared/paths.ts';
import { Benefits } from './benefits.tsx';
import { Enquiry } from './enquiry.tsx';
import { Explanation } from './explanation.tsx';
import { PartnerHero } from './partner-hero.tsx';
import { RegisterButton } from './register-button.tsx';

const benefits = ['prices', 'range', 'words', 'dates', 'parcels', 'person'] as const;

/** Wholesale: explanation, six benefits, and Register, which scrolls to the enquiry form. */
export const WholesaleScreen = () => {
  const { t } = useTranslation('partners');
  const headingRef = useRef<HTMLHeadingElement>(null);
  return (
    <div className="partner-page">
      <ScreenTitle name="wholesale" />
      <PartnerHero
        heading={t('wholesale.heading')}
        lead={t('wholesale.lead')}
        stems={['plates-chalk-front.872d877a', 'mug-sage-front.835fd68b', 'towels-trio-front.f26cecce']}
      >
        <RegisterButton headingRef={headingRef} />
      </PartnerHero>
      <Explanation heading={t('wholesale.what')} stem="espresso-chalk-alt.64913028">
        <p>{t('wholesale.text')}</p>
        <p>{t('wholesale.how')}</p>
        <p>
          {t('wholesale.guide')} <Link to={paths.post('selling-handmade')}>{t('wholesale.guideLink')}</Link>
        </p>
      </Explanation>
      <Benefits
        heading={t('wholesale.benefits.heading')}
        items={benefits.map((name) => ({ name: t(`wholesale.benefits.${name}`), text: t(`wholesale.benefits.${name}Text`) }))}
      />
      <Enquiry kind="wholesale" headingRef={headingRef} />
    </div>
  );
};
