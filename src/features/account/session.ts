import type { ThunkAction, ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { useDispatch } from 'react-redux';
import type { User } from '#contract/account.ts';
import type { LateStore } from '#shared/api/late-query.ts';
import { accountApi } from './account-api.ts';
import { sessionChanged } from './session-changed.ts';

type SessionThunk<Result> = ThunkAction<Result, unknown, LateStore, UnknownAction>;

/** Puts a profile into the cache as if it had just been asked for. */
const know = (user: User | null): SessionThunk<void> => {
  return (dispatch) => {
    dispatch(accountApi.util.upsertQueryEntries([{ endpointName: 'profile', arg: undefined, value: { user } }]));
  };
};

/**
 * Makes the shop somebody else's: the cache of what belongs to one shopper is emptied, and begins anew with who it is now. All in
 * one turn, so that nothing flashes: header and prices change from one shopper's to the other's at once.
 */
const handOver = (user: User | null): SessionThunk<void> => {
  return (dispatch, _getState, { attach }) => {
    attach(accountApi);
    dispatch(accountApi.util.resetApiState());
    dispatch(know(user));
    // Emptying ended every subscription. The header shows the profile for as long as the shop is open, so this one stays.
    void dispatch(accountApi.endpoints.profile.initiate(undefined));
  };
};

/** Asks the API again who is shopping, e.g. because another tab signed in, or because the session is over. */
export const followSession = (): SessionThunk<Promise<void>> => {
  return async (dispatch, _getState, { attach }) => {
    attach(accountApi);
    const { initiate } = accountApi.endpoints.profile;
    const { data: before } = await dispatch(initiate(undefined, { subscribe: false }));
    const { data: now } = await dispatch(initiate(undefined, { subscribe: false, forceRefetch: true }));
    if (now && now.user?._id !== before?.user?._id) dispatch(handOver(now.user));
  };
};

/** What changes who is shopping, or what is known of them; the browser's other tabs are told. */
export const useSession = () => {
  const dispatch = useDispatch<ThunkDispatch<unknown, LateStore, UnknownAction>>();
  return {
    /** Somebody has signed in; with `null`, out. */
    change: (user: User | null) => {
      dispatch(handOver(user));
      dispatch(sessionChanged());
    },
    /** The same shopper, with something about them changed. */
    update: (user: User) => {
      dispatch(know(user));
      dispatch(sessionChanged());
    },
    /** A call was refused as if nobody was signed in: asks who is. */
    check: () => dispatch(followSession()),
  };
};
