import { lateQuery } from '#shared/api/late-query.ts';

const useProfileQuery = lateQuery(async () => {
  const { accountApi } = await import('./account-api.ts');
  return { api: accountApi, endpoint: accountApi.endpoints.profile };
});

/** Who is shopping: still unknown, a visitor, or a signed-in user (spec 1: decided by the profile call). */
export const useShopper = () => {
  const { data, isLoading } = useProfileQuery(undefined);
  const user = data?.user ?? null;
  return { isKnown: !isLoading, user, isReseller: user?.role === 'reseller' };
};
