import { startTransition, useOptimistic } from 'react';
import { useTranslation } from 'react-i18next';
import { type ListingChoice, sortings } from '#contract/listing-query.ts';
import { useChoiceBeforeHydration } from '#shared/hooks/use-input-before-hydration.ts';
import { scrollToMiddle } from '#shared/scroll-to-middle.ts';
import { Icon, type IconName } from '#shared/ui/icon.tsx';
import { Link } from '#shared/ui/link.tsx';
import { type Layout, layouts } from './shop-presets.ts';
import type { FilterActions } from './use-filter-actions.ts';

type SortSelectProps = {
  readonly choice: ListingChoice;
  readonly choose: FilterActions['choose'];
  /** Whether any product has reviews. */
  readonly hasRatings: boolean;
};

/** Selects the order of the products. For a search, the default order is by relevance. */
export const SortSelect = ({ choice, choose, hasRatings }: SortSelectProps) => {
  const { t } = useTranslation('shop');
  const [sorting, setSorting] = useOptimistic(choice.sorting);
  const sortBy = (name: string) => {
    const wanted = sortings.find((each) => each === name);
    if (!wanted) return;
    startTransition(() => {
      setSorting(wanted);
      choose(() => ({ sorting: wanted }));
    });
  };
  const selectRef = useChoiceBeforeHydration<HTMLSelectElement>(({ value }) => {
    if (value !== choice.sorting) sortBy(value);
  });
  return (
    <label className="sort">
      <span>{t('sort')}</span>
      <select ref={selectRef} className="form-select" value={sorting} onChange={({ target }) => sortBy(target.value)}>
        {sortings
          .filter((each) => each !== 'rating' || hasRatings || sorting === 'rating')
          .map((each) => (
            <option key={each} value={each}>
              {each === 'featured' && choice.searchText !== '' ? t('bestMatch') : t(`sorting.${each}`)}
            </option>
          ))}
      </select>
    </label>
  );
};

const icons: Readonly<Record<Layout | 'grid-4', IconName>> = {
  'grid-2': 'twoColumns',
  'grid-3': 'threeColumns',
  'grid-4': 'fourColumns',
  list: 'rows',
};

const LayoutIcon = ({ layout, className }: { readonly layout: Layout | 'grid-4'; readonly className: string }) => {
  const { t } = useTranslation('shop');
  return (
    <span className={className}>
      <Icon name={icons[layout]} />
      <span className="visually-hidden">{t(`layouts.${layout}`)}</span>
    </span>
  );
};

type LayoutLinksProps = {
  readonly layout: Layout;
  /** The grid of three columns has four on a wide screen. */
  readonly isWide: boolean;
  readonly urlOf: (layout: Layout) => string;
};

/** Links to the layouts: two columns, three, or a list. Phones show both grids with two columns. */
export const LayoutLinks = ({ layout, isWide, urlOf }: LayoutLinksProps) => {
  const { t } = useTranslation('shop');
  // Phones hide one of the two grid links: the one that is not current.
  const hiddenOnPhones: Layout = layout === 'grid-3' ? 'grid-2' : 'grid-3';
  return (
    <ul className="layout-links" aria-label={t('layouts.label')}>
      {layouts.map((each) => (
        <li key={each} className={each === hiddenOnPhones ? 'is-spare' : undefined}>
          <Link to={urlOf(each)} preventScrollReset aria-current={each === layout ? 'true' : undefined}>
            {each === 'grid-3' && <LayoutIcon layout="grid-2" className="below-md" />}
            <LayoutIcon layout={each} className={each === 'grid-3' ? (isWide ? 'from-md below-xxl' : 'from-md') : ''} />
            {each === 'grid-3' && isWide && <LayoutIcon layout="grid-4" className="from-xxl" />}
          </Link>
        </li>
      ))}
    </ul>
  );
};

type CategoryLinksProps = {
  readonly slugs: readonly string[];
  readonly nameOf: (slug: string) => string;
  readonly chosen: readonly string[];
  readonly urlOf: (slug: string) => string;
};

/** The categories as a row of links; empty, but of the same height, while they are loading. */
export const CategoryLinks = ({ slugs, nameOf, chosen, urlOf }: CategoryLinksProps) => {
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
              to={urlOf(slug)}
              preventScrollReset
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
