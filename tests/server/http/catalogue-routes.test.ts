import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { endpointPath, endpoints } from '#contract/endpoints.ts';
import { failureBody } from '#contract/failure.ts';
import { categoryList, colorVariationList, productList, variationList } from '#contract/product.ts';
import { listProducts, setStock } from '#server/domain/catalogue.ts';
import { silentApp } from '#tests/server/http/silent-app.ts';
import { freshDatabase } from '#tests/support/database.ts';

const db = await freshDatabase();
const app = silentApp({ db });

const get = (path: string, headers: Record<string, string> = {}) => app.request(path, { headers });
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());

describe('[7] every call of the contract is answered as the contract says', () => {
  test('the product list', async () => {
    const response = await get(endpoints.products.path);
    expect(response.status).toBe(200);
    const body: unknown = await response.json();
    expect(body).toEqual(await listProducts(db));
    expect(productList.parse(body)).toEqual(body);
  });

  test('the categories', async () => {
    const body: unknown = await (await get(endpoints.categories.path)).json();
    expect(categoryList.parse(body)).toEqual(body);
  });

  test('the variations', async () => {
    const body: unknown = await (await get(endpoints.variations.path)).json();
    expect(variationList.parse(body)).toEqual(body);
    expect(variationList.parse(body).length).toBeGreaterThan(0);
  });

  test('the colours of a product', async () => {
    const response = await get(endpointPath(endpoints.colorVariations.path, { productId: 'stoneware-mug' }));
    const body: unknown = await response.json();
    expect(colorVariationList.parse(body)).toEqual(body);
    expect(colorVariationList.parse(body).length).toBeGreaterThan(1);
  });

  test('the profile of a visitor, which nobody may keep', async () => {
    const response = await get(endpoints.profile.path);
    expect(await response.json()).toEqual({ user: null });
    expect(response.headers.get('cache-control')).toBe('no-store');
  });
});

describe('[7] the colours of a product that there is not', () => {
  test.each([
    'nothing',
    '__proto__',
    'constructor',
    "' or 1=1 --",
    '<script>alert(1)</script>',
    '../../etc/passwd',
    'x'.repeat(1500),
    '😀',
  ])('are a 404 with a sentence for %s', async (productId) => {
    const response = await get(endpointPath(endpoints.colorVariations.path, { productId }));
    expect(response.status).toBe(404);
    expect(await response.json()).toEqual({ message: 'This product is not in the shop.' });
  });
});

describe('the prepared lists', () => {
  test.each([endpoints.products, endpoints.categories, endpoints.variations])(
    '[7] $path answers 304 when nothing changed',
    async ({ path }) => {
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

  test('[7] the product list travels compressed, each form with an ETag of its own', async () => {
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

  test('[7] a change by the seller is in the next answer, whoever made it', async () => {
    const before = (await get(endpoints.products.path)).headers.get('etag') ?? '';
    const single = (await listProducts(db)).find(({ variation }) => variation.length === 0);
    await setStock(db, { productId: single?._id ?? '' }, 77);
    const after = await get(endpoints.products.path, { 'if-none-match': before });
    expect(after.status).toBe(200);
    expect(productList.parse(await after.json()).find(({ _id }) => _id === single?._id)?.stock).toBe(77);
  });

  test('many shoppers at once, right after a change, get the same list', async () => {
    await setStock(db, { productId: 'stoneware-mug', color: 'Oat', size: '350 ml' }, 99);
    const answers = await Promise.all(Array.from({ length: 20 }, async () => (await get(endpoints.products.path)).headers.get('etag')));
    expect(new Set(answers).size).toBe(1);
  });

  test('HEAD answers the headers of GET and no body', async () => {
    const [head, whole] = [await app.request(endpoints.products.path, { method: 'HEAD' }), await get(endpoints.products.path)];
    expect(head.status).toBe(200);
    expect(await head.text()).toBe('');
    for (const name of ['etag', 'content-length', 'content-type', 'vary']) expect(head.headers.get(name)).toBe(whole.headers.get(name));
  });
});

test('[8] when the database fails, the shopper reads a sentence and nothing internal', async () => {
  const broken = silentApp({
    db: new Proxy(db, {
      get: () => {
        throw new Error('SELECT secret FROM table');
      },
    }),
  });
  for (const { path } of [endpoints.products, endpoints.categories, endpoints.colorVariations]) {
    const response = await broken.request(path);
    expect(response.status).toBe(500);
    expect(response.headers.get('cache-control')).toBe('no-store');
    const body = failureBody.parse(await response.json());
    expect(body).toEqual({ message: 'Something went wrong on our side. Please try again in a moment.' });
  }
  expect((await broken.request('/readyz')).status).toBe(503);
  expect((await broken.request('/healthz')).status).toBe(200);
});
