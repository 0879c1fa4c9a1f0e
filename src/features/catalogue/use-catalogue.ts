import { useSelector } from 'react-redux';
import type { Category } from '#contract/product.ts';
import { lateQuery } from '#shared/api/late-query.ts';
import { selectCategories } from './catalogue-slice.ts';

const useCategoriesQuery = lateQuery(async () => {
  const { catalogueApi } = await import('./catalogue-api.ts');
  return { api: catalogueApi, endpoint: catalogueApi.endpoints.categories };
});

/** Every category with the number of its products: as the first view showed them, until the API says how they are now. */
export const useCategories = (): { readonly data: readonly Category[] | undefined; readonly isError: boolean } => {
  const first = useSelector(selectCategories) ?? undefined;
  const { data = first, isError } = useCategoriesQuery(undefined);
  return { data, isError: isError && data === undefined };
};

/** Every priced variation of every product. */
export const useVariationsQuery = lateQuery(async () => {
  const { catalogueApi } = await import('./catalogue-api.ts');
  return { api: catalogueApi, endpoint: catalogueApi.endpoints.variations };
});

/** The colours of one product. */
export const useColorVariationsQuery = lateQuery(async () => {
  const { catalogueApi } = await import('./catalogue-api.ts');
  return { api: catalogueApi, endpoint: catalogueApi.endpoints.colorVariations };
});
