import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '#server/db/open-database.ts';

/** Two connections to one SQLite file, as of two processes. */
const openTwice = async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'shop-statements-'));
  const file = path.join(folder, 'shop.db');
  const { db } = await openDatabase({ file });
  const { db: other } = await openDatabase({ file });
  onTestFinished(async () => {
    await db.destroy();
    await other.destroy();
    await rm(folder, { recursive: true });
  });
  await sql`create table cup (id integer primary key, name text not null)`.execute(db);
  return { db, other };
};

test('a statement that runs again sees what another process has written, and the column that it has added', async () => {
  const { db, other } = await openTwice();
  const read = async () => (await sql`select * from cup order by id`.execute(db)).rows;
  expect(await read()).toEqual([]);
  await sql`insert into cup (id, name) values (1, 'Oat')`.execute(other);
  expect(await read()).toEqual([{ id: 1, name: 'Oat' }]);
  await sql`alter table cup add column height integer default 9`.execute(other);
  expect(await read()).toEqual([{ id: 1, name: 'Oat', height: 9 }]);
  await sql`drop table cup`.execute(other);
  await expect(read()).rejects.toThrow('no such table: cup');
});

test('a statement that has failed runs again, and what was written beside it is committed', async () => {
  const { db, other } = await openTwice();
  const add = (inside: typeof db, id: number) => sql`insert into cup (id, name) values (${id}, 'Oat') returning id`.execute(inside);
  await add(db, 1);
  await expect(add(db, 1)).rejects.toThrow('UNIQUE constraint failed');
  await db.transaction().execute(async (transaction) => {
    await add(transaction, 2);
    await expect(add(transaction, 2)).rejects.toThrow('UNIQUE constraint failed');
    await add(transaction, 3);
  });
  expect((await sql`select id from cup order by id`.execute(other)).rows).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }]);
});
