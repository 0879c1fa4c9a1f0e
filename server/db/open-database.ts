import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient, sql } from 'kysely';
import Libsql from 'libsql';
import type { Pool, PoolConfig } from 'pg';
import type { Tables } from '#server/db/schema.ts';
import { inMemory, ShopSqliteDialect } from '#server/db/sqlite-dialect.ts';
import { isQueryTimeout, maxLockWaitMs } from '#server/db/unavailable.ts';

/**
 * `clock` is the clock that all processes of the shop share: SQLite has that of its only machine. `withSetupLock` runs work that only one
 * process may do at a time and that may take long, such as a migration, with a `db` of its own.
 */
export type Store = {
  readonly db: Kysely<Tables>;
  readonly clock: () => Promise<Date>;
  readonly withSetupLock: <Result>(work: (db: Kysely<Tables>) => Promise<Result>) => Promise<Result>;
};

/** Arbitrary, but the same in every process. */
const advisoryLockId = 7_130_001;

/** Locks a file next to the database for up to 30 seconds, e.g. against a command line that starts at the same time. */
const lockSetupFile =
  (file: string, db: Store['db']): Store['withSetupLock'] =>
  async (work) => {
    const lock = new Libsql(`${file}.setup`);
    lock.exec('PRAGMA busy_timeout = 30000; BEGIN EXCLUSIVE;');
    try {
      return await work(db);
    } finally {
      lock.close();
    }
  };

const openSqlite = (file: string): Store => {
  const db = new Kysely<Tables>({ dialect: new ShopSqliteDialect(file) });
  return { db, clock: async () => new Date(), withSetupLock: file === inMemory ? (work) => work(db) : lockSetupFile(file, db) };
};

type PostgresLocation = {
  readonly url: string;
  /** Maximum of this process; the PostgreSQL server has a limit for all processes. */
  readonly maxConnections?: number | undefined;
  /** How long a query waits for a free connection, in milliseconds, before it is refused. */
  readonly maxConnectionWaitMs?: number | undefined;
  /** How long a query waits for its answer, in milliseconds; above PostgreSQL's own limits, which do not reach a host that vanished. */
  readonly queryTimeoutMs?: number | undefined;
  /** Called for a connection that ends while nothing waits for it; the pool opens another one. */
  readonly onConnectionLost?: ((error: Error) => void) | undefined;
};

/** Ends a connection whose query timed out: its answer may still come, and no other query may wait behind it or join its transaction. */
const endHungConnections = (pool: Pool): PostgresPool => ({
  connect: async (): Promise<PostgresPoolClient> => {
    const client = await pool.connect();
    const query: PostgresPoolClient['query'] = (text: unknown, parameters: readonly unknown[] = []) => {
      if (typeof text !== 'string') throw new TypeError('There are no cursors.');
      return client.query(text, [...parameters]).catch((error: unknown) => {
        if (isQueryTimeout(error)) void client.end();
        throw error;
      }) as never;
    };
    return { query, release: () => client.release() };
  },
  end: () => pool.end(),
});

const openPostgres = async ({
  url,
  maxConnections = 10,
  maxConnectionWaitMs = 5000,
  queryTimeoutMs = 15_000,
  onConnectionLost,
}: PostgresLocation): Promise<Store> => {
  // Imported lazily: a start on SQLite does not load the driver.
  const { Pool } = await import('pg');
  const open = (limits: PoolConfig): Kysely<Tables> => {
    const pool = new Pool({
      connectionString: url,
      connectionTimeoutMillis: maxConnectionWaitMs,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      ...limits,
    });
    // Without listeners, a dropped connection would end the process; the pool replaces it, and a query in progress rejects.
    pool.on('error', (error) => onConnectionLost?.(error));
    pool.on('connect', (client) => client.on('error', () => undefined));
    return new Kysely<Tables>({ dialect: new PostgresDialect({ pool: endHungConnections(pool) }) });
  };
  // A process that freezes in a transaction keeps its locks for `idle_in_transaction_session_timeout` at most.
  const db = open({
    max: maxConnections,
    query_timeout: queryTimeoutMs,
    lock_timeout: maxLockWaitMs,
    statement_timeout: 10_000,
    idle_in_transaction_session_timeout: 10_000,
  });
  /** Runs on a connection of its own without timeouts, because a migration may take longer than any query may. */
  const withSetupLock = async <Result>(work: (db: Kysely<Tables>) => Promise<Result>): Promise<Result> => {
    const unlimited = open({ max: 1 });
    try {
      return await unlimited.connection().execute(async (connection) => {
        // The role or the database may have limits.
        for (const name of ['lock_timeout', 'statement_timeout', 'idle_in_transaction_session_timeout'])
          await sql`set ${sql.id(name)} = 0`.execute(connection);
        // Held until the connection ends.
        await sql`select pg_advisory_lock(${sql.lit(advisoryLockId)})`.execute(connection);
        return await work(connection);
      });
    } finally {
      await unlimited.destroy();
    }
  };
  try {
    await sql`select 1`.execute(db);
  } catch (error) {
    await db.destroy();
    throw error;
  }
  const clock = async (): Promise<Date> => {
    const { rows } = await sql<{ readonly now: Date }>`select clock_timestamp() as now`.execute(db);
    const [row] = rows;
    if (!row) throw new Error('PostgreSQL did not tell the time.');
    return row.now;
  };
  return { db, clock, withSetupLock };
};

/** Opens SQLite in `file` (`:memory:` in tests), or PostgreSQL at `url`. Throws the engine's error. Nothing else depends on the engine. */
export const openDatabase = async (location: { readonly file: string } | PostgresLocation): Promise<Store> =>
  'url' in location ? openPostgres(location) : openSqlite(location.file);
