import { useTranslation } from 'react-i18next';
import { pictureAddress } from '#contract/picture.ts';
import { ProductPicture } from '#features/catalogue/product-picture.tsx';
import { paths } from '#shared/paths.ts';
import { shop } from '#shared/shop.ts';
import { Address } from '#shared/ui/address.tsx';
import { ContactLinks } from '#shared/ui/contact-links.tsx';
import { Link } from '#shared/ui/link.tsx';

const src = pictureAddress('mug-dipped-front.f37b5bc1.1200');

/** The seller's name, phones, email, hours and address, and links to order status and refunds. */
export const SellerDetails = () => {
  const { t } = useTranslation('contact');
  return (
    <aside className="contact-aside" aria-labelledby="trader">
      <ProductPicture image={{ src, alt: '' }} sizes="(min-width: 992px) 380px, 94vw" when="early" />
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
