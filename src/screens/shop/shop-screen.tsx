import '#styles/list-screen.scss';
import { type ButtonHTMLAttributes, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CatalogueFailure } from '#blocks/catalogue-failure/catalogue-failure.tsx';
import { TileGridSkeleton } from '#blocks/product-tile/tile-grid.tsx';
import { type ChosenFacetValues, facets } from '#contract/listing-query.ts';
import { formatNumber } from '#contract/locale.ts';
import { useCategories } from '#features/catalogue/use-catalogue.ts';
import { PageTitle } from '#shared/page-title.tsx';
import { paths } from '#shared/paths.ts';
import { useShop } from '#shared/shop.tsx';
import { Breadcrumbs } from '#shared/ui/breadcrumbs.tsx';
import { clientOnly } from '#shared/ui/client-only.tsx';
import { FailureNote } from '#shared/ui/failure-note.tsx';
import { Icon } from '#shared/ui/icon.tsx';
import { Pagination } from '#shared/ui/pagination.tsx';
import { ChosenChips } from './chosen-chips.tsx';
import { orderValues } from './facet-order.ts';
import { Facets } from './facets.tsx';
import { FilterDrawer } from './filter-drawer.tsx';
import { CategoryLinks, LayoutLinks, SortSelect } from './list-controls.tsx';
import { ProductList } from './product-list.tsx';
import { SearchAnswer } from './search-answer.tsx';
import type { ShopPreset } from './shop-presets.ts';
import { useFacetLabels } from './use-facet-labels.ts';
import { type FilterActions, useFilterActions } from './use-filter-actions.ts';
import { type ShopListing, useShopListing } from './use-shop-listing.ts';

const filtersOf = (chosen: ChosenFacetValues): readonly string[] => facets.flatMap((facet) => chosen[facet]);

/** Facets whose value becomes the heading if it is the only filter; a category does so with other filters as well. */
const namingFacets = ['tag', 'sale', 'new'] as const;

/** The heading of a list and the sentence below it: of its search, its only category, or the only tag, sale or new filter. */
const useShopHeading = ({ choice: { searchText, chosen }, listing, isBusy }: ShopListing) => {
  const { t, i18n } = useTranslation('shop');
  const nameOf = useFacetLabels();
  const { data: categories = [] } = useCategories();
  const sentence = (value: string) => (i18n.exists(`shop:sentences.${value}`) ? t(`sentences.${value as 'gift'}`) : t('intro'));
  if (searchText !== '') {
    const count = isBusy ? undefined : listing?.count;
    return { heading: t(count === undefined ? 'results' : 'resultsFound', { count, searchText }), intro: '' };
  }
  const [category, ...others] = chosen.category;
  if (category !== undefined && others.length === 0) {
    const description = categories.find(({ slug }) => slug === category)?.description;
    return { heading: nameOf('category', category), intro: description || t('intro') };
  }
  const isOnlyFilter = filtersOf(chosen).length === 1;
  const facet = isOnlyFilter && namingFacets.find((each) => chosen[each].length > 0);
  const value = facet && chosen[facet][0];
  if (facet && value) return { heading: nameOf(facet, value), intro: sentence(facet === 'tag' ? value : facet) };
  return { heading: t('heading'), intro: t('intro') };
};

type FilterButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'type' | 'aria-label' | 'children'> & {
  readonly chosenCount: number;
};

/** Opens the filters, and shows how many values are chosen. */
const FilterButton = ({ chosenCount, className = '', ...rest }: FilterButtonProps) => {
  const { t, i18n } = useTranslation('shop');
  return (
    <button
      type="button"
      className={`btn btn-outline-primary ${className}`}
      aria-label={chosenCount > 0 ? t('filter.chosen', { count: chosenCount }) : undefined}
      {...rest}
    >
      <Icon name="filter" />
      {t('filter.open')}
      {chosenCount > 0 && <span className="filter-count">{formatNumber(chosenCount, i18n.language)}</span>}
    </button>
  );
};

// Lazy, because it brings the texts of all posts, and is below what a shopper looks for first.
const BelowResults = clientOnly(() => import('./below-results.tsx').then((module) => module.BelowResults), ['pages', 'descriptions'], {
  isOptional: true,
});

type NothingFoundProps = { readonly shown: ShopListing; readonly onPress: FilterActions['rememberControl'] };

const NoResults = ({ shown, onPress }: NothingFoundProps) => {
  const { t } = useTranslation('shop');
  const { searchText, chosen } = shown.choice;
  const nameOf = useFacetLabels();
  const [category = ''] = chosen.category;
  const hasProducts = shown.listing !== undefined && shown.listing.total > 0;
  const isEmptyCategory = category !== '' && filtersOf(chosen).length === 1;
  const message = !hasProducts ? 'none' : isEmptyCategory ? 'emptyCategory' : 'empty';
  return (
    <>
      <div className="nothing-found">
        {/* The page's heading has already said it for a search. */}
        {searchText === '' && <h2>{t(`${message}.heading`, { name: nameOf('category', category) })}</h2>}
        <p>{t(hasProducts && searchText !== '' ? 'empty.searchText' : `${message}.text`)}</p>
        {hasProducts && <ChosenChips shown={shown} onPress={onPress} />}
      </div>
      <BelowResults searchText={searchText} hasNone={hasProducts} />
    </>
  );
};

const FacetsSkeleton = () => (
  <div className="facets-skeleton" aria-hidden="true">
    {Array.from({ length: 12 }, (_, index) => index).map((index) => (
      <span key={index} />
    ))}
  </div>
);

/** The shop: one screen for all of `shopPresets`. */
export const ShopScreen = ({ preset }: { readonly preset: ShopPreset }) => {
  const shop = useShop();
  const { t } = useTranslation('shop');
  const nameOf = useFacetLabels();
  const pageRef = useRef<HTMLDivElement>(null);
  const panelId = useId();
  const [isPanelOpen, setIsPanelOpen] = useState(false);
  const [isDrawerOpen, setIsDrawerOpen] = useState<boolean>();
  const shown = useShopListing(preset);
  const filterActions = useFilterActions(shown, pageRef);
  const { heading, intro } = useShopHeading(shown);
  const categorySlugs = (useCategories().data ?? []).map(({ slug }) => slug);
  const { choice, layout, listing, isBusy, error, urlOfPage, urlOfLayout, urlWith } = shown;
  const isEmpty = listing?.count === 0;
  const filterCount = filtersOf(choice.chosen).length;
  // No filters where none could change anything.
  const filters = isEmpty && !filterCount ? 'none' : preset.filters;
  const hasSidebar = filters === 'start' || filters === 'end';
  const chosenCount = filterCount + (choice.searchText === '' ? 0 : 1);

  return (
    <div ref={pageRef} className={preset.isWide ? 'container-wide shop-page' : 'container-xl shop-page'}>
      <PageTitle title={heading} titleTemplate={shop.name} />
      <Breadcrumbs name={heading} parents={heading === t('heading') ? [] : [{ name: t('heading'), path: paths.shop }]} />
      <header className="shop-head">
        <h1>{heading}</h1>
        {intro !== '' && <p className="quiet">{intro}</p>}
        <SearchAnswer searchText={choice.searchText} />
      </header>
      {filters !== 'none' && (
        <CategoryLinks
          slugs={orderValues('category', listing?.counts.category ?? [], categorySlugs).map(({ value }) => value)}
          nameOf={(slug) => nameOf('category', slug)}
          chosen={choice.chosen.category}
          urlOf={(slug) => urlWith({ chosen: { ...choice.chosen, category: slug === '' ? [] : [slug] } })}
        />
      )}
      <div className={`shop-body shop-body-${filters}`}>
        {hasSidebar && (
          <aside className="shop-side" aria-label={t('filter.label')}>
            {listing ? <Facets shown={shown} listing={listing} toggle={filterActions.toggle} /> : isBusy && <FacetsSkeleton />}
          </aside>
        )}
        <div className="shop-main">
          <div className={filters === 'none' && isEmpty ? undefined : 'shop-bar'}>
            {filters !== 'none' && (
              <FilterButton
                className="below-lg"
                chosenCount={chosenCount}
                aria-haspopup="dialog"
                onClick={() => setIsDrawerOpen(listing !== undefined)}
              />
            )}
            {filters === 'panel' && (
              <FilterButton
                className="from-lg"
                chosenCount={chosenCount}
                aria-expanded={isPanelOpen}
                aria-controls={panelId}
                onClick={() => setIsPanelOpen(!isPanelOpen)}
              />
            )}
            <p role="status" className={`shop-count${isEmpty ? ' visually-hidden' : ''}`} tabIndex={-1}>
              {listing ? t('found', { count: listing.count }) : isBusy && t('loading')}
            </p>
            {!isEmpty && (
              <>
                <LayoutLinks layout={layout} isWide={preset.isWide} urlOf={urlOfLayout} />
                <SortSelect choice={choice} choose={filterActions.choose} hasRatings={(listing?.counts.rating.length ?? 0) > 0} />
              </>
            )}
          </div>
          {filters === 'panel' && (
            <section id={panelId} className="shop-panel" aria-label={t('filter.label')} hidden={!isPanelOpen}>
              {isPanelOpen && listing && <Facets shown={shown} listing={listing} toggle={filterActions.toggle} isOpen />}
            </section>
          )}
          {!isEmpty && <ChosenChips shown={shown} onPress={filterActions.rememberControl} />}
          <CatalogueFailure />
          {error && <FailureNote error={error} onRetry={shown.retry} isBusy={shown.isRetrying} />}
          {!listing && isBusy && <TileGridSkeleton columns={layout === 'grid-2' ? 2 : 3} count={preset.perPage} />}
          {listing && (
            <div className="shop-products" aria-busy={isBusy}>
              {isEmpty ? (
                <NoResults shown={shown} onPress={filterActions.rememberControl} />
              ) : (
                <>
                  <ProductList items={listing.items} colours={listing.chosen.colour} layout={layout} preset={preset} />
                  <Pagination page={listing.page} pages={listing.pages} urlOf={urlOfPage} />
                  {choice.searchText !== '' && <BelowResults searchText={choice.searchText} hasNone={false} />}
                </>
              )}
            </div>
          )}
        </div>
      </div>
      {isDrawerOpen !== undefined && listing && (
        <FilterDrawer
          isOpen={isDrawerOpen}
          onClose={() => setIsDrawerOpen(false)}
          shown={shown}
          listing={listing}
          filterActions={filterActions}
          chosenCount={chosenCount}
        />
      )}
    </div>
  );
};
