import { createAction, type UnknownAction } from '@reduxjs/toolkit';
import { type PersistConfig, persistReducer, persistStore, type Storage } from 'redux-persist';
import { restoreCart } from '#features/cart/restore-cart.ts';
import { restoreCompare } from '#features/compare/restore-compare.ts';
import { restoreCurrency } from '#features/currency/currency-slice.ts';
import { restoreWishlist } from '#features/wishlist/restore-wishlist.ts';
import { watchPageReturn } from '#shared/page-return.ts';
import type { ShopState, ShopStore } from './store.ts';

/** The persisted slices and what reads each back: whatever does not fit is dropped, never fatal. */
const restorers = {
  cart: restoreCart,
  compare: restoreCompare,
  currency: restoreCurrency,
  wishlist: restoreWishlist,
} satisfies Partial<{ [Slice in keyof ShopState]: (stored: unknown, now: ShopState[Slice]) => ShopState[Slice] }>;

/** Did the last change reach the browser's store? Where it did not, the page knows better than the store. */
let isKept = false;

const readText = (key: string): string | null => {
  try {
    return window.localStorage.getItem(key);
  } catch {
    return null;
  }
};

/** The browser's store. Where it is blocked or full, nothing is kept and nothing breaks. */
const browserStorage: Storage = {
  getItem: async (key: string) => readText(key),
  setItem: async (key: string, value: string) => {
    try {
      window.localStorage.setItem(key, value);
      isKept = true;
    } catch {
      isKept = false;
      // Blocked or full: the shop goes on without a memory.
    }
  },
  removeItem: async (key: string) => {
    try {
      window.localStorage.removeItem(key);
    } catch {
      // Nothing was kept, so nothing is left behind.
    }
  },
};

const parseStored = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const sliceOf = (stored: unknown, slice: keyof typeof restorers): unknown =>
  typeof stored === 'object' && stored !== null ? Reflect.get(stored, slice) : undefined;

const config: PersistConfig<ShopState> & { deserialize: (text: string) => unknown } = {
  key: 'flone',
  version: 1.1,
  timeout: 5000,
  storage: browserStorage,
  whitelist: Object.keys(restorers),
  deserialize: parseStored,
  stateReconciler: (stored: unknown, _original, now) => ({
    ...now,
    cart: restorers.cart(sliceOf(stored, 'cart'), now.cart),
    compare: restorers.compare(sliceOf(stored, 'compare'), now.compare),
    currency: restorers.currency(sliceOf(stored, 'currency')),
    wishlist: restorers.wishlist(sliceOf(stored, 'wishlist'), now.wishlist),
  }),
};

/** What the browser keeps now, slice by slice as text, takes the place of what the page knew. */
const readAgain = createAction<unknown>('memory/readAgain');

/** The state with each slice that was kept otherwise by another page replaced; `empty` is the state of a shop that nothing was done in. */
const replaceSlices = (now: ShopState, stored: unknown, empty: ShopState): ShopState => {
  const replace = <Slice extends keyof typeof restorers>(slice: Slice, restore: (kept: unknown) => ShopState[Slice]): ShopState[Slice] => {
    const text = sliceOf(stored, slice);
    return text === JSON.stringify(now[slice]) ? now[slice] : restore(typeof text === 'string' ? parseStored(text) : undefined);
  };
  return {
    ...now,
    cart: replace('cart', (kept) => restorers.cart(kept, empty.cart)),
    compare: replace('compare', (kept) => restorers.compare(kept, empty.compare)),
    currency: replace('currency', restorers.currency),
    wishlist: replace('wishlist', (kept) => restorers.wishlist(kept, empty.wishlist)),
  };
};

/** The browser's memory of one shop. `readAt` tells when it was last read again, in milliseconds. */
export type Memory = { readonly flush: () => Promise<unknown>; readonly readAgain: () => void; readonly readAt: () => number };

/**
 * Gives a store its memory: `persist:flone`, version 1.1, time-out 5000 ms. Fetched after the first screen
 * stands; what was added until then is kept beside what is read back. Resolves when that has been read. A page that is seen again
 * reads it again before anything can be pressed: another page may have bought what this one still shows.
 */
export const startPersistence = (store: ShopStore, until?: AbortSignal): Promise<Memory> => {
  // Written as a method, because the first state it is given has not been through it yet.
  const remembering: { reduce(state: ShopState | undefined, action: UnknownAction): ShopState } = {
    reduce: persistReducer(config, (state, action) => {
      const now = store.reducer(state, action);
      return readAgain.match(action) ? replaceSlices(now, action.payload, store.reducer(undefined, action)) : now;
    }),
  };
  let readAt = 0;
  const read = () => {
    if (!isKept) return;
    readAt = Date.now();
    store.dispatch(readAgain(parseStored(readText(`persist:${config.key}`) ?? '')));
  };
  store.replaceReducer(remembering.reduce);
  return new Promise((resolve) => {
    const persistor = persistStore(store, null, () => {
      // What is still to be kept is kept before the page sleeps, and not over what others have kept meanwhile.
      watchPageReturn({ onReturn: read, onLeave: () => void persistor.flush(), until });
      resolve({ flush: () => persistor.flush(), readAgain: read, readAt: () => readAt });
    });
  });
};
