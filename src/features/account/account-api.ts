import { createAction, type ThunkAction, type UnknownAction } from '@reduxjs/toolkit';
import { createApi } from '@reduxjs/toolkit/query/react';
import type { Profile, User } from '#contract/account.ts';
import { endpoints } from '#contract/endpoints.ts';
import { asApiError } from '#shared/api/api-error.ts';
import { apiDefaults, retryOptions } from '#shared/api/shop-api.ts';
import { profileAnswered, profileFailed } from './shopper-slice.ts';

/** This browser's user signs in or out, or has changed their account: dispatched before the profile changes. `src/app/tabs.ts` tells its other tabs. */
export const sessionChanged = createAction('account/sessionChanged');

/** A call of this tab may end its own session. The next profile call tells whether it has, and needs no message, because the shopper knows why. */
export const sessionEnding = createAction('account/sessionEnding');

type AccountThunk = ThunkAction<void, unknown, unknown, UnknownAction>;

/** Writes a profile into the cache as if it had just been fetched. */
const cacheProfile = (user: User | null): AccountThunk => {
  return (dispatch) => {
    dispatch(accountApi.util.upsertQueryEntries([{ endpointName: 'profile', arg: undefined, value: { user } }]));
    dispatch(profileAnswered(user));
  };
};

/** Empties the cache for another shopper, `null` for a visitor. Synchronous, so that header and prices change in one render. */
const switchUser = (user: User | null): AccountThunk => {
  return (dispatch) => {
    dispatch(accountApi.util.resetApiState());
    dispatch(cacheProfile(user));
    // The reset has ended the page's own subscription: without one, the profile would never be refetched.
    dispatch(accountApi.endpoints.profile.initiate());
  };
};

/** The account was changed: caches its new profile, and this browser's other tabs refetch theirs. */
export const changeAccount = (user: User): AccountThunk => {
  return (dispatch) => {
    dispatch(sessionChanged());
    dispatch(cacheProfile(user));
  };
};

/** This browser signed in, or out with `null`: its other tabs refetch their profile. */
export const changeSession = (user: User | null): AccountThunk => {
  return (dispatch) => {
    dispatch(sessionChanged());
    dispatch(switchUser(user));
  };
};

/** Refetches the profile: another tab signed in or out, or a call was refused with 401. */
export const refetchProfile = () => accountApi.util.invalidateTags(['Profile']);

/** Was a call refused with 401? Then the profile is out of date. */
export const isUnauthorized = (cause: unknown): boolean => asApiError(cause).status === 401;

/** The cache of one shopper's data. It is reset when the user changes. */
export const accountApi = createApi({
  ...apiDefaults,
  reducerPath: 'accountApi',
  tagTypes: ['Profile'],
  // Not after all pending requests, as by default: one that never answers would delay it for ever.
  invalidationBehavior: 'immediately',
  endpoints: (build) => ({
    profile: build.query<Profile, void>({
      query: () => ({ endpoint: endpoints.profile, schema: async () => (await import('#contract/account.ts')).profile }),
      extraOptions: retryOptions,
      providesTags: ['Profile'],
      onQueryStarted: async (_, { dispatch, getCacheEntry, queryFulfilled, requestId }) => {
        const { data: previous } = getCacheEntry();
        await queryFulfilled.catch(() => undefined);
        const { data: current, requestId: latestId } = getCacheEntry();
        // Overtaken by signing in or out: the cache has ignored the answer as well.
        if (latestId !== requestId) return;
        if (!current) dispatch(profileFailed());
        else if (previous && previous.user?._id !== current.user?._id) dispatch(switchUser(current.user));
        else dispatch(profileAnswered(current.user));
      },
    }),
  }),
});

export const { useProfileQuery } = accountApi;

/** The signed-in user with all fields, `null` for a visitor or as long as that is unknown. Not for screens of the first download. */
export const useUser = (): User | null => useProfileQuery().data?.user ?? null;
