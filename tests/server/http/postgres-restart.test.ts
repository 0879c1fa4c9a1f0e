import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { endpointPath, endpoints } from '#contract/endpoints.ts';
import { order as orderAnswer } from '#contract/order.ts';
import { triedOutShop } from '#scripts/public-shop.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { isUnavailable } from '#server/db/unavailable.ts';
import { setStock } from '#server/domain/catalogue/catalogue.ts';
import { openShop } from '#server/open-shop.ts';
import { isQuick } from '#tests/quick.ts';
import { createTestApp } from '#tests/server/http/create-test-app.ts';
import { startServerProcess } from '#tests/server/process/server-process.ts';
import { aKey, anOrderFor, noUnpaidLimits } from '#tests/support/orders.ts';
import { startPostgres } from '#tests/support/postgres.ts';

/** Of its own: other tests share the server of the run. */
const postgres = await startPostgres({ isInMemory: true });
if ('reason' in postgres) throw new Error(postgres.reason);
const home = await mkdtemp(path.join(tmpdir(), 'shop-restart-'));
const lost: Error[] = [];
const maxConnections = 3;
const settings = { databaseUrl: postgres.url, dataDir: path.join(home, 'data'), databasePool: maxConnections };
const { db } = await openShop(settings, (error) => lost.push(error));
afterAll(async () => {
  await db.destroy();
  await postgres.stop();
  await rm(home, { recursive: true });
});

/** A storefront whose pages show a product's stock. */
const dist = path.join(home, 'dist');
for (const [file, content] of Object.entries({
  'dist/index.html': '<!doctype html><html lang="en"><head></head><body><div id="root"><!--app-html--></div></body></html>',
  'dist-ssr/package.json': '{"type":"module"}',
  'dist-ssr/entry-server.js': `
    export const renderPage = async ({ catalogue }) => ({ status: 200, html: '<p>' + catalogue.find('beech-rolling-pin').stock + ' left</p>',
      head: '', data: '', picturePreloads: '', hydrationData: '{}', productIds: ['beech-rolling-pin'], modules: [] });
    export const documentUrl = (address) => address;
    export const listSitemapPages = () => ({ total: 0, pages: [] });
export const listOffers = () => [];
export const writeGuide = async () => '';
export const writeMarkdown = async () => undefined;`,
})) {
  await mkdir(path.dirname(path.join(home, file)), { recursive: true });
  await writeFile(path.join(home, file), content);
}

const app = createTestApp({ db, dist, unpaidLimits: noUnpaidLimits, rateLimits: { orders: 1_000_000, lookUps: 1_000_000 } });

test('a process has no more connections to PostgreSQL than DATABASE_POOL says, and reports one that is lost', async () => {
  const answers = await Promise.all(
    Array.from({ length: 3 * maxConnections }, () =>
      sql<{ readonly pid: number }>`select pg_backend_pid() as pid from pg_sleep(0.05)`.execute(db),
    ),
  );
  const pids = new Set(answers.flatMap(({ rows }) => rows.map(({ pid }) => pid)));
  expect(pids.size).toBe(maxConnections);
  const before = lost.length;
  const isAnother = sql`pid in (${sql.join([...pids])}) and pid <> pg_backend_pid()`;
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where ${isAnother}`.execute(db);
  await expect.poll(() => lost.length).toBe(before + maxConnections - 1);
  await sql`select 1`.execute(db);
});

test('while PostgreSQL is stopped and started again under load, browsing goes on, no page is JSON, orders are refused with 503, and nothing is lost', async () => {
  await setStock(db, { productId: 'beech-rolling-pin' }, 1_000_000);
  const isRunning = { yes: true };
  /** What each page and list, and each order was answered with, in order. */
  const reads: string[] = [];
  const sales: number[] = [];
  const acknowledged: string[] = [];
  const browse = async (address: string, accept: string): Promise<void> => {
    while (isRunning.yes) {
      const response = await app.request(address, { headers: { accept } });
      await response.arrayBuffer();
      reads.push(`${response.status} ${response.headers.get('content-type')?.split(';')[0]}`);
      // As a connection would: an answer from memory takes microtasks only, and nothing else would run.
      await setImmediate();
    }
  };
  const buy = async (): Promise<void> => {
    while (isRunning.yes) {
      const response = await app.request(endpoints.placeOrder.path, {
        method: 'POST',
        headers: { cookie: 'XSRF-TOKEN=t', 'x-xsrf-token': 't', 'content-type': 'application/json', 'idempotency-key': aKey() },
        body: JSON.stringify(anOrderFor({ productId: 'beech-rolling-pin' })),
      });
      sales.push(response.status);
      if (response.status === 201) acknowledged.push(orderAnswer.parse(await response.json())._id);
    }
  };
  const load = Promise.all([browse('/', 'text/html'), browse(endpoints.products.path, 'application/json'), buy(), buy()]);
  try {
    await expect.poll(() => acknowledged.length, { timeout: 20_000 }).toBeGreaterThan(5);
    await postgres.halt();
    const before = { reads: reads.length, sales: sales.length };
    await expect.poll(() => sales.slice(before.sales), { timeout: 20_000 }).toContain(503);
    await expect.poll(() => reads.length, { timeout: 20_000 }).toBeGreaterThan(before.reads + 20);
    await postgres.resume();
    const sold = acknowledged.length;
    await expect.poll(() => acknowledged.length, { timeout: 20_000 }).toBeGreaterThan(sold + 5);
  } finally {
    isRunning.yes = false;
    await load;
  }
  expect(new Set(reads)).toEqual(new Set(['200 text/html', '200 application/json']));
  expect(new Set(sales)).toEqual(new Set([201, 503]));
  for (const orderId of acknowledged) expect((await app.request(endpointPath(endpoints.order.path, { orderId }))).status).toBe(200);
  expect(new Set(acknowledged).size).toBe(acknowledged.length);
}, 120_000);

/** A line to PostgreSQL that `cut` makes silent: what is sent is lost, nothing is answered, and no connection ends. */
const silentLine = async () => {
  const folder = await mkdtemp(path.join(home, 'p-'));
  const passed: Socket[] = [];
  const line = { isCut: false };
  const proxy = createServer({ allowHalfOpen: true }, (client) => {
    const server = connect(path.join(new URL(postgres.url).searchParams.get('host') ?? '', '.s.PGSQL.5432'));
    for (const socket of [client, server]) socket.on('error', () => undefined);
    passed.push(client, server);
    if (line.isCut) return;
    client.pipe(server);
    server.pipe(client);
  });
  await new Promise<void>((resolve) => proxy.listen(path.join(folder, '.s.PGSQL.5432'), resolve));
  onTestFinished(() => {
    for (const socket of passed) socket.destroy();
    proxy.close();
  });
  return {
    url: `postgres:///postgres?host=${encodeURIComponent(folder)}&user=shop&port=5432`,
    cut: () => {
      line.isCut = true;
      for (const socket of passed) socket.unpipe().pause();
    },
    /** For new connections: what the cut ones had sent or been sent stays lost. */
    mend: () => {
      line.isCut = false;
    },
  };
};

const shortLimits = { maxConnectionWaitMs: 500, queryTimeoutMs: 500 };

test('when the host of PostgreSQL vanishes without a word, orders are refused with 503 within the limit, and succeed once the line is back', async () => {
  const line = await silentLine();
  const store = await openDatabase({ url: line.url, maxConnections, ...shortLimits });
  onTestFinished(() => store.db.destroy());
  await setStock(store.db, { productId: 'beech-rolling-pin' }, 1_000_000);
  const cutOff = createTestApp({ db: store.db, unpaidLimits: noUnpaidLimits, rateLimits: { orders: 1_000_000, lookUps: 1_000_000 } });
  const order = async (): Promise<number> => {
    const response = await cutOff.request(endpoints.placeOrder.path, {
      method: 'POST',
      headers: { cookie: 'XSRF-TOKEN=t', 'x-xsrf-token': 't', 'content-type': 'application/json', 'idempotency-key': aKey() },
      body: JSON.stringify(anOrderFor({ productId: 'beech-rolling-pin' })),
    });
    return response.status;
  };
  expect(await Promise.all(Array.from({ length: maxConnections }, order))).toEqual(Array.from({ length: maxConnections }, () => 201));
  line.cut();
  const begin = performance.now();
  // More than the pool has connections.
  expect(new Set(await Promise.all(Array.from({ length: 2 * maxConnections }, order)))).toEqual(new Set([503]));
  expect(performance.now() - begin).toBeLessThan(8000);
  line.mend();
  // Again while a busy machine takes longer than the short limits: a connection that stays broken fails one of them for ever.
  await expect
    .poll(() => Promise.all(Array.from({ length: 2 * maxConnections }, order)), { timeout: 30_000 })
    .toEqual(Array.from({ length: 2 * maxConnections }, () => 201));
}, 90_000);

test('the late answer of a query that timed out is given to no other query, and later queries are outside its transaction', async () => {
  const store = await openDatabase({ url: postgres.url, maxConnections: 1, maxConnectionWaitMs: 20_000, queryTimeoutMs: 500 });
  onTestFinished(() => store.db.destroy());
  const answers = store.db.transaction().execute(async (transaction) => {
    await sql`select 'late' as answer, pg_sleep(1.5)`.execute(transaction);
  });
  await expect(answers).rejects.toSatisfy(isUnavailable);
  for (const number of [1, 2, 3]) {
    const { rows } = await sql<{ readonly answer: number }>`select ${sql.lit(number)} as answer`.execute(store.db);
    expect(rows).toEqual([{ answer: number }]);
  }
  await sql`create table written_later (number integer)`.execute(store.db);
  expect((await sql`select * from written_later`.execute(db)).rows).toEqual([]);
});

test('work under the set-up lock takes longer than any limit of a query', async () => {
  const { withSetupLock, db: limited } = await openDatabase({ url: postgres.url, ...shortLimits });
  onTestFinished(() => limited.destroy());
  const order: string[] = [];
  await Promise.all(
    ['one', 'other'].map((name) =>
      withSetupLock(async (setup) => {
        order.push(`${name} begins`);
        await sql`select pg_sleep(1.2)`.execute(setup);
        order.push(`${name} ends`);
      }),
    ),
  );
  const [first] = order[0]?.split(' ') ?? [];
  const second = first === 'one' ? 'other' : 'one';
  expect(order).toEqual([`${first} begins`, `${first} ends`, `${second} begins`, `${second} ends`]);
});

if (!isQuick)
  test('a process whose PostgreSQL hangs says that it is not ready, and ends after ten seconds all the same, with exit code 0 and a warning', async () => {
    const line = await silentLine();
    const child = startServerProcess('main', {
      DATABASE_URL: line.url,
      DATA_DIR: path.join(home, 'hanging'),
      PORT: '0',
      HOST: '127.0.0.1',
      SHUTDOWN_DELAY: '0',
      ...triedOutShop,
    });
    onTestFinished(() => {
      child.process.kill('SIGKILL');
    });
    const [, address = ''] = await child.waitForLine(/^Flone is open at (\S+)$/m);
    expect((await fetch(`${address}/readyz`)).status).toBe(200);
    line.cut();
    // A statement that hangs: connections without one are closed without waiting for PostgreSQL.
    expect((await fetch(`${address}/readyz`)).status).toBe(503);
    const begin = performance.now();
    child.process.kill('SIGTERM');
    const { code, out, err } = await child.exited;
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(/"level":40.*stopped before everything had ended/);
    expect(performance.now() - begin).toBeLessThan(20_000);
  });
