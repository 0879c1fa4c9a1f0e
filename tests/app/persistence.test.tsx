import { waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { startPersistence } from '#app/persistence.ts';
import { makeStore, type ShopStore } from '#app/store.ts';
import { accountApi } from '#features/account/account-api.ts';
import { addToCart, selectLines } from '#features/cart/cart-slice.ts';
import { catalogueApi } from '#features/catalogue/catalogue-api.ts';
import { loadProducts } from '#features/catalogue/catalogue-slice.ts';
import { addToCompare } from '#features/compare/compare-slice.ts';
import { selectCurrency, selected } from '#features/currency/currency-slice.ts';
import { addToWishlist, selectItems } from '#features/wishlist/wishlist-slice.ts';
import { selectIsRestored } from '#shared/restored-slice.ts';
import '#tests/support/api.ts';
import { anotherTabStores } from '#tests/support/frozen-tab.ts';
import { aCartLine, aProduct } from '#tests/support/product-builders.ts';
import { untilTestEnds } from '#tests/support/until-test-ends.ts';

const key = 'persist:flone';

/** A store with its persistence, restored from the storage. */
const openShop = async (before: (store: ShopStore) => void = () => undefined) => {
  const store = makeStore();
  before(store);
  void startPersistence(store, untilTestEnds());
  await expect.poll(() => selectIsRestored(store.getState())).toBe(true);
  return store;
};
const flush = (store: ShopStore) => store.dispatch({ type: 'persist/FLUSH', result: () => undefined });
const kept = (): Record<string, string> => JSON.parse(window.localStorage.getItem(key) ?? '{}');

test('cart, wishlist, compare and currency are kept under persist:flone, version 1.1, and nothing else', {
  tags: ['storage.key', 'storage.excludes'],
}, async () => {
  const store = await openShop();
  store.dispatch(loadProducts.fulfilled({ products: [aProduct()], facts: {}, index: null, total: 1, etag: null }, '', undefined));
  store.dispatch(addToCart(aProduct()));
  store.dispatch(addToWishlist(aProduct()));
  store.dispatch(addToCompare(aProduct()));
  store.dispatch(selected('EUR'));
  const { data: profile } = await store.dispatch(accountApi.endpoints.profile.initiate(undefined, { subscribe: false }));
  const { data: categories } = await store.dispatch(catalogueApi.endpoints.categories.initiate(undefined, { subscribe: false }));
  expect(profile).toEqual({ user: null });
  expect(categories).not.toHaveLength(0);
  for (const cache of [accountApi.reducerPath, catalogueApi.reducerPath]) expect(store.getState()).toHaveProperty(cache);
  flush(store);
  expect(Object.keys(window.localStorage)).toEqual([key]);
  expect(Object.keys(kept()).toSorted()).toEqual(['_persist', 'cart', 'compare', 'currency', 'wishlist']);
  expect(JSON.parse(kept()._persist ?? '')).toMatchObject({ version: 1.1 });
});

test('a returning shopper finds cart, wishlist, comparison and currency', { tags: 'visitor.keeps-lists' }, async () => {
  const store = await openShop();
  store.dispatch(addToCart(aProduct(), {}, 2));
  store.dispatch(addToWishlist(aProduct()));
  store.dispatch(addToCompare(aProduct()));
  store.dispatch(selected('USD'));
  flush(store);
  const { cart, wishlist, compare, currency } = (await openShop()).getState();
  expect(cart).toEqual(store.getState().cart);
  expect(wishlist.items).toEqual([aProduct()]);
  expect(compare.items).toEqual([aProduct()]);
  expect(currency.currencySymbol).toBe('$');
});

test('what was added before the state was restored is merged with it', async () => {
  const first = await openShop();
  first.dispatch(addToCart(aProduct(), {}, 2));
  flush(first);
  const store = await openShop((fresh) => {
    fresh.dispatch(addToCart(aProduct()));
    fresh.dispatch(addToCart(aProduct({ _id: 'jug' })));
    fresh.dispatch(addToWishlist(aProduct({ _id: 'jug' })));
  });
  expect(selectLines(store.getState()).map(({ _id, quantity }) => [_id, quantity])).toEqual([
    ['mug', 3],
    ['jug', 1],
  ]);
  expect(selectItems(store.getState())).toHaveLength(1);
});

test.each([
  'rubbish',
  '',
  'null',
  '7',
  '"text"',
  '[]',
  '{"cart":"rubbish"}',
  '{"cart":7,"wishlist":null}',
  '{"cart":"{\\"lines\\":7}","currency":"[]","_persist":"{}"}',
  '{"cart":"{\\"cartItems\\":[{\\"id\\":\\"old\\"}]}","_persist":"{\\"version\\":-1,\\"rehydrated\\":true}"}',
])('%s in the storage counts as an empty cart, and the shop can still store changes', async (stored) => {
  window.localStorage.setItem(key, stored);
  const store = await openShop();
  expect(selectLines(store.getState())).toEqual([]);
  expect(selectCurrency(store.getState()).currencyName).toBe('GBP');
  store.dispatch(addToCart(aProduct()));
  flush(store);
  expect(kept().cart).toContain('"_id":"mug"');
});

test('an invalid entry is dropped, and the others are restored', async () => {
  const line = aCartLine();
  window.localStorage.setItem(
    key,
    JSON.stringify({ cart: JSON.stringify({ lines: [{ _id: 7 }, line] }), wishlist: '{{{', compare: 'null' }),
  );
  const { cart, wishlist } = (await openShop()).getState();
  expect(cart.lines).toEqual([line]);
  expect(wishlist.items).toEqual([]);
});

test('with storage blocked, the shop works and nothing is stored', async () => {
  const blocked = () => {
    throw new DOMException('blocked', 'SecurityError');
  };
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(blocked);
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(blocked);
  vi.spyOn(Storage.prototype, 'removeItem').mockImplementation(blocked);
  const store = await openShop();
  store.dispatch(addToCart(aProduct()));
  flush(store);
  expect(selectLines(store.getState())).toHaveLength(1);
});

test('with storage full, the shop works', async () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  const store = await openShop();
  store.dispatch(addToCart(aProduct()));
  flush(store);
  expect(selectLines(store.getState())).toHaveLength(1);
  expect(window.localStorage.getItem(key)).toBeNull();
});

test('the shop goes on without storage that has not answered after 5000 ms', { tags: 'storage.timeout' }, async () => {
  vi.useFakeTimers();
  // redux-persist awaits the value, and this promise never settles.
  vi.spyOn(Storage.prototype, 'getItem').mockReturnValue(new Promise(() => undefined) as never);
  const store = makeStore();
  void startPersistence(store, untilTestEnds());
  await vi.advanceTimersByTimeAsync(4999);
  expect(selectIsRestored(store.getState())).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(selectIsRestored(store.getState())).toBe(true);
  store.dispatch(addToCart(aProduct()));
  expect(selectLines(store.getState())).toHaveLength(1);
});

test('a change is stored without a flush', async () => {
  const store = await openShop();
  store.dispatch(addToCart(aProduct()));
  await waitFor(() => expect(kept().cart).toContain('"quantity":1'));
});

/** The browser puts the page into its back/forward cache, and restores it. */
const leaves = () => window.dispatchEvent(new Event('pagehide'));
const returns = () => window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));

test('a page that becomes visible again shows what other pages have stored, at once', async () => {
  const store = await openShop();
  store.dispatch(addToCart(aProduct(), {}, 2));
  store.dispatch(addToWishlist(aProduct()));
  leaves();
  window.localStorage.setItem(
    key,
    JSON.stringify({ ...kept(), cart: JSON.stringify({ lines: [aCartLine({ _id: 'jug' })] }), currency: '{"currencyName":"USD"}' }),
  );
  const { wishlist } = store.getState();
  returns();
  expect(selectLines(store.getState()).map(({ _id }) => _id)).toEqual(['jug']);
  expect(selectIsRestored(store.getState())).toBe(true);
  expect(selectCurrency(store.getState()).currencySymbol).toBe('$');
  expect(store.getState().wishlist).toBe(wishlist);
});

test('lines that two tabs add at the same moment are in both: a tab whose line was overwritten adds it again, once', async () => {
  const store = await openShop();
  flush(store);
  const before = kept();
  store.dispatch(addToCart(aProduct(), {}, 2));
  flush(store);
  const jug = aCartLine({ _id: 'jug', cartItemId: 'other' });
  anotherTabStores(key, JSON.stringify({ ...before, cart: JSON.stringify({ lines: [jug] }) }));
  const inCart = () => selectLines(store.getState()).map(({ _id, quantity }) => `${_id}: ${quantity}`);
  expect(inCart()).toEqual(['jug: 1', 'mug: 2']);
  flush(store);
  // The other tab has read both, and takes one of them.
  const [line] = selectLines(store.getState()).filter(({ _id }) => _id === 'mug');
  anotherTabStores(key, JSON.stringify({ ...kept(), cart: JSON.stringify({ lines: [jug, { ...line, quantity: 1 }] }) }));
  expect(inCart()).toEqual(['jug: 1', 'mug: 1']);
});

test('what another tab stores is shown at once, and is not written again by this one', async () => {
  const store = await openShop();
  store.dispatch(addToCart(aProduct(), {}, 2));
  flush(store);
  const write = vi.spyOn(Storage.prototype, 'setItem');
  // Another version of the shop, which writes a field that this one does not have.
  const cart = JSON.stringify({ lines: [aCartLine({ _id: 'jug', cartItemId: 'other' })], gift: true });
  anotherTabStores(key, JSON.stringify({ ...kept(), cart }));
  expect(selectLines(store.getState()).map(({ _id }) => _id)).toEqual(['jug']);
  const { cart: shown } = store.getState();
  flush(store);
  write.mockClear();
  anotherTabStores(key, JSON.stringify({ ...kept(), cart }));
  flush(store);
  expect(store.getState().cart).toBe(shown);
  expect(write).toHaveBeenCalledTimes(1);
});

test('a page that becomes visible again after storage was cleared has an empty cart', async () => {
  const store = await openShop();
  store.dispatch(addToCart(aProduct()));
  leaves();
  expect(kept().cart).toContain('"_id":"mug"');
  window.localStorage.clear();
  returns();
  expect(selectLines(store.getState())).toEqual([]);
});

test('a page that becomes visible again with storage full keeps its state', async () => {
  const store = await openShop();
  flush(store);
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  store.dispatch(addToCart(aProduct()));
  leaves();
  returns();
  expect(selectLines(store.getState())).toHaveLength(1);
});
