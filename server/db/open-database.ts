import { type DialectAdapter, Kysely, PostgresDialect, SqliteAdapter, SqliteDialect, sql } from 'kysely';
import Libsql from 'libsql';
import type { Tables } from '#server/db/schema.ts';

/** `withSetupLock` runs work that only one process may do at a time, such as a migration. */
export type Store = {
  readonly db: Kysely<Tables>;
  readonly withSetupLock: <Result>(work: () => Promise<Result>) => Promise<Result>;
};

/** Arbitrary, but the same in every process. */
const advisoryLockId = 7_130_001;

/** Locks a file next to the database for up to 30 seconds, e.g. against a command line that starts at the same time. */
const lockSetupFile =
  (file: string): Store['withSetupLock'] =>
  async (work) => {
    const lock = new Libsql(`${file}.setup`);
    lock.exec('PRAGMA busy_timeout = 30000; BEGIN EXCLUSIVE;');
    try {
      return await work();
    } finally {
      lock.close();
    }
  };

/** SQLite's DDL is transactional, contrary to Kysely's default: with this, migrations run in one transaction. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

class TransactionalDialect extends SqliteDialect {
  override createAdapter(): DialectAdapter {
    return new TransactionalAdapter();
  }
}

const openSqlite = (file: string): Store => {
  const database = new Libsql(file, { timeout: 5000 });
  // FULL syncs the WAL on every commit: a confirmed sale must survive a power cut.
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA busy_timeout = 5000;');
  const db = new Kysely<Tables>({ dialect: new TransactionalDialect({ database }) });
  return { db, withSetupLock: file === ':memory:' ? (work) => work() : lockSetupFile(file) };
};

const openPostgres = async (url: string): Promise<Store> => {
  // Imported lazily: a start on SQLite does not load the driver.
  const { Pool } = await import('pg');
  const pool = new Pool({ connectionString: url, max: 10, connectionTimeoutMillis: 5000 });
  // Without a listener, a dropped idle connection would end the process; the pool replaces it on the next query.
  pool.on('error', () => undefined);
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  const withSetupLock = <Result>(work: () => Promise<Result>): Promise<Result> =>
    db.connection().execute(async (connection) => {
      await sql`select pg_advisory_lock(${sql.lit(advisoryLockId)})`.execute(connection);
      try {
        return await work();
      } finally {
        await sql`select pg_advisory_unlock(${sql.lit(advisoryLockId)})`.execute(connection);
      }
    });
  try {
    await sql`select 1`.execute(db);
  } catch (error) {
    await db.destroy();
    throw error;
  }
  return { db, withSetupLock };
};

/** Opens SQLite in `file` (`:memory:` in tests), or PostgreSQL at `url`. Throws the engine's error. Nothing else depends on the engine. */
export const openDatabase = async (location: { readonly file: string } | { readonly url: string }): Promise<Store> =>
  'url' in location ? openPostgres(location.url) : openSqlite(location.file);
