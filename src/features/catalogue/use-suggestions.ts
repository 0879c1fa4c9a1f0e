import { useEffect, useMemo } from 'react';
import { useSelector } from 'react-redux';
import { buildNameSearch } from '#catalogue/search.ts';
import { defaultChoice } from '#contract/listing-query.ts';
import type { Category, Product } from '#contract/product.ts';
import { selectProducts } from './catalogue-slice.ts';
import { indexOf } from './open-catalogues.ts';
import { useCategories } from './use-catalogue.ts';
import { useListing } from './use-listing.ts';

const mostProducts = 6;
const mostCategories = 3;
const none: readonly Category[] = [];

/** Makes the products searchable while a shopper is about to type; does nothing for a catalogue that is not in this browser. */
export const usePreparedSearch = (): void => {
  const catalogue = indexOf(useSelector(selectProducts));
  useEffect(() => {
    // What fails here is tried again, and told, by the search itself.
    catalogue?.prepareSearch().catch(() => undefined);
  }, [catalogue]);
};

/**
 * `count` is how many products the searchText find in all; without any, `categories` are what the shop has most of. `isBusy` while the products
 * are still those of earlier searchText.
 */
type Suggestions = {
  readonly products: readonly Product[];
  readonly categories: readonly Category[];
  readonly count: number | undefined;
  readonly isNothing: boolean;
  readonly isBusy: boolean;
};

/** What the shop suggests for some searchText: the best products and the categories called so. */
export const useSuggestions = (searchText: string, isReseller: boolean): Suggestions => {
  const { listing, isBusy } = useListing({ ...defaultChoice, searchText, page: 1, perPage: mostProducts }, isReseller);
  const { data: categories = none } = useCategories();
  const searchNames = useMemo(() => buildNameSearch(categories.map(({ name }) => name)), [categories]);
  const named = (searchNames(searchText) ?? []).flatMap((row) => categories[row] ?? []).slice(0, mostCategories);
  const isNothing = !isBusy && listing?.count === 0 && named.length === 0;
  return {
    products: listing?.items ?? [],
    categories: isNothing ? categories.toSorted((one, other) => other.count - one.count).slice(0, mostCategories) : named,
    count: isBusy ? undefined : listing?.count,
    isNothing,
    isBusy,
  };
};
