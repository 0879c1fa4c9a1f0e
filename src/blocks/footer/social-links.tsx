import { useTranslation } from 'react-i18next';
import { shop } from '#shared/shop.ts';
import { Icon } from '#shared/ui/icon.tsx';

/** Links to the shop's social networks; nothing if it has none. */
export const SocialLinks = () => {
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
