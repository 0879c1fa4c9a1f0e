import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { useLocation } from 'react-router-dom';
import { Overlay } from '#blocks/overlay/overlay.ts';
import { SearchBox } from '#blocks/search-box/search-box.tsx';
import { selectIsShopperKnown, selectIsSignedIn } from '#features/account/shopper-slice.ts';
import { selectItems as selectCompared } from '#features/compare/compare-slice.ts';
import { listedCurrencies, selectCurrency, selected } from '#features/currency/currency-slice.ts';
import { selectItems as selectWished } from '#features/wishlist/wishlist-slice.ts';
import { storedListOwner } from '#shared/browser-storage.ts';
import { usePathLeave } from '#shared/hooks/use-path-change.ts';
import { useScrolledPastElement } from '#shared/hooks/use-scrolled-past.ts';
import { paths } from '#shared/paths.ts';
import { phoneLink, useShop } from '#shared/shop.tsx';
import { useAfterHydration } from '#shared/ui/client-only.tsx';
import { Icon } from '#shared/ui/icon.tsx';
import { Link } from '#shared/ui/link.tsx';
import { nameClass } from '#shared/ui/shop-name.ts';
import { CartButton, CountBadge } from './cart-button.tsx';
import { mainMenu } from './main-menu.ts';
import { ShopMenu } from './shop-menu.tsx';

/** The bar above the header on desktop: where the shop delivers, the support phone and the currency. */
const TopBar = () => {
  const shop = useShop();
  const { t } = useTranslation('common');
  const dispatch = useDispatch();
  const { currencyName } = useSelector(selectCurrency);
  const [phone = ''] = shop.phones;
  const choose = (value: string) => {
    const currency = listedCurrencies.find((name) => name === value);
    if (currency) dispatch(selected(currency));
  };
  return (
    <aside className="top-bar d-none d-lg-block" aria-label={t('header.topBarLabel')}>
      <div className="container-xl top-bar-row">
        <p>{t('header.promise')}</p>
        <a href={phoneLink(phone)}>
          <Icon name="phone" />
          {t('header.support')} <bdi>{phone}</bdi>
        </a>
        <label>
          <span>{t('header.currency')}</span>
          <select value={currencyName} onChange={(event) => choose(event.target.value)}>
            {listedCurrencies.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
      </div>
    </aside>
  );
};

/**
 * "My Account" for a signed-in shopper, else "Sign Up or Login". While the profile call is in progress it is empty where somebody may be signed in;
 * in a browser without an account's lists nobody is, so the text is there from the first paint. Desktop only.
 */
const AccountText = () => {
  const { t } = useTranslation('common');
  const isKnown = useSelector(selectIsShopperKnown);
  const isSignedIn = useSelector(selectIsSignedIn);
  // The server renders a guest's document: until hydration, styles hide the link where somebody may be signed in (`src/document-script.ts`).
  const isGuest = useAfterHydration(storedListOwner.read() === null, true);
  return (
    <span className="account-text d-none d-lg-block">
      {(isKnown || isGuest) && (
        <Link className={isKnown ? undefined : 'is-guess'} to={isSignedIn ? paths.myAccount : paths.loginRegister}>
          {isSignedIn ? t('header.myAccount') : t('header.signIn')}
        </Link>
      )}
    </span>
  );
};

/** The shop's header: sticky once the page is scrolled past its own position. */
export const Header = () => {
  const shop = useShop();
  const { t } = useTranslation('common');
  const positionRef = useRef<HTMLDivElement>(null);
  const isSticky = useScrolledPastElement(positionRef);
  // Undefined until the menu is opened for the first time, which mounts it.
  const [isMenuOpen, setIsMenuOpen] = useState<boolean>();
  const [isSearchOpen, setIsSearchOpen] = useState<boolean>();
  const { pathname } = useLocation();
  const wishCount = useSelector(selectWished).length;
  const comparedCount = useSelector(selectCompared).length;
  // Back and Forward navigate behind an open menu. A menu that was never opened stays undefined.
  usePathLeave(() => {
    setIsMenuOpen((isOpen) => isOpen && false);
    setIsSearchOpen((isOpen) => isOpen && false);
  });
  return (
    <>
      <TopBar />
      <div ref={positionRef} className="header-sentinel" />
      <header className={isSticky ? 'site-header is-sticky' : 'site-header'}>
        <div className="container-xl site-header-row">
          <Link className={nameClass(shop.name)} to={paths.home} aria-label={t('header.home', { shop: shop.name })}>
            {shop.name}
          </Link>
          <nav className="main-menu d-none d-lg-block" aria-label={t('header.menuLabel')}>
            <ul>
              {mainMenu.map((name) =>
                name === 'shop' ? (
                  <ShopMenu key={name} />
                ) : (
                  <li key={name}>
                    <Link to={paths[name]} aria-current={pathname === paths[name] ? 'page' : undefined}>
                      {t(`header.menu.${name}`)}
                    </Link>
                  </li>
                ),
              )}
            </ul>
          </nav>
          <div className="header-search d-none d-md-block">
            <SearchBox />
          </div>
          <AccountText />
          <div className="header-icons">
            <button
              type="button"
              className="icon-button header-search-button d-md-none"
              aria-label={t('search.open')}
              aria-haspopup="dialog"
              onClick={() => setIsSearchOpen(true)}
            >
              <Icon name="search" />
            </button>
            <Link className="icon-button header-wishlist" to={paths.wishlist} aria-label={t('header.wishlist', { count: wishCount })}>
              <Icon name="heart" />
              <CountBadge count={wishCount} />
            </Link>
            <Link
              className="icon-button d-none d-sm-inline-flex"
              to={paths.compare}
              aria-label={t('header.compare', { count: comparedCount })}
            >
              <Icon name="compare" />
              <CountBadge count={comparedCount} />
            </Link>
            <Link className="icon-button" to={paths.orderStatus} title={t('header.orderStatus')} aria-label={t('header.orderStatus')}>
              <Icon name="truck" />
            </Link>
            <CartButton />
            <button
              type="button"
              className="icon-button d-lg-none"
              aria-label={t('header.openMenu')}
              aria-haspopup="dialog"
              aria-expanded={isMenuOpen === true}
              onClick={() => setIsMenuOpen(true)}
            >
              <Icon name="menu" />
            </button>
          </div>
        </div>
      </header>
      {isSearchOpen !== undefined && <Overlay kind="search" isOpen={isSearchOpen} onClose={() => setIsSearchOpen(false)} />}
      {isMenuOpen !== undefined && <Overlay kind="menu" isOpen={isMenuOpen} onClose={() => setIsMenuOpen(false)} />}
    </>
  );
};
