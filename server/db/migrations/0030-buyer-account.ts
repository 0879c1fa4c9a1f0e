import { type Kysely, type Migration, sql } from 'kysely';
import type { Tables } from '#server/db/schema.ts';

const up = async (db: Kysely<Tables>): Promise<void> => {
  await db.schema
    .alterTable('order')
    .addColumn('cancelled_by', 'text', (column) => column.check(sql`cancelled_by in ('buyer', 'seller')`))
    .execute();
  await db.schema
    .createTable('order_link')
    .addColumn('token_hash', 'text', (column) => column.primaryKey())
    .addColumn('order_id', 'text', (column) => column.notNull().references('order.id').onDelete('cascade'))
    .addColumn('expires_at', 'text', (column) => column.notNull())
    .addColumn('used_at', 'text')
    .execute();
  await db.schema.createIndex('order_link_order').on('order_link').column('order_id').execute();
  await db.schema.createIndex('order_link_end').on('order_link').column('expires_at').execute();

  // One statement for each column: SQLite adds no two at once.
  for (const [name, type] of [
    ['vat_number', 'text'],
    ['invoice_number', 'integer'],
    ['invoiced_at', 'text'],
  ] as const)
    await db.schema.alterTable('order').addColumn(name, type).execute();
  await db.schema
    .alterTable('order')
    .addColumn('vat_rate', 'integer', (column) => column.check(sql`vat_rate between 0 and 10000`))
    .execute();
  await db.schema.createIndex('order_invoice').on('order').column('invoice_number').unique().execute();
  await db.schema
    .createTable('invoice_counter')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('last', 'integer', (column) => column.notNull())
    .execute();
  await db.insertInto('invoice_counter').values({ id: 1, last: 0 }).execute();

  await db.schema
    .createTable('email_change')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('account_id', 'text', (column) => column.notNull().references('account.id').onDelete('cascade'))
    .addColumn('old_email', 'text', (column) => column.notNull())
    .addColumn('new_email', 'text', (column) => column.notNull())
    .addColumn('confirm_hash', 'text', (column) => column.notNull().unique())
    .addColumn('stop_hash', 'text', (column) => column.notNull().unique())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('confirm_by', 'text', (column) => column.notNull())
    .addColumn('stop_by', 'text', (column) => column.notNull())
    .addColumn('confirmed_at', 'text')
    .addColumn('ended_at', 'text')
    .execute();
  await db.schema.createIndex('email_change_account').on('email_change').column('account_id').execute();
  await db.schema.createIndex('email_change_start').on('email_change').column('created_at').execute();
};

/** Who cancelled an order, links for guests to cancel theirs, invoices, and changes of an account's address. Landed migrations are never edited. */
export const buyerAccount: Migration = { up };
