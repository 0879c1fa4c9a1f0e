import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { paths } from '#shared/paths.ts';
import { phoneLink, shop } from '#shared/shop.ts';
import { SocialLinks } from './social-links.tsx';

/** `heading` and `key` are keys below `footer` in common.json. */
const columns = [
  {
    heading: 'shop',
    links: [
      { key: 'allGoods', path: paths.shop },
      { key: 'wishlist', path: paths.wishlist },
      { key: 'cart', path: paths.cart },
      { key: 'account', path: paths.myAccount },
    ],
  },
  {
    heading: 'help',
    links: [
      { key: 'orderStatus', path: paths.orderStatus },
      { key: 'refunds', path: paths.refund },
      { key: 'contact', path: paths.contact },
      { key: 'about', path: paths.about },
      { key: 'blog', path: paths.blog },
    ],
  },
  {
    heading: 'business',
    links: [
      { key: 'collaboration', path: paths.collaboration },
      { key: 'wholesale', path: paths.wholesale },
      { key: 'reselling', path: paths.reselling },
      { key: 'franchise', path: paths.franchise },
    ],
  },
] as const;

/** Links to pages, social networks and legal pages, copyright, phones, e-mail and postal address. */
export const Footer = () => {
  const { t } = useTranslation('common');
  return (
    <footer className="site-footer">
      <div className="container-xl">
        <div className="site-footer-columns">
          <div className="site-footer-brand">
            <p className="logo">{shop.name}</p>
            <p>{t('footer.promise')}</p>
            <SocialLinks />
          </div>
          {columns.map(({ heading, links }) => (
            <nav key={heading} aria-label={t(`footer.${heading}`)}>
              <h2>{t(`footer.${heading}`)}</h2>
              <ul>
                {links.map(({ key, path }) => (
                  <li key={path}>
                    <Link to={path}>{t(`footer.${key}`)}</Link>
                  </li>
                ))}
              </ul>
            </nav>
          ))}
          <div>
            <h2>{t('footer.touch')}</h2>
            <ul>
              {shop.phones.map((phone) => (
                <li key={phone}>
                  <a href={phoneLink(phone)}>
                    <bdi>{phone}</bdi>
                  </a>
                </li>
              ))}
              <li>
                <a href={`mailto:${shop.email}`}>{shop.email}</a>
              </li>
            </ul>
            <address>
              {shop.address.map((line) => (
                <span key={line}>{line}</span>
              ))}
            </address>
          </div>
        </div>
        <div className="site-footer-end">
          <p>{t('footer.copyright', { year: shop.copyrightYear, shop: shop.name })}</p>
          <ul>
            <li>
              <Link to={paths.terms}>{t('footer.terms')}</Link>
            </li>
            <li>
              <Link to={paths.privacy}>{t('footer.privacy')}</Link>
            </li>
            <li>
              <Link to={paths.refund}>{t('footer.refunds')}</Link>
            </li>
            <li>
              <Link to={paths.accessibility}>{t('footer.accessibility')}</Link>
            </li>
          </ul>
        </div>
      </div>
    </footer>
  );
};
