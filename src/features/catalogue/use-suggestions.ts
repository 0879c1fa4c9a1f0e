import { useEffect, useMemo } from 'react';
import { buildNameSearch } from '#catalogue/search.ts';
import { defaultChoice } from '#contract/listing-query.ts';
import type { Category, Product } from '#contract/product.ts';
import { useFilledCategories, useIndex } from './use-catalogue.ts';
import { useListing } from './use-listing.ts';

const maxProducts = 6;
const maxCategories = 3;
const noCategories: readonly Category[] = [];

/** Builds the search index before the shopper types; does nothing for a paged catalogue. */
export const usePreparedSearch = (): void => {
  const index = useIndex();
  useEffect(() => {
    // `useListing` retries it and reports the error.
    index?.prepareSearch().catch(() => undefined);
  }, [index]);
};

/**
 * `count` is the number of matching products; without matches (`isEmpty`), `categories` are the largest. While `isBusy`, `products` are
 * those of the previous search.
 */
type Suggestions = {
  readonly products: readonly Product[];
  readonly categories: readonly Category[];
  readonly count: number | undefined;
  readonly isEmpty: boolean;
  readonly isBusy: boolean;
};

/** Suggestions for a search: the best products, and categories whose names match. */
export const useSuggestions = (searchText: string, isReseller: boolean): Suggestions => {
  const { listing, isBusy } = useListing({ ...defaultChoice, searchText, page: 1, perPage: maxProducts }, isReseller);
  const { data: categories = noCategories } = useFilledCategories();
  const searchNames = useMemo(() => buildNameSearch(categories.map(({ name }) => name)), [categories]);
  const named = (searchNames(searchText) ?? []).flatMap((row) => categories[row] ?? []).slice(0, maxCategories);
  const isEmpty = !isBusy && listing?.count === 0 && named.length === 0;
  return {
    products: listing?.items ?? [],
    categories: isEmpty ? [...categories].sort((one, other) => other.count - one.count).slice(0, maxCategories) : named,
    count: isBusy ? undefined : listing?.count,
    isEmpty,
    isBusy,
  };
};
