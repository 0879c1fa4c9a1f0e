import type { Kysely, Migration } from 'kysely';
import type { Tables } from '#server/db/schema.ts';

const up = async (db: Kysely<Tables>): Promise<void> => {
  await db.schema
    .createTable('order')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('user_id', 'text')
    .addColumn('billing', 'text', (column) => column.notNull())
    .addColumn('note', 'text', (column) => column.notNull())
    .addColumn('goods_total', 'integer', (column) => column.notNull())
    .addColumn('delivery_total', 'integer', (column) => column.notNull())
    .addColumn('total', 'integer', (column) => column.notNull())
    .addColumn('shop_origin', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('pay_by', 'text', (column) => column.notNull())
    .addColumn('shipping_method', 'text')
    .addColumn('track_id', 'text')
    .execute();
  await db.schema.createIndex('order_unpaid').on('order').columns(['status', 'pay_by']).execute();
  await db.schema.createIndex('order_of_user').on('order').columns(['user_id', 'created_at']).execute();
  await db.schema.createIndex('order_newest').on('order').column('created_at').execute();

  await db.schema
    .createTable('order_line')
    .addColumn('order_id', 'text', (column) => column.notNull().references('order.id').onDelete('cascade'))
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('product_id', 'text', (column) => column.notNull())
    .addColumn('product_name', 'text', (column) => column.notNull())
    .addColumn('type_id', 'text')
    .addColumn('type_name', 'text')
    .addColumn('color', 'text')
    .addColumn('size', 'text')
    .addColumn('quantity', 'integer', (column) => column.notNull())
    .addColumn('unit_price', 'integer', (column) => column.notNull())
    .addColumn('delivery', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('order_line_key', ['order_id', 'position'])
    .execute();

  await db.schema
    .createTable('order_request')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('order_id', 'text', (column) => column.notNull())
    .addColumn('digest', 'text', (column) => column.notNull())
    .execute();

  await db.schema
    .createTable('order_event')
    .addColumn('order_id', 'text', (column) => column.notNull().references('order.id').onDelete('cascade'))
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('at', 'text', (column) => column.notNull())
    .addColumn('what', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('order_event_key', ['order_id', 'position'])
    .execute();

  await db.schema
    .createTable('payment')
    .addColumn('session_id', 'text', (column) => column.primaryKey())
    .addColumn('order_id', 'text', (column) => column.notNull().references('order.id').onDelete('cascade'))
    .addColumn('attempt', 'integer', (column) => column.notNull())
    .addColumn('provider', 'text', (column) => column.notNull())
    .addColumn('url', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('due_at', 'text')
    .addColumn('reference', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addUniqueConstraint('payment_attempt', ['order_id', 'attempt'])
    .execute();
  await db.schema.createIndex('payment_due').on('payment').column('due_at').execute();

  await db.schema
    .createTable('payment_event')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('received_at', 'text', (column) => column.notNull())
    .execute();
};

/** The tables of orders and payments. Landed migrations are never edited. */
export const orderTables: Migration = { up };
