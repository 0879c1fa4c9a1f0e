import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Libsql from 'libsql';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import * as z from 'zod';
import { openDatabase } from '#server/db/open-database.ts';
import type { Database } from '#server/db/schema.ts';
import { placeOne, recordQueries, regularWork } from '#tests/support/regular-queries.ts';

const home = await mkdtemp(path.join(tmpdir(), 'shop-settled-'));
afterAll(() => rm(home, { recursive: true }));

/** Adds orders that expired a few days ago, with lines, idempotency keys and closed payment pages, in bulk. */
const addExpired = (file: string, count: number): void => {
  const database = new Libsql(file);
  const each = `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count}), expired as (select printf('LAPS-%08d', i) as id,
    strftime('%Y-%m-%dT%H:%M:%S.000Z', '2025-08-20', '+' || i || ' seconds') as at from n)`;
  database.exec(`pragma synchronous = off; begin;
    ${each} insert into "order" (id, status, billing, note, gift_message, goods_total, delivery_total, discount_total, total, shop_origin, trader, email_key,
        created_at, pay_by)
      select id, 'expired', '{}', '', '', 500, 0, 0, 500, '', '', id || '@example.com', at, at from expired;
    ${each} insert into order_line (order_id, position, product_id, product_name, quantity, unit_price, delivery, discount)
      select id, 0, 'lavender-soap-bar', 'Soap', 1, 500, 0, 0 from expired;
    ${each} insert into order_request (key, order_id, digest) select id, id, '' from expired;
    ${each} insert into payment (session_id, order_id, attempt, provider, url, status, created_at, checked_at)
      select id, id, 0, 'test', '', 'expired', at, at from expired;
    commit;`);
  database.close();
};

const statement = z.object({ nstep: z.number(), nscan: z.number() });

/** The number of virtual machine steps that SQLite takes for each query, which do not depend on the machine's speed; nothing is changed. */
const countSteps = (file: string, queries: Awaited<ReturnType<typeof recordQueries>>): Map<string, number> => {
  const database = new Libsql(file);
  database.exec('begin');
  const steps = new Map<string, number>();
  for (const { sql, parameters } of queries) {
    const prepared = database.prepare(sql);
    if (prepared.reader) prepared.all(...parameters);
    else prepared.run(...parameters);
    const counted = database.prepare('select nstep, nscan from sqlite_stmt where sql = ? order by nstep desc limit 1').get(sql);
    steps.set(sql, Math.max(steps.get(sql) ?? 0, statement.parse(counted).nstep));
  }
  database.exec('rollback');
  database.close();
  return steps;
};

const shops: { readonly few: string; readonly many: string } = { few: path.join(home, 'few.db'), many: path.join(home, 'many.db') };
const databases: Database[] = [];
afterAll(async () => {
  for (const db of databases) await db.destroy();
});
const open = async (file: string): Promise<Database> => {
  const { db } = await openDatabase({ file });
  databases.push(db);
  return db;
};
let few: Database;
let many: Database;
beforeAll(async () => {
  for (const [file, count] of [
    [shops.few, 200],
    [shops.many, 200_000],
  ] as const) {
    await copyFile(inject('sqlite').stocked, file);
    addExpired(file, count);
  }
  [few, many] = [await open(shops.few), await open(shops.many)];
  await placeOne(few);
  await placeOne(many);
}, 120_000);

/** More than a query takes for one row, far less than for 200,000. */
const tolerance = 400;

test.each(regularWork)('with 200,000 expired orders %s takes as many steps as with 200', async (_, work) => {
  const before = countSteps(shops.few, await recordQueries(few, work));
  const after = countSteps(shops.many, await recordQueries(many, work));
  expect(after.size).toBeGreaterThan(0);
  const grown = [...after].filter(([sql, steps]) => steps > (before.get(sql) ?? 0) + tolerance);
  expect(grown).toEqual([]);
});

test('a query that reads the expired orders is found by this count', async () => {
  const work = (db: Database) => db.selectFrom('order').select('id').where('status', '=', 'expired').where('note', '=', 'x').execute();
  const [[, steps = 0] = []] = countSteps(shops.many, await recordQueries(many, work));
  expect(steps).toBeGreaterThan(200_000);
});
