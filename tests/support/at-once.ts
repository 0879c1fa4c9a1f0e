import { sql } from 'kysely';
import { inject } from 'vitest';
import type { Database } from '#server/db/schema.ts';

/** The kind of the refusal with which a call failed; `fault` for an error that nobody expected. */
const endOf = (end: PromiseSettledResult<unknown>): string => {
  if (end.status === 'fulfilled') return 'done';
  const kind: unknown = Reflect.get(Object(end.reason), 'kind');
  return typeof kind === 'string' ? kind : `fault: ${end.reason}`;
};

/**
 * Makes calls at the same moment, and says how each ended: `done`, or the kind of its refusal. On PostgreSQL none writes before all have read what they
 * read before their first write, so that a call that takes no lock acts on what has changed meanwhile. On SQLite transactions are serial.
 */
export const atOnce = async (db: Database, ...calls: readonly (() => Promise<unknown>)[]): Promise<readonly string[]> => {
  let ended = 0;
  const start = () => Promise.allSettled(calls.map((call) => call().finally(() => (ended += 1))));
  if (!inject('postgres')) return (await start()).map(endOf).toSorted();
  const ends: { all?: ReturnType<typeof start> } = {};
  await db.transaction().execute(async (holder) => {
    const { rows: tables } = await sql<{
      name: string;
    }>`select tablename as name from pg_tables where schemaname = current_schema()`.execute(holder);
    await sql`lock table ${sql.join(tables.map(({ name }) => sql.table(name)))} in exclusive mode`.execute(holder);
    ends.all = start();
    const countWaiting = sql<{ waiting: number }>`select count(*)::int as waiting from pg_locks
      where not granted and relation is not null and database = (select oid from pg_database where datname = current_database())`;
    for (let waiting = 0; waiting + ended < calls.length; ) {
      const { rows } = await countWaiting.execute(holder);
      waiting = rows[0]?.waiting ?? 0;
    }
  });
  return ((await ends.all) ?? []).map(endOf).toSorted();
};
