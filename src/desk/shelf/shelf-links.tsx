import { useTranslation } from 'react-i18next';
import { deskPages } from '#contract/desk/endpoints.ts';
import { Link } from '#shared/ui/link.tsx';

/** Links between the list of products and the pages about all products. */
export const ShelfLinks = () => {
  const { t } = useTranslation('desk-shelf');
  return (
    <nav className="desk-actions desk-shelf-links" aria-label={t('links.label')}>
      {(['categories', 'searchWords', 'importing'] as const).map((page) => (
        <Link key={page} to={deskPages[page]}>
          {t(`links.${page}`)}
        </Link>
      ))}
    </nav>
  );
};
