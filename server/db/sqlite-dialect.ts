import { setTimeout } from 'node:timers/promises';
import {
  CompiledQuery,
  type DatabaseConnection,
  type DialectAdapter,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  SqliteDriver,
  type SqliteStatement,
  type TransactionSettings,
} from 'kysely';
import Libsql from 'libsql';
import { LRUCache } from 'lru-cache';
import { isUnavailable, maxLockWaitMs } from '#server/db/unavailable.ts';

/** The name of a database in memory, which only the connection that opens it can see. */
export const inMemory = ':memory:';

const maxStatements = 300;
/** In characters. Longer statements insert many rows at once, are rare, and are not kept. */
const maxStatementLength = 4000;

/**
 * Prepares each statement once: that takes longer than most statements run. SQLite prepares it again after a change of the schema, also by
 * another process.
 */
const keepStatements = (database: Libsql.Database): SqliteDatabase => {
  const preparedStatements = new LRUCache<string, SqliteStatement>({
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
        // A failed statement may stay open in libsql, see `Writer`.
        preparedStatements.delete(text);
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
      const known = preparedStatements.get(text);
      if (known) return known;
      const statement = prepare(text);
      preparedStatements.set(text, statement);
      return statement;
    },
    close: () => {
      preparedStatements.clear();
      database.close();
    },
  };
};

/** libsql ends the whole process when a closed database is used, as by work that is under way while the shop stops. */
const closedError = (): Error => new Error('The database is closed.');

const noCursors = (): never => {
  throw new TypeError('There are no cursors.');
};

/** Between tries, the event loop runs: SQLite's own waiting would stop the whole process while another one writes. */
const lockRetryMs = 5;
const beginWriting = CompiledQuery.raw('begin immediate');
const writes: ReadonlySet<string> = new Set(['InsertQueryNode', 'UpdateQueryNode', 'DeleteQueryNode']);

/**
 * The connection that writes, for one user at a time. Waits for other processes asynchronously. Only `begin` waits, also around a single
 * write: a prepared statement that fails because of a lock stays open in libsql, and blocks commits.
 */
class Writer extends SqliteDriver {
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
  #requireOpen(): void {
    if (this.#isClosed) throw closedError();
  }
  override async beginTransaction(connection: DatabaseConnection, { isolationLevel }: TransactionSettings = {}): Promise<void> {
    // With an isolation level, only what is written is locked.
    await connection.executeQuery(isolationLevel === undefined ? beginWriting : CompiledQuery.raw('begin'));
  }
  /** On a full disk SQLite has rolled back already: a second time would fail, and hide why the statement did. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    this.#requireOpen();
    if (this.#database.inTransaction) await super.rollbackTransaction(connection);
  }
  override async acquireConnection(): Promise<DatabaseConnection> {
    // Counted from here, so that the wait for the connection and the wait for the lock share one limit.
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
          if (this.#database.inTransaction) await this.commitTransaction(connection);
        }
      },
      streamQuery: noCursors,
    };
  }
}

type Reader = { readonly database: Libsql.Database; readonly statements: SqliteDatabase };

const maxIdleReaders = 2;

/**
 * Read-only connections beside the writer. In WAL mode they wait for nobody, and a read that begins after a commit sees it. A connection on which a
 * statement failed is replaced: libsql may keep that statement open, and with it the same old snapshot for ever.
 */
class Readers {
  readonly #file: string;
  readonly #open = new Set<Reader>();
  readonly #idle: Reader[] = [];
  #isClosed = false;
  constructor(file: string) {
    this.#file = file;
  }
  take(): Reader {
    if (this.#isClosed) throw closedError();
    const idle = this.#idle.pop();
    if (idle) return idle;
    const database = new Libsql(this.#file);
    database.exec('PRAGMA busy_timeout = 0; PRAGMA query_only = ON;');
    const reader = { database, statements: keepStatements(database) };
    this.#open.add(reader);
    return reader;
  }
  giveBack(reader: Reader): void {
    if (this.#idle.length < maxIdleReaders && this.#open.has(reader)) this.#idle.push(reader);
    else this.discard(reader);
  }
  discard(reader: Reader): void {
    // Already closed with all others otherwise.
    if (this.#open.delete(reader)) reader.statements.close();
  }
  read(reader: Reader, { sql, parameters }: CompiledQuery): unknown[] {
    if (!this.#open.has(reader)) throw closedError();
    try {
      return reader.statements.prepare(sql).all(parameters);
    } catch (error) {
      this.discard(reader);
      throw error;
    }
  }
  commit(reader: Reader): void {
    if (!this.#open.has(reader)) throw closedError();
    reader.database.exec('commit');
    this.giveBack(reader);
  }
  close(): void {
    this.#isClosed = true;
    for (const reader of this.#open) this.discard(reader);
  }
}

const isRead = ({ query, sql }: CompiledQuery): boolean => query.kind === 'SelectQueryNode' || /^\s*select\b/i.test(sql);

/**
 * What Kysely uses as a connection: a transaction that only reads has a reader of its own, and so has each read outside a transaction.
 * Anything else waits for the writer, and keeps it until the release.
 */
class Session implements DatabaseConnection {
  readonly #writer: Writer;
  readonly #readers: Readers | undefined;
  #writing: Promise<DatabaseConnection> | undefined;
  #snapshot: Reader | undefined;
  constructor(writer: Writer, readers: Readers | undefined) {
    this.#writer = writer;
    this.#readers = readers;
  }
  #write(): Promise<DatabaseConnection> {
    this.#writing ??= this.#writer.acquireConnection();
    return this.#writing;
  }
  #read<Row>(readers: Readers, query: CompiledQuery): QueryResult<Row> {
    const reader = this.#snapshot ?? readers.take();
    const rows = readers.read(reader, query);
    if (this.#snapshot === undefined) readers.giveBack(reader);
    return { rows: rows as Row[] };
  }
  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.#readers && (this.#snapshot || (!this.#writing && isRead(query)))) return this.#read(this.#readers, query);
    return (await this.#write()).executeQuery<Row>(query);
  }
  readonly streamQuery = noCursors;
  async begin(settings: TransactionSettings): Promise<void> {
    if (!this.#readers || settings.accessMode !== 'read only') return this.#writer.beginTransaction(await this.#write(), settings);
    this.#snapshot = this.#readers.take();
    this.#snapshot.database.exec('begin');
  }
  async commit(): Promise<void> {
    if (this.#snapshot) this.#readers?.commit(this.#snapshot);
    else await this.#writer.commitTransaction(await this.#write());
    this.#snapshot = undefined;
  }
  async rollback(): Promise<void> {
    if (this.#snapshot) this.#readers?.discard(this.#snapshot);
    else await this.#writer.rollbackTransaction(await this.#write());
    this.#snapshot = undefined;
  }
  async release(): Promise<void> {
    if (this.#snapshot) this.#readers?.discard(this.#snapshot);
    if (this.#writing) await this.#writer.releaseConnection();
  }
}

class ShopSqliteDriver implements Driver {
  readonly #writer: Writer;
  readonly #readers: Readers | undefined;
  constructor(file: string, database: Libsql.Database) {
    this.#writer = new Writer(database);
    this.#readers = file === inMemory ? undefined : new Readers(file);
  }
  init(): Promise<void> {
    return this.#writer.init();
  }
  async acquireConnection(): Promise<Session> {
    return new Session(this.#writer, this.#readers);
  }
  beginTransaction(session: Session, settings: TransactionSettings): Promise<void> {
    return session.begin(settings);
  }
  commitTransaction(session: Session): Promise<void> {
    return session.commit();
  }
  rollbackTransaction(session: Session): Promise<void> {
    return session.rollback();
  }
  releaseConnection(session: Session): Promise<void> {
    return session.release();
  }
  async destroy(): Promise<void> {
    this.#readers?.close();
    await this.#writer.destroy();
  }
}

/** SQLite's DDL is transactional, contrary to Kysely's default: with this, migrations run in one transaction. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** SQLite in a file, or in memory. */
export class ShopSqliteDialect extends SqliteDialect {
  readonly #file: string;
  readonly #database: Libsql.Database;
  constructor(file: string) {
    const database = new Libsql(file, { timeout: maxLockWaitMs });
    // FULL syncs the WAL on every commit: a confirmed sale must survive a power cut.
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA busy_timeout = 0;');
    super({ database });
    this.#file = file;
    this.#database = database;
  }
  override createAdapter(): DialectAdapter {
    return new TransactionalAdapter();
  }
  override createDriver(): Driver {
    return new ShopSqliteDriver(this.#file, this.#database);
  }
}
