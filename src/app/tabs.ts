import '#contract/no-eval.ts';
import { isAction, type Middleware } from '@reduxjs/toolkit';
import type { Persistor } from 'redux-persist';
import * as z from 'zod/mini';
import { cartLine } from '#contract/cart-line.ts';
import { product } from '#contract/product.ts';
import { sessionChanged } from '#features/account/session-changed.ts';
import * as cart from '#features/cart/cart-slice.ts';
import * as compare from '#features/compare/compare-slice.ts';
import { selected } from '#features/currency/currency-slice.ts';
import * as wishlist from '#features/wishlist/wishlist-slice.ts';
import { isReplayed, replayed } from './replayed.ts';
import type { ShopStore } from './store.ts';

/** The facts that every tab must know, and what each carries: a tab of an older shop may say something else. */
const shared: Readonly<Record<string, z.core.$ZodType>> = {
  [cart.added.type]: cartLine,
  [cart.decremented.type]: z.object({ cartItemId: z.string(), by: z.int() }),
  [cart.removed.type]: z.string(),
  [cart.putBack.type]: z.object({ line: cartLine, index: z.int() }),
  [cart.accepted.type]: cartLine,
  [cart.cleared.type]: z.undefined(),
  [cart.bought.type]: z.array(z.object({ cartItemId: z.string(), quantity: z.int() })),
  [wishlist.added.type]: product,
  [wishlist.removed.type]: z.string(),
  [wishlist.putBack.type]: z.object({ item: product, index: z.int() }),
  [wishlist.cleared.type]: z.undefined(),
  [compare.added.type]: product,
  [compare.removed.type]: z.string(),
  [compare.putBack.type]: z.object({ item: product, index: z.int() }),
  [compare.cleared.type]: z.undefined(),
  [selected.type]: z.enum(['GBP', 'USD', 'EUR']),
  [sessionChanged.type]: z.undefined(),
};

/** Who is shopping is not told between tabs: the API is asked, so that header and prices are right in each. */
const lookAfterSession = (store: ShopStore) =>
  // A chunk that cannot be fetched leaves everything as it is.
  import('#features/account/session.ts').then(
    ({ followSession }) => store.dispatch(followSession()),
    () => undefined,
  );

/**
 * Looks who is shopping whenever a tab is seen again: the seller may have welcomed a reseller meanwhile, whose prices show at once,
 * or the session may have ended.
 */
export const watchSession = (store: ShopStore, until?: AbortSignal): void =>
  document.addEventListener(
    'visibilitychange',
    () => {
      if (document.visibilityState === 'visible') void lookAfterSession(store);
    },
    until && { signal: until },
  );

const message = z.object({ type: z.string(), payload: z.optional(z.unknown()) });

/**
 * Lets the tabs of one browser show one cart, wishlist and comparison: each change is told to the others, which
 * make the same change, so that two adds at once both count. It is told only after it has been kept, so that a tab that opens
 * meanwhile has read it.
 */
export const shareBetweenTabs = (store: ShopStore, persistor: Persistor, until?: AbortSignal): void => {
  if (!('BroadcastChannel' in globalThis)) return;
  const channel = new BroadcastChannel('flone');
  until?.addEventListener('abort', () => channel.close());

  const tell: Middleware = () => (next) => (action) => {
    const result = next(action);
    if (isAction(action) && action.type in shared && !isReplayed(action)) {
      const { type, payload } = message.parse(action);
      void persistor.flush().then(() => channel.postMessage({ type, payload }));
    }
    return result;
  };
  store.addMiddleware(tell);

  channel.addEventListener('message', ({ data }) => {
    const heard = message.safeParse(data);
    if (!heard.success) return;
    const { type, payload } = heard.data;
    const schema = shared[type];
    const carried = schema && z.safeParse(schema, payload);
    if (carried?.success) store.dispatch({ type, payload: carried.data, meta: replayed });
    if (type === sessionChanged.type) void lookAfterSession(store);
  });
};
