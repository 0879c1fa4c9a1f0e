import { type Kysely, type Migration, sql } from 'kysely';
import type { Tables } from '#server/db/schema.ts';

const up = async (db: Kysely<Tables>): Promise<void> => {
  await db.schema
    .createTable('registration')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('account_id', 'text', (column) => column.notNull().references('account.id').onDelete('cascade'))
    .addColumn('browser_hash', 'text', (column) => column.notNull())
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('first_name', 'text', (column) => column.notNull())
    .addColumn('last_name', 'text', (column) => column.notNull())
    .addColumn('phone', 'text', (column) => column.notNull())
    .addColumn('wants_to_resell', 'integer', (column) => column.notNull())
    .addColumn('marketing', 'integer', (column) => column.notNull())
    .addColumn('password_hash', 'text', (column) => column.notNull())
    .addColumn('accepted_terms_at', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('registration_account').on('registration').columns(['account_id', 'created_at']).execute();

  await db.schema
    .alterTable('proof')
    .addColumn('registration_id', 'text', (column) => column.references('registration.id').onDelete('set null'))
    .execute();
  await db.schema.createIndex('proof_registration').on('proof').column('registration_id').execute();

  await db.schema.alterTable('account').addColumn('mailbox_proved_at', 'text').execute();

  // Unverified accounts keep their password when the address is registered again. No browser's secret hashes to an empty text.
  await sql`insert into registration (id, account_id, browser_hash, email, first_name, last_name, phone, wants_to_resell, marketing,
      password_hash, accepted_terms_at, created_at)
    select id, id, '', email, first_name, last_name, phone, wants_to_resell, marketing, password_hash, accepted_terms_at, created_at
    from account where verified_at is null`.execute(db);
  await sql`update proof set registration_id = account_id
    where purpose = 'verify' and account_id in (select id from account where verified_at is null)`.execute(db);
};

/** Pending registrations, each with its own password, and the registration of each proof. Landed migrations are never edited. */
export const registrationTable: Migration = { up };
