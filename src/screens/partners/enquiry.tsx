import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { MessageForm, SentNote, WriterFields } from '#blocks/message-form/message-form.tsx';
import { useMessageForm } from '#blocks/message-form/use-message-form.ts';
import type { EnquiryKind } from '#contract/messages.ts';
import { Field } from '#shared/ui/field.tsx';

type EnquiryProps = { readonly kind: EnquiryKind; readonly headingRef: RefObject<HTMLHeadingElement | null> };

/** The enquiry form. `headingRef` is its heading, to which `RegisterButton` scrolls. */
export const Enquiry = ({ kind, headingRef }: EnquiryProps) => {
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
