import { combineSlices, configureStore } from '@reduxjs/toolkit';
import { afterEach, expect, test, vi } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import {
  catalogueSlice,
  loadProducts,
  selectError,
  selectProduct,
  selectProducts,
  selectStatus,
} from '#features/catalogue/catalogue-slice.ts';
import { aProduct } from '#tests/support/build.ts';

const aCatalogue = () => {
  const store = configureStore({ reducer: combineSlices(catalogueSlice) });
  return {
    load: () => store.dispatch(loadProducts()),
    status: () => selectStatus(store.getState()),
    error: () => selectError(store.getState()),
    products: () => selectProducts(store.getState()),
    product: (id: string) => selectProduct(store.getState(), id),
  };
};

/** The API's next answers, in this order. */
const theApiSends = (...answers: (() => Promise<Response>)[]) => {
  const fetch = vi.fn<(input: string, init: RequestInit) => Promise<Response>>(
    async () => answers.shift()?.() ?? Promise.reject(new Error('not expected')),
  );
  vi.stubGlobal('fetch', fetch);
  return fetch;
};
const json =
  (body: unknown, status = 200) =>
  async () =>
    new Response(JSON.stringify(body), { status });
const noAnswer = () => Promise.reject(new TypeError('fetch failed'));

afterEach(() => vi.unstubAllGlobals());

test('[4] the product list goes from idle through loading to succeeded', async () => {
  const fetch = theApiSends(json([aProduct()]));
  const { load, status, products, error } = aCatalogue();
  expect(status()).toBe('idle');
  const loading = load();
  expect(status()).toBe('loading');
  await loading;
  expect(status()).toBe('succeeded');
  expect(products()).toEqual([aProduct()]);
  expect(error()).toBeNull();
  expect(fetch).toHaveBeenCalledExactlyOnceWith(endpoints.products.path, expect.objectContaining({ credentials: 'include' }));
});

test.each([
  [
    'with the server’s own sentence',
    json({ message: 'We are counting the stock.' }, 503),
    { status: 503, message: 'We are counting the stock.' },
  ],
  ['with its status when there is no sentence', json({}, 500), { status: 500 }],
  ['with its status when the sentence is blank', json({ message: '  ' }, 500), { status: 500 }],
  ['with its status when an error page comes', async () => new Response('<html>', { status: 502 }), { status: 502 }],
  ['as no answer when the network is down', noAnswer, { status: 'network' }],
  ['as unreadable when it is no JSON', async () => new Response('<html>'), { status: 'unreadable' }],
  ['as unreadable when it is no list', json({ products: [] }), { status: 'unreadable' }],
])('[4] a failure is kept %s', async (_, answer, expected) => {
  theApiSends(answer);
  const { load, status, error, products } = aCatalogue();
  await load();
  expect(status()).toBe('failed');
  expect(error()).toEqual(expected);
  expect(products()).toEqual([]);
});

test('[4] it is never loaded twice at once, but may be loaded again', async () => {
  const fetch = theApiSends(json([aProduct()]), json([]));
  const { load, products } = aCatalogue();
  await Promise.all([load(), load(), load()]);
  expect(fetch).toHaveBeenCalledTimes(1);
  await load();
  expect(fetch).toHaveBeenCalledTimes(2);
  expect(products()).toEqual([]);
});

test('[4] earlier products stay when a later load fails, and the failure stays told until one succeeds', async () => {
  theApiSends(json([aProduct()]), noAnswer, json([aProduct({ name: 'Newer' })]));
  const { load, status, error, products } = aCatalogue();
  await load();
  await load();
  expect(status()).toBe('failed');
  expect(products()).toEqual([aProduct()]);
  const loading = load();
  expect(error()).toEqual({ status: 'network' });
  expect(products()).toEqual([aProduct()]);
  await loading;
  expect(error()).toBeNull();
  expect(products()).toEqual([aProduct({ name: 'Newer' })]);
});

test('[3] a row that is no product is left out and the others stand', async () => {
  theApiSends(json([null, { name: 'No price' }, aProduct(), 'rubbish']));
  const { load, products } = aCatalogue();
  await load();
  expect(products()).toEqual([aProduct()]);
});

test('[5] a product is found by its _id; one without cannot be found', async () => {
  theApiSends(json([aProduct({ _id: '', name: 'Invalid' }), aProduct()]));
  const { load, product } = aCatalogue();
  await load();
  expect(product('mug')?.name).toBe('Mug');
  expect(product('')).toBeUndefined();
  expect(product('jug')).toBeUndefined();
});
