import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { createSecretBox } from '#server/domain/secret-box.ts';
import { createTestApp } from '#tests/server/http/create-test-app.ts';
import { freshDatabase } from '#tests/support/database.ts';
import { openingDay } from '#tests/support/opening-day.ts';
import { aKey, anOrderFor, sell } from '#tests/support/orders.ts';

const db = await freshDatabase('empty');
const secretBox = createSecretBox([Buffer.alloc(32, 7)]);
const aShop = (services: Partial<Parameters<typeof createTestApp>[0]> = {}) =>
  createTestApp({ db, clock: () => openingDay, secretBox, rateLimits: { orders: 60, lookUps: 2 }, ...services });
type App = ReturnType<typeof aShop>;

const connectionFrom = (remoteAddress: string) => ({ incoming: { socket: { remoteAddress } } });
/** The status of looking up an order that does not exist: 404, or 429 above the limit. */
const lookUp = async (app: App, from: string): Promise<number> =>
  (await app.request('/order/getoneorder/ABCD-EFGH-JKMN-PQRS', {}, connectionFrom(from))).status;
/** How many of two look-ups from each of these IP addresses are allowed. */
const countAllowed = async (app: App, addresses: readonly string[]): Promise<number> => {
  let allowed = 0;
  for (const address of addresses) for (const _ of [1, 2]) if ((await lookUp(app, address)) === 404) allowed += 1;
  return allowed;
};
const numbers = (count: number): number[] => Array.from({ length: count }, (_, number) => number);

beforeEach(async () => {
  await db.deleteFrom('limit_hit').execute();
});

describe('an IPv6 client is counted by its networks', () => {
  test('IP addresses of one /64, however they are written, share one allowance', async () => {
    const app = aShop();
    expect([await lookUp(app, '2001:db8:1:2::1'), await lookUp(app, '2001:0DB8:0001:0002:ffff::9')]).toEqual([404, 404]);
    for (const address of ['2001:db8:1:2::', '2001:db8:1:2:3:4:5:6', '2001:db8:1:2::1%eth0']) expect(await lookUp(app, address)).toBe(429);
    expect(await lookUp(app, '2001:db8:1:3::1')).toBe(404);
  });

  test('the 256 networks of a /56 have four allowances together', async () => {
    const app = aShop();
    expect(
      await countAllowed(
        app,
        numbers(8).map((number) => `2001:db8:1:${(0x4500 + number).toString(16)}::1`),
      ),
    ).toBe(8);
    expect(await lookUp(app, '2001:db8:1:45ff::1')).toBe(429);
    expect(await lookUp(app, '2001:db8:1:4600::1')).toBe(404);
  });

  test('the 65,536 networks of a /48 have sixteen allowances together', async () => {
    const app = aShop();
    expect(
      await countAllowed(
        app,
        numbers(20).map((number) => `2001:db8:1:${(number * 256).toString(16)}::1`),
      ),
    ).toBe(32);
    expect(await lookUp(app, '2001:db8:1:ffff::1')).toBe(429);
    expect(await lookUp(app, '2001:db8:2::1')).toBe(404);
  });

  test('requests of a /64 that is over its allowance do not use up that of its neighbours', async () => {
    const app = aShop();
    for (const _ of numbers(40)) await lookUp(app, '2001:db8:1:1::1');
    expect(await countAllowed(app, ['2001:db8:1:2::1', '2001:db8:1:3::1', '2001:db8:1:4::1'])).toBe(6);
  });
});

describe('a client’s IP address cannot be found out from the database', () => {
  const sha256 = (text: string): string => createHash('sha256').update(text).digest('base64url');
  /** What identifies the client in the database after a look-up and an order. */
  const clientKeys = async (app: App): Promise<string[]> => {
    for (const table of ['limit_hit', 'order', 'product'] as const) await db.deleteFrom(table).execute();
    await sell(db, { id: 'mug', name: 'Mug', basePrice: 9, stock: 5 });
    await lookUp(app, '192.0.2.1');
    const headers = { cookie: 'XSRF-TOKEN=t', 'x-xsrf-token': 't', 'content-type': 'application/json', 'idempotency-key': aKey() };
    const order = { method: 'POST', headers, body: JSON.stringify(anOrderFor({ productId: 'mug' })) };
    expect((await app.request('/order/orders', order, connectionFrom('192.0.2.1'))).status).toBe(201);
    const hits = await db.selectFrom('limit_hit').select('key').orderBy('key').execute();
    const orders = await db.selectFrom('order').select('client_key').execute();
    return [...hits.map(({ key }) => key), ...orders.map(({ client_key }) => client_key ?? '')];
  };

  test('keys of limits and of unpaid orders are not made of the client address alone', async () => {
    const keys = await clientKeys(aShop());
    expect(keys).toHaveLength(3);
    for (const action of ['lookUps', 'orders', 'client']) expect(keys).not.toContain(sha256(`${action}:192.0.2.1`));
  });

  test('two processes with the same SECRETS_KEY count together, also after a restart, and another key gives other hashes', async () => {
    const keys = await clientKeys(aShop());
    expect(await clientKeys(aShop({ secretBox: createSecretBox([Buffer.alloc(32, 7)]) }))).toEqual(keys);
    const others = await clientKeys(aShop({ secretBox: createSecretBox([Buffer.alloc(32, 8)]) }));
    for (const key of others) expect(keys).not.toContain(key);
  });
});
