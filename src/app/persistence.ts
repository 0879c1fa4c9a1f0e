import '#contract/zod-config.ts';
import { createAction, isAnyOf, nanoid, type UnknownAction } from '@reduxjs/toolkit';
import { type PersistConfig, persistReducer, persistStore, type Storage } from 'redux-persist';
import * as z from 'zod/mini';
import { voucherCode } from '#contract/voucher.ts';
import { voucherChanged } from '#features/cart/cart-slice.ts';
import { restoreCart } from '#features/cart/restore-cart.ts';
import { restoreCompare } from '#features/compare/restore-compare.ts';
import { restoreCurrency, selected } from '#features/currency/currency-slice.ts';
import { restoreWishlist } from '#features/wishlist/restore-wishlist.ts';
import { browserStorage, parseJson, persistedKey, persistedState } from '#shared/browser-storage.ts';
import { watchPageReturn } from '#shared/page-return.ts';
import { hasMissedSignOut } from '#shared/sign-out.ts';
import { isListChange } from './list-operations.ts';
import type { ShopState, ShopStore } from './store.ts';

/** The persisted slices, each with the function that validates it; invalid parts are dropped. */
const restorers = {
  cart: restoreCart,
  compare: restoreCompare,
  currency: restoreCurrency,
  wishlist: restoreWishlist,
} satisfies Partial<{ [Slice in keyof ShopState]: (stored: unknown, current: ShopState[Slice]) => ShopState[Slice] }>;

const isStoredChange = isAnyOf(isListChange, voucherChanged, selected);

/** How long a change of this tab may still be overwritten by a tab that has not read it yet, see `storedChangeIds` below. */
const overwriteMs = 2000;
const maxChangeIds = 50;

const storedChangeIdsSchema = z.object({ seen: z.array(z.string()) });

const readChangeIds = (stored: unknown): readonly string[] => {
  const persist = sliceOf(stored, '_persist');
  const parsed = storedChangeIdsSchema.safeParse(typeof persist === 'string' ? parseJson(persist) : undefined);
  return parsed.success ? parsed.data.seen : [];
};

/** The JSON of redux-persist, whose own entry takes up the ids. */
const withChangeIds = (json: string, ids: readonly string[]): string => {
  const stored = z.record(z.string(), z.string()).parse(JSON.parse(json));
  const persist = z.record(z.string(), z.unknown()).parse(JSON.parse(stored._persist ?? '{}'));
  return JSON.stringify({ ...stored, _persist: JSON.stringify({ ...persist, seen: ids }) });
};

const readStored = (): unknown => parseJson(persistedState.read());

const sliceOf = (stored: unknown, slice: keyof typeof restorers | '_persist'): unknown =>
  typeof stored === 'object' && stored !== null ? Reflect.get(stored, slice) : undefined;

const configWith = (storage: Storage): PersistConfig<ShopState> & { deserialize: (text: string) => unknown } => ({
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
});

/** Replaces the persisted slices by `stored` (each slice as JSON), and re-applies changes of this tab that it lacks. */
const stateReloaded = createAction<{ readonly stored: unknown; readonly missedActions: readonly UnknownAction[] }>(
  'persistence/stateReloaded',
);

/**
 * The state with each slice replaced that another page has stored differently; `initial` is the state of an unused shop. Compares restored slices,
 * because two tabs with different versions of the shop would otherwise overwrite each other's JSON without end.
 */
const replaceSlices = (current: ShopState, stored: unknown, initial: ShopState): ShopState => {
  const replace = <Slice extends keyof typeof restorers>(
    slice: Slice,
    restore: (stored: unknown) => ShopState[Slice],
  ): ShopState[Slice] => {
    const json = sliceOf(stored, slice);
    const restored = restore(typeof json === 'string' ? parseJson(json) : undefined);
    return JSON.stringify(restored) === JSON.stringify(current[slice]) ? current[slice] : restored;
  };
  return {
    ...current,
    cart: replace('cart', (cart) => restorers.cart(cart, initial.cart)),
    compare: replace('compare', (compare) => restorers.compare(compare, initial.compare)),
    currency: replace('currency', restorers.currency),
    wishlist: replace('wishlist', (wishlist) => restorers.wishlist(wishlist, initial.wishlist)),
  };
};

/** `flush` stores at once what is not stored yet. */
export type Persistence = { readonly flush: () => Promise<unknown> };

/**
 * Persists a store in `persist:flone`, version 1.1, time-out 5000 ms. Resolves when the stored state has been merged with what was added until then.
 * Changes by another tab are shown at once, and in a frozen page when it becomes visible again: that tab may have ordered what is still in this
 * page's cart. `query` is the first URL's, which may contain a voucher.
 */
export const startPersistence = (store: ShopStore, signal?: AbortSignal, query = ''): Promise<Persistence> => {
  /** Whether the last change was stored. If not, the state in memory is newer than the storage. */
  let isStored = false;
  /**
   * Tabs A and B add at the same moment: B stores its cart before it has read A's line. Therefore each stored state lists the ids of the changes in
   * it: A finds its own id missing, and applies its change again. `storedChangeIds` are in this tab's state, `ownChanges` are the latest of this tab.
   */
  let storedChangeIds: readonly string[] = [];
  let ownChanges: readonly { readonly id: string; readonly at: number; readonly action: UnknownAction }[] = [];
  const storage: Storage = {
    getItem: async () => {
      storedChangeIds = readChangeIds(readStored());
      return persistedState.read();
    },
    setItem: async (key: string, value: string) => {
      const stored = browserStorage('localStorage', key);
      const text = withChangeIds(value, storedChangeIds);
      stored.write(text);
      isStored = stored.read() === text;
    },
    removeItem: async (key: string) => browserStorage('localStorage', key).remove(),
  };
  // A method, because its parameter is bivariant: redux-persist's reducer expects its own `_persist` in the state.
  const persisted: { reduce(state: ShopState | undefined, action: UnknownAction): ShopState } = {
    reduce: persistReducer(configWith(storage), (state, action) => {
      const next = store.reducer(state, action);
      if (!stateReloaded.match(action)) return next;
      const { stored, missedActions } = action.payload;
      return missedActions.reduce(store.reducer, replaceSlices(next, stored, store.reducer(undefined, action)));
    }),
  };
  const reload = () => {
    if (!isStored) return;
    const stored = readStored();
    const otherChangeIds = readChangeIds(stored);
    // What another tab empties at a sign-out stays empty.
    const missedChanges = (hasMissedSignOut() ? [] : ownChanges).filter(
      ({ id, at }) => !otherChangeIds.includes(id) && Date.now() - at < overwriteMs,
    );
    storedChangeIds = [...otherChangeIds, ...missedChanges.map(({ id }) => id)];
    store.dispatch(stateReloaded({ stored, missedActions: missedChanges.map(({ action }) => action) }));
  };
  store.startListening({
    matcher: isStoredChange,
    effect: (action) => {
      const id = nanoid(10);
      storedChangeIds = [...storedChangeIds, id].slice(-maxChangeIds);
      ownChanges = [...ownChanges, { id, at: Date.now(), action }].slice(-maxChangeIds);
    },
  });
  store.replaceReducer(persisted.reduce);
  return new Promise((resolve) => {
    const persistor = persistStore(store, null, () => {
      const voucher = voucherCode.safeParse(new URLSearchParams(query).get('voucher'));
      if (voucher.success) store.dispatch(voucherChanged(voucher.data));
      // Flushed before the page is frozen: written later, it would overwrite what other pages have stored meanwhile.
      const onLeave = () => {
        ownChanges = [];
        void persistor.flush();
      };
      watchPageReturn({ onReturn: reload, onLeave, signal });
      const onStorage = ({ key }: StorageEvent) => (key === null || key === persistedKey) && reload();
      window.addEventListener('storage', onStorage, signal && { signal });
      resolve({ flush: () => persistor.flush() });
    });
    // Flushed as well, because what is queued would be written although the store is paused.
    signal?.addEventListener('abort', () => {
      persistor.pause();
      void persistor.flush();
    });
  });
};
