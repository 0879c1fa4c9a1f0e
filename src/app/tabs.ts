import '#contract/zod-config.ts';
import * as z from 'zod/mini';
import { accountApi, refetchProfile, sessionChanged } from '#features/account/account-api.ts';
import { profileFailed } from '#features/account/shopper-slice.ts';
import { asApiError, isTransient } from '#shared/api/api-error.ts';
import { watchPageReturn } from '#shared/page-return.ts';
import { hasMissedSignOut } from '#shared/sign-out.ts';
import type { ShopStore } from './store.ts';

/** `sessionChanged`: somebody signed in or changed the account. `signedOut`: an account has left this browser, and every tab starts anew. */
const tabMessage = z.enum(['sessionChanged', 'signedOut']);

/** A profile that could not be fetched is asked for again after this time in ms: until then a reseller sees retail prices. */
const profileRetryMs = 15_000;

type Page = { readonly reload: () => void; readonly signal: AbortSignal };

/**
 * Tells the browser's other tabs about the session, and listens to them; lists and currency are shared by the `storage` event of `persistence.ts`. A
 * tab that becomes visible again refetches the profile: the session may have ended, or a reseller, who has other prices, may have been approved. So
 * does one whose call for it has failed.
 * Returns a function that tells the other tabs that an account has left this browser.
 */
export const joinTabs = (store: ShopStore, { reload, signal }: Page): (() => void) => {
  const onReturn = () => {
    // Tab A signed out while this one was frozen and heard nothing.
    if (hasMissedSignOut()) reload();
    else store.dispatch(refetchProfile());
  };
  watchPageReturn({ onReturn, signal });
  let retryTimer: ReturnType<typeof setTimeout> | undefined;
  const retryLater = () => {
    const { error } = accountApi.endpoints.profile.select()(store.getState());
    clearTimeout(retryTimer);
    if (!signal.aborted && isTransient(asApiError(error))) retryTimer = setTimeout(() => store.dispatch(refetchProfile()), profileRetryMs);
  };
  store.startListening({ actionCreator: profileFailed, effect: retryLater });
  // The profile call may have failed before this code was loaded.
  if (accountApi.endpoints.profile.select()(store.getState()).isError) retryLater();
  const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel('flone') : undefined;
  signal.addEventListener('abort', () => {
    clearTimeout(retryTimer);
    channel?.close();
  });
  if (!channel) return () => undefined;
  const post = (message: z.output<typeof tabMessage>) => signal.aborted || channel.postMessage(message);
  store.startListening({ actionCreator: sessionChanged, effect: () => void post('sessionChanged') });
  channel.addEventListener('message', ({ data }) => {
    const { data: message } = tabMessage.safeParse(data);
    if (message === 'signedOut') reload();
    else if (message === 'sessionChanged') store.dispatch(refetchProfile());
  });
  return () => void post('signedOut');
};
