import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#server/db/schema.ts';
import { tryEach } from '#server/domain/failed-jobs.ts';
import { openShop } from '#server/open-shop.ts';
import { runShopCommand } from '#tests/server/process/run-command.ts';
import { openingDay } from '#tests/support/opening-day.ts';

const dataDir = await mkdtemp(path.join(tmpdir(), 'shop-jobs-'));
afterAll(() => rm(dataDir, { recursive: true }));

const shop = (...parameters: string[]) => runShopCommand(dataDir, 'jobs', ...parameters);
const withShop = async <Result>(work: (db: Database) => Promise<Result>): Promise<Result> => {
  const { db } = await openShop({ dataDir, databaseUrl: undefined });
  const result = await work(db);
  await db.destroy();
  return result;
};

beforeAll(async () => {
  await withShop(async () => undefined);
});

test('the seller lists what fails, as a table and as JSON, and lets the running shop try it again at once', async () => {
  expect(await shop('list')).toMatchObject({ code: 0, out: 'Nothing fails.\n' });
  expect(await shop('retry')).toMatchObject({ code: 0, out: 'Nothing fails.\n' });
  await withShop((db) =>
    tryEach(db, { kind: 'expiry', keys: ['ABCD-EFGH-JKMN-PQRS'], now: openingDay }, () =>
      Promise.reject(new Error('<ada@example.com> is stuck')),
    ),
  );
  const { out } = await shop('list');
  expect(out).toMatch(/^Order ABCD-EFGH-JKMN-PQRS: return .* retried +1 +2025-09-01 09:00 +2025-09-01 09:00 +<\[address\]> is stuck$/m);
  expect(JSON.parse((await shop('list', '--json')).out)).toEqual([
    {
      kind: 'expiry',
      work: 'Order ABCD-EFGH-JKMN-PQRS: return what was not paid in time to stock',
      state: 'retried',
      tries: 1,
      failingSince: '2025-09-01T09:00:00.000Z',
      nextTryAt: '2025-09-01T09:00:30.000Z',
      problem: '<[address]> is stuck',
    },
  ]);
  expect(JSON.parse((await shop('retry', '--json')).out)).toEqual({ jobs: 1 });
  const [job] = JSON.parse((await shop('list', '--json')).out);
  expect(job.nextTryAt > '2026').toBe(true);
  expect((await shop('retry')).out).toBe('1 job will be tried again at once by the running shop.\n');
});
