import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useCategoriesQuery } from '#features/catalogue/use-catalogue.ts';

type CategoryLinksProps = { readonly chosen: string; readonly addressOf: (category: string) => string };

/** The categories as one row of links; its room is kept while they are on their way. */
export const CategoryLinks = ({ chosen, addressOf }: CategoryLinksProps) => {
  const { t } = useTranslation('shop');
  const { data, isError } = useCategoriesQuery(undefined);
  if (isError) return null;
  const links = data ? [{ slug: '', name: t('everything') }, ...data] : [];
  return (
    <nav className="category-links" aria-label={t('categories')}>
      <ul>
        {links.map(({ slug, name }) => (
          <li key={slug}>
            <Link to={addressOf(slug)} aria-current={slug === chosen ? 'true' : undefined}>
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
};
