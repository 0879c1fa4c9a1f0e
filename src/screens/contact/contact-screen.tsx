import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { MessageForm, SentNote, WriterFields } from '#blocks/message-form/message-form.tsx';
import { useMessageForm } from '#blocks/message-form/use-message-form.ts';
import { contactTopics, messageLimits } from '#contract/messages.ts';
import { picturePath } from '#contract/picture.ts';
import { ProductPicture } from '#features/catalogue/product-picture.tsx';
import { ScreenTitle } from '#shared/page-title.tsx';
import { paths } from '#shared/paths.ts';
import { phoneLink, useShop } from '#shared/shop.tsx';
import { Address } from '#shared/ui/address.tsx';
import { ContactLinks } from '#shared/ui/contact-links.tsx';
import { Field, SelectField } from '#shared/ui/field.tsx';
import { Link } from '#shared/ui/link.tsx';
import '#styles/content-screens.scss';

const src = picturePath('scene-bench.de984b31.1200');

/** The seller's name, phones, email, hours and address, and links to order status and refunds. */
const SellerDetails = () => {
  const shop = useShop();
  const { t } = useTranslation('contact');
  return (
    <aside className="contact-aside" aria-labelledby="trader">
      <ProductPicture image={{ src, alt: '' }} sizes="(min-width: 992px) 380px, 94vw" loadOrder="early" />
      <div>
        <h2 id="trader">{shop.name}</h2>
        <ContactLinks />
        <h3>{t('hours')}</h3>
        <ul>
          {shop.hours.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        <h3>{t('address')}</h3>
        <Address lines={shop.address} />
        {shop.registered !== '' && <p className="quiet">{shop.registered}</p>}
        <h3>{t('quicker')}</h3>
        <ul className="contact-quicker">
          <li>
            <Link to={paths.orderStatus}>{t('orderStatus')}</Link>
          </li>
          <li>
            <Link to={paths.refund}>{t('refund')}</Link>
          </li>
        </ul>
      </div>
    </aside>
  );
};

/** Initial values from the query: `?topic=`, and `?order=` as in links from an order. */
const useInitialValues = () => {
  const [query] = useSearchParams();
  const orderId = query.get('order')?.slice(0, messageLimits.orderId) ?? '';
  const topic = contactTopics.find((each) => each === query.get('topic')) ?? (orderId === '' ? '' : 'order');
  return { topic, orderId };
};

/** The contact form, which shows a reference once sent, and the seller's details. */
export const ContactScreen = () => {
  const shop = useShop();
  const { t } = useTranslation('contact');
  const messageForm = useMessageForm('contact', useInitialValues());
  const { form, receipt } = messageForm;
  const [phone] = shop.phones;
  return (
    <div className="container-xl contact-page">
      <ScreenTitle name="contact" />
      <div className="contact-columns">
        <div>
          <h1>{t('heading')}</h1>
          <p className="contact-lead">{t('lead')}</p>
          {/* On screens where the panel with the telephone number is below the form. */}
          {phone !== undefined && (
            <p className="contact-lead d-lg-none">
              <a href={phoneLink(phone)}>
                <bdi>{phone}</bdi>
              </a>
            </p>
          )}
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
