import { combineSlices, configureStore } from '@reduxjs/toolkit';
import { afterEach, describe, expect, test, vi } from 'vitest';
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
  loadSome,
  selectDetails,
  selectDetailsState,
  selectError,
  selectHolding,
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
    loadOne: (id: string) => dispatch(loadProduct(id)),
    loadSome: (...ids: string[]) => dispatch(loadSome(ids)),
    status: () => selectStatus(now()),
    error: () => selectError(now()),
    products: () => selectProducts(now()),
    total: () => selectTotal(now()),
    holding: () => selectHolding(now()).kind,
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

/** The API's next answers, in this order. */
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
/** The API's page of these goods. */
const pageOf = (products: readonly Product[], page = 1) => {
  const found = runToEnd(buildCatalogueIndex(products)).list({ ...defaultChoice, page, perPage: 15 }, false);
  if (!found) throw new Error('There is no page.');
  return found;
};
const noAnswer = () => Promise.reject(new TypeError('fetch failed'));
const tooLarge = json({ total: 50_000 });
const noSuchProduct = json({ message: 'This product is not in the shop.' }, 404);

afterEach(() => vi.unstubAllGlobals());

describe('the product list', () => {
  test('goes from idle through loading to succeeded', { tags: ['product-list.state', 'product-list.transitions'] }, async () => {
    const fetch = theApiSends(columns([aProduct()]));
    const { load, status, products, error, total, holding } = aCatalogue();
    expect(status()).toBe('idle');
    const loading = load();
    expect(status()).toBe('loading');
    await loading;
    expect(status()).toBe('succeeded');
    expect(products()).toEqual([aProduct()]);
    expect(error()).toBeNull();
    expect([total(), holding()]).toEqual([1, 'complete']);
    expect(fetch).toHaveBeenCalledExactlyOnceWith(
      `${endpoints.products.path}?form=columns`,
      expect.objectContaining({ credentials: 'include' }),
    );
  });

  test('of an API that knows no forms is its plain list', async () => {
    theApiSends(json([aProduct({ fullDescription: 'Long' })]));
    const { load, status, products, holding } = aCatalogue();
    await load();
    expect(status()).toBe('succeeded');
    expect(products()).toEqual([aProduct({ fullDescription: 'Long' })]);
    expect(holding()).toBe('complete');
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
    ['as unreadable when its columns are none', json({ total: 1, columns: { id: 'mug' } }), { status: 'unreadable' }],
  ])('a failure is kept %s', { tags: ['product-list.transitions', 'product-list.error'] }, async (_, answer, expected) => {
    theApiSends(answer);
    const { load, status, error, products, holding } = aCatalogue();
    await load();
    expect(status()).toBe('failed');
    expect(error()).toEqual(expected);
    expect(products()).toEqual([]);
    expect(holding()).toBe('none');
  });

  test('is never loaded twice at once, but may be loaded again', async () => {
    const fetch = theApiSends(json([aProduct()]), json([]));
    const { load, products } = aCatalogue();
    await Promise.all([load(), load(), load()]);
    expect(fetch).toHaveBeenCalledTimes(1);
    await load();
    expect(fetch).toHaveBeenCalledTimes(2);
    expect(products()).toEqual([]);
  });

  test('of an earlier load stays when a later one fails, and the failure stays told until one succeeds', async () => {
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

  test('is not read again when nothing changed, and a failure before is forgotten', async () => {
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

  test('leaves out a row that is no product, and the others stand', async () => {
    theApiSends(json([null, { name: 'No price' }, aProduct(), 'rubbish']));
    const { load, products } = aCatalogue();
    await load();
    expect(products()).toEqual([aProduct()]);
  });

  test('has a product by its _id; one without cannot be found', async () => {
    theApiSends(json([aProduct({ _id: '', name: 'Invalid' }), aProduct()]));
    const { load, product, isDiscontinued } = aCatalogue();
    await load();
    expect(product('mug')?.name).toBe('Mug');
    for (const id of ['', 'jug', '__proto__', 'constructor']) {
      expect(product(id)).toBeUndefined();
      expect(isDiscontinued(id)).toBe(true);
    }
  });

  test('waits until the first view has become the shop, where there was one', async () => {
    const fetch = theApiSends(columns([aProduct()]), columns([aProduct()]));
    let show: () => void = () => undefined;
    const shown = new Promise<void>((resolve) => {
      show = resolve;
    });
    const { load, status } = aCatalogue({ total: 1, listings: {}, details: {}, categories: [] }, shown);
    const loading = load();
    // Whoever has nothing to wait for has long been through.
    await aCatalogue().load();
    expect(fetch).toHaveBeenCalledTimes(1);
    show();
    await loading;
    expect(fetch).toHaveBeenCalledTimes(2);
    expect(status()).toBe('succeeded');
  });
});

describe('a catalogue that is too large for a browser', () => {
  const goods = Array.from({ length: 40 }, (_, at) => aProduct({ _id: `p${at}` }));
  const large = async (...answers: (() => Promise<Response>)[]) => {
    const fetch = theApiSends(tooLarge, ...answers);
    const catalogue = aCatalogue();
    await catalogue.load();
    return { ...catalogue, fetch };
  };

  test('is known by its number alone', async () => {
    const { status, total, products, holding, isServerPaged } = await large();
    expect([status(), total(), products(), holding(), isServerPaged()]).toEqual(['succeeded', 50_000, [], 'paged', true]);
  });

  test('is looked at by the page', async () => {
    const { loadPage, page, product, fetch } = await large(json(pageOf(goods, 2)));
    await loadPage(2);
    expect(page(2)?.items).toEqual(goods.slice(15, 30));
    expect(page(1)).toBeUndefined();
    expect(product('p20')?._id).toBe('p20');
    expect(fetch).toHaveBeenLastCalledWith(`${endpoints.products.path}?page=2&perPage=15`, expect.anything());
  });

  test('keeps so many pages, and the newest', async () => {
    const { loadPage, page, pages } = await large(...Array.from({ length: 40 }, () => json(pageOf(goods))));
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
    ['that fails', json({}, 500), { status: 500 }],
    ['that does not come', noAnswer, { status: 'network' }],
    ['that is the whole list', json([aProduct()]), { status: 'unreadable' }],
    ['that makes no sense', json({ items: [], count: -1 }), { status: 'unreadable' }],
  ])('a page %s says why, and leaves the rest', async (_, answer, expected) => {
    const { loadPage, pages, status, error } = await large(answer);
    expect((await loadPage(1)).payload).toEqual(expected);
    expect(pages()).toEqual([]);
    expect([status(), error()]).toEqual(['succeeded', expected]);
  });

  test('a failure of one page is over when another comes, or the list is loaded again', async () => {
    const { load, loadPage, loadOne, error } = await large(
      noAnswer,
      json(pageOf(goods)),
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

  test('says which of some products it has, and which it does not sell', async () => {
    const {
      loadSome: look,
      product,
      isDiscontinued,
      products,
      fetch,
    } = await large(json(goods.slice(0, 2)), json([aProduct({ _id: 'p0', name: 'Newer' })]));
    await look('p0', 'p1', 'gone', '__proto__');
    expect(fetch).toHaveBeenLastCalledWith(`${endpoints.products.path}?ids=p0%2Cp1%2Cgone%2C__proto__`, expect.anything());
    expect(['p0', 'p1', 'gone', '__proto__'].map(isDiscontinued)).toEqual([false, false, true, true]);
    expect(isDiscontinued('not-asked')).toBe(false);
    await look('p0');
    expect(product('p0')?.name).toBe('Newer');
    expect(products()).toHaveLength(2);
  });

  test('looks up as many kept products as there are, by addresses that no server refuses', async () => {
    const ids = Array.from({ length: 300 }, (_, at) => `${'0'.repeat(30)}-${String(at).padStart(5, '0')}`);
    const catalogue = await large();
    const asked: string[][] = [];
    vi.stubGlobal('fetch', async (address: string) => {
      expect(address.length).toBeLessThan(2048);
      const wanted = (new URL(address, 'http://api.test').searchParams.get('ids') ?? '').split(',');
      asked.push(wanted);
      return new Response(JSON.stringify(wanted.map((_id) => aProduct({ _id }))));
    });
    await catalogue.loadSome(...ids);
    expect(asked.flat().toSorted()).toEqual(ids);
    for (const wanted of asked) expect(wanted.length).toBeLessThanOrEqual(200);
    expect(ids.filter((id) => catalogue.isDiscontinued(id))).toEqual([]);
    expect(catalogue.products()).toHaveLength(300);
  });

  test('one product comes with every field; one that there is not is known to be none', async () => {
    const { loadOne, details, isDiscontinued } = await large(json(aProduct({ fullDescription: 'Long' })), noSuchProduct, json({}, 500));
    await loadOne('mug');
    expect(details('mug')?.fullDescription).toBe('Long');
    await loadOne('gone');
    expect(isDiscontinued('gone')).toBe(true);
    await loadOne('jug');
    expect(isDiscontinued('jug')).toBe(false);
  });

  test('a product that there is not is known to be none, whichever answer came first', async () => {
    theApiSends(noSuchProduct, tooLarge);
    const { load, loadOne, isDiscontinued } = aCatalogue();
    await loadOne('gone');
    // An API without this call says 404 to every id: that alone says nothing yet.
    expect(isDiscontinued('gone')).toBe(false);
    await load();
    expect(isDiscontinued('gone')).toBe(true);
  });

  test('may become small enough, and then all of it is here', async () => {
    const { load, loadPage, holding, isServerPaged, pages, product } = await large(
      json(pageOf(goods)),
      columns(goods),
      json(pageOf(goods)),
    );
    await loadPage(1);
    await load();
    expect([holding(), isServerPaged()]).toEqual(['complete', false]);
    await loadPage(2);
    expect(pages()).toEqual([keyOf(1)]);
    expect(product('p39')).toBeDefined();
  });
});

describe('a product that the list carries lean', () => {
  test('an API that has no call for one product is still believed about its list', async () => {
    theApiSends(noSuchProduct, json([aProduct()]), noSuchProduct);
    const { load, loadOne, product, isDiscontinued } = aCatalogue();
    await loadOne('mug');
    await load();
    await loadOne('mug');
    expect(isDiscontinued('mug')).toBe(false);
    expect(product('mug')).toEqual(aProduct());
  });
});

describe('what the first view knew', () => {
  test('is known from the start, and asks for nothing', () => {
    const listing = pageOf([aProduct()]);
    const known = { total: 29, listings: { [keyOf(1)]: listing }, details: { mug: aProduct(), gone: null }, categories: [] };
    const { page, details, isDiscontinued, total, status, holding, isServerPaged } = aCatalogue(known);
    expect(page(1)).toEqual(listing);
    expect(details('mug')).toEqual(aProduct());
    expect([isDiscontinued('gone'), isDiscontinued('mug')]).toEqual([true, false]);
    expect([total(), status(), holding(), isServerPaged()]).toEqual([29, 'idle', 'none', false]);
  });

  test('of a long list is worth pages while the whole is on its way', () => {
    expect(aCatalogue({ total: 501, listings: {}, details: {}, categories: [] }).isServerPaged()).toBe(true);
    expect(aCatalogue({ total: 500, listings: {}, details: {}, categories: [] }).isServerPaged()).toBe(false);
  });

  test.each(['__proto__', 'constructor', 'toString'])('of a product called %s is what was known, and nothing of the language', (id) => {
    const { details, isDiscontinued, product } = aCatalogue({ total: 1, listings: {}, details: {}, categories: [] });
    expect(details(id)).toBeUndefined();
    expect(product(id)).toBeUndefined();
    expect(isDiscontinued(id)).toBe(false);
    expect(aCatalogue({ total: 1, listings: {}, details: JSON.parse(`{"${id}":null}`), categories: [] }).isDiscontinued(id)).toBe(true);
  });
});

test('a complete list can be asked through its index; before it is loaded, there is none', async () => {
  theApiSends(columns([aProduct()]));
  const { load, index } = aCatalogue();
  expect(index()).toBeUndefined();
  await load();
  expect(index()?.total).toBe(1);
});

describe('the details of a product that the list carries lean', () => {
  const kinds = ({ detailsState }: ReturnType<typeof aCatalogue>) => detailsState('mug');

  test('are loading until they are answered', async () => {
    theApiSends(columns([aProduct()]), json(aProduct({ weight: '1 kg' })));
    const catalogue = aCatalogue();
    await catalogue.load();
    const loading = catalogue.loadOne('mug');
    expect(kinds(catalogue)).toEqual({ kind: 'loading' });
    await loading;
    expect(kinds(catalogue)).toEqual({ kind: 'loaded' });
  });

  test('have failed until a retry succeeds, and the list is as good as before', async () => {
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

  test('stay loaded when a later request fails', async () => {
    theApiSends(columns([aProduct()]), json(aProduct({ weight: '1 kg' })), json({}, 500));
    const catalogue = aCatalogue();
    await catalogue.load();
    await catalogue.loadOne('mug');
    await catalogue.loadOne('mug');
    expect(kinds(catalogue)).toEqual({ kind: 'loaded' });
    expect(catalogue.details('mug')?.weight).toBe('1 kg');
  });

  test('are what the list has, where another API sends all fields in its list or has no call for one product', async () => {
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
