import '#contract/zod-config.ts';
import { isAction, type Middleware } from '@reduxjs/toolkit';
import * as z from 'zod/mini';
import { cartLine } from '#contract/cart-line.ts';
import { product } from '#contract/product.ts';
import { wishlistItem } from '#contract/wishlist-item.ts';
import { refetchProfile } from '#features/account/account-api.ts';
import { sessionChanged } from '#features/account/session-changed.ts';
import * as cart from '#features/cart/cart-slice.ts';
import * as compare from '#features/compare/compare-slice.ts';
import { selected } from '#features/currency/currency-slice.ts';
import * as wishlist from '#features/wishlist/wishlist-slice.ts';
import { watchPageReturn } from '#shared/page-return.ts';
import type { Persistence } from './persistence.ts';
import { isReplayed, replayed } from './replayed.ts';
import type { ShopStore } from './store.ts';

/** The actions that are sent to other tabs, and the schema of each payload: a tab may run an older version of the shop. */
const synced: Readonly<Record<string, z.core.$ZodType>> = {
  [cart.added.type]: cartLine,
  [cart.decremented.type]: z.object({ cartItemId: z.string(), by: z.int() }),
  [cart.removed.type]: z.string(),
  [cart.putBack.type]: z.object({ line: cartLine, index: z.int() }),
  [cart.changeAcknowledged.type]: cartLine,
  [cart.cleared.type]: z.undefined(),
  [cart.replaced.type]: z.array(cartLine),
  [cart.voucherChanged.type]: z.string(),
  [cart.purchased.type]: z.array(z.object({ cartItemId: z.string(), quantity: z.int() })),
  [wishlist.added.type]: wishlistItem,
  [wishlist.removed.type]: z.string(),
  [wishlist.putBack.type]: z.object({ item: wishlistItem, index: z.int() }),
  [wishlist.cleared.type]: z.undefined(),
  [wishlist.replaced.type]: z.array(wishlistItem),
  [compare.added.type]: product,
  [compare.removed.type]: z.string(),
  [compare.putBack.type]: z.object({ item: product, index: z.int() }),
  [compare.cleared.type]: z.undefined(),
  [compare.replaced.type]: z.array(product),
  [selected.type]: z.enum(['GBP', 'USD', 'EUR']),
  [sessionChanged.type]: z.undefined(),
};

/** Refreshes the session when a tab becomes visible again: it may have ended, or a reseller may have been approved, whose prices differ. */
export const watchSession = (store: ShopStore, signal?: AbortSignal): void => {
  watchPageReturn({ onReturn: () => void store.dispatch(refetchProfile()), signal });
};

/** `at` is when the change was stored, in milliseconds since 1970. */
const tabMessage = z.object({ type: z.string(), payload: z.optional(z.unknown()), at: z.optional(z.number()) });

/**
 * Replays each change of cart, wishlist, comparison and currency, sent once it is stored, in the browser's other tabs. The channel is open
 * before `start` reads the storage, so that no change is missed; one that was read is not replayed. Resolves when it has been read.
 */
export const syncTabs = async (store: ShopStore, start: () => Promise<Persistence>, signal?: AbortSignal): Promise<void> => {
  if (!('BroadcastChannel' in globalThis)) return void (await start());
  const channel = new BroadcastChannel('flone');
  signal?.addEventListener('abort', () => channel.close());

  const send: Middleware = () => (next) => (action) => {
    const result = next(action);
    if (isAction(action) && action.type in synced && !isReplayed(action)) {
      const { type, payload } = tabMessage.parse(action);
      void started.then(async (persistence) => {
        await persistence.flush();
        channel.postMessage({ type, payload, at: persistence.storedAt() });
      });
    }
    return result;
  };
  store.addMiddleware(send);

  const receive = (data: unknown, persistence: Persistence) => {
    const message = tabMessage.safeParse(data);
    if (!message.success) return;
    const { type, payload, at } = message.data;
    const schema = synced[type];
    const parsed = schema && z.safeParse(schema, payload);
    const wasReloaded = at !== undefined && at <= persistence.readAt() && type !== sessionChanged.type;
    if (wasReloaded) persistence.reload();
    else if (parsed?.success) store.dispatch({ type, payload: parsed.data, meta: replayed });
    // The session itself is never sent between tabs.
    if (type === sessionChanged.type) store.dispatch(refetchProfile());
  };
  channel.addEventListener('message', ({ data }) => void started.then((persistence) => receive(data, persistence)));
  const started = start();
  await started;
};
