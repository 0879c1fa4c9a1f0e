import { useSelector } from 'react-redux';
import type { Category, ColorVariation, Variation } from '#contract/product.ts';
import { lazyQuery } from '#shared/api/lazy-api.tsx';
import { selectCategories } from './catalogue-slice.ts';

const load = () => import('./catalogue-queries.ts');

/** Fetches the categories for `useCategories`; renders nothing. */
export const LazyCategoriesQuery = lazyQuery(() => load().then((module) => module.CategoriesQuery));

/** Fetches the variations of a product for `useVariations`; renders nothing. */
export const LazyVariationsQuery = lazyQuery(() => load().then((module) => module.VariationsQuery));

type Cached<Data> = { readonly data?: Data; readonly status: string };

/** The part of RTK Query's cache that is read here, by its cache keys: its own selectors are not in the first download. */
type WithCache = {
  readonly shopApi?: {
    readonly queries: {
      readonly 'categories(undefined)'?: Cached<Category[]>;
      readonly 'variations(undefined)'?: Cached<Variation[]>;
      readonly [colorVariations: `colorVariations(${string})`]: Cached<ColorVariation[]> | undefined;
    };
  };
};

/** Every category with the number of its products: as in the server's HTML until the API answers `LazyCategoriesQuery`. */
export const useCategories = (): { readonly data: readonly Category[] | undefined; readonly isError: boolean } => {
  const hydrated = useSelector(selectCategories) ?? undefined;
  const cached = useSelector(({ shopApi }: WithCache) => shopApi?.queries['categories(undefined)']);
  const data = cached?.data ?? hydrated;
  return { data, isError: data === undefined && cached?.status === 'rejected' };
};

/** The priced variations of all products, and the colours of one, as the API answered `LazyVariationsQuery`. */
export const useVariations = (productId: string) => ({
  types: useSelector(({ shopApi }: WithCache) => shopApi?.queries['variations(undefined)']?.data),
  colors: useSelector(({ shopApi }: WithCache) => shopApi?.queries[`colorVariations(${JSON.stringify(productId)})`]?.data),
});
