import { endpointPath, endpoints } from '#contract/endpoints.ts';
import { type Category, type ColorVariation, categoryList, colorVariationList, type Variation, variationList } from '#contract/product.ts';
import { shopApi } from '#shared/api/shop-api.ts';

/** The catalogue's calls beside the product list: categories, priced variations, the colours of one product. */
export const catalogueApi = shopApi.injectEndpoints({
  endpoints: (build) => ({
    categories: build.query<Category[], void>({
      query: () => ({ method: endpoints.categories.method, url: endpoints.categories.path, schema: categoryList }),
    }),
    variations: build.query<Variation[], void>({
      query: () => ({ method: endpoints.variations.method, url: endpoints.variations.path, schema: variationList }),
    }),
    colorVariations: build.query<ColorVariation[], string>({
      query: (productId) => ({
        method: endpoints.colorVariations.method,
        url: endpointPath(endpoints.colorVariations.path, { productId }),
        schema: colorVariationList,
      }),
    }),
  }),
});
