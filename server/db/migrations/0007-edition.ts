import type { Kysely, Migration } from 'kysely';
import type { Tables } from '#server/db/schema.ts';

const up = async (db: Kysely<Tables>): Promise<void> => {
  await db.schema
    .alterTable('catalogue')
    .addColumn('edition', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
};

/** Tells what the seller changes in the catalogue from what is merely sold of it. Landed migrations are never edited. */
export const editionColumn: Migration = { up };
