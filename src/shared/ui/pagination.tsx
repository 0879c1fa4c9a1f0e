import { useTranslation } from 'react-i18next';
import { formatNumber } from '#contract/locale.ts';
import { Icon } from './icon.tsx';
import { Link } from './link.tsx';

type PaginationProps = { readonly page: number; readonly pages: number; readonly urlOf: (page: number) => string };

/** The first and last page, the current one and its neighbours; `undefined` is a gap. */
const pagesAround = (page: number, pages: number): (number | undefined)[] => {
  const near = [1, page - 1, page, page + 1, pages].filter((each, index, all) => each >= 1 && each <= pages && all.indexOf(each) === index);
  return near.flatMap((each, index) => ((near[index - 1] ?? each) < each - 1 ? [undefined, each] : [each]));
};

/** Links to the pages of a list; nothing for a single page. */
export const Pagination = ({ page, pages, urlOf }: PaginationProps) => {
  const { t, i18n } = useTranslation('common');
  if (pages < 2) return null;
  return (
    <nav className="pagination-row" aria-label={t('pages.label')}>
      {page > 1 && (
        <Link to={urlOf(page - 1)} aria-label={t('pages.previous')} rel="prev">
          <Icon name="back" />
        </Link>
      )}
      {pagesAround(page, pages).map((each, index) =>
        each === undefined ? (
          <span key={`gap-${index < 3 ? 'before' : 'after'}`} aria-hidden="true">
            …
          </span>
        ) : (
          <Link key={each} to={urlOf(each)} aria-label={t('pages.page', { page: each })} aria-current={each === page ? 'page' : undefined}>
            {formatNumber(each, i18n.language)}
          </Link>
        ),
      )}
      {page < pages && (
        <Link to={urlOf(page + 1)} aria-label={t('pages.next')} rel="next">
          <Icon name="forward" />
        </Link>
      )}
    </nav>
  );
};
