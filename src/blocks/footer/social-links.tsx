import { useTranslation } from 'react-i18next';
import { shop } from '#shared/shop.ts';
import { Icon } from '#shared/ui/icon.tsx';

/** The shop on facebook, tiktok and instagram. */
export const SocialLinks = () => {
  const { t } = useTranslation('common');
  return (
    <ul className="social-links">
      {shop.social.map(({ name, icon, address }) => (
        <li key={name}>
          <a
            className="icon-button"
            href={address}
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
