import type { Kysely, Migration } from 'kysely';
import type { Tables } from '#server/db/schema.ts';

const up = async (db: Kysely<Tables>): Promise<void> => {
  await db.schema.alterTable('order').addColumn('client_key', 'text').execute();
  await db.schema.createIndex('order_of_client').on('order').column('client_key').execute();
};

/** The hashed client address of an unpaid order. Landed migrations are never edited. */
export const clientKeyColumn: Migration = { up };
