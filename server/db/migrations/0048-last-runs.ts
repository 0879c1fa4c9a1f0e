import { type Kysely, type Migration, sql } from 'kysely';
import type { Tables } from '#server/db/schema.ts';

const up = async (db: Kysely<Tables>): Promise<void> => {
  await db.schema
    .createTable('last_run')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('at', 'text', (column) => column.notNull())
    .addCheckConstraint('last_run_name_known', sql`name in ('backup', 'paymentSearch')`)
    .addCheckConstraint('last_run_times_written', sql`at like '____-__-__T__:__:__.___Z'`)
    .execute();
  // The webhook and the search tell of the same payment by different events.
  await db.schema.createIndex('unmatched_payment_session').unique().on('unmatched_payment').column('session_id').execute();
};

/** When the last backup was made, and until when the provider's payments were searched; an unmatched payment is stored once. */
export const lastRuns: Migration = { up };
