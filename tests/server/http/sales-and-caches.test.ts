import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { endpointPath, endpoints } from '#contract/endpoints.ts';
import { listing, productCatalogue } from '#contract/listing.ts';
import { colorVariationList, product, productList, variationList } from '#contract/product.ts';
import type { Database } from '#server/db/schema.ts';
import { announceChange, catalogueVersions, setStock } from '#server/domain/catalogue/catalogue.ts';
import { updateDueOrders } from '#server/domain/orders/due-orders.ts';
import { placeOrder } from '#server/domain/orders/orders.ts';
import { newReference } from '#server/domain/reference.ts';
import { approveReview, removeReview } from '#server/domain/reviews/review-moderation.ts';
import { testPayments } from '#server/payments/test.ts';
import { createTestApp } from '#tests/server/http/create-test-app.ts';
import { freshDatabase } from '#tests/support/database.ts';
import { anOrderFor, anOrderRequest, minutesLater, sell, type Wanted } from '#tests/support/orders.ts';

const list = endpoints.products.path;
const shopList = `${list}?form=list`;

const goods = [
  { id: 'bowl', name: 'Bowl', basePrice: 10, stock: 1, saleCount: 0 },
  { id: 'cup', name: 'Cup', basePrice: 10, stock: 5, saleCount: 0 },
  {
    id: 'sock',
    name: 'Sock',
    basePrice: 10,
    stock: 3,
    saleCount: 0,
    colors: [
      {
        color: 'Oat',
        hex: '#DBCCB2',
        sizes: [
          { name: 'S', stock: 1, saleCount: 0 },
          { name: 'L', stock: 2, saleCount: 0 },
        ],
      },
    ],
  },
  { id: 'soap', name: 'Soap', basePrice: 10, stock: 5, saleCount: 0, types: [{ id: 'box', name: 'Box', basePrice: 12, stock: 1 }] },
];

/** A document that says how often it was rendered, and what is left of the products in its path. */
const ssrBundle = `
let calls = 0;
export const renderPage = async ({ address, catalogue }) => {
  calls += 1;
  const productIds = address.slice(1).split('+');
  const left = productIds.map((id) => { const p = catalogue.find(id); return p.stock - p.saleCount; });
  return { status: 200, html: 'left ' + left + ', call ' + calls, head: '', data: '', picturePreloads: '', hydrationData: '{}', productIds, modules: [] };
};
export const documentUrl = (address) => address;
export const listSitemapPages = () => ({ total: 0, pages: [] });
export const listOffers = () => [];
export const writeGuide = async () => '';
export const writeMarkdown = async () => undefined;`;

const writeBuild = async (): Promise<string> => {
  const home = await mkdtemp(path.join(tmpdir(), 'shop-dist-'));
  onTestFinished(() => rm(home, { recursive: true }));
  const dist = path.join(home, 'dist');
  for (const folder of [dist, `${dist}-ssr`]) await mkdir(folder);
  await writeFile(path.join(dist, 'index.html'), '<html><head><!--head--></head><body><!--app-html--></body></html>');
  await writeFile(path.join(`${dist}-ssr`, 'entry-server.js'), ssrBundle);
  await writeFile(path.join(`${dist}-ssr`, 'package.json'), '{"type":"module"}');
  return dist;
};

const openShop = async (dist?: string) => {
  const db = await freshDatabase('empty', onTestFinished);
  await sell(db, ...goods);
  const app = createTestApp({ db, ...(dist !== undefined && { dist }) });
  const get = (address: string, headers: Record<string, string> = {}) => app.request(address, { headers });
  const bodyOf = async (address: string): Promise<unknown> => (await get(address)).json();
  const textOf = async (address: string) => (await get(address, { accept: 'text/html' })).text();
  const stateOf = async (id: string) => product.parse(await bodyOf(`${list}/${id}`));
  return { db, get, bodyOf, textOf, stateOf };
};

/** An order by somebody else, as any process places it: straight in the database. */
const buy = (db: Database, ...items: readonly Wanted[]) => placeOrder(db, anOrderRequest(anOrderFor(...items), { key: randomUUID() }));

const expire = (db: Database) => updateDueOrders(db, testPayments, minutesLater(31));

/** Makes every reading of the whole catalogue fail: from here on, only sales and reviews can be read. */
const forbidWholeReads = (db: Database) => db.schema.alterTable('category').renameTo('category_away').execute();

test('after a sale the stock is right everywhere although the catalogue is not read again', async () => {
  const { db, bodyOf, stateOf } = await openShop();
  await stateOf('bowl');
  await forbidWholeReads(db);
  await buy(
    db,
    { productId: 'bowl' },
    { productId: 'sock', color: 'Oat', size: 'S' },
    { productId: 'soap', variationId: 'box' },
    { productId: 'cup', quantity: 2 },
  );
  expect(await stateOf('bowl')).toMatchObject({ stock: 1, saleCount: 1 });
  const [, , sock] = productList.parse(await bodyOf(list));
  expect(sock?.variation[0]?.size).toEqual([
    { name: 'S', stock: 1, saleCount: 1 },
    { name: 'L', stock: 2, saleCount: 0 },
  ]);
  expect(variationList.parse(await bodyOf(endpoints.variations.path))).toMatchObject([{ _id: 'box', stock: 1, saleCount: 1 }]);
  const colors = await bodyOf(endpointPath(endpoints.colorVariations.path, { productId: 'sock' }));
  expect(colorVariationList.parse(colors)[0]?.size[0]?.saleCount).toBe(1);
  const inStock = listing.parse(await bodyOf(`${list}?page=1&availability=in`));
  expect(inStock.items.map(({ _id, saleCount }) => [_id, saleCount])).toContainEqual(['cup', 2]);
  expect(inStock.items.map(({ _id }) => _id)).not.toContain('bowl');

  await expire(db);
  expect(await stateOf('bowl')).toMatchObject({ stock: 1, saleCount: 0 });
  expect((await stateOf('soap')).types[0]?.saleCount).toBe(0);
});

/** Adds a review that waits for the seller's decision. */
const review = async (db: Database, productId: string, stars: number) => {
  const { _id: order_id } = await buy(db, { productId });
  const reference = newReference('V');
  await db
    .insertInto('review')
    .values({
      reference,
      order_id,
      product_id: productId,
      stars,
      author: 'Ada B.',
      text: 'It keeps tea warm.',
      state: 'waiting',
      reason: '',
      reply: '',
      revision: 1,
      created_at: minutesLater(0).toISOString(),
      decided_at: null,
    })
    .execute();
  return reference;
};

test('after a review is made public, or taken back, the rating is right everywhere although the catalogue is not read again', async () => {
  const { db, get, bodyOf, textOf, stateOf } = await openShop(await writeBuild());
  const reference = await review(db, 'cup', 4);
  const rated = async () => listing.parse(await bodyOf(`${list}?page=1&rating=4`)).items.map(({ _id }) => _id);
  const inFullList = async () =>
    productCatalogue.parse(await (await get(shopList)).json()).products?.find(({ _id }) => _id === 'cup')?.rating;
  expect(await rated()).toHaveLength(4);
  expect(await inFullList()).toBe(0);
  expect(await textOf('/cup')).toContain('call 1');
  expect(await textOf('/soap')).toContain('call 2');
  await forbidWholeReads(db);
  const { version, base } = await catalogueVersions(db);
  await approveReview(db, reference, { revision: 1, now: minutesLater(1) });
  expect(await catalogueVersions(db)).toEqual({ version: version + 1, base });
  expect(await stateOf('cup')).toMatchObject({ rating: 4, reviewCount: 1 });
  expect(await rated()).toEqual(['cup']);
  expect(await textOf('/cup')).toContain('call 3');
  expect(await textOf('/soap')).toContain('call 2');
  await expect.poll(inFullList, { timeout: 10_000 }).toBe(4);

  await removeReview(db, reference, 'It names a neighbour.', { now: minutesLater(2) });
  expect(await stateOf('cup')).toMatchObject({ rating: 0, reviewCount: 0 });
  expect(await textOf('/cup')).toContain('call 4');
});

test('after a sale readers get the list that is there, and soon a new one with its own ETag and the current stock, in each process', async () => {
  const { db, get } = await openShop();
  const tag = (await get(shopList)).headers.get('etag') ?? '';
  expect((await get(shopList, { 'if-none-match': tag })).status).toBe(304);
  await buy(db, { productId: 'cup' });
  expect((await get(shopList, { 'if-none-match': tag })).status).toBe(304);
  await expect.poll(async () => (await get(shopList, { 'if-none-match': tag })).status, { timeout: 10_000 }).toBe(200);
  const after = await get(shopList);
  expect(productCatalogue.parse(await after.json()).products?.find(({ _id }) => _id === 'cup')).toMatchObject({ stock: 5, saleCount: 1 });
  const other = await createTestApp({ db }).request(shopList);
  expect(other.headers.get('etag')).toBe(after.headers.get('etag'));
});

test('a sale renders again only the documents that show the sold product', async () => {
  const { db, textOf } = await openShop(await writeBuild());
  expect(await textOf('/cup')).toContain('left 5, call 1');
  expect(await textOf('/bowl+cup')).toContain('left 1,5, call 2');
  expect(await textOf('/soap')).toContain('left 5, call 3');
  await buy(db, { productId: 'bowl' });
  expect(await textOf('/bowl+cup')).toContain('left 0,5, call 4');
  expect(await textOf('/cup')).toContain('left 5, call 1');
  await buy(db, { productId: 'cup' });
  expect(await textOf('/cup')).toContain('left 4, call 5');
  expect(await textOf('/soap')).toContain('left 5, call 3');
  await announceChange(db);
  expect(await textOf('/soap')).toContain('left 5, call 6');
});

test('a page that shows nothing of what sold out counts it as sold out after a minute', async () => {
  const { db, bodyOf } = await openShop();
  const countOf = async () => listing.parse(await bodyOf(`${list}?page=2&perPage=1&sort=name&availability=in`)).count;
  expect(await countOf()).toBe(4);
  await buy(db, { productId: 'bowl' });
  vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 61_000);
  onTestFinished(() => void vi.restoreAllMocks());
  expect(await countOf()).toBe(3);
});

test('thirty buyers at once leave every reader with the stock of the database', async () => {
  const { db, bodyOf, stateOf } = await openShop();
  await setStock(db, { productId: 'cup' }, 100);
  await bodyOf(shopList);
  const reading = Array.from({ length: 50 }, () => stateOf('cup'));
  await Promise.all(Array.from({ length: 30 }, () => buy(db, { productId: 'cup' })));
  await Promise.all(reading);
  expect((await stateOf('cup')).saleCount).toBe(30);
  const inList = async () => productCatalogue.parse(await bodyOf(shopList)).products?.find(({ _id }) => _id === 'cup')?.saleCount;
  await expect.poll(inList, { timeout: 10_000 }).toBe(30);
});

/** What is left of a product in the whole list. */
const stockInList = async (get: (address: string) => Response | Promise<Response>, id: string) => {
  const { products } = productCatalogue.parse(await (await get(shopList)).json());
  const found = products?.find(({ _id }) => _id === id);
  return found && found.stock - found.saleCount;
};

test('a change by the seller is never answered with an older list, in whatever process it was made and whatever sells meanwhile', async () => {
  const { db, get } = await openShop();
  const other = createTestApp({ db });
  expect(await stockInList(get, 'cup')).toBe(5);
  for (let stock = 20; stock < 30; stock += 1) {
    await buy(db, { productId: 'cup' });
    await get(shopList);
    await setStock(db, { productId: 'cup' }, stock);
    const sold = stock - 19;
    expect(await stockInList(get, 'cup')).toBe(stock - sold);
    expect(await stockInList((address) => other.request(address), 'cup')).toBe(stock - sold);
  }
});

test('a list that nobody has asked for since a sale is made anew for the next reader, who waits for it', async () => {
  const { db, get } = await openShop();
  expect(await stockInList(get, 'cup')).toBe(5);
  await buy(db, { productId: 'cup' });
  vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 3000);
  onTestFinished(() => void vi.restoreAllMocks());
  expect(await stockInList(get, 'cup')).toBe(4);
});
