import type { Kysely, Migration } from 'kysely';
import type { Tables } from '#server/db/schema.ts';

/** The buyer's email address in the form of `account.email_key`. */
const emailKeyIn = (billing: string): string => {
  const value: unknown = JSON.parse(billing);
  return typeof value === 'object' && value !== null && 'email' in value ? String(value.email).trim().toLowerCase() : '';
};

const up = async (db: Kysely<Tables>): Promise<void> => {
  await db.schema
    .alterTable('order')
    .addColumn('trader', 'text', (column) => column.notNull().defaultTo(''))
    .execute();
  await db.schema
    .alterTable('order')
    .addColumn('email_key', 'text', (column) => column.notNull().defaultTo(''))
    .execute();
  await db.schema.alterTable('order').addColumn('replaced_by', 'text').execute();
  await db.schema.createIndex('order_of_email').on('order').columns(['email_key', 'created_at']).execute();
  for (const { id, billing } of await db.selectFrom('order').select(['id', 'billing']).execute())
    await db
      .updateTable('order')
      .set({ email_key: emailKeyIn(billing) })
      .where('id', '=', id)
      .execute();

  await db.schema
    .createTable('payback')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('order_id', 'text', (column) => column.notNull().references('order.id').onDelete('cascade'))
    .addColumn('session_id', 'text', (column) => column.notNull())
    .addColumn('request', 'text')
    .addColumn('amount', 'integer')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('due_at', 'text')
    .addColumn('tries', 'integer', (column) => column.notNull())
    .addColumn('done_at', 'text')
    .addColumn('reference', 'text')
    .addColumn('problem', 'text', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('payback_due').on('payback').column('due_at').execute();
  await db.schema.createIndex('payback_of_order').on('payback').column('order_id').execute();
};

/** Paybacks; replaced orders, orders by email address, and the seller's legal details. Landed migrations are never edited. */
export const paybackTables: Migration = { up };
