import type { Kysely, Migration } from 'kysely';
import type { Tables } from '#server/db/schema.ts';

const dayColumns = ['dispatch_by', 'arrives_from', 'arrives_by', 'expected_from', 'expected_by'] as const;

const up = async (db: Kysely<Tables>): Promise<void> => {
  await db.schema
    .alterTable('product')
    .addColumn('making_days', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  for (const column of dayColumns) await db.schema.alterTable('order').addColumn(column, 'text').execute();
};

/** The days that a product is made in, and the days of dispatch and arrival that an order was promised. Landed migrations are never edited. */
export const deliveryDates: Migration = { up };
