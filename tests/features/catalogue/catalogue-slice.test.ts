import { combineSlices, configureStore } from '@reduxjs/toolkit';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { listedProducts } from '#catalogue/listed-product.ts';
import { endpoints } from '#contract/endpoints.ts';
import type { Product } from '#contract/product.ts';
import {
  catalogueSlice,
  loadProducts,
  selectError,
  selectIndex,
  selectIsPaged,
  selectProducts,
  selectStatus,
  selectTotal,
} from '#features/catalogue/catalogue-slice.ts';
import { aProduct } from '#tests/support/product-builders.ts';

const aCatalogue = () => {
  const store = configureStore({
    reducer: combineSlices(catalogueSlice),
    middleware: (getDefault) => getDefault({ serializableCheck: false, immutableCheck: false }),
  });
  const now = () => store.getState();
  return {
    load: (reason?: Parameters<typeof loadProducts>[0]) => store.dispatch(loadProducts(reason)),
    status: () => selectStatus(now()),
    error: () => selectError(now()),
    products: () => selectProducts(now()),
    total: () => selectTotal(now()),
    index: () => selectIndex(now()),
    isPaged: () => selectIsPaged(now()),
  };
};

/** The next responses of the API, in this order. */
const theApiSends = (...answers: (() => Promise<Response>)[]) => {
  const fetch = vi.fn<(input: string, init: RequestInit) => Promise<Response>>(
    async () => answers.shift()?.() ?? Promise.reject(new Error('not expected')),
  );
  vi.stubGlobal('fetch', fetch);
  return fetch;
};
const json =
  (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  async () =>
    new Response(JSON.stringify(body), { status, headers });
const list = (products: readonly Product[], tag?: string) =>
  json({ total: products.length, products: listedProducts(products) }, 200, tag === undefined ? {} : { etag: tag });
const noAnswer = () => Promise.reject(new TypeError('fetch failed'));
const tooLarge = json({ total: 50_000 });

afterEach(() => vi.unstubAllGlobals());

describe('a request for the product list that hangs', () => {
  test.each(['retry', 'refresh'] as const)(
    'a request for the product list that hangs is given up for a %s, and its late answer is ignored',
    async (reason) => {
      vi.useFakeTimers({ toFake: ['Date'] });
      onTestFinished(() => void vi.useRealTimers());
      let answer: () => void = () => undefined;
      const hanging = () =>
        new Promise<Response>((resolve) => {
          answer = () => void list([aProduct({ _id: 'late', id: 'late' })])().then(resolve);
        });
      const fetch = theApiSends(hanging, list([aProduct({ _id: 'mug', id: 'mug' })]));
      const { load, products, status } = aCatalogue();
      const first = load();
      await load(reason);
      expect(fetch).toHaveBeenCalledOnce();
      vi.setSystemTime(Date.now() + (reason === 'retry' ? 2001 : 30_001));
      await load(reason);
      expect(fetch.mock.calls[0]?.[1].signal?.aborted).toBe(true);
      answer();
      await first;
      expect(products().map(({ _id }) => _id)).toEqual(['mug']);
      expect(status()).toBe('succeeded');
    },
  );
});

describe('the product list', () => {
  test('the product list goes from idle through loading to succeeded', {
    tags: ['product-list.state', 'product-list.transitions'],
  }, async () => {
    const fetch = theApiSends(list([aProduct()]));
    const { load, status, products, error, total, index } = aCatalogue();
    expect(status()).toBe('idle');
    const loading = load();
    expect(status()).toBe('loading');
    await loading;
    expect(status()).toBe('succeeded');
    expect(products()).toEqual([aProduct()]);
    expect(error()).toBeNull();
    expect([total(), index()?.total]).toEqual([1, 1]);
    expect(fetch).toHaveBeenCalledExactlyOnceWith(
      `${endpoints.products.path}?form=list`,
      expect.objectContaining({ credentials: 'include' }),
    );
  });

  test('the product list is a plain list when the API has only that', async () => {
    theApiSends(json([aProduct({ fullDescription: 'Long' })]));
    const { load, status, products, index } = aCatalogue();
    await load();
    expect(status()).toBe('succeeded');
    expect(products()).toEqual([aProduct({ fullDescription: 'Long' })]);
    expect(index()?.find('mug')?.fullDescription).toBe('Long');
  });

  test.each([
    [
      'with the message of the server',
      json({ message: 'We are counting the stock.' }, 503),
      { status: 503, message: 'We are counting the stock.' },
    ],
    ['with its status when there is no message', json({}, 500), { status: 500 }],
    ['with its status when the message is blank', json({ message: '  ' }, 500), { status: 500 }],
    ['with its status when the response is an error page', async () => new Response('<html>', { status: 502 }), { status: 502 }],
    ['as a network failure when the network is down', noAnswer, { status: 'network' }],
    ['as unreadable when the response is not JSON', async () => new Response('<html>'), { status: 'unreadable' }],
    ['as unreadable when the response is not a list', json({ products: [] }), { status: 'unreadable' }],
    ['as unreadable when its products are no list', json({ total: 1, products: { id: 'mug' } }), { status: 'unreadable' }],
  ])('the product list keeps a failure %s', { tags: ['product-list.transitions', 'product-list.error'] }, async (_, answer, expected) => {
    theApiSends(answer);
    const { load, status, error, products, index } = aCatalogue();
    await load();
    expect(status()).toBe('failed');
    expect(error()).toEqual(expected);
    expect(products()).toEqual([]);
    expect(index()).toBeUndefined();
  });

  test('the product list has one request at a time, but may be loaded again later', async () => {
    const fetch = theApiSends(json([aProduct()]), json([]));
    const { load, products } = aCatalogue();
    await Promise.all([load(), load(), load()]);
    expect(fetch).toHaveBeenCalledTimes(1);
    await load();
    expect(fetch).toHaveBeenCalledTimes(2);
    expect(products()).toEqual([]);
  });

  test('the product list keeps its products when a later load fails, and the error until a load succeeds', async () => {
    theApiSends(json([aProduct()]), noAnswer, json([aProduct({ name: 'Newer' })]));
    const { load, status, error, products, index } = aCatalogue();
    await load();
    await load();
    expect(status()).toBe('failed');
    expect(products()).toEqual([aProduct()]);
    const loading = load();
    expect(error()).toEqual({ status: 'network' });
    expect(index()?.find('mug')).toEqual(aProduct());
    await loading;
    expect(error()).toBeNull();
    expect(products()).toEqual([aProduct({ name: 'Newer' })]);
  });

  test('the product list keeps its products and clears an earlier error when the ETag is unchanged', async () => {
    theApiSends(list([aProduct()], '"1"'), noAnswer, list([], '"1"'), list([aProduct({ name: 'Newer' })], '"2"'));
    const { load, status, products, error } = aCatalogue();
    await load();
    const before = products();
    await load();
    expect(status()).toBe('failed');
    await load();
    expect([status(), error()]).toEqual(['succeeded', null]);
    expect(products()).toBe(before);
    await load();
    expect(products()[0]?.name).toBe('Newer');
  });

  test('the product list does not stay loading when the answer for an unchanged ETag was cloned by another reader', async () => {
    const copied = async () => {
      const answer = await list([], '"1"')();
      answer.clone();
      return answer;
    };
    theApiSends(list([aProduct()], '"1"'), copied);
    const { load, status, products } = aCatalogue();
    await load();
    await load();
    expect(status()).toBe('succeeded');
    expect(products()).toEqual([aProduct()]);
  });

  test('the product list leaves out invalid rows and keeps the others', async () => {
    theApiSends(json([null, { name: 'No price' }, aProduct(), 'rubbish']));
    const { load, products } = aCatalogue();
    await load();
    expect(products()).toEqual([aProduct()]);
  });

  test('the product list finds a product by its _id, and none without _id', async () => {
    theApiSends(json([aProduct({ _id: '', name: 'Invalid' }), aProduct()]));
    const { load, index } = aCatalogue();
    await load();
    expect(index()?.find('mug')?.name).toBe('Mug');
    for (const id of ['', 'jug', '__proto__', 'constructor']) expect(index()?.find(id)).toBeUndefined();
  });

  test('the product list keeps the objects of products that have not changed, so that only a sold one is rendered again', async () => {
    const [mug, bowl] = [aProduct(), aProduct({ _id: 'bowl', id: 'bowl', name: 'Bowl' })];
    theApiSends(list([mug, bowl], '"1"'), list([{ ...mug, saleCount: mug.saleCount + 1 }, bowl], '"2"'));
    const { load, index } = aCatalogue();
    await load();
    const before = index();
    await load();
    expect(index()?.find('mug')?.saleCount).toBe(mug.saleCount + 1);
    expect(index()?.find('bowl')).toBe(before?.find('bowl'));
  });
});

describe('a catalogue that is too large for a browser', () => {
  test('of a catalogue that is too large for a browser only the number of products is known, and the server pages it', async () => {
    theApiSends(tooLarge);
    const { load, status, total, products, index, isPaged } = aCatalogue();
    expect(isPaged()).toBe(false);
    await load();
    expect([status(), total(), products(), index(), isPaged()]).toEqual(['succeeded', 50_000, [], undefined, true]);
  });

  test('a catalogue that is too large for a browser becomes a complete list when it has shrunk', async () => {
    theApiSends(tooLarge, list([aProduct()]), tooLarge);
    const { load, products, index, isPaged } = aCatalogue();
    await load();
    await load();
    expect([products().length, index()?.total, isPaged()]).toEqual([1, 1, false]);
    await load();
    expect([products(), index(), isPaged()]).toEqual([[], undefined, true]);
  });
});
