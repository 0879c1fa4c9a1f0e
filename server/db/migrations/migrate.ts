import { type Migration, Migrator, sql } from 'kysely';
import { catalogueTables } from '#server/db/migrations/0001-catalogue.ts';
import { accountTables } from '#server/db/migrations/0002-accounts.ts';
import { orderTables } from '#server/db/migrations/0003-orders.ts';
import { refundTables } from '#server/db/migrations/0004-refunds.ts';
import { messageTables } from '#server/db/migrations/0005-messages.ts';
import { paybackTables } from '#server/db/migrations/0006-paybacks.ts';
import { editionColumn } from '#server/db/migrations/0007-edition.ts';
import { clientKeyColumn } from '#server/db/migrations/0008-client-key.ts';
import { registrationTable } from '#server/db/migrations/0009-registrations.ts';
import type { Database } from '#server/db/schema.ts';

/** Every migration by name, in the order of the names. Written out, so that nothing is looked up on disk at start. */
const migrations: Readonly<Record<string, Migration>> = {
  '0001-catalogue': catalogueTables,
  '0002-accounts': accountTables,
  '0003-orders': orderTables,
  '0004-refunds': refundTables,
  '0005-messages': messageTables,
  '0006-paybacks': paybackTables,
  '0007-edition': editionColumn,
  '0008-client-key': clientKeyColumn,
  '0009-registrations': registrationTable,
};

/** Their names, the oldest first. */
export const migrationNames: readonly string[] = Object.keys(migrations);

const recordTable = 'kysely_migration';

/** What a newer version of the shop has done to the database, by names that this one does not know. */
export const newerMigrations = async (db: Database): Promise<readonly string[]> => {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === recordTable)) return [];
  const { rows } = await sql<{ readonly name: string }>`select name from ${sql.table(recordTable)} order by name`.execute(db);
  return rows.map(({ name }) => name).filter((name) => !(name in migrations));
};

/**
 * Brings the tables up to date, or, for a test, to the state of one migration: all of the way or, when it throws what the database said,
 * none of it. Several processes need `Store.alone` around it. A migration adds tables, and columns with a default, and takes nothing
 * away, so that a process of the version before can serve on meanwhile.
 */
export const migrate = async (db: Database, upTo = migrationNames.at(-1)): Promise<void> => {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error } = await (upTo === undefined ? migrator.migrateToLatest() : migrator.migrateTo(upTo));
  if (error !== undefined) throw error;
};
