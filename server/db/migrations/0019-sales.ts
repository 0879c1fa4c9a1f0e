import type { Kysely, Migration } from 'kysely';
import type { Tables } from '#server/db/schema.ts';

const up = async (db: Kysely<Tables>): Promise<void> => {
  await db.schema
    .alterTable('catalogue')
    .addColumn('sales', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema
    .alterTable('product')
    .addColumn('sold_version', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema.createIndex('product_sold_version').on('product').column('sold_version').execute();
};

/**
 * Marks the products of each sale, so that caches read these alone. A process of the version before raises `version` without `sales`, which
 * makes this version read the whole catalogue. Landed migrations are never edited.
 */
export const salesColumns: Migration = { up };
