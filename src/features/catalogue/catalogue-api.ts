import { endpointPath, endpoints } from '#contract/endpoints.ts';
import type { HydrationData } from '#contract/hydration-data.ts';
import type { Listing } from '#contract/listing.ts';
import type { Category, ColorVariation, Product, Variation } from '#contract/product.ts';
import { getJson } from '#shared/api/get-json.ts';
import { retryOptions, shopApi } from '#shared/api/shop-api.ts';

/** Ids per request: with them its URL is shorter than what servers refuse, and the API looks up no more than 100. */
const idsPerRequest = 25;

const schemas = () => import('#contract/product.ts');

/** The catalogue's calls besides the list, which is loaded by the thunk of the slice. */
export const catalogueApi = shopApi.injectEndpoints({
  endpoints: (build) => ({
    categories: build.query<Category[], void>({
      query: () => ({ endpoint: endpoints.categories, schema: async () => (await schemas()).categoryList }),
      extraOptions: retryOptions,
    }),
    /** The priced variations of all products. */
    variations: build.query<Variation[], void>({
      query: () => ({ endpoint: endpoints.variations, schema: async () => (await schemas()).variationList }),
      extraOptions: retryOptions,
    }),
    colorVariations: build.query<ColorVariation[], string>({
      query: (productId) => ({
        endpoint: endpoints.colorVariations,
        params: { productId },
        schema: async () => (await schemas()).colorVariationList,
      }),
      extraOptions: retryOptions,
    }),
    /** One page, by the query of `writeListingQuery`. An API without pages answers with its whole list, which is 'unreadable' here. */
    listing: build.query<Listing, string>({
      queryFn: (query, { signal }) =>
        getJson(`${endpoints.products.path}?${query}`, async () => (await import('#contract/listing.ts')).listing, { signal }),
    }),
    /** One product with every field; `null` where the API knows none of this id, or has no such call. */
    product: build.query<Product | null, string>({
      queryFn: async (productId, { signal }) => {
        const answer = await getJson(endpointPath(endpoints.product.path, { productId }), async () => (await schemas()).product, {
          signal,
        });
        return 'error' in answer && answer.error.status === 404 ? { data: null } : answer;
      },
    }),
    /** Products by their ids, joined by commas, as lists carry them; unknown ids are left out. */
    productsById: build.query<readonly Product[], string>({
      queryFn: async (ids, { signal }) => {
        const all = ids.split(',');
        const requests = [];
        while (all.length > 0) {
          const query = new URLSearchParams({ ids: all.splice(0, idsPerRequest).join() });
          requests.push(getJson(`${endpoints.products.path}?${query}`, async () => (await schemas()).productList, { signal }));
        }
        const answers = await Promise.all(requests);
        const data: Product[] = [];
        for (const answer of answers) {
          if ('error' in answer) return answer;
          data.push(...answer.data);
        }
        return { data };
      },
    }),
  }),
});

export const { useCategoriesQuery, useVariationsQuery, useColorVariationsQuery, useProductsByIdQuery } = catalogueApi;

export type ApiState = Parameters<typeof catalogueApi.util.selectEntriesForEndpoint>[0];

/** A product on one of the pages in the cache. */
export const selectPagedProduct = (state: ApiState, id: string): Product | undefined => {
  for (const { data } of catalogueApi.util.selectEntriesForEndpoint(state, 'listing')) {
    const product = data?.items.find(({ _id }) => _id === id);
    if (product) return product;
  }
  return undefined;
};

/** The data that a page was server-rendered from, as entries of the cache. */
export const hydrationEntries = ({ listings, details, categories }: HydrationData) =>
  catalogueApi.util.upsertQueryEntries([
    ...Object.entries(listings).map(([arg, value]) => ({ endpointName: 'listing', arg, value }) as const),
    ...Object.entries(details).map(([arg, value]) => ({ endpointName: 'product', arg, value }) as const),
    { endpointName: 'categories', arg: undefined, value: [...categories] },
  ]);
