import { lateQuery } from '#shared/api/late-query.ts';

const useProfileQuery = lateQuery(async () => {
  const { accountApi } = await import('./account-api.ts');
  return { api: accountApi, endpoint: accountApi.endpoints.profile };
});

/** An API that answers a stranger with 401 has answered: nobody is signed in. */
const isRefusal = (error: unknown): boolean => typeof error === 'object' && error !== null && 'status' in error && error.status === 401;

/**
 * Who is shopping: still unknown, a visitor, or a signed-in user (decided by the profile call). `isFailed` when that call
 * failed, so that whoever it is is taken for a visitor.
 */
export const useShopper = () => {
  const { data, error, isError, isLoading } = useProfileQuery(undefined);
  const user = data?.user ?? null;
  // Asked again, the answer before stays good until the new one comes.
  return {
    isKnown: data !== undefined || !isLoading,
    isFailed: isError && !data && !isRefusal(error),
    user,
    isReseller: user?.role === 'reseller',
  };
};
