import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { MessageForm, SentNote, WriterFields } from '#blocks/message-form/message-form.tsx';
import { useMessageForm } from '#blocks/message-form/use-message-form.ts';
import type { EnquiryKind } from '#contract/messages.ts';
import { Field } from '#shared/ui/field.tsx';

/**
 * The enquiry that Register leads to. `place` is its heading, to which
 * the button takes the reader.
 */
export const Enquiry = ({ kind, place }: { readonly kind: EnquiryKind; readonly place: RefObject<HTMLHeadingElement | null> }) => {
  const { t } = useTranslation('partners');
  const message = useMessageForm(kind);
  const { form, receipt } = message;
  return (
    <div className="container-xl partner-enquiry">
      {receipt ? (
        <SentNote of={message} heading={t('form.sent')} />
      ) : (
        <section aria-labelledby="enquiry">
          <div>
            <h2 id="enquiry" ref={place} tabIndex={-1}>
              {t(`${kind}.enquiry`)}
            </h2>
            <p>{t(`${kind}.enquiryText`)}</p>
          </div>
          <MessageForm of={message} label={t(`${kind}.message`)} hint={t(`${kind}.messageHint`)} button={t('form.send')}>
            <WriterFields form={form} />
            <div className="field-half">
              <Field {...form.field('business')} label={t('form.business')} hint={t(`${kind}.businessHint`)} autoComplete="organization" />
            </div>
            <div className="field-half">
              <Field
                {...form.field('phone')}
                label={t('form.phone')}
                hint={t('form.phoneHint')}
                type="tel"
                autoComplete="tel"
                inputMode="tel"
                isOptional
              />
            </div>
          </MessageForm>
        </section>
      )}
    </div>
  );
};
