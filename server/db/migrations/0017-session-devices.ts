import type { Kysely, Migration } from 'kysely';
import type { Tables } from '#server/db/schema.ts';

const up = async (db: Kysely<Tables>): Promise<void> => {
  for (const name of ['browser', 'system', 'last_seen_at'])
    await db.schema
      .alterTable('session')
      .addColumn(name, 'text', (column) => column.notNull().defaultTo(''))
      .execute();
};

/** The device of a session, and when it was last used. Landed migrations are never edited. */
export const sessionDeviceColumns: Migration = { up };
