import { useTranslation } from 'react-i18next';
import { paths } from '#shared/paths.ts';
import { phoneLink, phoneTopics, shop } from '#shared/shop.ts';
import { AfterHydration } from '#shared/ui/after-hydration.tsx';
import { Link } from '#shared/ui/link.tsx';
import { SocialLinks } from './social-links.tsx';
import { ThemeSwitch } from './theme-switch.tsx';

/** The links by their names in `paths`, and their headings below `footer` in common.json. */
const columns = [
  { heading: 'products', links: ['shop', 'wishlist', 'cart', 'myAccount'] },
  { heading: 'help', links: ['orderStatus', 'refund', 'contact', 'about', 'claims', 'blog'] },
  { heading: 'business', links: ['collaboration', 'wholesale', 'reselling', 'franchise'] },
] as const;

const legalLinks = ['terms', 'privacy', 'accessibility'] as const;

const FooterLinks = ({ links }: { readonly links: readonly ((typeof columns)[number]['links'] | typeof legalLinks)[number][] }) => {
  const { t } = useTranslation('common');
  return (
    <ul>
      {links.map((name) => (
        <li key={name}>
          <Link to={paths[name]}>{t(`footer.links.${name}`)}</Link>
        </li>
      ))}
    </ul>
  );
};

/** Links to pages, social networks and legal pages, copyright, phones, email and postal address. */
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
              <FooterLinks links={links} />
            </nav>
          ))}
          <div>
            <h2>{t('footer.touch')}</h2>
            <ul>
              {shop.phones.map((phone, index) => (
                <li key={phone}>
                  <span className="quiet d-block">{t(`phones.${phoneTopics[index] ?? 'help'}`)}</span>
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
          <div className="theme-switch-slot">
            <AfterHydration>
              <ThemeSwitch />
            </AfterHydration>
          </div>
          <FooterLinks links={legalLinks} />
        </div>
      </div>
    </footer>
  );
};
