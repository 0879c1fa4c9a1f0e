import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Copyright } from '#blocks/footer/footer.tsx';
import { paths } from '#shared/paths.ts';
import { phoneLink, useShop } from '#shared/shop.tsx';
import { Icon } from '#shared/ui/icon.tsx';
import { Link } from '#shared/ui/link.tsx';
import { nameClass } from '#shared/ui/shop-name.ts';

const Padlock = () => (
  <svg className="icon" viewBox="0 0 24 24" width="18" height="18" fill="none" stroke="currentColor" strokeWidth="1.8" aria-hidden="true">
    <path d="M5.5 11h13v9h-13zM8.5 11V7.5a3.5 3.5 0 0 1 7 0V11" strokeLinejoin="round" />
  </svg>
);

/** Who to ask, and the legal pages. */
const CheckoutFooter = () => {
  const shop = useShop();
  const { t } = useTranslation(['checkout', 'common']);
  const [phone] = shop.phones;
  return (
    <footer className="checkout-footer">
      <div className="container-xl">
        {phone !== undefined && (
          <p>
            {t('frame.question')}{' '}
            <a href={phoneLink(phone)}>
              <bdi>{phone}</bdi>
            </a>
            {shop.hours.length > 0 && <span className="quiet">{shop.hours.join(' · ')}</span>}
          </p>
        )}
        <ul>
          {(['refund', 'terms', 'privacy'] as const).map((name) => (
            <li key={name}>
              <a href={paths[name]} target="_blank" rel="noreferrer">
                {t(`common:footer.links.${name}`)} <span className="visually-hidden">{t('common:newTab')}</span>
              </a>
            </li>
          ))}
          <li>
            <Copyright />
          </li>
        </ul>
      </div>
    </footer>
  );
};

type CheckoutFrameProps = {
  /** The URL and the name of the way back. */
  readonly back: string;
  readonly backText: string;
  readonly children: ReactNode;
};

/** The checkout's own header and footer, in place of the shop's: nothing leads away but the way back. */
export const CheckoutFrame = ({ back, backText, children }: CheckoutFrameProps) => {
  const shop = useShop();
  const { t } = useTranslation(['checkout', 'common']);
  return (
    <>
      <header className="checkout-header">
        <div className="container-xl">
          <Link className={nameClass(shop.name)} to={paths.home} aria-label={t('common:header.home', { shop: shop.name })}>
            {shop.name}
          </Link>
          <p>
            <Padlock />
            {t('frame.secure')}
          </p>
          <Link to={back}>
            <Icon name="back" />
            <span>{backText}</span>
          </Link>
        </div>
      </header>
      {children}
      <CheckoutFooter />
    </>
  );
};
