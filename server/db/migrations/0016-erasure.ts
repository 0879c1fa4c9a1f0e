import type { Kysely, Migration } from 'kysely';
import type { Tables } from '#server/db/schema.ts';

const up = async (db: Kysely<Tables>): Promise<void> => {
  await db.schema.alterTable('order').addColumn('erasure_asked_at', 'text').execute();
  await db.schema.createIndex('order_erasure').on('order').column('erasure_asked_at').execute();
};

/** When the buyer of an order asked to be forgotten. Landed migrations are never edited. */
export const erasureColumn: Migration = { up };
