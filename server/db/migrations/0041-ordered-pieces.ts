import type { Kysely, Migration } from 'kysely';
import type { Tables } from '#server/db/schema.ts';

const up = async (db: Kysely<Tables>): Promise<void> => {
  await db.schema.alterTable('order_line').addColumn('cart_up_to', 'integer').execute();
};

/** Which pieces of its buyer's saved cart an order line has. Landed migrations are never edited. */
export const orderedPieces: Migration = { up };
