import type { Kysely, Migration } from 'kysely';
import type { Tables } from '#server/db/schema.ts';

const up = async (db: Kysely<Tables>): Promise<void> => {
  await db.schema
    .alterTable('order_event')
    .addColumn('actor', 'text', (column) => column.notNull().defaultTo(''))
    .execute();
  await db.schema.alterTable('order').addColumn('cancel_reason', 'text').execute();
  await db.schema
    .alterTable('stray_payment')
    .addColumn('tries', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema.alterTable('stray_payment').addColumn('refunded_at', 'text').execute();
  await db.schema.alterTable('stray_payment').addColumn('refund_reference', 'text').execute();
  await db.schema
    .alterTable('stray_payment')
    .addColumn('problem', 'text', (column) => column.notNull().defaultTo(''))
    .execute();
};

/** Who caused each event of an order; cancellation by the seller; refunds of stray payments. Landed migrations are never edited. */
export const orderHistory: Migration = { up };
