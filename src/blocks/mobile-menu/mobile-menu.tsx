import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { useLocation } from 'react-router-dom';
import { SocialLinks } from '#blocks/footer/footer.tsx';
import { mainMenu } from '#blocks/header/main-menu.ts';
import { SearchBox } from '#blocks/search-box/search-box.tsx';
import { ShopLinks } from '#blocks/shop-links/shop-links.tsx';
import { selectIsSignedIn } from '#features/account/shopper-slice.ts';
import { paths } from '#shared/paths.ts';
import { ContactLinks } from '#shared/ui/contact-links.tsx';
import { Dialog } from '#shared/ui/dialog.tsx';
import { Icon } from '#shared/ui/icon.tsx';
import { Link } from '#shared/ui/link.tsx';

/** The off-canvas menu: search, pages, what the shop sells, my account, login and register, contact and social links. */
export const MobileMenu = ({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) => {
  const { t } = useTranslation('common');
  const { pathname } = useLocation();
  const isSignedIn = useSelector(selectIsSignedIn);
  const [isShopOpen, setIsShopOpen] = useState(false);
  const shopId = useId();
  const link = (label: string, path: string) => (
    <Link
      to={path}
      aria-current={pathname === path || (path === paths.shop && pathname.startsWith('/shop-')) ? 'page' : undefined}
      onClick={onClose}
    >
      {label}
    </Link>
  );
  const pages = ['blog', 'wishlist', 'compare', 'orderStatus'] as const;
  return (
    <Dialog isOpen={isOpen} onClose={onClose} label={t('mobileMenu.label')} className="off-canvas">
      <button type="button" className="icon-button off-canvas-close" aria-label={t('close')} onClick={onClose}>
        <Icon name="cross" />
      </button>
      <SearchBox onSearched={onClose} />
      <nav aria-label={t('mobileMenu.navigation')}>
        <ul className="off-canvas-pages">
          {mainMenu.map((name) => (
            <li key={name}>
              {link(t(`header.menu.${name}`), paths[name])}
              {name === 'shop' && (
                <>
                  <button
                    type="button"
                    className="icon-button"
                    aria-label={t('header.shopMenu')}
                    aria-expanded={isShopOpen}
                    aria-controls={shopId}
                    onClick={() => setIsShopOpen(!isShopOpen)}
                  >
                    <Icon name="down" />
                  </button>
                  <div id={shopId} hidden={!isShopOpen}>
                    <ShopLinks onClose={onClose} />
                  </div>
                </>
              )}
            </li>
          ))}
          {pages.map((name) => (
            <li key={name}>{link(t(`mobileMenu.${name}`), paths[name])}</li>
          ))}
          <li>
            {link(t('mobileMenu.account'), paths.myAccount)}
            {!isSignedIn && link(t('mobileMenu.loginRegister'), paths.loginRegister)}
          </li>
        </ul>
      </nav>
      <p className="off-canvas-heading">{t('mobileMenu.contact')}</p>
      <ContactLinks />
      <SocialLinks />
    </Dialog>
  );
};
