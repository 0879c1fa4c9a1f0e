import { useMemo } from 'react';
import { useSelector } from 'react-redux';
import type { Category, ColorVariation, Variation } from '#contract/product.ts';
import { lazyQuery } from '#shared/api/lazy-api.tsx';
import { selectCategories } from './catalogue-slice.ts';

const loadQueries = () => import('./catalogue-queries.ts');

/** Fetches the categories for `useCategories`; renders nothing. */
export const LazyCategoriesQuery = lazyQuery(() => loadQueries().then((module) => module.CategoriesQuery));

/** Fetches the variations of a product for `useVariations`; renders nothing. */
export const LazyVariationsQuery = lazyQuery(() => loadQueries().then((module) => module.VariationsQuery));

type Cached<Data> = { readonly data?: Data; readonly status: string };

/** RTK Query's cache, read by its cache keys: importing its selectors would add RTK Query to the first download. */
type WithCache = {
  readonly shopApi?: {
    readonly queries: {
      readonly 'categories(undefined)'?: Cached<Category[]>;
      readonly 'variations(undefined)'?: Cached<Variation[]>;
      readonly [colorVariations: `colorVariations(${string})`]: Cached<ColorVariation[]> | undefined;
    };
  };
};

/** Every category with the number of its products: from the hydration data until `LazyCategoriesQuery` is answered. */
export const useCategories = (): { readonly data: readonly Category[] | undefined; readonly isError: boolean } => {
  const hydrated = useSelector(selectCategories) ?? undefined;
  const cached = useSelector(({ shopApi }: WithCache) => shopApi?.queries['categories(undefined)']);
  const data = cached?.data ?? hydrated;
  return { data, isError: data === undefined && cached?.status === 'rejected' };
};

/** The categories to offer: those with products. */
export const useFilledCategories = (): ReturnType<typeof useCategories> => {
  const { data, isError } = useCategories();
  const filled = useMemo(() => data?.filter(({ count }) => count > 0), [data]);
  return { data: filled, isError };
};

/** The priced variations of all products and the colours of one; undefined until `LazyVariationsQuery` is answered. */
export const useVariations = (productId: string) => ({
  types: useSelector(({ shopApi }: WithCache) => shopApi?.queries['variations(undefined)']?.data),
  colors: useSelector(({ shopApi }: WithCache) => shopApi?.queries[`colorVariations(${JSON.stringify(productId)})`]?.data),
});
