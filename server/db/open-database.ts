import { type DialectAdapter, Kysely, PostgresDialect, SqliteAdapter, SqliteDialect, sql } from 'kysely';
import Libsql from 'libsql';
import type { Tables } from '#server/db/schema.ts';

/** An opened database. `alone` runs work that must not run in two processes at once, such as a migration. */
export type Store = {
  readonly db: Kysely<Tables>;
  readonly alone: <Result>(work: () => Promise<Result>) => Promise<Result>;
};

/** Any number will do, as long as every process of the shop uses the same one. */
const advisoryLock = 7_130_001;

/** Waits for whoever sets the same file up, e.g. a first start while the seller's command line does its own. */
const aloneOnFile =
  (file: string): Store['alone'] =>
  async (work) => {
    const lock = new Libsql(`${file}.setup`);
    lock.exec('PRAGMA busy_timeout = 30000; BEGIN EXCLUSIVE;');
    try {
      return await work();
    } finally {
      lock.close();
    }
  };

/** SQLite can take back a new table as well as a new row; told so, Kysely runs migrations in one transaction. */
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
  // A sale that was confirmed must survive a power cut: FULL syncs the log with every commit.
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA busy_timeout = 5000;');
  const db = new Kysely<Tables>({ dialect: new TransactionalDialect({ database }) });
  return { db, alone: file === ':memory:' ? (work) => work() : aloneOnFile(file) };
};

const openPostgres = async (url: string): Promise<Store> => {
  // Loaded only here: the default start does not pay for a driver that it does not use.
  const { Pool } = await import('pg');
  const pool = new Pool({ connectionString: url, max: 10, connectionTimeoutMillis: 5000 });
  // An idle connection that the server drops is replaced at the next query; unheard, the event would end the process.
  pool.on('error', () => undefined);
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  const alone = <Result>(work: () => Promise<Result>): Promise<Result> =>
    db.connection().execute(async (connection) => {
      await sql`select pg_advisory_lock(${sql.lit(advisoryLock)})`.execute(connection);
      try {
        return await work();
      } finally {
        await sql`select pg_advisory_unlock(${sql.lit(advisoryLock)})`.execute(connection);
      }
    });
  try {
    await sql`select 1`.execute(db);
  } catch (error) {
    await db.destroy();
    throw error;
  }
  return { db, alone };
};

/**
 * Opens the shop's database and is the only place that knows the engine: SQLite in `file` (`:memory:` for a test's own),
 * or PostgreSQL when a `url` is given. Throws what the engine says when it cannot be opened or reached.
 */
export const openDatabase = async (where: { readonly file: string } | { readonly url: string }): Promise<Store> =>
  'url' in where ? openPostgres(where.url) : openSqlite(where.file);
