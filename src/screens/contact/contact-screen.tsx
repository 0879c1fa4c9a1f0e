import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { MessageForm, SentNote, WriterFields } from '#blocks/message-form/message-form.tsx';
import { useMessageForm } from '#blocks/message-form/use-message-form.ts';
import { contactTopics, messageLimits } from '#contract/messages.ts';
import { ScreenTitle } from '#shared/page-title.tsx';
import { Field } from '#shared/ui/field.tsx';
import { SelectField } from '#shared/ui/select-field.tsx';
import { SellerDetails } from './seller-details.tsx';
import '#styles/content-screens.scss';

/** Initial values from the query: `?topic=`, and `?order=` as in links from an order. */
const useInitialValues = () => {
  const [query] = useSearchParams();
  const orderId = query.get('order')?.slice(0, messageLimits.orderId) ?? '';
  const topic = contactTopics.find((each) => each === query.get('topic')) ?? (orderId === '' ? '' : 'order');
  return { topic, orderId };
};

/** The contact form, which shows a reference once sent, and the seller's details. */
export const ContactScreen = () => {
  const { t } = useTranslation('contact');
  const messageForm = useMessageForm('contact', useInitialValues());
  const { form, receipt } = messageForm;
  return (
    <div className="container-xl contact-page">
      <ScreenTitle name="contact" />
      <div className="contact-columns">
        <div>
          <h1>{t('heading')}</h1>
          <p className="contact-lead">{t('lead')}</p>
          {receipt ? (
            <SentNote messageForm={messageForm} heading={t('sent.heading')} />
          ) : (
            <section aria-labelledby="write">
              <h2 id="write">{t('write')}</h2>
              <MessageForm messageForm={messageForm} label={t('message')} button={t('send')}>
                <WriterFields form={form} />
                <SelectField {...form.field('topic')} label={t('topic')}>
                  <option value="">{t('choose')}</option>
                  {contactTopics.map((topic) => (
                    <option key={topic} value={topic}>
                      {t(`topics.${topic}`)}
                    </option>
                  ))}
                </SelectField>
                {form.values.topic === 'order' && (
                  <Field {...form.field('orderId')} label={t('orderId')} hint={t('orderIdHint')} isOptional isCode />
                )}
              </MessageForm>
            </section>
          )}
        </div>
        <SellerDetails />
      </div>
    </div>
  );
};
