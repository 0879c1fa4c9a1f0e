import type { Kysely, Migration } from 'kysely';
import type { Tables } from '#server/db/schema.ts';

const up = async (db: Kysely<Tables>): Promise<void> => {
  await db.schema
    .createTable('voucher')
    .addColumn('code', 'text', (column) => column.primaryKey())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('value', 'integer', (column) => column.notNull())
    .addColumn('minimum', 'integer', (column) => column.notNull())
    .addColumn('starts_at', 'text')
    .addColumn('ends_at', 'text')
    .addColumn('max_uses', 'integer')
    .addColumn('max_uses_each', 'integer')
    .addColumn('products', 'text', (column) => column.notNull())
    .addColumn('categories', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('ended_at', 'text')
    .execute();
  await db.schema.alterTable('order').addColumn('voucher_code', 'text').execute();
  for (const [table, column] of [
    ['order', 'discount_total'],
    ['order_line', 'discount'],
  ] as const)
    await db.schema
      .alterTable(table)
      .addColumn(column, 'integer', (definition) => definition.notNull().defaultTo(0))
      .execute();
  await db.schema.createIndex('order_voucher').on('order').columns(['voucher_code', 'status']).execute();
};

/** Vouchers, and what they took off orders and their lines. Landed migrations are never edited. */
export const voucherTables: Migration = { up };
