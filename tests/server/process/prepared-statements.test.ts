import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { isUnavailable } from '#server/db/unavailable.ts';
import { openTwice } from '#tests/support/open-twice.ts';

/** Two connections to one SQLite file, as of two processes. */
const openWithCups = async () => {
  const { db, other } = await openTwice();
  await sql`create table cup (id integer primary key, name text not null)`.execute(db);
  return { db, other };
};

test('a statement that runs again sees what another process has written, and the column that it has added', async () => {
  const { db, other } = await openWithCups();
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
  const { db, other } = await openWithCups();
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

test('a full disk is what a write fails with, in a transaction and alone; calls may try again, and do as soon as there is space', async () => {
  const { db } = await openWithCups();
  const long = 'Oat'.repeat(20_000);
  const alone = () => db.insertInto('search_synonym').values({ word: long, finds: '[]' }).execute();
  const together = () =>
    db.transaction().execute(async (inside) => {
      await sql`insert into cup (id, name) values (1, 'Oat')`.execute(inside);
      await sql`insert into cup (id, name) values (2, ${long})`.execute(inside);
    });
  await sql`create table search_synonym (word text primary key, finds text not null)`.execute(db);
  await sql`pragma max_page_count = 1`.execute(db);
  for (const write of [alone, together]) {
    const refused = await write().catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: 'SQLITE_FULL' });
    expect(isUnavailable(refused)).toBe(true);
  }
  await sql`pragma max_page_count = 100000`.execute(db);
  await alone();
  await together();
  expect((await sql`select id from cup order by id`.execute(db)).rows).toEqual([{ id: 1 }, { id: 2 }]);
});
