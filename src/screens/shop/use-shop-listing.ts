import { useSelector } from 'react-redux';
import { useParams, useSearchParams } from 'react-router-dom';
import { defaultChoice, type ListingChoice, readChoice, readPage, writeChoice } from '#contract/listing-query.ts';
import { selectIsReseller } from '#features/account/shopper-slice.ts';
import { useListing } from '#features/catalogue/use-listing.ts';
import { withQuery } from '#shared/paths.ts';
import { type Layout, layouts, type ShopVariant } from './shop-variants.ts';

/** What the URL of a list contains. */
export type ShopLocation = { readonly choice: ListingChoice; readonly layout: Layout; readonly page: number };

const pageParam = '/:page?';

/** Parses a URL; anything invalid is ignored. */
export const readShopAddress = (variant: ShopVariant, query: URLSearchParams, page: string | undefined): ShopLocation => {
  const layout = query.get('layout');
  return {
    choice: readChoice(query),
    layout: layouts.find((each) => each === layout) ?? variant.layout,
    page: readPage(variant.path.includes(pageParam) ? (page ?? query.get('page')) : query.get('page')),
  };
};

/** The URL of a list: only what differs from the defaults. */
export const writeShopAddress = (variant: ShopVariant, { choice, layout, page }: ShopLocation): string => {
  const isInPath = variant.path.includes(pageParam);
  const query = writeChoice(choice);
  if (layout !== variant.layout) query.set('layout', layout);
  if (!isInPath && page > 1) query.set('page', String(page));
  const path = variant.path.replace(pageParam, '') + (isInPath && page > 1 ? `/${page}` : '');
  return withQuery(path, query);
};

/**
 * The products of the current URL, and the URLs of other pages, layouts and filters. New filters start at page 1; a new layout stays
 * on its page. Unknown values are dropped from `choice` once the catalogue has answered.
 */
export const useShopListing = (variant: ShopVariant) => {
  const [query] = useSearchParams();
  const { page } = useParams();
  const isReseller = useSelector(selectIsReseller);
  const location = readShopAddress(variant, query, page);
  const { layout } = location;
  const result = useListing({ ...location.choice, page: location.page, perPage: variant.perPage }, isReseller);
  const isLoaded = result.listing !== undefined && !result.isBusy && result.error === null;
  const choice: ListingChoice = isLoaded ? { ...location.choice, chosen: result.listing.chosen } : location.choice;
  const current = { choice, layout, page: isLoaded ? result.listing.page : location.page };
  return {
    ...result,
    choice,
    layout,
    addressOfPage: (wanted: number) => writeShopAddress(variant, { ...current, page: wanted }),
    addressOfLayout: (wanted: Layout) => writeShopAddress(variant, { ...current, layout: wanted }),
    addressWith: (change: Partial<ListingChoice>) => writeShopAddress(variant, { choice: { ...choice, ...change }, layout, page: 1 }),
    /** Without filters and search; the order and the layout stay. */
    plainAddress: writeShopAddress(variant, { choice: { ...defaultChoice, sorting: choice.sorting }, layout, page: 1 }),
  };
};

export type ShopListing = ReturnType<typeof useShopListing>;
