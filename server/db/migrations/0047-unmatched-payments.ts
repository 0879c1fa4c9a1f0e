import { type Kysely, type Migration, sql } from 'kysely';
import type { Tables } from '#server/db/schema.ts';

const up = async (db: Kysely<Tables>): Promise<void> => {
  await db.schema.dropTable('stray_payment').execute();
  await db.schema
    .createTable('unmatched_payment')
    .addColumn('event_id', 'text', (column) => column.primaryKey())
    .addColumn('order_id', 'text', (column) => column.notNull())
    .addColumn('session_id', 'text', (column) => column.notNull())
    .addColumn('amount', 'integer')
    .addColumn('reference', 'text')
    .addColumn('received_at', 'text', (column) => column.notNull())
    .addColumn('tries', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('refunded_at', 'text')
    .addColumn('refund_reference', 'text')
    .addColumn('problem', 'text', (column) => column.notNull().defaultTo(''))
    .addCheckConstraint('unmatched_payment_counts', sql`tries >= 0`)
    .execute();
};

/** Payments for orders that the database does not have, under the term of the trade. */
export const unmatchedPayments: Migration = { up };
