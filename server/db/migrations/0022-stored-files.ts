import type { Kysely, Migration } from 'kysely';
import type { Tables } from '#server/db/schema.ts';

const up = async (db: Kysely<Tables>): Promise<void> => {
  await db.schema
    .createTable('picture_file')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('content', 'bytea', (column) => column.notNull())
    .execute();
  await db.schema.alterTable('refund_image').addColumn('content', 'bytea').execute();
};

/** Encoded pictures and photographs of refund requests, for shops on PostgreSQL; on SQLite they are files. Landed migrations are never edited. */
export const storedFiles: Migration = { up };
