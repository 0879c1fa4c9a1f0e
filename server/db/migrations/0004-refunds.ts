import { type Kysely, type Migration, sql } from 'kysely';
import type { Tables } from '#server/db/schema.ts';

const up = async (db: Kysely<Tables>): Promise<void> => {
  await db.schema
    .createTable('refund')
    .addColumn('reference', 'text', (column) => column.primaryKey())
    .addColumn('order_id', 'text', (column) => column.notNull().references('order.id').onDelete('cascade'))
    .addColumn('product_id', 'text', (column) => column.notNull())
    .addColumn('reason', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('outcome', 'text')
    .addColumn('amount', 'integer')
    .addColumn('decided_at', 'text')
    .execute();
  await db.schema.createIndex('refund_of_order').on('refund').columns(['order_id', 'product_id']).execute();
  await db.schema.createIndex('refund_newest').on('refund').column('created_at').execute();
  // One request at a time for each product of an order.
  await db.schema
    .createIndex('refund_open')
    .unique()
    .on('refund')
    .columns(['order_id', 'product_id'])
    .where(sql.ref('decided_at'), 'is', null)
    .execute();

  await db.schema
    .createTable('refund_image')
    .addColumn('reference', 'text', (column) => column.notNull().references('refund.reference').onDelete('cascade'))
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('file', 'text', (column) => column.notNull().unique())
    .addPrimaryKeyConstraint('refund_image_key', ['reference', 'position'])
    .execute();
};

/** The tables of refund requests. Landed migrations are never edited. */
export const refundTables: Migration = { up };
