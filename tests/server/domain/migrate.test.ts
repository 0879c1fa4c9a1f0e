import { type Migration, sql } from 'kysely';
import { expect, inject, onTestFinished, test } from 'vitest';
import { appliedMigrations, migrate, migrations } from '#server/db/migrations/migrate.ts';
import type { Database } from '#server/db/schema.ts';
import { freshDatabase } from '#tests/support/database.ts';
import { aBuyer } from '#tests/support/orders.ts';

/** As a later release adds columns to two tables that an order writes. */
const twoColumns: Migration = {
  up: async (transaction) => {
    for (const table of ['order', 'mail']) await transaction.schema.alterTable(table).addColumn('gift', 'text').execute();
  },
};
const later = { ...migrations, '0002-gifts': twoColumns };

/** Whether something waits to alter the table `mail`; on SQLite, everything waits for the whole transaction. */
const waitsForMail = async (db: Database): Promise<boolean> => {
  if (!inject('postgres')) return true;
  const { rows } = await sql`select 1 from pg_locks join pg_database on pg_database.oid = database
    where datname = current_database() and relation = 'mail'::regclass and not granted`.execute(db);
  return rows.length > 0;
};

test('a migration gives way to a call that holds what it alters, and is done once that has ended', async () => {
  const db = await freshDatabase('empty', onTestFinished);
  let migrating: Promise<void> | undefined;
  const at = '2025-09-01T09:00:00.000Z';
  await db.transaction().execute(async (selling) => {
    // The other way round than the migration, which has "order" while it waits for this.
    await sql`insert into mail (id, recipient, subject, text, parts, created_at, tries, problem) values ('m', ${aBuyer.email}, '', '', '', ${at}, 0, '')`.execute(
      selling,
    );
    migrating = migrate(db, later);
    await expect.poll(() => waitsForMail(db)).toBe(true);
    await selling.selectFrom('order').select('id').execute();
  });
  await migrating;
  expect(await appliedMigrations(db)).toEqual(Object.keys(later));
  expect(await sql`select gift from mail`.execute(db)).toMatchObject({ rows: [{ gift: null }] });
});

test('a migration that fails leaves nothing of itself and says why', async () => {
  const db = await freshDatabase('empty', onTestFinished);
  const failing: Migration = {
    up: async (transaction) => {
      await transaction.schema.alterTable('refund').addColumn('gift', 'text').execute();
      await sql`select no_such_column from refund`.execute(transaction);
    },
  };
  await expect(migrate(db, { ...migrations, '0002-failing': failing })).rejects.toThrow('no_such_column');
  expect(await appliedMigrations(db)).toEqual(Object.keys(migrations));
  await expect(sql`select gift from refund`.execute(db)).rejects.toThrow('gift');
});
