import { useEffect, useId, useLayoutEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from '#shared/ui/link.tsx';
import { type FoundPage, useFoundPages } from './use-found-pages.ts';
import '#styles/found-pages.scss';

const maxPages = 4;

type FindPagesProps = {
  readonly searchText: string;
  readonly onFound: (searchText: string, pages: readonly FoundPage[]) => void;
};

/** Finds posts and pages for a list that shows them itself; renders nothing. */
export const FindPages = ({ searchText, onFound }: FindPagesProps) => {
  const foundPages = useFoundPages(searchText);
  // Before the next paint, so that the list does not jump.
  useLayoutEffect(() => onFound(searchText, foundPages), [onFound, searchText, foundPages]);
  return null;
};

/** The posts and pages that match a search, apart from its products; nothing where there are none. */
export const FoundPages = ({ searchText }: { readonly searchText: string }) => {
  const { t } = useTranslation('pages');
  const id = useId();
  const foundPages = useFoundPages(searchText, { inFullText: true }).slice(0, maxPages);
  const count = foundPages.length;
  // After the region is in the page: screen readers announce changes of a region only.
  const [announced, setAnnounced] = useState(0);
  useEffect(() => setAnnounced(count), [count]);
  return (
    <>
      <p className="visually-hidden" role="status">
        {announced > 0 && t('found', { count: announced })}
      </p>
      {count > 0 && (
        <section className="found-pages" aria-labelledby={id}>
          <h2 id={id}>{t('heading')}</h2>
          <ul>
            {foundPages.map(({ kind, path, title, text }) => (
              <li key={path}>
                <p className="found-pages-kind">{t(kind === 'post' ? 'journal' : 'help')}</p>
                <h3>
                  <Link to={path}>{title}</Link>
                </h3>
                <p className="quiet">{text}</p>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
};
