import { combineSlices, configureStore } from '@reduxjs/toolkit';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { buildCatalogueIndex } from '#catalogue/catalogue-index.ts';
import { runToEnd } from '#catalogue/chunked.ts';
import { leanProducts, packProducts } from '#catalogue/lean-products.ts';
import { endpoints } from '#contract/endpoints.ts';
import type { HydrationData } from '#contract/hydration-data.ts';
import { defaultChoice, writeListingQuery } from '#contract/listing-query.ts';
import type { Product } from '#contract/product.ts';
import {
  catalogueSlice,
  loadListing,
  loadProduct,
  loadProducts,
  loadProductsById,
  requestListingAhead,
  selectCoverage,
  selectDetails,
  selectDetailsState,
  selectError,
  selectIndex,
  selectIsDiscontinued,
  selectIsServerPaged,
  selectListed,
  selectListing,
  selectProducts,
  selectStatus,
  selectTotal,
  stateFromHydration,
} from '#features/catalogue/catalogue-slice.ts';
import { aProduct } from '#tests/support/product-builders.ts';

const aCatalogue = (hydrationData?: HydrationData, hydrated: Promise<void> = Promise.resolve()) => {
  const store = configureStore({
    reducer: combineSlices(catalogueSlice),
    ...(hydrationData && { preloadedState: { product: stateFromHydration(hydrationData) } }),
    middleware: (getDefault) => getDefault({ thunk: { extraArgument: { hydrated } }, serializableCheck: false, immutableCheck: false }),
  });
  const { dispatch } = store;
  const now = () => store.getState();
  return {
    load: () => dispatch(loadProducts()),
    loadPage: (page: number) => dispatch(loadListing({ query: { ...defaultChoice, page, perPage: 15 }, isReseller: false })),
    requestAhead: (page: number) => dispatch(requestListingAhead({ ...defaultChoice, page, perPage: 15 }, false)),
    loadOne: (id: string) => dispatch(loadProduct(id)),
    loadProductsById: (...ids: string[]) => dispatch(loadProductsById(ids)),
    status: () => selectStatus(now()),
    error: () => selectError(now()),
    products: () => selectProducts(now()),
    total: () => selectTotal(now()),
    coverage: () => selectCoverage(now()).kind,
    index: () => selectIndex(now()),
    isServerPaged: () => selectIsServerPaged(now()),
    isDiscontinued: (id: string) => selectIsDiscontinued(now(), id),
    detailsState: (id: string) => selectDetailsState(now(), id),
    product: (id: string) => selectListed(now(), id),
    details: (id: string) => selectDetails(now(), id),
    page: (page: number) => selectListing(now(), keyOf(page)),
    pages: () => Object.keys(now().product.listings),
  };
};

const keyOf = (page: number) => writeListingQuery({ ...defaultChoice, page, perPage: 15 }, false).toString();

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
const columns = (products: readonly Product[], tag?: string) =>
  json({ total: products.length, columns: packProducts(leanProducts(products)) }, 200, tag === undefined ? {} : { etag: tag });
const pageOf = (products: readonly Product[], page = 1) => {
  const found = runToEnd(buildCatalogueIndex(products)).list({ ...defaultChoice, page, perPage: 15 }, false);
  if (!found) throw new Error('There is no page.');
  return found;
};
const noAnswer = () => Promise.reject(new TypeError('fetch failed'));
const tooLarge = json({ total: 50_000 });
const noSuchProduct = json({ message: 'This product is not in the shop.' }, 404);

afterEach(() => vi.unstubAllGlobals());

describe('products of a catalogue that is too large for the browser', () => {
  test('the error of a product stays while another one loads, and goes when it loads itself', async () => {
    const mug = aProduct({ _id: 'mug', id: 'mug' });
    const soap = aProduct({ _id: 'soap', id: 'soap' });
    theApiSends(tooLarge, json({ message: 'The shelves are being moved.' }, 500), json(mug), json(soap));
    const { load, loadOne, error, detailsState } = aCatalogue();
    await load();
    await loadOne('soap');
    expect(error()).toMatchObject({ status: 500 });
    // Cleared here, the screen would request both again, and again.
    await loadOne('mug');
    expect(error()).toMatchObject({ status: 500 });
    expect([detailsState('mug').kind, detailsState('soap').kind]).toEqual(['loaded', 'failed']);
    await loadOne('soap');
    expect(error()).toBeNull();
    expect(detailsState('soap').kind).toBe('loaded');
  });
});

describe('a page that is requested ahead', () => {
  const mug = aProduct({ _id: 'mug', id: 'mug' });
  const aPage = json(pageOf([mug]));

  test('a page that is requested ahead is not requested again by the screen that shows it, but by a later one', async () => {
    const fetch = theApiSends(tooLarge, aPage, aPage);
    const { load, requestAhead, loadPage, page } = aCatalogue();
    await load();
    requestAhead(1);
    await expect.poll(() => fetch.mock.calls.length).toBe(2);
    await loadPage(1);
    expect(page(1)?.items).toEqual([mug]);
    expect(fetch).toHaveBeenCalledTimes(2);
    await loadPage(1);
    expect(fetch).toHaveBeenCalledTimes(3);
  });

  test('a page that is requested ahead does not answer for another page, nor after two seconds', async () => {
    const fetch = theApiSends(tooLarge, aPage, aPage, aPage, aPage);
    const { load, requestAhead, loadPage } = aCatalogue();
    await load();
    requestAhead(2);
    await loadPage(1);
    expect(fetch).toHaveBeenCalledTimes(3);
    const now = vi.spyOn(performance, 'now').mockReturnValue(1000);
    onTestFinished(() => now.mockRestore());
    requestAhead(1);
    now.mockReturnValue(3000);
    await loadPage(1);
    expect(fetch).toHaveBeenCalledTimes(5);
  });

  test('a page that is requested ahead is not requested where the browser has the whole list', async () => {
    const fetch = theApiSends(columns([mug]));
    const { load, requestAhead, loadPage } = aCatalogue();
    await load();
    requestAhead(1);
    // One request, and so not also one ahead.
    await loadPage(1);
    expect(fetch).toHaveBeenCalledTimes(2);
  });
});

describe('the product list', () => {
  test('the product list goes from idle through loading to succeeded', {
    tags: ['product-list.state', 'product-list.transitions'],
  }, async () => {
    const fetch = theApiSends(columns([aProduct()]));
    const { load, status, products, error, total, coverage } = aCatalogue();
    expect(status()).toBe('idle');
    const loading = load();
    expect(status()).toBe('loading');
    await loading;
    expect(status()).toBe('succeeded');
    expect(products()).toEqual([aProduct()]);
    expect(error()).toBeNull();
    expect([total(), coverage()]).toEqual([1, 'complete']);
    expect(fetch).toHaveBeenCalledExactlyOnceWith(
      `${endpoints.products.path}?form=columns`,
      expect.objectContaining({ credentials: 'include' }),
    );
  });

  test('the product list is a plain list when the API does not support the packed form', async () => {
    theApiSends(json([aProduct({ fullDescription: 'Long' })]));
    const { load, status, products, coverage } = aCatalogue();
    await load();
    expect(status()).toBe('succeeded');
    expect(products()).toEqual([aProduct({ fullDescription: 'Long' })]);
    expect(coverage()).toBe('complete');
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
    ['as unreadable when its columns are invalid', json({ total: 1, columns: { id: 'mug' } }), { status: 'unreadable' }],
  ])('the product list keeps a failure %s', { tags: ['product-list.transitions', 'product-list.error'] }, async (_, answer, expected) => {
    theApiSends(answer);
    const { load, status, error, products, coverage } = aCatalogue();
    await load();
    expect(status()).toBe('failed');
    expect(error()).toEqual(expected);
    expect(products()).toEqual([]);
    expect(coverage()).toBe('none');
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
    const { load, status, error, products, product } = aCatalogue();
    await load();
    await load();
    expect(status()).toBe('failed');
    expect(products()).toEqual([aProduct()]);
    const loading = load();
    expect(error()).toEqual({ status: 'network' });
    expect(product('mug')).toEqual(aProduct());
    await loading;
    expect(error()).toBeNull();
    expect(products()).toEqual([aProduct({ name: 'Newer' })]);
  });

  test('the product list keeps its products and clears an earlier error when the ETag is unchanged', async () => {
    theApiSends(columns([aProduct()], '"1"'), noAnswer, columns([], '"1"'), columns([aProduct({ name: 'Newer' })], '"2"'));
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

  test('the product list leaves out invalid rows and keeps the others', async () => {
    theApiSends(json([null, { name: 'No price' }, aProduct(), 'rubbish']));
    const { load, products } = aCatalogue();
    await load();
    expect(products()).toEqual([aProduct()]);
  });

  test('the product list finds a product by its _id, and none without _id', async () => {
    theApiSends(json([aProduct({ _id: '', name: 'Invalid' }), aProduct()]));
    const { load, product, isDiscontinued } = aCatalogue();
    await load();
    expect(product('mug')?.name).toBe('Mug');
    for (const id of ['', 'jug', '__proto__', 'constructor']) {
      expect(product(id)).toBeUndefined();
      expect(isDiscontinued(id)).toBe(true);
    }
  });

  test('the product list waits for hydration when there was server-rendered data', async () => {
    const fetch = theApiSends(columns([aProduct()]), columns([aProduct()]));
    let hydrate: () => void = () => undefined;
    const hydrated = new Promise<void>((resolve) => {
      hydrate = resolve;
    });
    const { load, status } = aCatalogue({ total: 1, listings: {}, details: {}, categories: [] }, hydrated);
    const loading = load();
    // A store without hydration data loads at once; by its response the other one would have sent its request.
    await aCatalogue().load();
    expect(fetch).toHaveBeenCalledTimes(1);
    hydrate();
    await loading;
    expect(fetch).toHaveBeenCalledTimes(2);
    expect(status()).toBe('succeeded');
  });
});

describe('a catalogue that is too large for a browser', () => {
  const products40 = Array.from({ length: 40 }, (_, at) => aProduct({ _id: `p${at}` }));
  const large = async (...answers: (() => Promise<Response>)[]) => {
    const fetch = theApiSends(tooLarge, ...answers);
    const catalogue = aCatalogue();
    await catalogue.load();
    return { ...catalogue, fetch };
  };

  test('a catalogue that is too large for a browser is paged by the server, and only its total is known', async () => {
    const { status, total, products, coverage, isServerPaged } = await large();
    expect([status(), total(), products(), coverage(), isServerPaged()]).toEqual(['succeeded', 50_000, [], 'paged', true]);
  });

  test('a catalogue that is too large for a browser is loaded page by page', async () => {
    const { loadPage, page, product, fetch } = await large(json(pageOf(products40, 2)));
    await loadPage(2);
    expect(page(2)?.items).toEqual(products40.slice(15, 30));
    expect(page(1)).toBeUndefined();
    expect(product('p20')?._id).toBe('p20');
    expect(fetch).toHaveBeenLastCalledWith(`${endpoints.products.path}?page=2&perPage=15`, expect.anything());
  });

  test('a catalogue that is too large for a browser caches the 30 most recently used pages', async () => {
    const { loadPage, page, pages } = await large(...Array.from({ length: 40 }, () => json(pageOf(products40))));
    for (let number = 1; number <= 35; number += 1) await loadPage(number);
    expect(pages()).toHaveLength(30);
    expect(page(5)).toBeUndefined();
    expect(page(6)).toBeDefined();
    await loadPage(6);
    await loadPage(36);
    expect(page(6)).toBeDefined();
    expect(page(7)).toBeUndefined();
  });

  test.each([
    ['whose request fails', json({}, 500), { status: 500 }],
    ['without a response', noAnswer, { status: 'network' }],
    ['that is a whole list', json([aProduct()]), { status: 'unreadable' }],
    ['that is invalid', json({ items: [], count: -1 }), { status: 'unreadable' }],
  ])('a catalogue that is too large for a browser reports the error of a page %s and stays loaded', async (_, answer, expected) => {
    const { loadPage, pages, status, error } = await large(answer);
    expect((await loadPage(1)).payload).toEqual(expected);
    expect(pages()).toEqual([]);
    expect([status(), error()]).toEqual(['succeeded', expected]);
  });

  test('a catalogue that is too large for a browser clears the error of a page when a page, the list or the product loads', async () => {
    const { load, loadPage, loadOne, error } = await large(
      noAnswer,
      json(pageOf(products40)),
      noAnswer,
      tooLarge,
      json({}, 500),
      json(aProduct()),
    );
    await loadPage(1);
    expect(error()).toEqual({ status: 'network' });
    await loadPage(1);
    expect(error()).toBeNull();
    await loadPage(2);
    await load();
    expect(error()).toBeNull();
    await loadOne('mug');
    expect(error()).toEqual({ status: 500 });
    await loadOne('mug');
    expect(error()).toBeNull();
  });

  test('a catalogue that is too large for a browser loads products by id, and marks those that are missing as discontinued', async () => {
    const { loadProductsById, product, isDiscontinued, products, fetch } = await large(
      json(products40.slice(0, 2)),
      json([aProduct({ _id: 'p0', name: 'Newer' })]),
    );
    await loadProductsById('p0', 'p1', 'gone', '__proto__');
    expect(fetch).toHaveBeenLastCalledWith(`${endpoints.products.path}?ids=p0%2Cp1%2Cgone%2C__proto__`, expect.anything());
    expect(['p0', 'p1', 'gone', '__proto__'].map(isDiscontinued)).toEqual([false, false, true, true]);
    expect(isDiscontinued('not-asked')).toBe(false);
    await loadProductsById('p0');
    expect(product('p0')?.name).toBe('Newer');
    expect(products()).toHaveLength(2);
  });

  test('a catalogue that is too large for a browser splits a lookup of many ids into requests with URLs below 2048 characters', async () => {
    const ids = Array.from({ length: 300 }, (_, at) => `${'0'.repeat(30)}-${String(at).padStart(5, '0')}`);
    const catalogue = await large();
    const requestedIds: string[][] = [];
    vi.stubGlobal('fetch', async (address: string) => {
      expect(address.length).toBeLessThan(2048);
      const wanted = (new URL(address, 'http://api.test').searchParams.get('ids') ?? '').split(',');
      requestedIds.push(wanted);
      return new Response(JSON.stringify(wanted.map((_id) => aProduct({ _id }))));
    });
    await catalogue.loadProductsById(...ids);
    expect(requestedIds.flat().toSorted()).toEqual(ids);
    for (const wanted of requestedIds) expect(wanted.length).toBeLessThanOrEqual(200);
    expect(ids.filter((id) => catalogue.isDiscontinued(id))).toEqual([]);
    expect(catalogue.products()).toHaveLength(300);
  });

  test('a catalogue that is too large for a browser loads one product with all fields, and marks it as discontinued on 404 but not on 500', async () => {
    const { loadOne, details, isDiscontinued } = await large(json(aProduct({ fullDescription: 'Long' })), noSuchProduct, json({}, 500));
    await loadOne('mug');
    expect(details('mug')?.fullDescription).toBe('Long');
    await loadOne('gone');
    expect(isDiscontinued('gone')).toBe(true);
    await loadOne('jug');
    expect(isDiscontinued('jug')).toBe(false);
  });

  test('a catalogue that is too large for a browser marks a product with a 404 as discontinued once it is known to be paged', async () => {
    theApiSends(noSuchProduct, tooLarge);
    const { load, loadOne, isDiscontinued } = aCatalogue();
    await loadOne('gone');
    // An API without this endpoint responds with 404 to every id, so a 404 alone is no proof.
    expect(isDiscontinued('gone')).toBe(false);
    await load();
    expect(isDiscontinued('gone')).toBe(true);
  });

  test('a catalogue that is too large for a browser becomes a complete list when it is small enough on a later load', async () => {
    const { load, loadPage, coverage, isServerPaged, pages, product } = await large(
      json(pageOf(products40)),
      columns(products40),
      json(pageOf(products40)),
    );
    await loadPage(1);
    await load();
    expect([coverage(), isServerPaged()]).toEqual(['complete', false]);
    await loadPage(2);
    expect(pages()).toEqual([keyOf(1)]);
    expect(product('p39')).toBeDefined();
  });
});

describe('the product list after a sale', () => {
  const [mug, bowl] = [aProduct({ _id: 'mug', id: 'mug' }), aProduct({ _id: 'bowl', id: 'bowl', name: 'Bowl' })];
  const listWith = (cursor: string, ...products: readonly Product[]) =>
    json({ total: products.length, cursor, columns: packProducts(leanProducts(products)) }, 200, { etag: 'W/"1"' });
  const changesOf = (cursor: string, ...changed: readonly Product[]) =>
    json({
      total: 2,
      cursor,
      changes: changed.map(({ _id, stock, saleCount, variation, types }) => ({ _id, stock, saleCount, variation, types })),
    });
  const soldOut = { ...mug, saleCount: mug.stock };
  const addressesOf = (fetch: ReturnType<typeof theApiSends>) =>
    fetch.mock.calls.map(([address]) => address.replace(endpoints.products.path, ''));

  test('the product list after a sale is not loaded again: only the sold product is, and the others stay the same objects', async () => {
    const fetch = theApiSends(listWith('1.5', mug, bowl), changesOf('1.5'), changesOf('1.6', soldOut), changesOf('1.6'));
    const { load, product, products, index } = aCatalogue();
    await load();
    const before = product('bowl');
    await load();
    expect(product('mug')?.saleCount).toBe(mug.stock);
    expect(product('bowl')).toBe(before);
    expect(products().map(({ saleCount }) => saleCount)).toEqual([mug.stock, bowl.saleCount]);
    const afterSale = index();
    await load();
    expect(index()).toBe(afterSale);
    expect(addressesOf(fetch)).toEqual(['?form=columns', '?form=columns&since=1.5', '?form=columns&since=1.5', '?form=columns&since=1.6']);
  });

  test('a list that the server prepared before sales gets the stock of today with the first load', async () => {
    theApiSends(listWith('1.5', mug, bowl), changesOf('1.9', soldOut));
    const { load, product } = aCatalogue();
    await load();
    expect(product('mug')?.saleCount).toBe(mug.stock);
  });

  test('a list that is of today is not followed by another request', async () => {
    const list = json({ total: 1, cursor: '1.5', columns: packProducts(leanProducts([mug])) }, 200, { 'x-catalogue-cursor': '1.5' });
    const fetch = theApiSends(list);
    const { load, products } = aCatalogue();
    await load();
    expect(products()).toEqual([mug]);
    expect(addressesOf(fetch)).toEqual(['?form=columns']);
  });

  test.each([
    ['fails', json({ message: 'Busy.' }, 503)],
    ['is lost', noAnswer],
    ['is the whole list, because the seller changed it meanwhile', listWith('2.1', bowl)],
  ])('when the request for the stock of today %s, the list is shown as it came, and the next load asks again', async (_, answer) => {
    const fetch = theApiSends(listWith('1.5', mug, bowl), answer, changesOf('1.9', soldOut));
    const { load, product, status } = aCatalogue();
    await load();
    expect([status(), product('mug')?.saleCount]).toEqual(['succeeded', mug.saleCount]);
    await load();
    expect(product('mug')?.saleCount).toBe(mug.stock);
    expect(addressesOf(fetch).at(-1)).toBe('?form=columns&since=1.5');
  });

  test('the product list is loaded whole again when the seller has changed it', async () => {
    const dearer = { ...mug, price: { basePrice: 99 } };
    const fetch = theApiSends(listWith('1.5', mug, bowl), changesOf('1.5'), listWith('2.7', dearer), changesOf('2.7'));
    const { load, products } = aCatalogue();
    await load();
    await load();
    expect(products().map(({ price }) => price.basePrice)).toEqual([99]);
    expect(addressesOf(fetch)).toEqual(['?form=columns', '?form=columns&since=1.5', '?form=columns&since=1.5', '?form=columns&since=2.7']);
  });

  test('the product list stays as it is while its check fails', async () => {
    theApiSends(listWith('1.5', mug, bowl), changesOf('1.5'), noAnswer);
    const { load, products, status } = aCatalogue();
    await load();
    await load();
    expect([status(), products().length]).toEqual(['failed', 2]);
  });
});

describe('a product that the list carries lean', () => {
  test('a product that the list carries lean is sold although the API has no endpoint for one product and responds with 404', async () => {
    theApiSends(noSuchProduct, json([aProduct()]), noSuchProduct);
    const { load, loadOne, product, isDiscontinued } = aCatalogue();
    await loadOne('mug');
    await load();
    await loadOne('mug');
    expect(isDiscontinued('mug')).toBe(false);
    expect(product('mug')).toEqual(aProduct());
  });
});

describe('the hydration data of the catalogue', () => {
  test('the hydration data of the catalogue is in the initial state without a request', () => {
    const listing = pageOf([aProduct()]);
    const hydrationData = { total: 29, listings: { [keyOf(1)]: listing }, details: { mug: aProduct(), gone: null }, categories: [] };
    const { page, details, isDiscontinued, total, status, coverage, isServerPaged } = aCatalogue(hydrationData);
    expect(page(1)).toEqual(listing);
    expect(details('mug')).toEqual(aProduct());
    expect([isDiscontinued('gone'), isDiscontinued('mug')]).toEqual([true, false]);
    expect([total(), status(), coverage(), isServerPaged()]).toEqual([29, 'idle', 'none', false]);
  });

  test('the hydration data of the catalogue makes a list of more than 500 products server-paged until it is loaded', () => {
    expect(aCatalogue({ total: 501, listings: {}, details: {}, categories: [] }).isServerPaged()).toBe(true);
    expect(aCatalogue({ total: 500, listings: {}, details: {}, categories: [] }).isServerPaged()).toBe(false);
  });

  test.each(['__proto__', 'constructor', 'toString'])(
    'the hydration data of the catalogue has no product %s, which is only a property of Object.prototype',
    (id) => {
      const { details, isDiscontinued, product } = aCatalogue({ total: 1, listings: {}, details: {}, categories: [] });
      expect(details(id)).toBeUndefined();
      expect(product(id)).toBeUndefined();
      expect(isDiscontinued(id)).toBe(false);
      expect(aCatalogue({ total: 1, listings: {}, details: JSON.parse(`{"${id}":null}`), categories: [] }).isDiscontinued(id)).toBe(true);
    },
  );
});

test('a complete list has an index; before it is loaded, there is none', async () => {
  theApiSends(columns([aProduct()]));
  const { load, index } = aCatalogue();
  expect(index()).toBeUndefined();
  await load();
  expect(index()?.total).toBe(1);
});

describe('the details of a product that the list carries lean', () => {
  const kinds = ({ detailsState }: ReturnType<typeof aCatalogue>) => detailsState('mug');

  test('the details of a product that the list carries lean are loading until the response arrives', async () => {
    theApiSends(columns([aProduct()]), json(aProduct({ weight: '1 kg' })));
    const catalogue = aCatalogue();
    await catalogue.load();
    const loading = catalogue.loadOne('mug');
    expect(kinds(catalogue)).toEqual({ kind: 'loading' });
    await loading;
    expect(kinds(catalogue)).toEqual({ kind: 'loaded' });
  });

  test('the details of a product that the list carries lean are failed until a retry succeeds, and the list stays loaded without an error', async () => {
    theApiSends(columns([aProduct()]), json({}, 500), noAnswer, json(aProduct({ weight: '1 kg' })));
    const catalogue = aCatalogue();
    await catalogue.load();
    await catalogue.loadOne('mug');
    expect(kinds(catalogue)).toEqual({ kind: 'failed', error: { status: 500 }, isRetrying: false });
    const retrying = catalogue.loadOne('mug');
    expect(kinds(catalogue)).toEqual({ kind: 'failed', error: { status: 500 }, isRetrying: true });
    await retrying;
    expect(kinds(catalogue)).toEqual({ kind: 'failed', error: { status: 'network' }, isRetrying: false });
    expect([catalogue.status(), catalogue.error()]).toEqual(['succeeded', null]);
    await catalogue.loadOne('mug');
    expect(kinds(catalogue)).toEqual({ kind: 'loaded' });
  });

  test('the details of a product that the list carries lean stay loaded when a later request fails', async () => {
    theApiSends(columns([aProduct()]), json(aProduct({ weight: '1 kg' })), json({}, 500));
    const catalogue = aCatalogue();
    await catalogue.load();
    await catalogue.loadOne('mug');
    await catalogue.loadOne('mug');
    expect(kinds(catalogue)).toEqual({ kind: 'loaded' });
    expect(catalogue.details('mug')?.weight).toBe('1 kg');
  });

  test('the details of a product that the list carries lean are those of the list when the API sends all fields in it or has no endpoint for one product', async () => {
    theApiSends(json([aProduct()]), noAnswer, columns([aProduct()]), noSuchProduct);
    const catalogue = aCatalogue();
    await catalogue.load();
    await catalogue.loadOne('mug');
    expect(kinds(catalogue)).toEqual({ kind: 'loaded' });
    await catalogue.load();
    expect(kinds(catalogue)).toMatchObject({ kind: 'failed' });
    await catalogue.loadOne('mug');
    expect(kinds(catalogue)).toEqual({ kind: 'loaded' });
    expect(catalogue.isDiscontinued('mug')).toBe(false);
  });
});
