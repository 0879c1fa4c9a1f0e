import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { endpointPath, endpoints } from '#contract/endpoints.ts';
import { order } from '#contract/order.ts';
import { databaseFile } from '#server/data-folder.ts';
import { openDatabase } from '#server/db/open-database.ts';
import type { Database } from '#server/db/schema.ts';
import { setStock } from '#server/domain/catalogue.ts';
import { type Child, startChild } from '#tests/server/process/child.ts';
import { aKey, anOrderFor } from '#tests/support/orders.ts';
import { startPostgres } from '#tests/support/postgres.ts';

const home = await mkdtemp(path.join(tmpdir(), 'shop-crowd-'));
const children: Child[] = [];
const endings: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const { process: child } of children) child.kill('SIGKILL');
  await Promise.all(children.map(({ ended }) => ended));
  for (const end of endings) await end();
  await rm(home, { recursive: true });
});

const goods = 'beech-rolling-pin';

const serve = async (
  folder: string,
  variables: Record<string, string> = {},
): Promise<{ readonly child: Child; readonly address: string }> => {
  const child = startChild('server/main.ts', {
    DATA_DIR: path.join(home, folder),
    PORT: '0',
    HOST: '127.0.0.1',
    SHOP_BUILD: 'never',
    ORDERS_PER_ADDRESS: '1000000',
    LOOK_UPS_PER_ADDRESS: '1000000',
    ...variables,
  });
  children.push(child);
  return { child, address: (await child.says(/^Flone is open at (\S+)$/m))[1] ?? '' };
};

const place = (address: string, key: string): Promise<Response> =>
  fetch(address + endpoints.placeOrder.path, {
    method: 'POST',
    headers: { cookie: 'XSRF-TOKEN=t', 'x-xsrf-token': 't', 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify(anOrderFor({ productId: goods })),
  });

const idOf = async (response: Response): Promise<string> => order.parse(await response.json())._id;

const soldIn = async (db: Database): Promise<{ readonly saleCount: number; readonly stock: number }> => {
  const row = await db.selectFrom('product').select(['sale_count', 'stock']).where('id', '=', goods).executeTakeFirstOrThrow();
  return { saleCount: row.sale_count, stock: row.stock };
};

describe('a process that is killed among 300 orders', { timeout: 180_000 }, () => {
  test('five times over, has kept every order that it acknowledged, none of them twice, and sold just what was ordered', async () => {
    const [folder, rounds, each, atOnce] = ['killed', 5, 300, 20];
    await (await serve(folder)).child.process.kill('SIGKILL');
    const file = databaseFile(path.join(home, folder));
    const prepare = await openDatabase({ file });
    await setStock(prepare.db, { productId: goods }, 1_000_000);
    const before = (await soldIn(prepare.db)).saleCount;
    await prepare.db.destroy();

    const acknowledged = new Map<string, string>();
    const keys: string[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const { child, address } = await serve(folder);
      const own = Array.from({ length: each }, aKey);
      keys.push(...own);
      const wanted = Math.floor(each * ((round + 1) / (rounds + 1)));
      let answered = 0;
      const waiting = [...own];
      const work = async (): Promise<void> => {
        for (let key = waiting.shift(); key !== undefined; key = waiting.shift()) {
          const response = await place(address, key).catch(() => undefined);
          if (!response) return;
          const id = await idOf(response).catch(() => undefined);
          if (id === undefined) return;
          acknowledged.set(key, id);
          answered += 1;
          if (answered === wanted) child.process.kill('SIGKILL');
        }
      };
      await Promise.all(Array.from({ length: atOnce }, work));
      await child.ended;
      expect(answered).toBeGreaterThanOrEqual(wanted);
      expect(answered).toBeLessThan(each);
    }

    const { address } = await serve(folder);
    for (const [key, id] of acknowledged) {
      expect(await idOf(await fetch(address + endpointPath(endpoints.order.path, { orderId: id })))).toBe(id);
      expect(await idOf(await place(address, key))).toBe(id);
    }
    // What was not acknowledged is there or not, and asked again is there once.
    for (const key of keys) if (!acknowledged.has(key)) acknowledged.set(key, await idOf(await place(address, key)));
    const { db } = await openDatabase({ file });
    endings.push(() => db.destroy());
    const rows = await db.selectFrom('order').select('id').execute();
    expect(rows.map(({ id }) => id).toSorted()).toEqual([...acknowledged.values()].toSorted());
    expect((await soldIn(db)).saleCount - before).toBe(rounds * each);
  });
});

describe('two processes on one PostgreSQL server', { timeout: 120_000 }, () => {
  test('sell the last piece once, and make one order for one key', async () => {
    const postgres = await startPostgres();
    if ('reason' in postgres) throw new Error(postgres.reason);
    endings.push(postgres.stop);
    const variables = { DATABASE_URL: postgres.url };
    const [one, other] = [await serve('two', variables), await serve('two', variables)];
    const { db } = await openDatabase({ url: postgres.url });
    const closing = () => db.destroy();
    endings.unshift(closing);
    const addresses = [one.address, other.address];
    const addressOf = (at: number): string => addresses[at % addresses.length] ?? '';

    const { saleCount } = await soldIn(db);
    await setStock(db, { productId: goods }, saleCount + 1);
    const buyers = await Promise.all(Array.from({ length: 60 }, (_, at) => place(addressOf(at), aKey())));
    expect(buyers.map(({ status }) => status).toSorted()).toEqual([201, ...Array<number>(59).fill(409)]);
    expect((await soldIn(db)).saleCount).toBe(saleCount + 1);

    await setStock(db, { productId: goods }, saleCount + 100);
    const key = aKey();
    const ids = await Promise.all(Array.from({ length: 200 }, async (_, at) => idOf(await place(addressOf(at), key))));
    expect(new Set(ids).size).toBe(1);
    expect((await soldIn(db)).saleCount).toBe(saleCount + 2);
  });
});
