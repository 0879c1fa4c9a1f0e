import { type Kysely, type Migration, sql } from 'kysely';
import type { Tables } from '#server/db/schema.ts';

const indexes = [
  { name: 'payment_event_received', table: 'payment_event', columns: ['received_at'] },
  { name: 'payback_reference', table: 'payback', columns: ['reference'] },
  { name: 'order_request_order', table: 'order_request', columns: ['order_id'] },
  { name: 'mail_created', table: 'mail', columns: ['created_at'] },
  { name: 'session_end', table: 'session', columns: ['expires_at'] },
  { name: 'session_created', table: 'session', columns: ['created_at'] },
  { name: 'proof_end', table: 'proof', columns: ['expires_at'] },
  { name: 'registration_created', table: 'registration', columns: ['created_at'] },
  { name: 'account_unverified', table: 'account', columns: ['verified_at', 'created_at'] },
  { name: 'message_receipt_end', table: 'message_receipt', columns: ['ends_at'] },
] as const;

const up = async (db: Kysely<Tables>): Promise<void> => {
  for (const { name, table, columns } of indexes)
    await db.schema
      .createIndex(name)
      .on(table)
      .columns([...columns])
      .execute();
  await db.schema.createIndex('mail_unsent').on('mail').column('created_at').where(sql.ref('sent_at'), 'is', null).execute();
};

/** What repeated jobs and lists look for, so that they do not read what is long settled. Landed migrations are never edited. */
export const settledIndexes: Migration = { up };
