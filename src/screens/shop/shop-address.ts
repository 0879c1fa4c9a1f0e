import { type ListingChoice, readChoice, readPage, writeChoice } from '#contract/listing-query.ts';
import { type Layout, layouts, type ShopVariant } from './shop-variants.ts';

/** Everything that the address of a list says. */
export type ShopPlace = { readonly choice: ListingChoice; readonly layout: Layout; readonly page: number };

const pageInPath = '/:page?';

/** What an address asks for; anything it cannot mean is as if it were not there. */
export const readPlace = (variant: ShopVariant, query: URLSearchParams, page: string | undefined): ShopPlace => {
  const layout = query.get('layout');
  return {
    choice: readChoice(query),
    layout: layouts.find((each) => each === layout) ?? variant.layout,
    page: readPage(variant.path.includes(pageInPath) ? (page ?? query.get('page')) : query.get('page')),
  };
};

/** The address of a list: only what differs from the plain one stands in it (everything is in the URL). */
export const writePlace = (variant: ShopVariant, { choice, layout, page }: ShopPlace): string => {
  const isInPath = variant.path.includes(pageInPath);
  const query = writeChoice(choice);
  if (layout !== variant.layout) query.set('layout', layout);
  if (!isInPath && page > 1) query.set('page', String(page));
  const path = variant.path.replace(pageInPath, '') + (isInPath && page > 1 ? `/${page}` : '');
  return query.size > 0 ? `${path}?${query}` : path;
};
