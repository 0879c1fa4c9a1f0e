import { type ReactNode, type RefObject, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { MessageForm, SentNote, WriterFields } from '#blocks/message-form/message-form.tsx';
import { useMessageForm } from '#blocks/message-form/use-message-form.ts';
import type { EnquiryKind } from '#contract/messages.ts';
import { ScreenTitle } from '#shared/page-title.tsx';
import { paths } from '#shared/paths.ts';
import { Field } from '#shared/ui/field.tsx';
import { Link } from '#shared/ui/link.tsx';
import { Benefits, Explanation, PartnerHero } from './partner-sections.tsx';
import '#styles/content-screens.scss';

type WithHeading = { readonly headingRef: RefObject<HTMLHeadingElement | null> };

/** Scrolls to the enquiry form and focuses its heading, so that Tab leads to the first field. */
const RegisterButton = ({ headingRef }: WithHeading) => {
  const { t } = useTranslation('partners');
  return (
    <button
      type="button"
      className="btn btn-primary btn-lg"
      onClick={() => {
        headingRef.current?.focus({ preventScroll: true });
        headingRef.current?.scrollIntoView({ block: 'start' });
      }}
    >
      {t('register')}
    </button>
  );
};

/** The enquiry form. `headingRef` is its heading, to which `RegisterButton` scrolls. */
const Enquiry = ({ kind, headingRef }: WithHeading & { readonly kind: EnquiryKind }) => {
  const { t } = useTranslation('partners');
  const messageForm = useMessageForm(kind);
  const { form, receipt } = messageForm;
  return (
    <div className="container-xl partner-enquiry">
      {receipt ? (
        <SentNote messageForm={messageForm} heading={t('form.sent')} />
      ) : (
        <section aria-labelledby="enquiry">
          <div>
            <h2 id="enquiry" ref={headingRef} tabIndex={-1}>
              {t(`${kind}.enquiry`)}
            </h2>
            <p>{t(`${kind}.enquiryText`)}</p>
          </div>
          <MessageForm messageForm={messageForm} label={t(`${kind}.message`)} hint={t(`${kind}.messageHint`)} button={t('form.send')}>
            <WriterFields form={form} />
            <Field
              {...form.field('business')}
              label={t('form.business')}
              hint={t(`${kind}.businessHint`)}
              autoComplete="organization"
              isHalf
            />
            <Field
              {...form.field('phone')}
              label={t('form.phone')}
              hint={t('form.phoneHint')}
              type="tel"
              autoComplete="tel"
              isOptional
              isHalf
            />
          </MessageForm>
        </section>
      )}
    </div>
  );
};

type EnquiryPageProps = {
  readonly kind: EnquiryKind;
  readonly heroStems: readonly string[];
  readonly stem: string;
  readonly benefits: readonly { readonly name: string; readonly text: string }[];
  readonly children?: ReactNode;
};

/** A partner programme: explanation, benefits, and Register, which scrolls to the enquiry form. Pictures are named by their stems. */
const EnquiryPage = ({ kind, heroStems, stem, benefits, children }: EnquiryPageProps) => {
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

const franchiseBenefits = ['range', 'name', 'look', 'opening', 'makers', 'training', 'own'] as const;

export const FranchiseScreen = () => {
  const { t } = useTranslation('partners');
  return (
    <EnquiryPage
      kind="franchise"
      heroStems={['vase-sage-front.504fa028.1200', 'basket-cream-front.4e5e1065.1200', 'candle-fig-front.0d7df95e.1200']}
      stem="nest-mixed-front.8f9c123d.1200"
      benefits={franchiseBenefits.map((name) => ({ name: t(`franchise.benefits.${name}`), text: t(`franchise.benefits.${name}Text`) }))}
    />
  );
};

const wholesaleBenefits = ['prices', 'range', 'words', 'dates', 'parcels', 'person'] as const;

export const WholesaleScreen = () => {
  const { t } = useTranslation('partners');
  return (
    <EnquiryPage
      kind="wholesale"
      heroStems={['plates-chalk-front.c4b93e38.1200', 'mug-sage-front.c1db7d19.1200', 'towels-trio-front.d1f162b9.1200']}
      stem="espresso-chalk-front.9a4ba317.1200"
      benefits={wholesaleBenefits.map((name) => ({ name: t(`wholesale.benefits.${name}`), text: t(`wholesale.benefits.${name}Text`) }))}
    >
      <p>
        {t('wholesale.guide')} <Link to={paths.post('selling-handmade')}>{t('wholesale.guideLink')}</Link>
      </p>
    </EnquiryPage>
  );
};
