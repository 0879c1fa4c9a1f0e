import type { Kysely, Migration } from 'kysely';
import type { Tables } from '#server/db/schema.ts';

const up = async (db: Kysely<Tables>): Promise<void> => {
  await db.schema
    .createTable('message')
    .addColumn('reference', 'text', (column) => column.primaryKey())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('topic', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('business', 'text', (column) => column.notNull())
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('phone', 'text', (column) => column.notNull())
    .addColumn('order_id', 'text', (column) => column.notNull())
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('answered_at', 'text')
    .execute();
  await db.schema.createIndex('message_newest').on('message').column('created_at').execute();

  // Deduplicates messages: the same content until `ends_at` is a double click or a retry.
  await db.schema
    .createTable('message_receipt')
    .addColumn('digest', 'text', (column) => column.primaryKey())
    .addColumn('reference', 'text', (column) => column.notNull())
    .addColumn('ends_at', 'text', (column) => column.notNull())
    .execute();

  await db.schema
    .alterTable('mail')
    .addColumn('reply_to', 'text', (column) => column.notNull().defaultTo(''))
    .execute();
};

/** The tables of messages and enquiries, and the reply-to address of a mail. Landed migrations are never edited. */
export const messageTables: Migration = { up };
