import type { Kysely, Migration } from 'kysely';
import type { Tables } from '#server/db/schema.ts';

const up = async (db: Kysely<Tables>): Promise<void> => {
  await db.schema
    .createTable('seller_notice')
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('mailed_at', 'text')
    .addPrimaryKeyConstraint('seller_notice_key', ['kind', 'subject'])
    .execute();
  await db.schema.createIndex('seller_notice_due').on('seller_notice').columns(['mailed_at', 'created_at']).execute();
};

/** Events that the seller is told of by mail. Landed migrations are never edited. */
export const sellerNoticeTable: Migration = { up };
