import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { EnquiryKind } from '#contract/messages.ts';
import { ScreenTitle } from '#shared/page-title.tsx';
import { Benefits } from './benefits.tsx';
import { Enquiry } from './enquiry.tsx';
import { Explanation } from './explanation.tsx';
import { PartnerHero } from './partner-hero.tsx';
import { RegisterButton } from './register-button.tsx';

type EnquiryPageProps = {
  readonly kind: EnquiryKind;
  readonly heroStems: readonly string[];
  readonly stem: string;
  readonly benefits: readonly { readonly name: string; readonly text: string }[];
  /** More of the explanation. */
  readonly children?: ReactNode;
};

/** A partner programme: explanation, benefits, and Register, which scrolls to the enquiry form. Pictures are named by their stems. */
export const EnquiryPage = ({ kind, heroStems, stem, benefits, children }: EnquiryPageProps) => {
  const { t } = useTranslation('partners');
  const headingRef = useRef<HTMLHeadingElement>(null);
  return (
    <div className="partner-page">
      <ScreenTitle name={kind} />
      <PartnerHero heading={t(`${kind}.heading`)} lead={t(`${kind}.lead`)} stems={heroStems}>
        <RegisterButton headingRef={headingRef} />
      </PartnerHero>
      <Explanation heading={t(`${kind}.what`)} stem={stem}>
        <p>{t(`${kind}.text`)}</p>
        <p>{t(`${kind}.how`)}</p>
        {children}
      </Explanation>
      <Benefits heading={t(`${kind}.benefits.heading`)} items={benefits} />
      <Enquiry kind={kind} headingRef={headingRef} />
    </div>
  );
};
