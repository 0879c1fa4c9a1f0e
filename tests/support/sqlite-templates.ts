import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { migrate } from '#server/db/migrations/migrate.ts';
import { openDatabase } from '#server/db/open-database.ts';
import type { Database } from '#server/db/schema.ts';
import { seedShop } from '#server/domain/catalogue/seed-shop.ts';
import { sampleShop } from '#server/domain/shop/sample-shop.ts';
import { addFirstVersion } from '#server/domain/shop/shop-versions.ts';
import { readSeedData } from '#server/storage/seed-data.ts';
import { openingDay } from './opening-day.ts';

/**
 * Paths of the template databases: `stocked` has the sample products, `empty` the first version of the shop only. Copying is ten times faster than migrating.
 */
export type SqliteTemplates = { readonly stocked: string; readonly empty: string };

/** Creates the template databases in this folder. */
export const writeTemplates = async (folder: string): Promise<SqliteTemplates> => {
  await mkdir(folder);
  const templates: SqliteTemplates = { stocked: path.join(folder, 'stocked.db'), empty: path.join(folder, 'empty.db') };
  const { db } = await openDatabase({ file: ':memory:' });
  await migrate(db);
  await addFirstVersion(db, sampleShop, openingDay);
  await sql`vacuum into ${templates.empty}`.execute(db);
  await seedShop(db, await readSeedData(), openingDay);
  await sql`vacuum into ${templates.stocked}`.execute(db);
  await db.destroy();
  return templates;
};

/** A database in memory with a copy of this file. */
export const copyTemplate = async (file: string): Promise<Database> => {
  const { db } = await openDatabase({ file: ':memory:' });
  await sql`attach ${file} as template`.execute(db);
  const { rows } = await sql<{ readonly type: string; readonly name: string; readonly sql: string }>`
    select type, name, sql from template.sqlite_master where sql is not null and name not like 'sqlite_%' order by rowid
  `.execute(db);
  const tables = rows.filter(({ type }) => type === 'table');
  // With an isolation level, the transaction locks what it writes only: not the template, which other workers read.
  await db
    .transaction()
    .setIsolationLevel('serializable')
    .execute(async (transaction) => {
      await sql`pragma defer_foreign_keys = on`.execute(transaction);
      for (const table of tables) await sql.raw(table.sql).execute(transaction);
      for (const { name } of tables) {
        await sql`insert into ${sql.id('main', name)} select * from ${sql.id('template', name)}`.execute(transaction);
      }
      for (const other of rows) if (other.type !== 'table') await sql.raw(other.sql).execute(transaction);
    });
  await sql`detach template`.execute(db);
  return db;
};
