import { setTimeout } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { failureBody } from '#contract/failure.ts';
import type { Database } from '#server/db/schema.ts';
import { announceChange } from '#server/domain/catalogue/catalogue.ts';
import { openShop } from '#server/open-shop.ts';
import { createTestApp } from '#tests/server/http/create-test-app.ts';
import { freshDatabase, unopenedShop } from '#tests/support/database.ts';
import { aKey, anOrderFor, noUnpaidLimits } from '#tests/support/orders.ts';

/** More than PostgreSQL's pool has connections. */
const buyers = 12;
const token = { cookie: 'XSRF-TOKEN=abc123', 'x-xsrf-token': 'abc123', 'content-type': 'application/json' };

/** A shop whose catalogue another process has locked in a transaction that does not end before `release` is called. */
const lockedShop = async () => {
  const settings = await unopenedShop(onTestFinished);
  const stores = [await openShop(settings), await openShop(settings)] as const;
  onTestFinished(async () => {
    for (const { db } of stores) await db.destroy();
  });
  const [{ db }, other] = stores;
  const app = createTestApp({ db, unpaidLimits: noUnpaidLimits, rateLimits: { orders: 1000, lookUps: 1000 } });
  const readList = async () => (await app.request(endpoints.products.path)).status;
  const order = () =>
    app.request(endpoints.placeOrder.path, {
      method: 'POST',
      headers: { ...token, 'idempotency-key': aKey() },
      body: JSON.stringify(anOrderFor({ productId: 'beech-rolling-pin' })),
    });
  expect(await readList()).toBe(200);

  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let transaction: Promise<void> = Promise.resolve();
  await new Promise<void>((held) => {
    transaction = other.db.transaction().execute(async (locking) => {
      await announceChange(locking);
      held();
      await released;
      await announceChange(locking);
    });
    // PostgreSQL may end it first; the test reads the outcome later.
    transaction.catch(() => undefined);
  });
  return { readList, order, release, transaction };
};

test('while another process holds the catalogue’s lock, lists are served, the event loop runs, and orders wait for it', async () => {
  const { readList, order, release, transaction } = await lockedShop();
  let ticks = 0;
  const ticking = setInterval(() => (ticks += 1), 20);
  onTestFinished(() => clearInterval(ticking));
  let answered = 0;
  const orders = Array.from({ length: buyers }, async () => {
    const response = await order();
    answered += 1;
    return response;
  });
  for (let reads = 0; reads < 40; reads += 1) expect(await readList()).toBe(200);
  // A list that waited for the lock would be answered after an order has given up.
  expect(answered).toBe(0);
  await expect.poll(() => ticks).toBeGreaterThan(10);
  release();
  await transaction;
  expect((await Promise.all(orders)).map(({ status }) => status)).toEqual(orders.map(() => 201));
});

test('while a process is frozen in a transaction, lists are served, orders are refused with 503, and later ones succeed', async () => {
  const { readList, order, release, transaction } = await lockedShop();
  const orders = Array.from({ length: buyers }, order);
  await setTimeout(0);
  const [response] = await Promise.all([Promise.race(orders), readList().then((status) => expect(status).toBe(200))]);
  expect(response.status).toBe(503);
  expect(response.headers.get('retry-after')).toBe('5');
  expect(failureBody.parse(await response.json()).message).toMatch(/^The shop is very busy/);
  release();
  await transaction.catch(() => undefined);
  await Promise.all(orders);
  expect((await order()).status).toBe(201);
}, 60_000);

test('while the database is slow the last list is served, and what was changed as soon as it answers', async () => {
  const db = await freshDatabase('stocked', onTestFinished);
  let answering = Promise.resolve();
  const slow = db.withPlugin({ transformQuery: ({ node }) => node, transformResult: ({ result }) => answering.then(() => result) });
  const app = createTestApp({ db: slow });
  const readList = async () => (await app.request(endpoints.products.path)).text();
  const before = await readList();
  await db.updateTable('product').set({ name: 'Pin of another name' }).where('id', '=', 'beech-rolling-pin').execute();
  await db.transaction().execute(announceChange);
  let answer = (): void => undefined;
  answering = new Promise((resolve) => {
    answer = resolve;
  });
  expect(await readList()).toBe(before);
  answer();
  await expect.poll(readList).toContain('Pin of another name');
});

test.each([
  ['a deadlock', '40P01'],
  ['a conflict with another transaction', '40001'],
])('an order that PostgreSQL has rolled back because of %s is refused with 503 and may be sent again', async (_, code) => {
  const away = new Proxy({} as Database, {
    get: () => {
      throw Object.assign(new Error('rolled back'), { code });
    },
  });
  const response = await createTestApp({ db: away }).request(endpoints.placeOrder.path, {
    method: 'POST',
    headers: { ...token, 'idempotency-key': aKey() },
    body: JSON.stringify(anOrderFor({ productId: 'beech-rolling-pin' })),
  });
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5']);
  expect(failureBody.parse(await response.json()).message).toMatch(/^The shop is very busy/);
});
