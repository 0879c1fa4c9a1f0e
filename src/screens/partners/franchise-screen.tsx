import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { ScreenTitle } from '#shared/page-title.tsx';
import { Benefits } from './benefits.tsx';
import { Enquiry } from './enquiry.tsx';
import { Explanation } from './explanation.tsx';
import { PartnerHero } from './partner-hero.tsx';
import { RegisterButton } from './register-button.tsx';

const benefits = ['range', 'name', 'look', 'opening', 'makers', 'training', 'own'] as const;

/** Franchise: explanation, seven benefits, and Register, which scrolls to the enquiry form. */
export const FranchiseScreen = () => {
  const { t } = useTranslation('partners');
  const headingRef = useRef<HTMLHeadingElement>(null);
  return (
    <div className="partner-page">
      <ScreenTitle name="franchise" />
      <PartnerHero
        heading={t('franchise.heading')}
        lead={t('franchise.lead')}
        stems={['vase-sage-front.4174c1e3', 'basket-cream-front.7301d512', 'candle-fig-front.3c3daa60']}
      >
        <RegisterButton headingRef={headingRef} />
      </PartnerHero>
      <Explanation heading={t('franchise.what')} stem="nest-mixed-front.b3d3fdfc">
        <p>{t('franchise.text')}</p>
        <p>{t('franchise.how')}</p>
      </Explanation>
      <Benefits
        heading={t('franchise.benefits.heading')}
        items={benefits.map((name) => ({ name: t(`franchise.benefits.${name}`), text: t(`franchise.benefits.${name}Text`) }))}
      />
      <Enquiry kind="franchise" headingRef={headingRef} />
    </div>
  );
};
