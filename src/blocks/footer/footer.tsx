import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { browserStorage } from '#shared/browser-storage.ts';
import { paths } from '#shared/paths.ts';
import { phoneLink, phoneTopics, useShop } from '#shared/shop.tsx';
import { AfterHydration } from '#shared/ui/client-only.tsx';
import { Icon } from '#shared/ui/icon.tsx';
import { Link } from '#shared/ui/link.tsx';
import { nameClass } from '#shared/ui/shop-name.ts';

/** Links to the shop's social networks; nothing if it has none. */
export const SocialLinks = () => {
  const shop = useShop();
  const { t } = useTranslation('common');
  if (shop.social.length === 0) return null;
  return (
    <ul className="social-links">
      {shop.social.map(({ name, icon, url }) => (
        <li key={name}>
          <a
            className="icon-button"
            href={url}
            target="_blank"
            rel="noopener noreferrer"
            aria-label={t('footer.social', { shop: shop.name, network: name })}
          >
            <Icon name={icon} />
          </a>
        </li>
      ))}
    </ul>
  );
};

const storage = browserStorage('localStorage', 'flone:theme');
const themes = ['system', 'light', 'dark'] as const;
type Theme = (typeof themes)[number];

const parseTheme = (text: string | null): Theme => themes.find((theme) => theme === text) ?? 'system';

/** Shows a colour scheme and stores it for src/document-script.ts. */
const apply = (theme: Theme): void => {
  if (theme === 'system') {
    storage.remove();
    delete document.documentElement.dataset.theme;
  } else {
    storage.write(theme);
    document.documentElement.dataset.theme = theme;
  }
  // In the order of index.html.
  for (const [index, meta] of [...document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')].entries()) {
    const scheme = index === 0 ? 'light' : 'dark';
    meta.media = theme === 'system' ? `(prefers-color-scheme: ${scheme})` : theme === scheme ? 'all' : 'not all';
  }
};

/** Chooses light or dark colours, or those of the system. Client only: the choice is in the browser's storage. */
const ThemeSwitch = () => {
  const { t } = useTranslation('common');
  const [theme, setTheme] = useState(() => parseTheme(storage.read()));
  return (
    <label className="theme-switch">
      <span>{t('theme.label')}</span>
      <select
        className="form-select"
        value={theme}
        onChange={({ target }) => {
          const chosen = parseTheme(target.value);
          setTheme(chosen);
          apply(chosen);
        }}
      >
        {themes.map((each) => (
          <option key={each} value={each}>
            {t(`theme.${each}`)}
          </option>
        ))}
      </select>
    </label>
  );
};

/** The links by their names in `paths`, and their headings below `footer` in common.json. */
const columns = [
  { heading: 'products', links: ['shop', 'blog', 'wishlist', 'cart', 'myAccount'] },
  { heading: 'help', links: ['orderStatus', 'refund', 'contact', 'about', 'claims', 'reviewPolicy'] },
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

/** Who owns the page; in the sample shop also that all of it is made up. */
export const Copyright = () => {
  const shop = useShop();
  const { t } = useTranslation('common');
  return (
    <>
      {t('footer.copyright', { year: shop.copyrightYear, shop: shop.name })} {shop.isSample && t('footer.sample')}
    </>
  );
};

/** Links to pages, social networks and legal pages, copyright, phones, email and postal address. */
export const Footer = () => {
  const shop = useShop();
  const { t } = useTranslation('common');
  return (
    <footer className="site-footer">
      <div className="container-xl">
        <div className="site-footer-columns">
          <div className="site-footer-brand">
            <p className={nameClass(shop.name)}>{shop.name}</p>
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
          <p>
            <Copyright />
          </p>
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
