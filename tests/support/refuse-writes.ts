import { SqliteAdapter, sql } from 'kysely';
import { onTestFinished } from 'vitest';
import type { Database } from '#server/db/schema.ts';

type Refusal = {
  readonly event: 'insert' | 'update';
  readonly table: string;
  /** SQL over the new row. */
  readonly when: string;
  /** The message of the database's error. */
  readonly message: string;
};

/** Makes the database refuse some writes until the returned function is called, or the test ends. */
export const refuseWrites = async (db: Database, { event, table, when, message }: Refusal): Promise<() => Promise<void>> => {
  const isSqlite = db.getExecutor().adapter instanceof SqliteAdapter;
  await (isSqlite
    ? sql.raw(`create trigger refusal before ${event} on "${table}" when ${when} begin select raise(abort, '${message}'); end`)
    : sql.raw(`create function refusal() returns trigger language plpgsql as $$ begin raise exception '${message}'; end $$;
        create trigger refusal before ${event} on "${table}" for each row when (${when}) execute function refusal()`)
  ).execute(db);
  let isMended = false;
  const mend = async (): Promise<void> => {
    if (isMended) return;
    isMended = true;
    await sql.raw(isSqlite ? 'drop trigger refusal' : 'drop function refusal cascade').execute(db);
  };
  onTestFinished(mend);
  return mend;
};
