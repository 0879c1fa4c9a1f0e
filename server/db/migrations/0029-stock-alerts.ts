import { type Kysely, type Migration, sql } from 'kysely';
import type { Tables } from '#server/db/schema.ts';

const up = async (db: Kysely<Tables>): Promise<void> => {
  await db.schema
    .createTable('stock_alert')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('product_id', 'text', (column) => column.notNull().references('product.id').onDelete('cascade'))
    .addColumn('type_id', 'text', (column) => column.notNull())
    .addColumn('color', 'text', (column) => column.notNull())
    .addColumn('size', 'text', (column) => column.notNull())
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('email_key', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('token_hash', 'text', (column) => column.notNull().unique())
    .addColumn('asked_at', 'text', (column) => column.notNull())
    .addColumn('changed_at', 'text', (column) => column.notNull())
    .addUniqueConstraint('stock_alert_once', ['product_id', 'type_id', 'color', 'size', 'email_key'])
    .addCheckConstraint('stock_alert_state_known', sql`state in ('unconfirmed', 'waiting', 'mailed')`)
    .execute();
  await db.schema.createIndex('stock_alert_state').on('stock_alert').columns(['state', 'changed_at']).execute();
  await db.schema.createIndex('stock_alert_email').on('stock_alert').column('email_key').execute();
  await db.schema
    .alterTable('mail')
    .addColumn('unsubscribe_url', 'text', (column) => column.notNull().defaultTo(''))
    .execute();
};

/** Who wants a mail once a product can be had again, and the address that ends such mails. Landed migrations are never edited. */
export const stockAlerts: Migration = { up };
