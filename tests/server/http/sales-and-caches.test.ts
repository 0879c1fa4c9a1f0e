import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { productColumns } from '#catalogue/lean-products.ts';
import { endpointPath, endpoints } from '#contract/endpoints.ts';
import { listing } from '#contract/listing.ts';
import { colorVariationList, product, productList, variationList } from '#contract/product.ts';
import type { Database } from '#server/db/schema.ts';
import { announceChange, setStock } from '#server/domain/catalogue.ts';
import { updateDueOrders } from '#server/domain/due-orders.ts';
import { placeOrder } from '#server/domain/orders.ts';
import { testPayments } from '#server/payments/test.ts';
import { createTestApp } from '#tests/server/http/create-test-app.ts';
import { freshDatabase } from '#tests/support/database.ts';
import { openingDay } from '#tests/support/opening-day.ts';
import { aCaller, anOrderFor, minutesLater, sell, type Wanted } from '#tests/support/orders.ts';

const list = endpoints.products.path;
const columns = `${list}?form=columns`;

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
export const documentAddress = (address) => address;
export const listSitemapPages = () => ({ total: 0, pages: [] });`;

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
  const changesSince = async (cursor = '') => productColumns.parse(await bodyOf(`${columns}&since=${cursor}`));
  return { db, get, bodyOf, textOf, stateOf, changesSince };
};

/** An order by somebody else, as any process places it: straight in the database. */
const buy = (db: Database, ...items: readonly Wanted[]) =>
  placeOrder(db, { ...aCaller, payload: anOrderFor(...items), key: randomUUID(), buyer: undefined, shopOrigin: '', now: openingDay });

const lapse = (db: Database) => updateDueOrders(db, testPayments, minutesLater(31));

/** Makes every reading of the whole catalogue fail: from here on, only sales can be read. */
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

  await lapse(db);
  expect(await stateOf('bowl')).toMatchObject({ stock: 1, saleCount: 0 });
  expect((await stateOf('soap')).types[0]?.saleCount).toBe(0);
});

test('after a sale the packed list keeps its ETag, and its cursor gives the sold products only', async () => {
  const { db, get, bodyOf, changesSince } = await openShop();
  const first = await get(columns);
  const tag = first.headers.get('etag') ?? '';
  const { cursor } = productColumns.parse(await first.json());
  expect(await changesSince(cursor)).toEqual({ total: 4, cursor, changes: [] });

  await buy(db, { productId: 'cup' });
  expect(first.headers.get('x-catalogue-cursor')).toBe(cursor);
  const unchanged = await get(columns, { 'if-none-match': tag });
  expect(unchanged.status).toBe(304);
  const after = await changesSince(cursor);
  expect(unchanged.headers.get('x-catalogue-cursor')).toBe(after.cursor);
  expect(after.columns).toBeUndefined();
  expect(after.changes).toMatchObject([{ _id: 'cup', stock: 5, saleCount: 1 }]);
  expect((await get(`${columns}&since=${cursor}`)).headers.get('cache-control')).toBe('no-store');

  await buy(db, { productId: 'bowl' });
  expect((await changesSince(after.cursor)).changes?.map(({ _id }) => _id)).toEqual(['bowl']);
  expect((await changesSince(cursor)).changes?.map(({ _id }) => _id).toSorted()).toEqual(['bowl', 'cup']);
  expect(await bodyOf(columns)).toMatchObject({ cursor });
});

test('a process that began after sales gives a list with the same ETag, and understands cursors of another process', async () => {
  const { db, get, changesSince } = await openShop();
  const first = await get(columns);
  const { cursor } = productColumns.parse(await first.json());
  await buy(db, { productId: 'cup' });
  const other = createTestApp({ db });
  expect((await other.request(columns)).headers.get('etag')).toBe(first.headers.get('etag'));
  const fromOther = productColumns.parse(await (await other.request(`${columns}&since=${cursor}`)).json());
  expect(fromOther.changes).toMatchObject([{ _id: 'cup', saleCount: 1 }]);
  expect(await changesSince(fromOther.cursor)).toMatchObject({ changes: [] });
});

test.each([
  ['of a list before a change by the seller', (cursor: string) => cursor],
  ['that is ahead of the database, as after the restore of a backup', (cursor: string) => `${cursor.split('.')[0]}.999999`],
  ['without a number', (cursor: string) => `${cursor.split('.')[0]}.`],
  ['with an exponent', (cursor: string) => `${cursor}e0`],
  ['that is empty', () => ''],
  ['of another shop', () => '0-0000000000000000.0'],
])('a cursor %s gets the whole list', async (kind, forge) => {
  const { db, bodyOf, changesSince } = await openShop();
  const { cursor = '' } = productColumns.parse(await bodyOf(columns));
  expect((await changesSince(cursor)).changes).toEqual([]);
  if (kind.includes('seller')) await setStock(db, { productId: 'cup' }, 50);
  const answer = await changesSince(forge(cursor));
  expect([answer.changes, answer.columns === undefined]).toEqual([undefined, false]);
});

test('a sale renders only the documents again that show the sold product', async () => {
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

test('thirty buyers at once leave every reader with the stock of the database', async () => {
  const { db, changesSince, bodyOf, stateOf } = await openShop();
  await setStock(db, { productId: 'cup' }, 100);
  const { cursor } = productColumns.parse(await bodyOf(columns));
  const reading = Array.from({ length: 50 }, () => stateOf('cup'));
  await Promise.all(Array.from({ length: 30 }, () => buy(db, { productId: 'cup' })));
  await Promise.all(reading);
  expect((await stateOf('cup')).saleCount).toBe(30);
  expect((await changesSince(cursor)).changes).toMatchObject([{ _id: 'cup', saleCount: 30 }]);
});
