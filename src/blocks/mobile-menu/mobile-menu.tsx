import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { NavLink } from 'react-router-dom';
import { SocialLinks } from '#blocks/footer/social-links.tsx';
import { mainMenu } from '#blocks/header/main-menu.ts';
import { SearchBox } from '#blocks/search-box/search-box.tsx';
import { selectIsSignedIn } from '#features/account/shopper-slice.ts';
import { paths } from '#shared/paths.ts';
import { ContactLinks } from '#shared/ui/contact-links.tsx';
import { Dialog } from '#shared/ui/dialog.tsx';
import { Icon } from '#shared/ui/icon.tsx';

/** The off-canvas menu: search, pages, my account, login and register, contact and social links. */
export const MobileMenu = ({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) => {
  const { t } = useTranslation('common');
  const isSignedIn = useSelector(selectIsSignedIn);
  const account = [
    { label: t('mobileMenu.account'), path: paths.myAccount },
    ...(isSignedIn ? [] : [{ label: t('mobileMenu.loginRegister'), path: paths.loginRegister }]),
    { label: t('mobileMenu.wishlist'), path: paths.wishlist },
    { label: t('mobileMenu.compare'), path: paths.compare },
    { label: t('mobileMenu.orderStatus'), path: paths.orderStatus },
  ];
  const pages = [...mainMenu.map((name) => ({ label: t(`header.menu.${name}`), path: paths[name] })), ...account];
  return (
    <Dialog isOpen={isOpen} onClose={onClose} label={t('mobileMenu.label')} className="off-canvas">
      <button type="button" className="icon-button off-canvas-close" aria-label={t('close')} onClick={onClose}>
        <Icon name="cross" />
      </button>
      <SearchBox onSearched={onClose} />
      <nav aria-label={t('mobileMenu.navigation')}>
        <ul className="off-canvas-pages">
          {pages.map(({ label, path }) => (
            <li key={path}>
              <NavLink to={path} end={path === paths.home} onClick={onClose}>
                {label}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      <p className="off-canvas-heading">{t('mobileMenu.contact')}</p>
      <ContactLinks />
      <SocialLinks />
    </Dialog>
  );
};
