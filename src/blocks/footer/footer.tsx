import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { paths } from '#shared/paths.ts';
import { phoneLink, shop } from '#shared/shop.ts';
import { SocialLinks } from './social-links.tsx';

const columns = [
  {
    heading: 'shop',
    links: [
      { words: 'allGoods', path: paths.shop },
      { words: 'wishlist', path: paths.wishlist },
      { words: 'cart', path: paths.cart },
      { words: 'account', path: paths.myAccount },
    ],
  },
  {
    heading: 'help',
    links: [
      { words: 'orderStatus', path: paths.orderStatus },
      { words: 'refunds', path: paths.refund },
      { words: 'contact', path: paths.contact },
      { words: 'about', path: paths.about },
      { words: 'blog', path: paths.blog },
    ],
  },
  {
    heading: 'business',
    links: [
      { words: 'collaboration', path: paths.collaboration },
      { words: 'wholesale', path: paths.wholesale },
      { words: 'reselling', path: paths.reselling },
      { words: 'franchise', path: paths.franchise },
    ],
  },
] as const;

/** The shop's footer: pages, social links, legal links, copyright, phones, e-mail and postal address. */
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
                {links.map(({ words, path }) => (
                  <li key={path}>
                    <Link to={path}>{t(`footer.${words}`)}</Link>
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
