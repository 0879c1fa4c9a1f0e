import { setTimeout } from 'node:timers/promises';
import {
  CompiledQuery,
  type DatabaseConnection,
  type DialectAdapter,
  Kysely,
  PostgresDialect,
  type QueryResult,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  SqliteDriver,
  type SqliteStatement,
  sql,
  type TransactionSettings,
} from 'kysely';
import Libsql from 'libsql';
import { LRUCache } from 'lru-cache';
import type { Tables } from '#server/db/schema.ts';
import { isUnavailable } from '#server/db/unavailable.ts';

/** `withSetupLock` runs work that only one process may do at a time and that may take long, such as a migration, with a `db` of its own. */
export type Store = {
  readonly db: Kysely<Tables>;
  readonly withSetupLock: <Result>(work: (db: Kysely<Tables>) => Promise<Result>) => Promise<Result>;
};

/** How long a statement waits for a lock; below the lease of a job and the timeouts of proxies. */
const maxLockWaitMs = 5000;

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

/** SQLite's DDL is transactional, contrary to Kysely's default: with this, migrations run in one transaction. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

const maxStatements = 300;
/** Longer ones insert many rows at once, and are rare. */
const maxStatementLength = 4000;

/**
 * Prepares each statement once: with the triggers that guard its table, that takes longer than most statements run. SQLite prepares it again
 * after a change of the schema, also by another process.
 */
const keepStatements = (database: Libsql.Database): SqliteDatabase => {
  const kept = new LRUCache<string, SqliteStatement>({
    max: maxStatements,
    maxEntrySize: maxStatementLength,
    sizeCalculation: (_, text) => text.length,
  });
  const prepare = (text: string): SqliteStatement => {
    const statement = database.prepare(text);
    const orForget = <Result>(run: () => Result): Result => {
      try {
        return run();
      } catch (error) {
        // It may stay open in libsql, see `WaitingDriver`.
        kept.delete(text);
        throw error;
      }
    };
    return {
      reader: statement.reader,
      all: (parameters) => orForget(() => statement.all(parameters)),
      run: (parameters) => orForget(() => statement.run(parameters)),
      iterate: (parameters) => database.prepare(text).iterate(parameters),
    };
  };
  return {
    prepare: (text) => {
      const known = kept.get(text);
      if (known) return known;
      const statement = prepare(text);
      kept.set(text, statement);
      return statement;
    },
    close: () => {
      kept.clear();
      database.close();
    },
  };
};

/** Between tries, the event loop runs: SQLite's own waiting would stop the whole process while another one writes. */
const lockRetryMs = 15;
const beginWriting = CompiledQuery.raw('begin immediate');
const writes: ReadonlySet<string> = new Set(['InsertQueryNode', 'UpdateQueryNode', 'DeleteQueryNode']);

/**
 * Waits for other processes asynchronously. Only `begin` waits, also around a single write: a prepared statement that fails because of a
 * lock stays open in libsql, and blocks commits.
 */
class WaitingDriver extends SqliteDriver {
  readonly #database: Libsql.Database;
  #isClosed = false;
  constructor(database: Libsql.Database) {
    super({ database: keepStatements(database) });
    this.#database = database;
  }
  override async destroy(): Promise<void> {
    this.#isClosed = true;
    await super.destroy();
  }
  /** libsql ends the whole process when a closed database is used, as by work that is under way while the shop stops. */
  #requireOpen(): void {
    if (this.#isClosed) throw new Error('The database is closed.');
  }
  override async beginTransaction(connection: DatabaseConnection, { isolationLevel }: TransactionSettings = {}): Promise<void> {
    // An isolation level is asked for by transactions that only read.
    await connection.executeQuery(isolationLevel === undefined ? beginWriting : CompiledQuery.raw('begin'));
  }
  override async acquireConnection(): Promise<DatabaseConnection> {
    // From here on, so that what waits for the connection meanwhile does not wait for the lock once more.
    const giveUpAt = performance.now() + maxLockWaitMs;
    const connection = await super.acquireConnection();
    const begin = async (): Promise<QueryResult<never>> => {
      for (; ; await setTimeout(lockRetryMs)) {
        this.#requireOpen();
        try {
          this.#database.exec('begin immediate');
          return { rows: [] };
        } catch (error) {
          if (!isUnavailable(error) || performance.now() > giveUpAt) throw error;
        }
      }
    };
    return {
      executeQuery: async (query) => {
        this.#requireOpen();
        if (query === beginWriting) return begin();
        if (this.#database.inTransaction || !writes.has(query.query.kind)) return connection.executeQuery(query);
        await begin();
        try {
          return await connection.executeQuery(query);
        } finally {
          // A single statement that failed has changed nothing.
          this.#requireOpen();
          await this.commitTransaction(connection);
        }
      },
      streamQuery: (query, chunkSize) => {
        this.#requireOpen();
        return connection.streamQuery(query, chunkSize);
      },
    };
  }
}

class ShopSqliteDialect extends SqliteDialect {
  readonly #database: Libsql.Database;
  constructor(database: Libsql.Database) {
    super({ database });
    this.#database = database;
  }
  override createAdapter(): DialectAdapter {
    return new TransactionalAdapter();
  }
  override createDriver(): SqliteDriver {
    return new WaitingDriver(this.#database);
  }
}

const openSqlite = (file: string): Store => {
  const database = new Libsql(file, { timeout: maxLockWaitMs });
  // FULL syncs the WAL on every commit: a confirmed sale must survive a power cut.
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA busy_timeout = 0;');
  const db = new Kysely<Tables>({ dialect: new ShopSqliteDialect(database) });
  return { db, withSetupLock: file === ':memory:' ? (work) => work(db) : lockSetupFile(file, db) };
};

const openPostgres = async (url: string): Promise<Store> => {
  // Imported lazily: a start on SQLite does not load the driver.
  const { Pool } = await import('pg');
  // A process that freezes in a transaction keeps its locks for `idle_in_transaction_session_timeout` at most.
  const pool = new Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 5000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    lock_timeout: maxLockWaitMs,
    statement_timeout: 10_000,
    idle_in_transaction_session_timeout: 10_000,
  });
  // Without listeners, a dropped connection would end the process; the pool replaces it, and a query in progress rejects.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  const withSetupLock = <Result>(work: (db: Kysely<Tables>) => Promise<Result>): Promise<Result> =>
    db.connection().execute(async (connection) => {
      for (const name of ['lock_timeout', 'statement_timeout', 'idle_in_transaction_session_timeout'])
        await sql`set ${sql.id(name)} = 0`.execute(connection);
      await sql`select pg_advisory_lock(${sql.lit(advisoryLockId)})`.execute(connection);
      try {
        return await work(connection);
      } finally {
        await sql`select pg_advisory_unlock(${sql.lit(advisoryLockId)})`.execute(connection);
        await sql`reset all`.execute(connection);
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
