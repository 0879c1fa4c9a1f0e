import { searchMissEndpoint } from '#contract/search-miss.ts';
import { noContent } from '#shared/api/schema.ts';
import { shopApi } from '#shared/api/shop-api.ts';

/** Only for screens that were asked for a list: no page loads it first. */
const searchMissApi = shopApi.injectEndpoints({
  endpoints: (build) => ({
    countSearchMiss: build.mutation<null, string>({
      query: (text) => ({ endpoint: searchMissEndpoint, data: { text }, schema: noContent }),
    }),
  }),
});

export const { useCountSearchMissMutation } = searchMissApi;
