import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { pictureFile, pictureFolder, pictureFormats, picturePath, widthsOf } from '#contract/picture.ts';
import { productList } from '#contract/product.ts';
import { encodedFolder, picturesIn, readManifest } from '#server/storage/pictures.ts';
import { createTestApp } from '#tests/server/http/create-test-app.ts';
import { freshDatabase } from '#tests/support/database.ts';

const db = await freshDatabase();
const sellers = await mkdtemp(path.join(tmpdir(), 'shop-pictures-'));
afterAll(() => rm(sellers, { recursive: true }));
const app = createTestApp({ db, pictures: [picturesIn(encodedFolder), picturesIn(sellers)] });
const stem = (await readManifest())['mug-oat-front.webp']?.stem ?? '';

test('a picture is served in every size and format, as immutable, with its content type', async () => {
  for (const format of pictureFormats)
    for (const width of widthsOf(stem)) {
      const file = pictureFile(stem, width, format);
      const response = await app.request(`${pictureFolder}${file}`);
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe(`image/${format}`);
      expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(Buffer.from(await response.arrayBuffer())).toEqual(await readFile(path.join(encodedFolder, file)));
    }
});

test('every picture in the product list can be requested', async () => {
  const products = productList.parse(await (await app.request('/client/products')).json());
  const addresses = products.flatMap(({ mainImage, images, variation }) => [
    mainImage,
    ...images.map(({ src }) => src),
    ...variation.map(({ image }) => image ?? ''),
  ]);
  for (const address of new Set(addresses.filter((one) => one !== '')))
    expect((await app.request(address, { method: 'HEAD' })).status).toBe(200);
});

test('HEAD gets the size without the content, and a known ETag gets 304', async () => {
  const head = await app.request(picturePath(stem), { method: 'HEAD' });
  expect(await head.text()).toBe('');
  expect(Number(head.headers.get('content-length'))).toBeGreaterThan(1000);
  const known = await app.request(picturePath(stem), { headers: { 'if-none-match': head.headers.get('etag') ?? '' } });
  expect(known.status).toBe(304);
  // No file is read for a 304.
  const empty = createTestApp({ db, pictures: [] });
  expect((await empty.request(picturePath(stem), { headers: { 'if-none-match': head.headers.get('etag') ?? '' } })).status).toBe(304);
});

test('an imported picture of the seller is served like the others', async () => {
  await writeFile(path.join(sellers, 'photo.01234567.800-400.avif'), 'a picture');
  const response = await app.request('/pictures/photo.01234567.800-400.avif');
  expect(await response.text()).toBe('a picture');
});

test.each([
  '/pictures/',
  '/pictures/none.00000000.800-800.webp',
  '/pictures/manifest.json',
  '/pictures/mug-oat-front.webp',
  '/pictures/..%2fmanifest.json',
  '/pictures/..%2f..%2f..%2fpackage.json',
  '/pictures/%2e%2e/manifest.json',
  '/pictures/..%5cmanifest.json',
  `/pictures/${stem}-640.webp`,
  `/pictures/${stem}-800.webp%20`,
  `/pictures/${stem}-800.webp/`,
  `/pictures/${stem}-800.WEBP`,
  '/pictures/__proto__',
])('the picture URL %s gets 404 and a message', async (address) => {
  const response = await app.request(address);
  expect(response.status).toBe(404);
  expect(response.headers.get('cache-control')).not.toContain('immutable');
  expect(await response.json()).toMatchObject({ message: expect.any(String) });
});
