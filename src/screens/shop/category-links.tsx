import { useTranslation } from 'react-i18next';
import { scrollToMiddle } from '#shared/scroll-to-middle.ts';
import { Link } from '#shared/ui/link.tsx';

type CategoryLinksProps = {
  readonly slugs: readonly string[];
  readonly nameOf: (slug: string) => string;
  readonly chosen: readonly string[];
  readonly addressOf: (slug: string) => string;
};

/** The categories as a row of links; empty, but of the same height, while they are loading. */
export const CategoryLinks = ({ slugs, nameOf, chosen, addressOf }: CategoryLinksProps) => {
  const { t } = useTranslation('shop');
  // The empty slug is the link to all categories.
  const isCurrent = (slug: string) => (slug === '' ? chosen.length === 0 : chosen.includes(slug));
  const links = slugs.length > 0 ? ['', ...slugs] : [];
  return (
    <nav className="category-links" aria-label={t('categories')}>
      <ul>
        {links.map((slug) => (
          <li key={slug}>
            <Link
              ref={isCurrent(slug) ? scrollToMiddle : undefined}
              to={addressOf(slug)}
              aria-current={isCurrent(slug) ? 'true' : undefined}
            >
              {slug === '' ? t('everything') : nameOf(slug)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
};
