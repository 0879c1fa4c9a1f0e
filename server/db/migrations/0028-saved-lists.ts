import { type Kysely, type Migration, sql } from 'kysely';
import type { Tables } from '#server/db/schema.ts';

const up = async (db: Kysely<Tables>): Promise<void> => {
  await db.schema
    .createTable('saved_line')
    .addColumn('account_id', 'text', (column) => column.notNull().references('account.id').onDelete('cascade'))
    .addColumn('list', 'text', (column) => column.notNull())
    .addColumn('product_id', 'text', (column) => column.notNull().references('product.id').onDelete('cascade'))
    .addColumn('variation', 'text', (column) => column.notNull())
    .addColumn('color', 'text', (column) => column.notNull())
    .addColumn('size', 'text', (column) => column.notNull())
    .addColumn('added', 'integer', (column) => column.notNull())
    .addColumn('taken', 'integer', (column) => column.notNull())
    .addColumn('position', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('saved_line_pk', ['account_id', 'list', 'product_id', 'variation', 'color', 'size'])
    .addCheckConstraint('saved_line_list_known', sql`list in ('cart', 'wishlist', 'compare')`)
    .addCheckConstraint('saved_line_pieces', sql`taken >= 0 and added > taken`)
    .execute();
  // For the deletion of a product.
  await db.schema.createIndex('saved_line_product').on('saved_line').column('product_id').execute();
  await db.schema
    .createTable('wishlist_link')
    .addColumn('account_id', 'text', (column) => column.primaryKey().references('account.id').onDelete('cascade'))
    .addColumn('token', 'text', (column) => column.notNull().unique())
    .addColumn('shows_name', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addCheckConstraint('wishlist_link_flag', sql`shows_name in (0, 1)`)
    .execute();
  await db.schema
    .alterTable('account')
    .addColumn('list_counter', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema.alterTable('session').addColumn('list_batch', 'text').execute();
};

/** Cart, wishlist and comparison of accounts, and links that show a wishlist. Landed migrations are never edited. */
export const savedLists: Migration = { up };
