import { type Kysely, type Migration, sql } from 'kysely';
import type { Tables } from '#server/db/schema.ts';

const up = async (db: Kysely<Tables>): Promise<void> => {
  await db.schema
    .createTable('stock_alert_stop_link')
    .addColumn('token_hash', 'text', (column) => column.primaryKey())
    .addColumn('email_key', 'text', (column) => column.notNull())
    .addColumn('account_id', 'text', (column) => column.references('account.id').onDelete('set null'))
    .addColumn('mailed_at', 'text', (column) => column.notNull())
    .execute();
  await db.schema
    .alterTable('stock_alert')
    .addColumn('account_id', 'text', (column) => column.references('account.id').onDelete('set null'))
    .execute();
  for (const column of ['email_key', 'account_id', 'mailed_at'] as const)
    await db.schema.createIndex(`stock_alert_stop_link_${column}`).on('stock_alert_stop_link').column(column).execute();
  await db.schema.createIndex('stock_alert_account').on('stock_alert').column('account_id').execute();
  // Links that were mailed before: their token is that of the mailed wait.
  await sql`insert into stock_alert_stop_link (token_hash, email_key, mailed_at)
    select token_hash, email_key, changed_at from stock_alert where state = 'mailed'`.execute(db);
};

/**
 * Mailed links that end stock alerts, apart from the waits, which are asked for again and deleted earlier; whose waits and links are, as in
 * migration 0043. Landed migrations are never edited.
 */
export const stockAlertStopLinks: Migration = { up };
