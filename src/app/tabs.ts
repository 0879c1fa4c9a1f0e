import '#contract/zod-config.ts';
import { isAction, type Middleware } from '@reduxjs/toolkit';
import * as z from 'zod/mini';
import { cartLine } from '#contract/cart-line.ts';
import { product } from '#contract/product.ts';
import { sessionChanged } from '#features/account/session-changed.ts';
import * as cart from '#features/cart/cart-slice.ts';
import * as compare from '#features/compare/compare-slice.ts';
import { selected } from '#features/currency/currency-slice.ts';
import * as wishlist from '#features/wishlist/wishlist-slice.ts';
import { watchPageReturn } from '#shared/page-return.ts';
import type { Memory } from './persistence.ts';
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
export const watchSession = (store: ShopStore, until?: AbortSignal): void => {
  watchPageReturn({ onReturn: () => void lookAfterSession(store), until });
};

/** `at` is when the change had been kept, in milliseconds. */
const message = z.object({ type: z.string(), payload: z.optional(z.unknown()), at: z.optional(z.number()) });

/**
 * Lets the tabs of one browser show one cart, wishlist and comparison: each change is told to the others, which
 * make the same change, so that two adds at once both count. It is told only after it has been kept, so that a tab that opens
 * meanwhile has read it. A tab that was asleep may hear of a change after it has read it again: it must not count twice.
 */
export const syncTabs = (store: ShopStore, memory: Memory, until?: AbortSignal): void => {
  if (!('BroadcastChannel' in globalThis)) return;
  const channel = new BroadcastChannel('flone');
  until?.addEventListener('abort', () => channel.close());

  const tell: Middleware = () => (next) => (action) => {
    const result = next(action);
    if (isAction(action) && action.type in shared && !isReplayed(action)) {
      const { type, payload } = message.parse(action);
      void memory.flush().then(() => channel.postMessage({ type, payload, at: Date.now() }));
    }
    return result;
  };
  store.addMiddleware(tell);

  channel.addEventListener('message', ({ data }) => {
    const heard = message.safeParse(data);
    if (!heard.success) return;
    const { type, payload, at } = heard.data;
    const schema = shared[type];
    const carried = schema && z.safeParse(schema, payload);
    const isRead = at !== undefined && at <= memory.readAt() && type !== sessionChanged.type;
    if (isRead) memory.readAgain();
    else if (carried?.success) store.dispatch({ type, payload: carried.data, meta: replayed });
    if (type === sessionChanged.type) void lookAfterSession(store);
  });
};
