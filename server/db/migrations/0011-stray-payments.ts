import type { Kysely, Migration } from 'kysely';
import type { Tables } from '#server/db/schema.ts';

const up = async (db: Kysely<Tables>): Promise<void> => {
  await db.schema
    .createTable('stray_payment')
    .addColumn('event_id', 'text', (column) => column.primaryKey())
    .addColumn('order_id', 'text', (column) => column.notNull())
    .addColumn('session_id', 'text', (column) => column.notNull())
    .addColumn('amount', 'integer')
    .addColumn('reference', 'text')
    .addColumn('received_at', 'text', (column) => column.notNull())
    .execute();
};

/** Payments for orders that are not in this database. Landed migrations are never edited. */
export const strayPaymentTable: Migration = { up };
