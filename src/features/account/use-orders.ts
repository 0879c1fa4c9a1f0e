import { lateQuery } from '#shared/api/late-query.ts';

/** The orders of the shopper with this id, the newest first. */
export const useOrdersQuery = lateQuery(async () => {
  const { accountApi } = await import('./account-api.ts');
  return { api: accountApi, endpoint: accountApi.endpoints.orders };
});
