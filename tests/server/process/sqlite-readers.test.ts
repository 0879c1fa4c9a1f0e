import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { inSnapshot } from '#server/domain/catalogue/catalogue.ts';
import { openTwice } from '#tests/support/open-twice.ts';

/** A SQLite file with a table of synonyms, opened by two processes. */
const openWithSynonyms = async () => {
  const { db, other } = await openTwice();
  await sql`create table search_synonym (word text primary key, finds text not null)`.execute(db);
  return { db, other };
};

type Db = Awaited<ReturnType<typeof openWithSynonyms>>['db'];

const add = (db: Db, word: string) => db.insertInto('search_synonym').values({ word, finds: '[]' }).execute();
const words = async (db: Db) => (await db.selectFrom('search_synonym').select('word').orderBy('word').execute()).map(({ word }) => word);

/** A transaction of this process that has added a word, and waits for `end` before it commits. */
const beginAdding = async (db: Db, word: string) => {
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  let transaction: Promise<string[]> = Promise.resolve([]);
  await new Promise<void>((begun) => {
    transaction = db.transaction().execute(async (inside) => {
      await add(inside, word);
      begun();
      await ended;
      return words(inside);
    });
  });
  return async () => {
    end();
    return transaction;
  };
};

test('a read sees earlier writes, and a read in a transaction sees the writes of that transaction', async () => {
  const { db, other } = await openWithSynonyms();
  for (const word of ['cup', 'mug', 'pot']) {
    await add(db, word);
    expect(await words(db)).toContain(word);
    expect(await words(other)).toContain(word);
  }
  const end = await beginAdding(db, 'vase');
  expect(await words(db)).toEqual(['cup', 'mug', 'pot']);
  expect(await end()).toEqual(['cup', 'mug', 'pot', 'vase']);
  expect(await words(db)).toEqual(['cup', 'mug', 'pot', 'vase']);
});

test('a process that waits for the write lock of another process can still read', async () => {
  const { db, other } = await openWithSynonyms();
  await add(db, 'cup');
  const end = await beginAdding(other, 'mug');
  let hasWritten = false;
  const writing = add(db, 'pot').then(() => (hasWritten = true));
  for (let reads = 0; reads < 5; reads += 1) expect(await words(db)).toEqual(['cup']);
  expect(await sql`select word from search_synonym`.execute(db)).toMatchObject({ rows: [{ word: 'cup' }] });
  expect(await inSnapshot(db, words)).toEqual(['cup']);
  expect(hasWritten).toBe(false);
  await end();
  await writing;
  expect(await words(db)).toEqual(['cup', 'mug', 'pot']);
});

test('a transaction that only reads sees one state while others write, holds up nobody, and cannot write', async () => {
  const { db, other } = await openWithSynonyms();
  await add(db, 'cup');
  await inSnapshot(db, async (snapshot) => {
    expect(await words(snapshot)).toEqual(['cup']);
    await add(db, 'mug');
    await add(other, 'pot');
    expect(await words(snapshot)).toEqual(['cup']);
    expect(await inSnapshot(db, words)).toEqual(['cup', 'mug', 'pot']);
    expect(await words(db)).toEqual(['cup', 'mug', 'pot']);
  });
  await expect(inSnapshot(db, (snapshot) => add(snapshot, 'vase'))).rejects.toThrow('readonly database');
  expect(await inSnapshot(db, words)).toEqual(['cup', 'mug', 'pot']);
});

test('after a read that failed, also in a transaction, reads see what is written later', async () => {
  const { db } = await openWithSynonyms();
  await add(db, 'cup');
  const broken = (inside: Db) => sql`select json_extract(word, '$.x') from search_synonym`.execute(inside);
  await expect(broken(db)).rejects.toThrow('malformed JSON');
  await expect(inSnapshot(db, broken)).rejects.toThrow('malformed JSON');
  await add(db, 'mug');
  expect(await words(db)).toEqual(['cup', 'mug']);
  expect(await inSnapshot(db, words)).toEqual(['cup', 'mug']);
});

test('when SQLite is closed, a transaction that reads is refused, and so is what is read later', async () => {
  const { db } = await openWithSynonyms();
  await add(db, 'cup');
  const reading = inSnapshot(db, async (snapshot) => {
    expect(await words(snapshot)).toEqual(['cup']);
    await db.destroy();
    return words(snapshot);
  });
  await expect(reading).rejects.toThrow('The database is closed.');
  await expect(words(db)).rejects.toThrow('driver has already been destroyed');
});
