import { isAction, type Middleware } from '@reduxjs/toolkit';
import type { Persistence } from '#app/persistence.ts';
import { isReplayed } from '#app/replayed.ts';
import type { ShopStore } from '#app/store.ts';
import { selectIsShopperKnown, selectShopperId } from '#features/account/shopper-slice.ts';
import * as cart from '#features/cart/cart-slice.ts';
import * as compare from '#features/compare/compare-slice.ts';
import { forgetOrders } from '#features/orders/order-storage.ts';
import { clearRecentlyViewed } from '#features/recent/recently-viewed-storage.ts';
import { addUnsent, clearListStorage, hasListRecord, readListRecord } from '#features/saved-lists/list-storage.ts';
import * as wishlist from '#features/wishlist/wishlist-slice.ts';
import { parseJson, persistedState } from '#shared/browser-storage.ts';
import { changePerson, readPerson } from '#shared/person.ts';
import type { ListSync } from './list-sync.ts';
import { deltasBetween, deltasOf } from './shown-lists.ts';

/** The longest that stored lists wait for the profile. */
const maxOwnerWaitMs = 5000;

const dropStoredLists = (): void => {
  const stored = parseJson(persistedState.read());
  if (typeof stored !== 'object' || stored === null) return;
  persistedState.write(JSON.stringify({ ...stored, cart: undefined, wishlist: undefined, compare: undefined }));
};

/** Removes what else this browser stores of a person, unless another tab has done so. */
const forgetPerson = (person: string): void => {
  if (!changePerson(person)) return;
  clearRecentlyViewed();
  forgetOrders();
};

/**
 * Holds stored lists of an account back until the profile says who is there, and drops them if it is somebody else: the next person at
 * this browser must not see them. Without an answer, as offline, they are shown.
 */
export const settleOwner = async (store: ShopStore, signal?: AbortSignal): Promise<void> => {
  if (!hasListRecord()) return;
  const person = readPerson();
  await new Promise<void>((resolve) => {
    const end = () => {
      unsubscribe();
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(end, maxOwnerWaitMs);
    const unsubscribe = store.subscribe(() => {
      if (selectIsShopperKnown(store.getState())) end();
    });
    signal?.addEventListener('abort', end);
    if (selectIsShopperKnown(store.getState())) end();
  });
  const id = selectShopperId(store.getState());
  if (signal?.aborted || id === undefined || id === readListRecord()?.account) return;
  dropStoredLists();
  clearListStorage();
  forgetPerson(person);
};

const isListAction = /^(?:cart|wishlist|compare)\/(?!replaced)/;

/**
 * Records what is done to the lists of an account in this tab, from before the stored lists are merged in: what was added until then, too.
 * Returns what sends it, which needs the lists to be restored.
 */
export const recordLists = (store: ShopStore): ((persistence: Persistence, signal?: AbortSignal) => void) => {
  let sync: ListSync | undefined;
  let isForgetting = false;
  if (hasListRecord()) {
    const before = deltasOf(store.getState());
    if (before.length > 0) addUnsent(before);
  }
  const record: Middleware = () => (next) => (action) => {
    const before = store.getState();
    const result = next(action);
    if (isForgetting || !isAction(action) || !isListAction.test(action.type) || isReplayed(action) || !hasListRecord()) return result;
    const deltas = deltasBetween(before, store.getState());
    if (deltas.length === 0) return result;
    addUnsent(deltas);
    sync?.soon();
    return result;
  };
  store.addMiddleware(record);

  return ({ flush }, pageSignal) => {
    const stop = new AbortController();
    const { signal } = stop;
    pageSignal?.addEventListener('abort', () => stop.abort());
    /** Empties the lists of this browser, in all its tabs, with what else it keeps of their owner. */
    const forget = async (): Promise<void> => {
      forgetPerson(person);
      person = readPerson();
      isForgetting = true;
      for (const action of [cart.cleared(), cart.voucherChanged(''), wishlist.cleared(), compare.cleared()]) store.dispatch(action);
      isForgetting = false;
      await flush();
      clearListStorage();
    };
    let followed: unknown;
    /** The account that this tab knows, because another tab may have removed the record of the lists; and who was here with it. */
    let account: string | null = null;
    let person = readPerson();
    const follow = async (): Promise<void> => {
      const { shopper } = store.getState();
      // A new object for each answer about the profile, as when the page is seen again: then the session is known to work, too.
      if (shopper === followed || signal.aborted) return;
      followed = shopper;
      const id = selectShopperId(store.getState());
      if (id === undefined) return;
      const hasLeft = account !== null && id !== account;
      const hasCome = id !== account;
      account = id;
      if (id === null && hasListRecord()) return forget();
      if (hasLeft) forgetPerson(person);
      if (hasCome) person = readPerson();
      if (id === null) return;
      try {
        // Lazy: for signed-in shoppers only.
        const { startListSync } = await import('./list-sync.ts');
        if (signal.aborted) return;
        sync ??= startListSync(store, { forget, signal });
        await sync.now();
      } catch {
        // Without its chunk the lists stay in this browser; the next answer about the profile tries again.
      }
    };
    signal.addEventListener(
      'abort',
      store.subscribe(() => void follow()),
    );
    void follow();
  };
};
