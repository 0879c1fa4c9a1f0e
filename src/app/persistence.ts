import type { UnknownAction } from '@reduxjs/toolkit';
import { type PersistConfig, type Persistor, persistReducer, persistStore, type Storage } from 'redux-persist';
import { restoreCart } from '#features/cart/restore-cart.ts';
import { restoreCompare } from '#features/compare/restore-compare.ts';
import { restoreCurrency } from '#features/currency/currency-slice.ts';
import { restoreWishlist } from '#features/wishlist/restore-wishlist.ts';
import type { ShopState, ShopStore } from './store.ts';

/** The persisted slices and what reads each back: whatever does not fit is dropped, never fatal. */
const restorers = {
  cart: restoreCart,
  compare: restoreCompare,
  currency: restoreCurrency,
  wishlist: restoreWishlist,
} satisfies Partial<{ [Slice in keyof ShopState]: (stored: unknown, now: ShopState[Slice]) => ShopState[Slice] }>;

/** The browser's store. Where it is blocked or full, nothing is kept and nothing breaks. */
const browserStorage: Storage = {
  getItem: async (key: string) => {
    try {
      return window.localStorage.getItem(key);
    } catch {
      return null;
    }
  },
  setItem: async (key: string, value: string) => {
    try {
      window.localStorage.setItem(key, value);
    } catch {
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

const config: PersistConfig<ShopState> & { deserialize: (text: string) => unknown } = {
  key: 'flone',
  version: 1.1,
  timeout: 5000,
  storage: browserStorage,
  whitelist: Object.keys(restorers),
  deserialize: parseStored,
  stateReconciler: (stored: unknown, _original, now) => {
    const kept = (slice: keyof typeof restorers): unknown =>
      typeof stored === 'object' && stored !== null ? Reflect.get(stored, slice) : undefined;
    return {
      ...now,
      cart: restorers.cart(kept('cart'), now.cart),
      compare: restorers.compare(kept('compare'), now.compare),
      currency: restorers.currency(kept('currency')),
      wishlist: restorers.wishlist(kept('wishlist'), now.wishlist),
    };
  },
};

/**
 * Gives a store its memory: `persist:flone`, version 1.1, time-out 5000 ms. Fetched after the first screen
 * stands; what was added until then is kept beside what is read back. Resolves when that has been read.
 */
export const startMemory = (store: ShopStore): Promise<Persistor> => {
  // Written as a method, because the first state it is given has not been through it yet.
  const remembering: { reduce(state: ShopState | undefined, action: UnknownAction): ShopState } = {
    reduce: persistReducer(config, store.reducer),
  };
  store.replaceReducer(remembering.reduce);
  return new Promise((resolve) => {
    const persistor = persistStore(store, null, () => resolve(persistor));
  });
};
