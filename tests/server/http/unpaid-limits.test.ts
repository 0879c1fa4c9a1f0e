import { beforeEach, expect, test } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { failureBody } from '#contract/failure.ts';
import { order, paymentSession } from '#contract/order.ts';
import { unpaidLimits } from '#server/domain/orders/unpaid-limits.ts';
import { createTestApp } from '#tests/server/http/create-test-app.ts';
import { freshDatabase } from '#tests/support/database.ts';
import { aBuyer, aKey, anOrderFor, sell, type Wanted } from '#tests/support/orders.ts';

const db = await freshDatabase('empty');
const app = createTestApp({ db, trustedProxies: 1, publicUrl: 'http://localhost', rateLimits: { orders: 1_000_000, lookUps: 1_000_000 } });

const ids = Array.from({ length: 50 }, (_, number) => `goods-${number}`);
const stock = 17;

const headers = { cookie: 'XSRF-TOKEN=abc123', 'x-xsrf-token': 'abc123', 'content-type': 'application/json' };
const place = (from: string, email: string, ...items: readonly Wanted[]) =>
  app.request(endpoints.placeOrder.path, {
    method: 'POST',
    headers: { ...headers, 'x-forwarded-for': from, 'idempotency-key': aKey() },
    body: JSON.stringify({ ...anOrderFor(...items), billingInfo: { ...aBuyer, email } }),
  });
const refused = async (response: Response): Promise<string> => {
  expect(response.status).toBe(409);
  const { code, message } = failureBody.parse(await response.json());
  expect(code).toBe('unpaidLimit');
  return message;
};
const reservedUnits = async (): Promise<number> =>
  (await db.selectFrom('product').select('sale_count').execute()).reduce((count, { sale_count }) => count + sale_count, 0);
const pay = async (response: Response): Promise<void> => {
  expect(response.status).toBe(201);
  const { _id: orderId } = order.parse(await response.json());
  const page = await app.request(endpoints.payOrder.path, { method: 'POST', headers, body: JSON.stringify({ orderId }) });
  const { url } = paymentSession.parse(await page.json());
  const form = { ...headers, 'content-type': 'application/x-www-form-urlencoded', origin: 'http://localhost' };
  expect((await app.request(new URL(url).pathname, { method: 'POST', headers: form, body: 'choice=pay' })).status).toBe(303);
};

beforeEach(async () => {
  await db.deleteFrom('order').execute();
  await db.deleteFrom('product').execute();
  await sell(db, ...ids.map((id) => ({ id, name: id, basePrice: 9, stock })));
});

test('an order of all units of fifty products is rejected, with a message that says what to do', async () => {
  const all = ids.map((productId) => ({ productId, quantity: stock }));
  expect(await refused(await place('203.0.113.7', 'mallory@example.com', ...all))).toMatch(
    /^We cannot keep that many for you before they are paid\. Please order fewer at a time, or write to us about a large order\.$/,
  );
  expect(await reservedUnits()).toBe(0);
});

test('repeated orders from one client address, under changing e-mail addresses, reserve a small part of the stock', async () => {
  const call = (turn: number) => place('203.0.113.7', `mallory-${turn}@example.com`, { productId: `goods-${turn}`, quantity: 10 });
  for (let turn = 0; turn < 6; turn += 1) await call(turn);
  for (let turn = 6; turn < 50; turn += 1)
    expect(await refused(await call(turn))).toMatch(/Please pay for what you have ordered, or try again in a while/);
  expect(await reservedUnits()).toBe(unpaidLimits.ip.units);
  expect(unpaidLimits.ip.units / (ids.length * stock)).toBeLessThan(0.08);
  expect((await place('198.51.100.1', 'ada@example.com', { productId: 'goods-0' })).status).toBe(201);
});

/** So many orders of six pieces use up the limit of a client address. */
const fullNetwork = unpaidLimits.ip.units / 6;

test('IPv6 clients of one /56 network count together', async () => {
  for (let turn = 0; turn < fullNetwork; turn += 1) {
    const answer = await place(`2001:db8:1:2::${turn + 1}`, `mallory-${turn}@example.com`, { productId: `goods-${turn}`, quantity: 6 });
    expect(answer.status).toBe(201);
  }
  await refused(await place('2001:db8:1:ff::1', 'mallory@example.com', { productId: 'goods-1' }));
  expect((await place('2001:db8:1:100::1', 'ada@example.com', { productId: 'goods-1' })).status).toBe(201);
});

test('orders under one e-mail address count together, in any case and from any client address', async () => {
  const call = (turn: number) =>
    place(`198.51.100.${turn}`, turn % 2 ? 'Mallory@Example.com' : 'mallory@example.com', { productId: `goods-${turn}` });
  for (let turn = 0; turn < unpaidLimits.buyer.orders; turn += 1) await call(turn);
  for (let turn = unpaidLimits.buyer.orders; turn < 40; turn += 1)
    expect(await refused(await call(turn))).toMatch(/^You have 3 orders waiting to be paid\./);
  expect(await reservedUnits()).toBe(unpaidLimits.buyer.orders);
});

test('forged entries of X-Forwarded-For do not evade the limit', async () => {
  for (let turn = 0; turn < fullNetwork; turn += 1)
    await place(`10.0.0.${turn}, 203.0.113.7`, `mallory-${turn}@example.com`, { productId: `goods-${turn}`, quantity: 6 });
  await refused(await place('10.9.9.9, 203.0.113.7', 'mallory@example.com', { productId: 'goods-1' }));
});

test('a dozen of one product, the last unit, and many paid orders can be bought from one IP address', async () => {
  await sell(db, { id: 'single', name: 'Single', basePrice: 9, stock: 1 });
  await pay(await place('203.0.113.7', 'ada@example.com', { productId: 'goods-0', quantity: 12 }));
  await pay(await place('203.0.113.7', 'ada@example.com', { productId: 'single' }));
  for (const productId of ids) await pay(await place('203.0.113.7', 'ada@example.com', { productId, quantity: 4 }));
  expect(await reservedUnits()).toBe(12 + 1 + 50 * 4);
});

test('sixty concurrent orders from one IP address reserve no more than consecutive ones', async () => {
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, turn) =>
      place('203.0.113.7', `mallory-${turn}@example.com`, { productId: `goods-${turn % 50}`, quantity: 6 }),
    ),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(unpaidLimits.ip.units / 6);
  for (const answer of answers) if (answer.status !== 201) await refused(answer);
  expect(await reservedUnits()).toBe(unpaidLimits.ip.units);
});
