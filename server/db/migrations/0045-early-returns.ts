import { type Kysely, type Migration, sql } from 'kysely';
import type { Tables } from '#server/db/schema.ts';

const up = async (db: Kysely<Tables>): Promise<void> => {
  await db.schema
    .createTable('early_return')
    .addColumn('reference', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('payment', 'text', (column) => column.notNull())
    .addColumn('amount', 'integer', (column) => column.notNull())
    .addColumn('reason', 'text', (column) => column.notNull())
    .addColumn('answer_by', 'text')
    .addColumn('received_at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('early_return_key', ['reference', 'state'])
    .addCheckConstraint('early_return_state_known', sql`state in ('refunded', 'failed', 'inquiry', 'disputed', 'won', 'lost')`)
    .addCheckConstraint('early_return_amount_counted', sql`amount >= 0`)
    .execute();
};

/** Refunds and disputes that were heard of before the payment that they are about. Landed migrations are never edited. */
export const earlyReturns: Migration = { up };
