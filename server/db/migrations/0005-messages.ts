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

  // What was sent a moment ago: the same again is a second press, not a second message.
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

/** The tables of messages and enquiries, and where answers to a mail go. Landed migrations are never edited. */
export const messageTables: Migration = { up };
