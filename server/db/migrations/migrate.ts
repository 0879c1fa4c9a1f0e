import { setTimeout as sleep } from 'node:timers/promises';
import { type Migration, Migrator, PostgresAdapter, sql } from 'kysely';
import { baseline } from '#server/db/migrations/0001-baseline.ts';
import type { Database } from '#server/db/schema.ts';

/**
 * All migrations, ordered by name. Listed rather than read from disk, so that the server can be bundled.
 *
 * From the first release on, none is changed, and new ones only add: tables, and columns with a default or null. A rolling upgrade starts one
 * process of the new version, which migrates, beside those of the version before, which go on, and then replaces these one after the other.
 */
export const migrations: Readonly<Record<string, Migration>> = {
  '0001-baseline': baseline,
};

/** Oldest first. */
export const migrationNames: readonly string[] = Object.keys(migrations);

const recordTable = 'kysely_migration';

/** Names of the migrations that the database has had, oldest first; none for one without tables. */
export const appliedMigrations = async (db: Database): Promise<readonly string[]> => {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === recordTable)) return [];
  const { rows } = await sql<{ readonly name: string }>`select name from ${sql.table(recordTable)} order by name`.execute(db);
  return rows.map(({ name }) => name);
};

/** Of applied migrations, those that this version does not know: a newer version has used the database. */
export const newerMigrations = (applied: readonly string[]): readonly string[] => applied.filter((name) => !(name in migrations));

/** Less than PostgreSQL's `deadlock_timeout` of one second, after which it would cancel a statement of either side. */
const maxLockWaitMs = 500;
const pauseMs = 100;

const isLockTimeout = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === '55P03';

/**
 * On PostgreSQL, a migration locks the tables that it alters, while other processes sell: it gives way to a call that has one of them, because it
 * would deadlock with it, or have every later call wait with it for a long query.
 */
const givingWay = ({ up }: Migration): Migration => ({
  up: async (db) => {
    if (db.getExecutor().adapter instanceof PostgresAdapter) await sql`set local lock_timeout = ${sql.lit(maxLockWaitMs)}`.execute(db);
    await up(db);
  },
});

/** Migrates to the latest state, in one transaction; throws the database's error. Run it under `withSetupLock`. */
export const migrate = async (db: Database, all = migrations): Promise<void> => {
  const patient = Object.fromEntries(Object.entries(all).map(([name, migration]) => [name, givingWay(migration)]));
  const migrator = new Migrator({ db, provider: { getMigrations: async () => patient } });
  for (;;) {
    const { error } = await migrator.migrateToLatest();
    if (error === undefined) return;
    if (!isLockTimeout(error)) throw error;
    await sleep(pauseMs);
  }
};
