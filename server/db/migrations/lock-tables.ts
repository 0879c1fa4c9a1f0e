import { setTimeout as sleep } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { isSqlite } from '#server/db/migrations/rules.ts';
import type { Tables } from '#server/db/schema.ts';

/** Less than PostgreSQL's `deadlock_timeout` of one second, after which it would cancel a statement of either side. */
const maxWaitMs = 500;
const pauseMs = 100;

const isTimeout = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === '57014';

const tryToLock = async (transaction: Kysely<Tables>, names: readonly string[]): Promise<boolean> => {
  const { rows } = await sql<{ readonly before: string }>`select current_setting('statement_timeout') as before`.execute(transaction);
  await sql`savepoint lock_tables`.execute(transaction);
  try {
    await sql`set local statement_timeout = ${sql.lit(maxWaitMs)}`.execute(transaction);
    await sql`lock table ${sql.join(names.map((name) => sql.table(name)))} in access exclusive mode`.execute(transaction);
    await sql`select set_config('statement_timeout', ${rows[0]?.before ?? '0'}, true)`.execute(transaction);
    return true;
  } catch (error) {
    if (!isTimeout(error)) throw error;
    await sql`rollback to savepoint lock_tables`.execute(transaction);
    return false;
  }
};

/**
 * Locks the shop's tables on PostgreSQL for the rest of the transaction; those of another owner in the same schema, such as an extension's, it may
 * not lock. Locked one by one by what alters them, they would deadlock with an order that another process is placing, and with the wait of a long
 * query every process would wait: here the migration gives way, and tries again.
 */
export const lockTables = async (transaction: Kysely<Tables>): Promise<void> => {
  if (isSqlite(transaction)) return;
  const { rows } = await sql<{
    readonly name: string;
  }>`select tablename as name from pg_tables where schemaname = current_schema() and pg_has_role(tableowner, 'usage') order by tablename`.execute(
    transaction,
  );
  const names = rows.map(({ name }) => name);
  while (names.length > 0 && !(await tryToLock(transaction, names))) await sleep(pauseMs);
};
