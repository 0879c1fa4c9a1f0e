import { createAction, nanoid } from '@reduxjs/toolkit';
import type { ShopStore } from '#app/store.ts';
import type { Product } from '#contract/product.ts';
import { changesOf, maxSavedChanges, type SavedBatch, savedListNames, shownLines, sumDeltas } from '#contract/saved-lists.ts';
import { refetchProfile } from '#features/account/account-api.ts';
import { selectShopperId } from '#features/account/shopper-slice.ts';
import * as cart from '#features/cart/cart-slice.ts';
import { catalogueApi } from '#features/catalogue/catalogue-api.ts';
import { selectIndex } from '#features/catalogue/catalogue-slice.ts';
import * as compare from '#features/compare/compare-slice.ts';
import {
  addUnsent,
  clearListStorage,
  hasListRecord,
  type ListRecord,
  readListRecord,
  readUnsent,
  removeEntries,
  writeListRecord,
} from '#features/saved-lists/list-storage.ts';
import { savedListsApi } from '#features/saved-lists/saved-lists-api.ts';
import * as wishlist from '#features/wishlist/wishlist-slice.ts';
import { asApiError } from '#shared/api/api-error.ts';
import { onPendingChanges } from '#shared/pending-changes.ts';
import { selectIsRestored } from '#shared/restored-slice.ts';
import { type Arrivals, deltasOf, withLines } from './shown-lists.ts';

/** Several presses are one call. */
const debounceMs = 800;
/** How often a visible page asks for what other devices did. */
const pollMs = 60_000;
const retryMs = 30_000;
/** The lock of all tabs must not wait for a call that is never answered; the batch is sent again. */
const maxCallMs = 20_000;

/** `now` resolves when the lists are those of the account, or could not be. */
export type ListSync = { readonly now: () => Promise<void>; readonly soon: () => void };

const arrived = {
  cart: createAction<number>('savedLists/cartArrived'),
  wishlist: createAction<number>('savedLists/wishlistArrived'),
  compare: createAction<number>('savedLists/compareArrived'),
} as const;
const kept = createAction('savedLists/kept');
const leftOut = createAction<number>('savedLists/leftOut');

/** After a call: nothing more to send, more to send, or the time to wait before a retry. */
type Outcome = 'done' | 'more' | { readonly retryMs: number };

const isSame = <Item>(one: readonly Item[], other: readonly Item[]): boolean =>
  one.length === other.length && one.every((item, index) => item === other[index]);

/** One tab at a time, where the browser supports Web Locks. */
const withLock = async <Result>(work: () => Promise<Result>): Promise<Result> =>
  'locks' in navigator ? navigator.locks.request('flone:lists', work) : work();

/** Puts what is not sent yet into a batch, and stores both: a batch whose answer is lost is sent again as it is. */
const prepareBatch = (record: ListRecord): ListRecord => {
  const { entries, deltas } = readUnsent(record);
  const sums = sumDeltas(deltas);
  const changes = changesOf(record.base, sums.slice(0, maxSavedChanges));
  const later = sums.slice(maxSavedChanges);
  const prepared: ListRecord = { ...record, sent: changes.length > 0 ? { batch: nanoid(), changes, entries: [...entries] } : null };
  if (!writeListRecord(prepared)) return record;
  if (later.length > 0) addUnsent(later);
  removeEntries(entries);
  return prepared;
};

/** Keeps the lists of the signed-in shopper the same as on their other devices, until `signal` aborts. */
export const startListSync = (
  store: ShopStore,
  { forget, signal }: { readonly forget: () => Promise<void>; readonly signal: AbortSignal },
): ListSync => {
  let isOff = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> | undefined;
  let isWanted = false;

  /** The record of this account. Another account's lists are dropped; those of a visitor become this account's. */
  const ownRecord = async (account: string): Promise<{ readonly record: ListRecord; readonly isNew: boolean } | undefined> => {
    const known = readListRecord();
    if (known?.account === account) return { record: known, isNew: false };
    if (hasListRecord()) await forget();
    const held = deltasOf(store.getState());
    clearListStorage();
    const record: ListRecord = { account, base: [], sent: null, unknown: [] };
    if (!writeListRecord(record)) return undefined;
    if (held.length > 0) addUnsent(held);
    return { record, isNew: held.length > 0 };
  };

  const isSignedIn = (account: string): boolean => !signal.aborted && selectShopperId(store.getState()) === account;

  const wantedLines = () => {
    const record = readListRecord();
    return record ? shownLines(record.base, record.sent?.changes ?? [], readUnsent(record).deltas) : [];
  };

  const findProduct = (id: string): Product | undefined => selectIndex(store.getState())?.find(id);

  /** Shows the lists of the record; gives what came from other devices. */
  const show = async (account: string): Promise<Arrivals | undefined> => {
    const missing = [...new Set(wantedLines().map(({ productId }) => productId))].filter((id) => !findProduct(id));
    const request = catalogueApi.endpoints.productsById.initiate(missing.join(','), { subscribe: false, forceRefetch: true });
    const { data = [] } = missing.length > 0 ? await store.dispatch(request) : {};
    const fetched = new Map(data.map((product) => [product._id, product]));
    if (!isSignedIn(account)) return undefined;
    const state = store.getState();
    const unknown = new Set(readListRecord()?.unknown);
    const shown = withLines(state, wantedLines(), { find: (id) => findProduct(id) ?? fetched.get(id), isUnknown: (id) => unknown.has(id) });
    if (!isSame(shown.lines, state.cart.lines)) store.dispatch(cart.replaced(shown.lines));
    if (!isSame(shown.wishlist, state.wishlist.items)) store.dispatch(wishlist.replaced(shown.wishlist));
    if (!isSame(shown.compare, state.compare.items)) store.dispatch(compare.replaced(shown.compare));
    return shown.arrivals;
  };

  const send = async (batch: SavedBatch) => {
    const call = store.dispatch(savedListsApi.endpoints.saveLists.initiate(batch, { track: false }));
    const timeout = setTimeout(() => call.abort(), maxCallMs);
    const result = await call;
    clearTimeout(timeout);
    return result;
  };

  const handleFailure = (cause: unknown): Outcome => {
    const { status, retryAfterSeconds } = asApiError(cause);
    if (status === 401 || status === 409) {
      // The session has ended elsewhere, or is somebody else's: the profile says so, and the lists are dropped.
      store.dispatch(refetchProfile());
      return 'done';
    }
    // An API without saved lists: they stay those of this browser.
    if (status === 404 || status === 405) clearListStorage();
    if (status === 400 || status === 404 || status === 405 || status === 413 || status === 422) {
      isOff = true;
      return 'done';
    }
    return { retryMs: retryAfterSeconds === undefined ? retryMs : retryAfterSeconds * 1000 };
  };

  const round = async (): Promise<Outcome> => {
    const account = selectShopperId(store.getState());
    if (isOff || account === undefined || account === null || !selectIsRestored(store.getState())) return 'done';
    const own = await ownRecord(account);
    if (!own || !isSignedIn(account)) return 'done';
    const { sent } = own.record.sent ? own.record : prepareBatch(own.record);
    const { data, error } = await send({ account, batch: sent?.batch ?? nanoid(), changes: sent?.changes ?? [] });
    if (!isSignedIn(account) || readListRecord()?.account !== account) return 'done';
    if (!data) return handleFailure(error);
    // Entries of a batch that was stored, and not removed before the page was closed.
    removeEntries(sent?.entries ?? []);
    writeListRecord({ account, base: data.lines, sent: null, unknown: [...new Set([...own.record.unknown, ...data.unknown])] });
    const arrivals = await show(account);
    if (!arrivals) return 'done';
    for (const list of savedListNames) if (arrivals[list] > 0) store.dispatch(arrived[list](arrivals[list]));
    if (own.isNew && savedListNames.every((list) => arrivals[list] === 0)) store.dispatch(kept());
    if (data.leftOut > 0) store.dispatch(leftOut(data.leftOut));
    return readUnsent(readListRecord()).entries.length > 0 ? 'more' : 'done';
  };

  const later = (delayMs: number): void => {
    clearTimeout(timer);
    if (!signal.aborted) timer = setTimeout(() => void now(), delayMs);
  };

  const work = async (): Promise<void> => {
    do {
      isWanted = false;
      const outcome = await withLock(round);
      if (outcome === 'more') isWanted = true;
      else if (outcome !== 'done') later(outcome.retryMs);
    } while (isWanted && !signal.aborted);
  };

  const now = (): Promise<void> => {
    clearTimeout(timer);
    isWanted = true;
    running ??= work().finally(() => {
      running = undefined;
    });
    return running;
  };

  /** The server does not have all that was done here, or may not. */
  const hasPending = (): boolean => {
    const record = readListRecord();
    return !record || record.account !== selectShopperId(store.getState()) || record.sent !== null || readUnsent(record).entries.length > 0;
  };

  const nowIfVisible = () => {
    if (document.visibilityState === 'visible') void now();
  };
  window.addEventListener('online', nowIfVisible, { signal });
  const poll = setInterval(nowIfVisible, pollMs);
  signal.addEventListener('abort', () => {
    clearInterval(poll);
    clearTimeout(timer);
  });
  onPendingChanges(async () => hasPending() && now(), signal);
  return { now, soon: () => later(debounceMs) };
};
