import { useTranslation } from 'react-i18next';
import { deskPages } from '#contract/desk/endpoints.ts';
import { Link } from '#shared/ui/link.tsx';

/** From the list of products to what concerns all of them, and between these. */
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
