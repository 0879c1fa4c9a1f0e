import { lateQuery } from '#shared/api/late-query.ts';

/** Every category with the number of its products. */
export const useCategoriesQuery = lateQuery(async () => {
  const { catalogueApi } = await import('./catalogue-api.ts');
  return { api: catalogueApi, endpoint: catalogueApi.endpoints.categories };
});

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
