import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openDatabase } from '#server/db/open-database.ts';

test('a transaction that is under way while SQLite is closed is refused, and does not end the process', async () => {
  const { db } = await openDatabase({ file: ':memory:' });
  const transaction = db.transaction().execute(async (inside) => {
    await db.destroy();
    await sql`select 1`.execute(inside);
  });
  await expect(transaction).rejects.toThrow('The database is closed.');
});
