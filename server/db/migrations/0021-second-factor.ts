import type { Kysely, Migration } from 'kysely';
import type { Tables } from '#server/db/schema.ts';

const up = async (db: Kysely<Tables>): Promise<void> => {
  await db.schema
    .createTable('second_factor')
    .addColumn('account_id', 'text', (column) => column.primaryKey().references('account.id').onDelete('cascade'))
    .addColumn('secret', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('confirmed_at', 'text')
    .addColumn('last_step', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema.createIndex('second_factor_unconfirmed').on('second_factor').columns(['confirmed_at', 'created_at']).execute();

  await db.schema
    .createTable('recovery_code')
    .addColumn('account_id', 'text', (column) => column.notNull().references('account.id').onDelete('cascade'))
    .addColumn('code_hash', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('recovery_code_pk', ['account_id', 'code_hash'])
    .execute();
};

/** Authenticator apps of accounts, and recovery codes. Landed migrations are never edited. */
export const secondFactorTables: Migration = { up };
