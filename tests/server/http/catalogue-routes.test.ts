import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { listedProducts } from '#catalogue/listed-product.ts';
import { endpointPath, endpoints } from '#contract/endpoints.ts';
import { failureBody } from '#contract/failure.ts';
import { listing, productCatalogue } from '#contract/listing.ts';
import { facets } from '#contract/listing-query.ts';
import { categoryList, colorVariationList, product, productList, variationList } from '#contract/product.ts';
import { safetyFields } from '#contract/product-fields.ts';
import { listProducts, setStock } from '#server/domain/catalogue/catalogue.ts';
import { removeSynonym, setSynonym } from '#server/domain/catalogue/synonyms.ts';
import { createTestApp } from '#tests/server/http/create-test-app.ts';
import { freshDatabase } from '#tests/support/database.ts';
import { recordQueries } from '#tests/support/regular-queries.ts';

const db = await freshDatabase();
const app = createTestApp({ db });

const get = (path: string, headers: Record<string, string> = {}) => app.request(path, { headers });
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());
const list = endpoints.products.path;
const bodyOf = async (path: string): Promise<unknown> => (await get(path)).json();
const pageOf = async (query: string) => listing.parse(await bodyOf(`${list}?page=1&${query}`));
const namesOf = async (query: string) => (await pageOf(query)).items.map(({ name }) => name);

/** Fields of the product page only, which lists lack. */
const details = ['fullDescription', 'weight', 'dimensions', 'care', 'madeIn', 'optionLabel', 'sku'] as const;

describe('responses match the schemas of the contract', () => {
  test('the product list matches its schema', { tags: 'call.products' }, async () => {
    const response = await get(endpoints.products.path);
    expect(response.status).toBe(200);
    const body: unknown = await response.json();
    expect(body).toEqual(listedProducts(await listProducts(db)));
    expect(productList.parse(body)).toMatchObject(listedProducts(await listProducts(db)));
    expect(productList.parse(body)).toHaveLength(29);
  });

  test('a product is returned with every field', async () => {
    const response = await get(endpointPath(endpoints.product.path, { productId: 'stoneware-mug' }));
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('no-cache');
    const body: unknown = await response.json();
    expect(body).toEqual((await listProducts(db)).find(({ _id }) => _id === 'stoneware-mug'));
    expect(product.parse(body)).toEqual(body);
    for (const field of details) expect(product.parse(body)[field]).not.toBe('');
    const soap = await get(endpointPath(endpoints.product.path, { productId: 'lavender-soap-bar' }));
    for (const field of safetyFields) expect(product.parse(await soap.clone().json())[field]).not.toBe('');
  });

  test('the categories match their schema', { tags: 'call.categories' }, async () => {
    const body: unknown = await (await get(endpoints.categories.path)).json();
    expect(categoryList.parse(body)).toEqual(body);
  });

  test('the variations match their schema', { tags: 'call.variations' }, async () => {
    const body: unknown = await (await get(endpoints.variations.path)).json();
    expect(variationList.parse(body)).toEqual(body);
    expect(variationList.parse(body).length).toBeGreaterThan(0);
  });

  test('the colours of a product match their schema', { tags: 'call.color-variations' }, async () => {
    const response = await get(endpointPath(endpoints.colorVariations.path, { productId: 'stoneware-mug' }));
    const body: unknown = await response.json();
    expect(colorVariationList.parse(body)).toEqual(body);
    expect(colorVariationList.parse(body).length).toBeGreaterThan(1);
  });

  test('the colours of a product come from the catalogue in memory: the call reads no pictures and no other products', async () => {
    const path = endpointPath(endpoints.colorVariations.path, { productId: 'stoneware-mug' });
    const queriesOf = async (...paths: readonly string[]): Promise<string[]> => {
      const queries = await recordQueries(db, async (recorded) => {
        const fresh = createTestApp({ db: recorded });
        for (const each of paths) expect((await fresh.request(each)).status).toBe(200);
      });
      return queries.map(({ sql }) => sql);
    };
    expect(colorVariationList.parse(await bodyOf(path))[0]?.image).toMatch(/^\/pictures\/mug-/);
    const ofList = await queriesOf(list);
    expect(ofList.join()).toContain('"picture"');
    const ofBoth = await queriesOf(list, path);
    expect(ofBoth.slice(0, -1)).toEqual(ofList);
    expect(ofBoth.at(-1)).toMatch(/^select "version", "base" from "catalogue"/);
  });

  test('the profile of a visitor matches its schema, and is not stored', async () => {
    const response = await get(endpoints.profile.path);
    expect(await response.json()).toEqual({ user: null });
    expect(response.headers.get('cache-control')).toBe('no-store');
  });
});

describe('an unknown product and its colours', () => {
  test.each([
    'nothing',
    '__proto__',
    'constructor',
    "' or 1=1 --",
    '<script>alert(1)</script>',
    '../../etc/passwd',
    'x'.repeat(1500),
    '😀',
  ])('the unknown id %s gets 404 and a message', async (productId) => {
    for (const { path } of [endpoints.product, endpoints.colorVariations]) {
      const response = await get(endpointPath(path, { productId }));
      expect(response.status).toBe(404);
      expect(failureBody.parse(await response.json())).toEqual({ message: 'This product is not in the shop.' });
    }
  });
});

describe('GET /client/products', { tags: 'call.products' }, () => {
  test('the list has the fields of cards and facets only', async () => {
    const body: unknown = await bodyOf(list);
    if (!Array.isArray(body)) throw new Error('It is no list.');
    for (const row of body) for (const field of details) expect(row).not.toHaveProperty(field);
  });

  test('the list for this shop has the same products, their number and the slugs of all categories', async () => {
    const { total, products, categories } = productCatalogue.parse(await bodyOf(`${list}?form=list`));
    expect(total).toBe(29);
    expect(products).toEqual(productList.parse(await bodyOf(list)));
    expect(categories).toEqual(categoryList.parse(await bodyOf(endpoints.categories.path)).map(({ slug }) => slug));
  });

  test.each(['form=', 'form=List', 'form=columns', 'colour=Oat', 'q=mug', 'perPage=2', ''])(
    'an unknown query “%s” gets the full list',
    async (query) => {
      expect(await bodyOf(`${list}?${query}`)).toEqual(await bodyOf(list));
    },
  );
});

describe('one page of the product list', { tags: 'call.products' }, () => {
  test('a page contains its products, the total, and the counts of every facet', async () => {
    const body = await bodyOf(`${list}?page=2`);
    const page = listing.parse(body);
    expect(page).toMatchObject({ count: 29, page: 2, pages: 2, total: 29, lowestDelivery: 1.95 });
    expect(page.items).toHaveLength(14);
    expect(Object.keys(page.counts).toSorted()).toEqual([...facets].toSorted());
    expect(page.counts.category).toContainEqual({ value: 'garden', count: 3 });
    for (const { fullDescription } of page.items) expect(fullDescription).toBe('');
    expect(JSON.stringify(body)).not.toContain('fullDescription');
  });

  test('a page is filtered, searched and sorted as requested', async () => {
    expect((await pageOf('category=garden')).count).toBe(3);
    expect((await pageOf('category=garden&category=bath-body')).count).toBeGreaterThan(3);
    expect((await pageOf('category=garden&sale=yes&price=80-')).count).toBe(0);
    expect(await namesOf('q=wooden%20bowl')).toEqual(['Turned wooden bowl']);
    expect(await namesOf('q=woden%20bowl')).toEqual(['Turned wooden bowl']);
    expect((await namesOf('sort=price-low'))[0]).toBe('Lavender soap bar');
    expect((await namesOf('sort=price-high'))[0]).toBe('Knitted wool throw');
  });

  test('the pages of every sorting contain each product once', async () => {
    const ids = (await listProducts(db)).map(({ _id }) => _id);
    for (const sort of ['featured', 'newest', 'price-low', 'name']) {
      const pages = [1, 2, 3].map(async (page) => listing.parse(await bodyOf(`${list}?page=${page}&perPage=10&sort=${sort}`)).items);
      const found = (await Promise.all(pages)).flat().map(({ _id }) => _id);
      expect(found.toSorted()).toEqual(ids.toSorted());
    }
  });

  test('a reseller’s page is sorted and counted by reseller prices', async () => {
    const bands = async (query: string) => (await pageOf(query)).counts.price;
    expect(await bands('prices=reseller')).not.toEqual(await bands(''));
    expect(await namesOf('sort=price-low&prices=reseller')).not.toEqual(await namesOf('sort=price-low'));
  });

  test.each([
    ['perPage=1', 1],
    ['perPage=60', 29],
    ['perPage=1000000', 29],
    ['perPage=0', 15],
    ['perPage=-1', 15],
    ['perPage=x', 15],
  ])('the query “%s” finds %d products', async (query, count) => {
    expect((await pageOf(query)).items).toHaveLength(count);
  });

  test.each(['', '0', '-1', '1.5', 'x', '1e400'])('the invalid page number “%s” gives the first page', async (page) => {
    expect(listing.parse(await bodyOf(`${list}?page=${page}`)).page).toBe(1);
  });

  test('a page number past the end gives the last page', async () => {
    expect(listing.parse(await bodyOf(`${list}?page=99`))).toMatchObject({ page: 2, pages: 2 });
  });

  test('property: any query gets a list, a page or a 4xx, never a 5xx', async () => {
    const name = fc.oneof(fc.constantFrom('page', 'perPage', 'q', 'sort', 'ids', 'form', 'prices', ...facets), fc.string());
    const query = fc.array(fc.tuple(name, fc.string({ unit: 'binary', maxLength: 40 })), { maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(query, async (pairs) => {
        const response = await get(`${list}?${new URLSearchParams(pairs)}`);
        expect([200, 400]).toContain(response.status);
      }),
    );
    for (const junk of ['?page=%', '?%E0%A4%A', '?page=1&q=%00', '?page&page&ids', `?page=1&q=${'x'.repeat(5000)}`])
      expect((await get(list + junk)).status).toBeLessThan(500);
  });
});

describe('products by their ids', () => {
  const idsOf = async (ids: string) => productList.parse(await bodyOf(`${list}?ids=${ids}`)).map(({ _id }) => _id);

  test('known products are returned as lists carry them, in the order of the ids and once each; unknown ids are skipped', async () => {
    expect(await idsOf('salt-pot,nothing,stoneware-mug,__proto__,salt-pot')).toEqual(['salt-pot', 'stoneware-mug']);
    expect(await bodyOf(`${list}?ids=salt-pot`)).toEqual(listedProducts((await listProducts(db)).filter(({ _id }) => _id === 'salt-pot')));
  });

  test.each(['', ',', ',,,', '%20', 'constructor'])('the ids “%s” give an empty list', async (ids) => {
    expect(await idsOf(ids)).toEqual([]);
  });

  test('ids above the maximum are ignored', async () => {
    const many = Array.from({ length: 201 }, (_, at) => at);
    expect(await idsOf([...many.slice(2), 'salt-pot'].join(','))).toEqual(['salt-pot']);
    expect(await idsOf([...many.slice(1), 'salt-pot'].join(','))).toEqual([]);
    expect((await get(`${list}?ids=${Array.from({ length: 10_000 }, (_, at) => at).join(',')}`)).status).toBe(414);
  });

  test('products show the seller’s latest change', async () => {
    await setStock(db, { productId: 'salt-pot' }, 66);
    expect(productList.parse(await bodyOf(`${list}?ids=salt-pot`))[0]?.stock).toBe(66);
  });
});

describe('synonyms', () => {
  const shopList = async () => productCatalogue.parse(await bodyOf(`${list}?form=list`));

  test('a synonym of the seller reaches searched pages and the list with the next call, and is gone when it is removed', async () => {
    const mugs = await namesOf('q=mug');
    expect(mugs.length).toBeGreaterThan(0);
    expect(await namesOf('q=tankard')).toEqual([]);
    await setSynonym(db, 'tankard', ['mug']);
    expect((await namesOf('q=tankard')).toSorted()).toEqual(mugs.toSorted());
    expect((await shopList()).synonyms).toEqual([{ word: 'tankard', finds: ['mug'] }]);
    await removeSynonym(db, 'tankard');
    expect(await namesOf('q=tankard')).toEqual([]);
    expect((await shopList()).synonyms).toBeUndefined();
  });
});

describe('caching of lists', () => {
  test.each([list, `${list}?form=list`, `${list}?page=1&q=mug`, endpoints.categories.path, endpoints.variations.path])(
    'the list at %s gets 304 when nothing has changed',
    async (path) => {
      const first = await get(path);
      const tag = first.headers.get('etag') ?? '';
      expect(tag).toMatch(/^"[0-9a-f]{16}"$/);
      expect(first.headers.get('cache-control')).toBe('no-cache');
      const second = await get(path, { 'if-none-match': `"other", W/${tag}` });
      expect(second.status).toBe(304);
      expect(await second.text()).toBe('');
      expect(second.headers.get('etag')).toBe(tag);
      expect(second.headers.get('vary')).toContain('Accept-Encoding');
      expect((await get(path, { 'if-none-match': '"other"' })).status).toBe(200);
    },
  );

  test('the product list is compressed, and each encoding has its own ETag', { tags: 'call.products' }, async () => {
    const plain = await get(endpoints.products.path);
    const brotli = await get(endpoints.products.path, { 'accept-encoding': 'gzip, deflate, br' });
    const zipped = await get(endpoints.products.path, { 'accept-encoding': 'gzip' });
    expect(brotli.headers.get('content-encoding')).toBe('br');
    expect(zipped.headers.get('content-encoding')).toBe('gzip');
    expect(plain.headers.get('content-encoding')).toBeNull();
    for (const response of [plain, brotli, zipped]) expect(response.headers.get('vary')).toContain('Accept-Encoding');
    expect(new Set([plain, brotli, zipped].map((response) => response.headers.get('etag'))).size).toBe(3);

    const body = await bytesOf(plain);
    expect(brotliDecompressSync(await bytesOf(brotli))).toEqual(body);
    expect(gunzipSync(await bytesOf(zipped))).toEqual(body);
    expect(plain.headers.get('content-length')).toBe(String(body.length));
  });

  test('a change by the seller, in any process, is in the next response', async () => {
    const before = (await get(endpoints.products.path)).headers.get('etag') ?? '';
    const single = (await listProducts(db)).find(({ variation }) => variation.length === 0);
    await setStock(db, { productId: single?._id ?? '' }, 77);
    const after = await get(endpoints.products.path, { 'if-none-match': before });
    expect(after.status).toBe(200);
    expect(productList.parse(await after.json()).find(({ _id }) => _id === single?._id)?.stock).toBe(77);
  });

  test('a change of stock is in every form of the list at once', async () => {
    const forms = ['', '?form=list', '?page=1&q=soap', '?ids=lavender-soap-bar', '/lavender-soap-bar'];
    const before = await Promise.all(forms.map(async (form) => (await get(list + form)).text()));
    for (const text of before) expect(text).not.toContain('54321');
    await setStock(db, { productId: 'lavender-soap-bar' }, 54_321);
    for (const form of forms) expect(await (await get(list + form)).text()).toContain('54321');
  });

  test('a product that sells out leaves the facet “in stock” at once', async () => {
    const inStock = async () => (await pageOf('availability=in')).count;
    await setStock(db, { productId: 'beech-rolling-pin' }, 99);
    const before = await inStock();
    const sold = (await listProducts(db)).find(({ _id }) => _id === 'beech-rolling-pin')?.saleCount ?? 0;
    await setStock(db, { productId: 'beech-rolling-pin' }, sold);
    expect(await inStock()).toBe(before - 1);
  });

  test('concurrent requests right after a change get the same list', async () => {
    await setStock(db, { productId: 'stoneware-mug', color: 'Oat', size: '350 ml' }, 99);
    const answers = await Promise.all(Array.from({ length: 20 }, async () => (await get(endpoints.products.path)).headers.get('etag')));
    expect(new Set(answers).size).toBe(1);
  });

  test('HEAD gets the headers of GET and no body', async () => {
    const head = await app.request(endpoints.products.path, { method: 'HEAD' });
    const whole = await get(endpoints.products.path);
    expect(head.status).toBe(200);
    expect(await head.text()).toBe('');
    for (const name of ['etag', 'content-length', 'content-type', 'vary']) expect(head.headers.get(name)).toBe(whole.headers.get(name));
  });
});

test('when the database fails, the response is a 500 with a message and no internals', async () => {
  const broken = createTestApp({
    db: new Proxy(db, {
      get: () => {
        throw new Error('SELECT secret FROM table');
      },
    }),
  });
  for (const path of [
    list,
    `${list}?form=list`,
    `${list}?page=1`,
    `${list}/mug`,
    endpoints.categories.path,
    endpoints.colorVariations.path,
  ]) {
    const response = await broken.request(path);
    expect(response.status).toBe(500);
    expect(response.headers.get('cache-control')).toBe('no-store');
    const body = failureBody.parse(await response.json());
    expect(body).toEqual({ message: 'Something went wrong on our side. Please try again in a moment.' });
  }
  expect((await broken.request('/readyz')).status).toBe(503);
  expect((await broken.request('/healthz')).status).toBe(200);
});
