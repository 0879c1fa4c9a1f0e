import type { Kysely, Migration } from 'kysely';
import type { Tables } from '#server/db/schema.ts';

const up = async (db: Kysely<Tables>): Promise<void> => {
  await db.schema
    .alterTable('product')
    .addColumn('option_label', 'text', (column) => column.notNull().defaultTo(''))
    .execute();
};

/** What the seller calls the choice between a product's priced variations; empty where it is "Option". Landed migrations are never edited. */
export const optionLabel: Migration = { up };
