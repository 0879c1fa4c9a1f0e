import type { Kysely, Migration } from 'kysely';
import type { Tables } from '#server/db/schema.ts';

const up = async (db: Kysely<Tables>): Promise<void> => {
  await db.schema
    .alterTable('catalogue')
    .addColumn('edition', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
};

/** A counter of the seller's changes to the catalogue, without sales. Landed migrations are never edited. */
export const editionColumn: Migration = { up };
