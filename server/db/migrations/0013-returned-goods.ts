import type { Kysely, Migration } from 'kysely';
import type { Tables } from '#server/db/schema.ts';

const up = async (db: Kysely<Tables>): Promise<void> => {
  await db.schema.alterTable('refund').addColumn('decline_reason', 'text').execute();
  await db.schema.alterTable('refund').addColumn('received_at', 'text').execute();
  for (const pieces of ['exchanged', 'restocked'])
    await db.schema
      .alterTable('refund')
      .addColumn(pieces, 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
};

/** Declined refund requests, and the stock of exchanged and returned goods. Landed migrations are never edited. */
export const returnedGoods: Migration = { up };
