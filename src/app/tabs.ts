import '#contract/zod-config.ts';
import * as z from 'zod/mini';
import { refetchProfile, sessionChanged } from '#features/account/account-api.ts';
import { watchPageReturn } from '#shared/page-return.ts';
import { hasMissedSignOut } from '#shared/sign-out.ts';
import type { ShopStore } from './store.ts';

/** `sessionChanged`: somebody signed in or changed the account. `signedOut`: an account has left this browser, and every tab starts anew. */
const tabMessage = z.enum(['sessionChanged', 'signedOut']);

type Page = { readonly reload: () => void; readonly signal: AbortSignal };

/**
 * Tells the browser's other tabs about the session, and listens to them; lists and currency are shared by the `storage` event of `persistence.ts`. A
 * tab that becomes visible again refetches the profile: the session may have ended, or a reseller, who has other prices, may have been approved.
 * Returns a function that tells the other tabs that an account has left this browser.
 */
export const joinTabs = (store: ShopStore, { reload, signal }: Page): (() => void) => {
  const onReturn = () => {
    // Tab A signed out while this one was frozen and heard nothing.
    if (hasMissedSignOut()) reload();
    else store.dispatch(refetchProfile());
  };
  watchPageReturn({ onReturn, signal });
  if (!('BroadcastChannel' in globalThis)) return () => undefined;
  const channel = new BroadcastChannel('flone');
  signal.addEventListener('abort', () => channel.close());
  const post = (message: z.output<typeof tabMessage>) => signal.aborted || channel.postMessage(message);
  store.startListening({ actionCreator: sessionChanged, effect: () => void post('sessionChanged') });
  channel.addEventListener('message', ({ data }) => {
    const { data: message } = tabMessage.safeParse(data);
    if (message === 'signedOut') reload();
    else if (message === 'sessionChanged') store.dispatch(refetchProfile());
  });
  return () => void post('signedOut');
};
