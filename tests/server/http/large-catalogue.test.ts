import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { failureBody } from '#contract/failure.ts';
import { listing, productCatalogue } from '#contract/listing.ts';
import { product } from '#contract/product.ts';
import type { Database } from '#server/db/schema.ts';
import { announceChange, listProducts, setStock } from '#server/domain/catalogue/catalogue.ts';
import { isQuick } from '#tests/quick.ts';
import { createTestApp } from '#tests/server/http/create-test-app.ts';
import { freshDatabase } from '#tests/support/database.ts';

const list = endpoints.products.path;

/** Inserts `count` products with one SQL statement. */
const sell = async (db: Database, many: number): Promise<void> => {
  await sql`
    with recursive row_number (n) as (select 1 union all select n + 1 from row_number where n < ${sql.lit(many)})
    insert into product (
      id, sku, name, short_description, full_description, base_price, discount, reseller_price, delivery_cost, stock, sale_count,
      categories, tags, material, weight, dimensions, care, made_in, option_label, is_new, created_at, images, position,
      sold_version, making_days
    )
    select 'p' || n, 'S' || n, 'Bowl ' || n, '', '', 1000 + n, 0, 0, 0, 5, 0,
      '["kitchen"]', '[]', 'Oak', '', '', '', '', '', 0, '2025-01-01T00:00:00.000Z', '[]', n, 0, 0
    from row_number
  `.execute(db);
  await announceChange(db);
};

const shopOf = async (many: number) => {
  const db = await freshDatabase('empty', onTestFinished);
  await sell(db, many);
  const app = createTestApp({ db });
  const bodyOf = async (path: string): Promise<unknown> => (await app.request(path)).json();
  const stockOf = async (id: string) => product.parse(await bodyOf(`${list}/${id}`)).stock;
  return { db, bodyOf, stockOf };
};

if (!isQuick)
  test('a browser gets no list of 20,001 products, and can request their last page and a single product', {
    timeout: 120_000,
  }, async () => {
    const { bodyOf } = await shopOf(20_001);
    const { total, products } = productCatalogue.parse(await bodyOf(`${list}?form=list`));
    expect([total, products]).toEqual([20_001, undefined]);
    const last = listing.parse(await bodyOf(`${list}?page=99999&perPage=60&sort=price-low`));
    expect(last).toMatchObject({ total: 20_001, count: 20_001, page: 334, pages: 334 });
    expect(last.items.at(-1)?._id).toBe('p20001');
    expect(product.parse(await bodyOf(`${list}/p12345`)).sku).toBe('S12345');
    const smaller = await shopOf(1001);
    const listed: string[] = [];
    for (let page = 1; page <= 17; page += 1) {
      const { items } = listing.parse(await smaller.bodyOf(`${list}?page=${page}&perPage=60&sort=price-low`));
      listed.push(...items.map(({ _id }) => _id));
    }
    expect(listed).toEqual(Array.from({ length: 1001 }, (_, row) => `p${row + 1}`));
  });

test('a browser gets a list of 1,000 products, and of no more', async () => {
  for (const many of [1000, 1001]) {
    const { bodyOf } = await shopOf(many);
    expect(productCatalogue.parse(await bodyOf(`${list}?form=list`)).products?.length).toBe(many === 1000 ? many : undefined);
  }
});

/** How often the event loop turns during `work`. */
const turnsDuring = async (work: () => Promise<unknown>): Promise<number> => {
  let turns = 0;
  let timer = setImmediate(function count() {
    turns += 1;
    timer = setImmediate(count);
  });
  try {
    await work();
  } finally {
    clearImmediate(timer);
  }
  return turns;
};

if (!isQuick)
  test('while 5,000 products are read, and their list is prepared, the event loop runs', async () => {
    const { db, bodyOf } = await shopOf(5000);
    const read: string[] = [];
    expect(await turnsDuring(async () => read.push(...(await listProducts(db)).map(({ _id }) => _id)))).toBeGreaterThanOrEqual(24);
    expect(read).toEqual(Array.from({ length: 5000 }, (_, row) => `p${row + 1}`));
    await bodyOf(`${list}/p7`);
    expect(await turnsDuring(() => bodyOf(list))).toBeGreaterThanOrEqual(24);
  });

test('while a large catalogue is read again, requests get the stale version, and then the new one', async () => {
  const { db, stockOf } = await shopOf(2001);
  expect(await stockOf('p7')).toBe(5);
  await setStock(db, { productId: 'p7' }, 8);
  expect(await stockOf('p7')).toBe(5);
  // A change during the reading causes another one after it.
  await setStock(db, { productId: 'p7' }, 9);
  await expect.poll(() => stockOf('p7')).toBe(9);
});

test('a small catalogue is never served stale', async () => {
  const { db, stockOf } = await shopOf(2000);
  expect(await stockOf('p7')).toBe(5);
  await setStock(db, { productId: 'p7' }, 8);
  expect(await stockOf('p7')).toBe(8);
});

/** Makes every reading of the catalogue fail until the returned function is called. */
const breakReading = async (db: Database) => {
  await db.schema.alterTable('category').renameTo('category_away').execute();
  return () => db.schema.alterTable('category_away').renameTo('category').execute();
};

test('while a large catalogue cannot be read, requests get the stale version, and after that the new one', async () => {
  const { db, stockOf } = await shopOf(2001);
  expect(await stockOf('p7')).toBe(5);
  const repair = await breakReading(db);
  await setStock(db, { productId: 'p7' }, 8);
  for (let request = 0; request < 5; request += 1) expect(await stockOf('p7')).toBe(5);
  await repair();
  await expect.poll(() => stockOf('p7')).toBe(8);
});

test('while a small catalogue cannot be read, requests fail, and after that they get the new version', async () => {
  const { db, bodyOf, stockOf } = await shopOf(3);
  expect(await stockOf('p2')).toBe(5);
  const repair = await breakReading(db);
  await setStock(db, { productId: 'p2' }, 8);
  expect(failureBody.parse(await bodyOf(`${list}/p2`)).message).toMatch(/went wrong/);
  await repair();
  expect(await stockOf('p2')).toBe(8);
});

test('while the database is away after it has told the catalogue’s version, requests get the last known state, and after that the new one', async () => {
  const { db } = await shopOf(3);
  const state = { isAway: false };
  const leaving = db.withPlugin({
    transformQuery: ({ node, queryId }) => {
      if (state.isAway && !/ from "catalogue"/.test(db.getExecutor().compileQuery(node, queryId).sql))
        throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const app = createTestApp({ db: leaving });
  const stockOf = async () => product.parse(await (await app.request(`${list}/p2`)).json()).stock;
  expect(await stockOf()).toBe(5);
  await setStock(db, { productId: 'p2' }, 8);
  state.isAway = true;
  expect(await stockOf()).toBe(5);
  state.isAway = false;
  expect(await stockOf()).toBe(8);
});

test('a request that arrives while an older version is being read gets the newer version', async () => {
  const { db, stockOf } = await shopOf(1500);
  const first = stockOf('p7');
  await setStock(db, { productId: 'p7' }, 8);
  expect(await stockOf('p7')).toBe(8);
  expect([5, 8]).toContain(await first);
});
