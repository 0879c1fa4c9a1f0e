import { isAnyOf, nanoid } from '@reduxjs/toolkit';
import type { Product } from '#contract/product.ts';
import { type ListChange, type ListOperation, maxListOperations, type SavedLine, type SavedLists } from '#contract/saved-lists.ts';
import { refetchProfile, sessionChanged, sessionEnding } from '#features/account/account-api.ts';
import { selectIsShopperKnown, selectShopperId } from '#features/account/shopper-slice.ts';
import * as cart from '#features/cart/cart-slice.ts';
import { restoreCart } from '#features/cart/restore-cart.ts';
import { catalogueApi } from '#features/catalogue/catalogue-api.ts';
import { selectIndex } from '#features/catalogue/catalogue-slice.ts';
import * as compare from '#features/compare/compare-slice.ts';
import { restoreCompare } from '#features/compare/restore-compare.ts';
import {
  changesLeftOut,
  guestListsAdded,
  itemsArrived,
  listsOutdated,
  saveDelayed,
  saveFailed,
  signedOut,
} from '#features/saved-lists/list-facts.ts';
import {
  dropUnstored,
  hasUnsent,
  holdUnstored,
  type ListOwner,
  queueOperations,
  readListOwner,
  removeListOwner,
  removeUnstored,
  sendListsBy,
  unsentOperations,
  unstoredChange,
  writeListOwner,
} from '#features/saved-lists/list-owner.ts';
import { savedListsApi } from '#features/saved-lists/saved-lists-api.ts';
import { restoreWishlist } from '#features/wishlist/restore-wishlist.ts';
import * as wishlist from '#features/wishlist/wishlist-slice.ts';
import { type ApiError, asApiError, isTransient } from '#shared/api/api-error.ts';
import { parseJson, persistedState } from '#shared/browser-storage.ts';
import { watchPageReturn } from '#shared/page-return.ts';
import { forgetShopper, hasMissedSignOut, startTab } from '#shared/sign-out.ts';
import { additionsOf, isListChange, type Lists, listsFrom, noLists, operationsBetween, productIdsIn } from './list-operations.ts';
import type { Persistence } from './persistence.ts';
import type { ShopState, ShopStore } from './store.ts';

/** How long stored lists of an account wait for the profile call at most. */
const maxOwnerWaitMs = 5000;
/** Pauses in ms before a call that failed for a passing reason is sent again, with the same id; from then on the last one. */
const retryPausesMs = [300, 1000, 5000, 30_000, 120_000] as const;
/** The shopper is told of a delay after this many failures in a row, or at once without a connection. */
const failuresBeforeNotice = 3;
/** The lock of all tabs must not wait for a call that is never answered. */
const maxCallMs = 20_000;

/** One tab at a time: answers are shown and stored in the order in which the server gave them. */
const withLock = async <Result>(work: () => Promise<Result>): Promise<Result> =>
  'locks' in navigator ? navigator.locks.request('flone:lists', work) : work();

/** Stores of the lists only what these operations have added, and no voucher. Returns whether that is anything. */
const storeOnlyAdded = (operations: readonly ListOperation[]): boolean => {
  const stored = parseJson(persistedState.read());
  if (typeof stored !== 'object' || stored === null) return false;
  const read = (slice: keyof Lists): unknown => {
    const json: unknown = Reflect.get(stored, slice);
    return typeof json === 'string' ? parseJson(json) : undefined;
  };
  const { cart, wishlist, compare } = additionsOf(operations, {
    cart: restoreCart(read('cart'), noLists.cart),
    wishlist: restoreWishlist(read('wishlist'), noLists.wishlist),
    compare: restoreCompare(read('compare'), noLists.compare),
  });
  const lists = { cart: JSON.stringify(cart), wishlist: JSON.stringify(wishlist), compare: JSON.stringify(compare) };
  persistedState.write(JSON.stringify({ ...stored, ...lists }));
  return cart.lines.length + wishlist.items.length + compare.items.length > 0;
};

/** Resolves when the profile call has said who is signed in, or after `maxOwnerWaitMs` without an answer, as offline. */
const whenShopperKnown = (store: ShopStore, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      unsubscribe();
      clearTimeout(timer);
      resolve();
    };
    const endIfKnown = () => selectIsShopperKnown(store.getState()) && end();
    const timer = setTimeout(end, maxOwnerWaitMs);
    const unsubscribe = store.subscribe(endIfKnown);
    signal.addEventListener('abort', end);
    endIfKnown();
  });

/** Shows other lists; a list with the same lines stays the same object. */
const showLists = (store: ShopStore, lists: Lists): void => {
  const isSame = <Item>(one: readonly Item[], other: readonly Item[]): boolean =>
    one.length === other.length && one.every((item, index) => item === other[index]);
  const state = store.getState();
  if (!isSame(lists.cart.lines, state.cart.lines)) store.dispatch(cart.replaced(lists.cart.lines));
  if (!isSame(lists.wishlist.items, state.wishlist.items)) store.dispatch(wishlist.replaced(lists.wishlist.items));
  if (!isSame(lists.compare.items, state.compare.items)) store.dispatch(compare.replaced(lists.compare.items));
};

const sendChange = async (store: ShopStore, change: ListChange): Promise<{ readonly data?: SavedLists; readonly error?: ApiError }> => {
  const call = store.dispatch(savedListsApi.endpoints.saveLists.initiate(change, { track: false }));
  const timeout = setTimeout(() => call.abort(), maxCallMs);
  const { data, error } = await call;
  clearTimeout(timeout);
  return data ? { data } : { error: asApiError(error) };
};

/**
 * At the start of a page: drops stored lists of an account that is not signed in any more. What the account never got stays as a guest's where the
 * session has ended by itself, and nobody else is signed in.
 */
const settleOwner = async (store: ShopStore, { signal, announceSignOut }: Pick<Page, 'signal' | 'announceSignOut'>): Promise<void> => {
  if (!readListOwner()) return;
  await whenShopperKnown(store, signal);
  const id = selectShopperId(store.getState());
  const owner = readListOwner();
  if (signal.aborted || id === undefined || !owner || owner.account === id) return;
  const unsent = unsentOperations();
  if (id !== null && unsent.length > 0) store.dispatch(saveFailed());
  forgetShopper();
  const isAnyKept = storeOnlyAdded(id === null ? unsent : []);
  startTab();
  announceSignOut();
  if (id === null) store.dispatch(signedOut(isAnyKept ? 'withUnsaved' : 'empty'));
};

type Page = {
  /** Merges the stored lists into the state. */
  readonly restore: () => Promise<Persistence>;
  /** This tab was frozen while another one signed out, and has been reloaded for that reason. */
  readonly hasMissedSignOut: boolean;
  readonly announceSignOut: () => void;
  readonly reload: () => void;
  readonly signal: AbortSignal;
};

/**
 * Restores the lists and, for a signed-in shopper, synchronises them with the account: sends what the shopper does, one call after another, and shows
 * the lists of the latest answer. Stored lists of an account are shown once the profile call says that its owner is signed in, or has failed.
 */
export const startAccountLists = async (store: ShopStore, page: Page): Promise<void> => {
  const { signal } = page;
  const listen = store.startListening.withTypes<ShopState, ShopStore['dispatch']>();
  let persistence: Persistence | undefined;
  let isFetchWanted = false;
  let isUnsupported = false;
  let currentRun: Promise<void> | undefined;
  /** Failures for a passing reason since the last answer. */
  let failures = 0;
  let isDelayTold = false;
  let retryTimer: ReturnType<typeof setTimeout> | undefined;

  const isAccountGone = (account: string): boolean => signal.aborted || readListOwner()?.account !== account;

  /** Shows the account's lists, unless the shopper has done more meanwhile, which will bring newer ones. Returns what other devices added. */
  const show = async (lines: readonly SavedLine[], account: string) => {
    const findSold = (id: string): Product | undefined => selectIndex(store.getState())?.find(id);
    const ids = new Set([...lines.map(({ productId }) => productId), ...productIdsIn(store.getState())]);
    const missingIds = [...ids].filter((id) => id !== '' && !findSold(id));
    const { data = [] } =
      missingIds.length > 0
        ? await store.dispatch(catalogueApi.endpoints.productsById.initiate(missingIds.join(','), { subscribe: false, forceRefetch: true }))
        : {};
    if (isAccountGone(account) || hasUnsent()) return undefined;
    const fetched = new Map(data.map((product) => [product._id, product]));
    const { lists, arrivals } = listsFrom(store.getState(), lines, (id) => findSold(id) ?? fetched.get(id));
    showLists(store, lists);
    // Stored before another tab may show its answer.
    await persistence?.flush();
    return arrivals;
  };

  /** The owner with the next call in `sending`, if changes are waiting; undefined if the lists belong to this browser only. */
  const nextCall = (): ListOwner | undefined => {
    const shopper = selectShopperId(store.getState());
    const stored = readListOwner();
    const account = shopper === undefined ? stored?.account : shopper;
    if (!account || isUnsupported || (stored && stored.account !== account)) return undefined;
    // At sign-in all that a guest has is added to the account.
    const owner = stored ?? { account, isAdding: true, waiting: operationsBetween(noLists, store.getState()) };
    if (owner.sending) return owner;
    if (stored && owner.waiting.length === 0) return { ...owner, sending: unstoredChange() };
    const operations = owner.waiting.slice(0, maxListOperations);
    const rest = { ...owner, waiting: owner.waiting.slice(operations.length) };
    const next = operations.length > 0 ? { ...rest, sending: { id: nanoid(), operations } } : rest;
    if (writeListOwner(next)) return next;
    // Not before it is stored whose they are: otherwise a guest's lists would be added to the account again and again.
    if (!stored || !next.sending || !writeListOwner(rest)) return undefined;
    holdUnstored(next.sending);
    return next;
  };

  /**
   * Makes one call: sends waiting changes, or only reads the lists. Resolves with whether there may be `more` to send, or nothing can be done now
   * (`done`), or the call `failed` for a passing reason, and is made again.
   */
  const makeCall = async (): Promise<'more' | 'done' | 'failed'> => {
    const owner = nextCall();
    if (!owner) return 'done';
    const { account, isAdding = false, sending = { id: nanoid(), operations: [] } } = owner;
    const { data, error } = await sendChange(store, { account, ...sending });
    if (isAccountGone(account)) return 'done';
    if (error && (error.status === 404 || error.status === 405)) {
      // An API without lists of accounts: they stay those of this browser.
      isUnsupported = true;
      removeListOwner();
      return 'done';
    }
    if (error?.status === 401 || error?.status === 409) {
      // The session has ended elsewhere, or belongs to somebody else: refetching the profile tells which.
      store.dispatch(refetchProfile());
      return 'done';
    }
    if (error && isTransient(error)) {
      isFetchWanted ||= sending.operations.length === 0;
      return 'failed';
    }
    // A read that is refused changes nothing, and a guest's lists stay in this browser until they can be added.
    if (!data && (isAdding || sending.operations.length === 0)) return 'done';
    removeUnstored(sending.id);
    const waitingOperations = readListOwner()?.waiting ?? [];
    writeListOwner({ account, waiting: waitingOperations, ...(isAdding && waitingOperations.length > 0 && { isAdding }) });
    // The storage cannot be written any more: not sent again and again.
    if (readListOwner()?.sending) return 'done';
    if (!data) {
      store.dispatch(saveFailed());
      // Shows what the account has instead.
      isFetchWanted = true;
      return 'more';
    }
    if (data.leftOut > 0) store.dispatch(changesLeftOut(data.leftOut));
    const arrivals = await show(data.lines, account);
    if (!arrivals) return 'more';
    for (const list of ['cart', 'wishlist', 'compare'] as const) if (arrivals[list] > 0) store.dispatch(itemsArrived[list](arrivals[list]));
    const isNothingNew = arrivals.cart + arrivals.wishlist + arrivals.compare === 0;
    if (isAdding && sending.operations.length > 0 && isNothingNew) store.dispatch(guestListsAdded());
    return 'more';
  };

  /** Calls until there is nothing more to send, or the same failure is likely to come again: then later, for as long as the page is open. */
  const run = async (): Promise<void> => {
    clearTimeout(retryTimer);
    while (!signal.aborted && (isFetchWanted || hasUnsent())) {
      isFetchWanted = false;
      const outcome = await withLock(makeCall);
      if (outcome === 'more') {
        failures = 0;
        isDelayTold = false;
      }
      if (outcome === 'done' && !isFetchWanted) return;
      if (outcome !== 'failed') continue;
      failures = navigator.onLine ? failures + 1 : Math.max(failures + 1, failuresBeforeNotice);
      const pauseMs = retryPausesMs[Math.min(failures, retryPausesMs.length) - 1];
      if (failures < failuresBeforeNotice) await new Promise((resolve) => setTimeout(resolve, pauseMs));
      else {
        if (!isDelayTold && hasUnsent()) {
          isDelayTold = true;
          store.dispatch(saveDelayed());
        }
        retryTimer = setTimeout(() => void work(), pauseMs);
        return;
      }
    }
  };

  const work = (): Promise<void> => {
    if (!persistence || signal.aborted) return Promise.resolve();
    currentRun ??= run().finally(() => {
      currentRun = undefined;
    });
    return currentRun;
  };

  const fetchLists = (): void => {
    isFetchWanted = true;
    void work();
  };

  /** Removes the account and all that is stored of it from this browser. `isOwnSignOut`: the shopper signed out in this tab, which need not reload. */
  const leave = async (isOwnSignOut: boolean): Promise<void> => {
    // Tab A has signed out, and perhaps the next person in, while this tab was frozen: what is stored now is not its own.
    if (hasMissedSignOut()) return page.reload();
    const unsent = unsentOperations();
    if (isOwnSignOut && unsent.length > 0) store.dispatch(saveFailed());
    dropUnstored();
    forgetShopper();
    // What the account never got stays as a guest's where the session has ended by itself, and nobody else is signed in.
    showLists(store, !isOwnSignOut && account === null ? additionsOf(unsent, store.getState()) : noLists);
    store.dispatch(cart.voucherChanged(''));
    await persistence?.flush();
    if (isOwnSignOut) startTab();
    page.announceSignOut();
    if (!isOwnSignOut) page.reload();
  };

  let isOwnSignOut = false;
  let followedShopper: unknown;
  let account: string | null = null;
  /** Called for each answer of the profile call, which is a new object every time, e.g. when the page becomes visible again. */
  const follow = (): void => {
    const { shopper } = store.getState();
    const id = selectShopperId(store.getState());
    if (shopper === followedShopper || id === undefined || signal.aborted) return;
    followedShopper = shopper;
    const owner = readListOwner()?.account ?? id;
    const hasLeft = owner !== id || (account !== null && account !== id);
    const isByShopper = isOwnSignOut;
    account = id;
    isOwnSignOut = false;
    if (hasLeft) void leave(isByShopper).then(() => id !== null && fetchLists());
    else if (id !== null) fetchLists();
  };

  await settleOwner(store, page);
  if (signal.aborted) return;
  // Queues what was added between the first render and the merge with the stored lists.
  queueOperations(operationsBetween(noLists, store.getState()));
  listen({
    matcher: isListChange,
    effect: (_, { getOriginalState, getState }) => {
      if (signal.aborted) return;
      queueOperations(operationsBetween(getOriginalState(), getState()));
      void work();
    },
  });
  listen({
    matcher: isAnyOf(sessionChanged, sessionEnding),
    effect: () => {
      isOwnSignOut = true;
    },
  });
  listen({ actionCreator: listsOutdated, effect: fetchLists });
  persistence = await page.restore();
  if (page.hasMissedSignOut && !readListOwner())
    store.dispatch(signedOut(productIdsIn(store.getState()).length > 0 ? 'withUnsaved' : 'empty'));
  sendListsBy(work);
  const onOnline = () => {
    failures = 0;
    fetchLists();
  };
  window.addEventListener('online', onOnline, { signal });
  watchPageReturn({ onReturn: () => hasUnsent() && work(), signal });
  const unsubscribe = store.subscribe(follow);
  signal.addEventListener('abort', () => {
    unsubscribe();
    clearTimeout(retryTimer);
    dropUnstored();
  });
  follow();
  void work();
};
