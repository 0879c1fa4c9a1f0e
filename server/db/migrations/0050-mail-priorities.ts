import { type Kysely, type Migration, sql } from 'kysely';
import type { Tables } from '#server/db/schema.ts';

const up = async (db: Kysely<Tables>): Promise<void> => {
  await db.schema
    .alterTable('mail')
    .addColumn('priority', 'integer', (column) => column.notNull().defaultTo(1).check(sql`priority in (0, 1, 2)`))
    .execute();
  await db.schema.dropIndex('mail_due').execute();
  await db.schema.createIndex('mail_due').on('mail').columns(['priority', 'due_at']).where(sql.ref('due_at'), 'is not', null).execute();
};

/** What somebody waits for is mailed first. */
export const mailPriorities: Migration = { up };
