import type { Kysely, Migration } from 'kysely';
import type { Tables } from '#server/db/schema.ts';

const up = async (db: Kysely<Tables>): Promise<void> => {
  await db.schema.alterTable('payment').addColumn('checked_at', 'text').execute();
  await db.schema.createIndex('payment_status').on('payment').column('status').execute();
};

/** When the provider was last asked what became of a payment. Landed migrations are never edited. */
export const paymentChecks: Migration = { up };
