import type { Kysely, Migration } from 'kysely';
import type { Tables } from '#server/db/schema.ts';

const up = async (db: Kysely<Tables>): Promise<void> => {
  await db.schema
    .createTable('catalogue')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('version', 'integer', (column) => column.notNull())
    .execute();
  await db.insertInto('catalogue').values({ id: 1, version: 0 }).execute();

  await db.schema
    .createTable('category')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('slug', 'text', (column) => column.notNull().unique())
    .addColumn('image', 'text', (column) => column.notNull())
    .addColumn('position', 'integer', (column) => column.notNull())
    .execute();

  await db.schema
    .createTable('picture')
    .addColumn('file', 'text', (column) => column.primaryKey())
    .addColumn('stem', 'text', (column) => column.notNull())
    .addColumn('preview', 'text', (column) => column.notNull())
    .addColumn('origin', 'text', (column) => column.notNull())
    .execute();

  await db.schema
    .createTable('product')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('sku', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('short_description', 'text', (column) => column.notNull())
    .addColumn('full_description', 'text', (column) => column.notNull())
    .addColumn('base_price', 'integer', (column) => column.notNull())
    .addColumn('discount', 'double precision', (column) => column.notNull())
    .addColumn('reseller_price', 'integer', (column) => column.notNull())
    .addColumn('delivery_cost', 'integer', (column) => column.notNull())
    .addColumn('stock', 'integer', (column) => column.notNull())
    .addColumn('sale_count', 'integer', (column) => column.notNull())
    .addColumn('categories', 'text', (column) => column.notNull())
    .addColumn('tags', 'text', (column) => column.notNull())
    .addColumn('material', 'text', (column) => column.notNull())
    .addColumn('weight', 'text', (column) => column.notNull())
    .addColumn('dimensions', 'text', (column) => column.notNull())
    .addColumn('care', 'text', (column) => column.notNull())
    .addColumn('made_in', 'text', (column) => column.notNull())
    .addColumn('is_new', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('images', 'text', (column) => column.notNull())
    .addColumn('position', 'integer', (column) => column.notNull())
    .execute();

  await db.schema
    .createTable('product_color')
    .addColumn('product_id', 'text', (column) => column.notNull().references('product.id').onDelete('cascade'))
    .addColumn('color', 'text', (column) => column.notNull())
    .addColumn('hex', 'text', (column) => column.notNull())
    .addColumn('image', 'text', (column) => column.notNull())
    .addColumn('position', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('product_color_key', ['product_id', 'color'])
    .execute();

  await db.schema
    .createTable('product_size')
    .addColumn('product_id', 'text', (column) => column.notNull())
    .addColumn('color', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('stock', 'integer', (column) => column.notNull())
    .addColumn('sale_count', 'integer', (column) => column.notNull())
    .addColumn('position', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('product_size_key', ['product_id', 'color', 'name'])
    .addForeignKeyConstraint('product_size_color', ['product_id', 'color'], 'product_color', ['product_id', 'color'], (key) =>
      key.onDelete('cascade'),
    )
    .execute();

  await db.schema
    .createTable('product_type')
    .addColumn('product_id', 'text', (column) => column.notNull().references('product.id').onDelete('cascade'))
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('base_price', 'integer', (column) => column.notNull())
    .addColumn('stock', 'integer')
    .addColumn('sale_count', 'integer', (column) => column.notNull())
    .addColumn('position', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('product_type_key', ['product_id', 'id'])
    .execute();
};

/** The tables of the catalogue. Landed migrations are never edited. */
export const catalogueTables: Migration = { up };
