import { endpoints } from '#contract/endpoints.ts';
import { type Category, type ColorVariation, categoryList, colorVariationList, type Variation, variationList } from '#contract/product.ts';
import { shopApi } from '#shared/api/shop-api.ts';

/** The catalogue's calls besides the product list: categories, priced variations, the colours of one product. */
export const catalogueApi = shopApi.injectEndpoints({
  endpoints: (build) => ({
    categories: build.query<Category[], void>({
      query: () => ({ endpoint: endpoints.categories, schema: categoryList }),
    }),
    variations: build.query<Variation[], void>({
      query: () => ({ endpoint: endpoints.variations, schema: variationList }),
    }),
    colorVariations: build.query<ColorVariation[], string>({
      query: (productId) => ({ endpoint: endpoints.colorVariations, params: { productId }, schema: colorVariationList }),
    }),
  }),
});

export const { useCategoriesQuery, useVariationsQuery, useColorVariationsQuery } = catalogueApi;
