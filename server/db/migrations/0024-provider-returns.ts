import type { Kysely, Migration } from 'kysely';
import type { Tables } from '#server/db/schema.ts';

const up = async (db: Kysely<Tables>): Promise<void> => {
  await db.schema
    .createTable('provider_return')
    .addColumn('reference', 'text', (column) => column.primaryKey())
    .addColumn('order_id', 'text', (column) => column.notNull().references('order.id').onDelete('cascade'))
    .addColumn('amount', 'integer', (column) => column.notNull())
    .addColumn('counted', 'integer', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('provider_return_order').on('provider_return').column('order_id').execute();
  // Without it, deleting unpaid orders reads all that ever lapsed.
  await db.schema.createIndex('order_by_status').on('order').columns(['status', 'created_at']).execute();
  await db.schema.createIndex('payment_reference').on('payment').column('reference').execute();
};

/** Money that went back without the shop: refunds in the provider's dashboard, and disputes; indexes. Landed migrations are never edited. */
export const providerReturns: Migration = { up };
