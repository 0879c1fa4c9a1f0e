import { type Kysely, type Migration, sql } from 'kysely';
import type { Tables } from '#server/db/schema.ts';

const up = async (db: Kysely<Tables>): Promise<void> => {
  await db.schema.alterTable('product').addColumn('withdrawn_at', 'text').execute();
  await db.schema
    .alterTable('catalogue')
    .addColumn('is_filled', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  await sql`update catalogue set is_filled = 1 where exists (select 1 from product)`.execute(db);
};

/** Products that are no longer sold, and whether the shop was filled once. Landed migrations are never edited. */
export const withdrawnProducts: Migration = { up };
