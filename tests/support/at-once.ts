import { sql } from 'kysely';
import { inject } from 'vitest';
import type { Database, Tables } from '#server/db/schema.ts';

/** How a call ends: `done`, the kind of its refusal, or `fault` for an error that nobody expected. */
const endOf = async (call: () => Promise<unknown>): Promise<string> => {
  try {
    await call();
    return 'done';
  } catch (error) {
    const kind: unknown = Reflect.get(Object(error), 'kind');
    return typeof kind === 'string' ? kind : `fault: ${error}`;
  }
};

/** Starts calls while nobody can write to these tables, each when all before it wait for that or for one another, and lets them go on together. */
const startHeld = async (
  db: Database,
  { tables, calls, isInTurn }: { tables: readonly string[]; calls: readonly (() => Promise<unknown>)[]; isInTurn: boolean },
): Promise<readonly string[]> => {
  let ended = 0;
  const started: Promise<string>[] = [];
  await db.transaction().execute(async (holder) => {
    await sql`lock table ${sql.join(tables.map((name) => sql.table(name)))} in exclusive mode`.execute(holder);
    // Who waits for a row has no database in that line, but in others.
    const countWaiting = sql<{ waiting: number }>`select count(distinct pid)::int as waiting from pg_locks where not granted
      and pid in (select pid from pg_locks where database = (select oid from pg_database where datname = current_database()))`;
    const untilAllWait = async (): Promise<void> => {
      const { rows } = await countWaiting.execute(holder);
      if ((rows[0]?.waiting ?? 0) + ended < started.length) await untilAllWait();
    };
    for (const call of calls) {
      started.push(endOf(call).finally(() => (ended += 1)));
      if (isInTurn) await untilAllWait();
    }
    await untilAllWait();
  });
  return Promise.all(started);
};

/**
 * Makes calls at the same moment, and says how they ended: `done`, or the kind of the refusal. On PostgreSQL none writes before all have read what they
 * read before their first write, so that a call that takes no lock acts on what has changed meanwhile. On SQLite transactions are serial.
 */
export const atOnce = async (db: Database, ...calls: readonly (() => Promise<unknown>)[]): Promise<readonly string[]> => {
  if (!inject('postgres')) return (await Promise.all(calls.map(endOf))).toSorted();
  const { rows } = await sql<{ name: string }>`select tablename as name from pg_tables where schemaname = current_schema()`.execute(db);
  return (await startHeld(db, { tables: rows.map(({ name }) => name), calls, isInTurn: false })).toSorted();
};

/** Makes the second call when the first is about to write to this table, and says how each ended. On SQLite one comes after the other. */
export const meanwhile = async (
  db: Database,
  table: keyof Tables,
  first: () => Promise<unknown>,
  second: () => Promise<unknown>,
): Promise<readonly string[]> => {
  if (inject('postgres')) return startHeld(db, { tables: [table], calls: [first, second], isInTurn: true });
  return [await endOf(first), await endOf(second)];
};
