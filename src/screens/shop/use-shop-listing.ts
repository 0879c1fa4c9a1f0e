import { useSelector } from 'react-redux';
import { useParams, useSearchParams } from 'react-router-dom';
import { defaultChoice, type ListingChoice, readChoice, readPage, writeChoice } from '#contract/listing-query.ts';
import { selectIsReseller } from '#features/account/shopper-slice.ts';
import { useListing } from '#features/catalogue/use-listing.ts';
import { withQuery } from '#shared/paths.ts';
import { type Layout, layouts, type ShopPreset } from './shop-presets.ts';

/** What the URL of a list contains. */
export type ShopLocation = { readonly choice: ListingChoice; readonly layout: Layout; readonly page: number };

const pageParam = '/:page?';

/** Parses a URL; anything invalid is ignored. */
export const readShopUrl = (preset: ShopPreset, query: URLSearchParams, page: string | undefined): ShopLocation => {
  const layout = query.get('layout');
  return {
    choice: readChoice(query),
    layout: layouts.find((each) => each === layout) ?? preset.layout,
    page: readPage(preset.path.includes(pageParam) ? (page ?? query.get('page')) : query.get('page')),
  };
};

/** The URL of a list: only what differs from the defaults. */
export const writeShopUrl = (preset: ShopPreset, { choice, layout, page }: ShopLocation): string => {
  const isInPath = preset.path.includes(pageParam);
  const query = writeChoice(choice);
  if (layout !== preset.layout) query.set('layout', layout);
  if (!isInPath && page > 1) query.set('page', String(page));
  const path = preset.path.replace(pageParam, '') + (isInPath && page > 1 ? `/${page}` : '');
  return withQuery(path, query);
};

/**
 * The products of the current URL, and the URLs of other pages, layouts and filters. New filters start at page 1; a new layout stays
 * on its page. Unknown values are dropped from `choice` once the catalogue has answered.
 */
export const useShopListing = (preset: ShopPreset) => {
  const [query] = useSearchParams();
  const { page } = useParams();
  const isReseller = useSelector(selectIsReseller);
  const location = readShopUrl(preset, query, page);
  const { layout } = location;
  const result = useListing({ ...location.choice, page: location.page, perPage: preset.perPage }, isReseller);
  const isLoaded = result.listing !== undefined && !result.isBusy && result.error === null;
  const choice: ListingChoice = isLoaded ? { ...location.choice, chosen: result.listing.chosen } : location.choice;
  const current = { choice, layout, page: isLoaded ? result.listing.page : location.page };
  return {
    ...result,
    choice,
    layout,
    urlOfPage: (wanted: number) => writeShopUrl(preset, { ...current, page: wanted }),
    urlOfLayout: (wanted: Layout) => writeShopUrl(preset, { ...current, layout: wanted }),
    urlWith: (change: Partial<ListingChoice>) => writeShopUrl(preset, { choice: { ...choice, ...change }, layout, page: 1 }),
    /** Without filters and search; the order and the layout stay. */
    plainUrl: writeShopUrl(preset, { choice: { ...defaultChoice, sorting: choice.sorting }, layout, page: 1 }),
  };
};

export type ShopListing = ReturnType<typeof useShopListing>;
