import { type ListingChoice, readChoice, readPage, writeChoice } from '#contract/listing-query.ts';
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
