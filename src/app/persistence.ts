import { createAction, type UnknownAction } from '@reduxjs/toolkit';
import { type PersistConfig, persistReducer, persistStore, type Storage } from 'redux-persist';
import { voucherCode } from '#contract/voucher.ts';
import { voucherChanged } from '#features/cart/cart-slice.ts';
import { restoreCart } from '#features/cart/restore-cart.ts';
import { restoreCompare } from '#features/compare/restore-compare.ts';
import { restoreCurrency } from '#features/currency/currency-slice.ts';
import { restoreWishlist } from '#features/wishlist/restore-wishlist.ts';
import { browserStorage, parseJson, persistedState } from '#shared/browser-storage.ts';
import { watchPageReturn } from '#shared/page-return.ts';
import type { ShopState, ShopStore } from './store.ts';

/** The persisted slices, each with the function that validates it; invalid parts are dropped. */
const restorers = {
  cart: restoreCart,
  compare: restoreCompare,
  currency: restoreCurrency,
  wishlist: restoreWishlist,
} satisfies Partial<{ [Slice in keyof ShopState]: (stored: unknown, current: ShopState[Slice]) => ShopState[Slice] }>;

/** Whether the last change was stored. If not, the state in memory is newer than the storage. */
let isStored = false;
/** Just before the state was last read, and just after it was last written, in milliseconds since 1970: tabs compare them. */
let readAt = 0;
let storedAt = 0;

const readState = (): string | null => {
  readAt = Date.now();
  return persistedState.read();
};

const storage: Storage = {
  getItem: async () => readState(),
  setItem: async (key: string, value: string) => {
    const stored = browserStorage('localStorage', key);
    stored.write(value);
    storedAt = Date.now();
    isStored = stored.read() === value;
  },
  removeItem: async (key: string) => browserStorage('localStorage', key).remove(),
};

const sliceOf = (stored: unknown, slice: keyof typeof restorers): unknown =>
  typeof stored === 'object' && stored !== null ? Reflect.get(stored, slice) : undefined;

const config: PersistConfig<ShopState> & { deserialize: (text: string) => unknown } = {
  key: 'flone',
  version: 1.1,
  timeout: 5000,
  storage,
  whitelist: Object.keys(restorers),
  deserialize: parseJson,
  stateReconciler: (stored: unknown, _original, current) => ({
    ...current,
    cart: restorers.cart(sliceOf(stored, 'cart'), current.cart),
    compare: restorers.compare(sliceOf(stored, 'compare'), current.compare),
    currency: restorers.currency(sliceOf(stored, 'currency')),
    wishlist: restorers.wishlist(sliceOf(stored, 'wishlist'), current.wishlist),
  }),
};

/** Replaces the persisted slices by what is stored; the payload has each slice as JSON. */
const stateReloaded = createAction<unknown>('persistence/stateReloaded');

/** The state with each slice replaced that another page stored differently; `initial` is the state of an unused shop. */
const replaceSlices = (current: ShopState, stored: unknown, initial: ShopState): ShopState => {
  const replace = <Slice extends keyof typeof restorers>(
    slice: Slice,
    restore: (stored: unknown) => ShopState[Slice],
  ): ShopState[Slice] => {
    const json = sliceOf(stored, slice);
    return json === JSON.stringify(current[slice]) ? current[slice] : restore(typeof json === 'string' ? parseJson(json) : undefined);
  };
  return {
    ...current,
    cart: replace('cart', (cart) => restorers.cart(cart, initial.cart)),
    compare: replace('compare', (compare) => restorers.compare(compare, initial.compare)),
    currency: replace('currency', restorers.currency),
    wishlist: replace('wishlist', (wishlist) => restorers.wishlist(wishlist, initial.wishlist)),
  };
};

/** `reload` reads the storage again; `readAt` and `storedAt` are when it was last read and written, in milliseconds since 1970. */
export type Persistence = {
  readonly flush: () => Promise<unknown>;
  readonly reload: () => void;
  readonly readAt: () => number;
  readonly storedAt: () => number;
};

/**
 * Persists a store in `persist:flone`, version 1.1, time-out 5000 ms. Resolves when what is stored is merged with what was added until then.
 * A page that becomes visible again reloads the storage first: another page may have ordered what is still in its cart. `query` is that of
 * the first address, which may contain a voucher.
 */
export const startPersistence = (store: ShopStore, signal?: AbortSignal, query = ''): Promise<Persistence> => {
  // A method, because its parameter is bivariant: redux-persist's reducer expects its own `_persist` in the state.
  const persisted: { reduce(state: ShopState | undefined, action: UnknownAction): ShopState } = {
    reduce: persistReducer(config, (state, action) => {
      const next = store.reducer(state, action);
      return stateReloaded.match(action) ? replaceSlices(next, action.payload, store.reducer(undefined, action)) : next;
    }),
  };
  const reload = () => {
    if (isStored) store.dispatch(stateReloaded(parseJson(readState())));
  };
  store.replaceReducer(persisted.reduce);
  return new Promise((resolve) => {
    const persistor = persistStore(store, null, () => {
      const voucher = voucherCode.safeParse(new URLSearchParams(query).get('voucher'));
      if (voucher.success) store.dispatch(voucherChanged(voucher.data));
      // Flushed before the page is frozen: written later, it would overwrite what other pages have stored meanwhile.
      watchPageReturn({ onReturn: reload, onLeave: () => void persistor.flush(), signal });
      resolve({ flush: () => persistor.flush(), reload, readAt: () => readAt, storedAt: () => storedAt });
    });
    // Flushed as well, because what is queued would be written although the store is paused.
    signal?.addEventListener('abort', () => {
      persistor.pause();
      void persistor.flush();
    });
  });
};
