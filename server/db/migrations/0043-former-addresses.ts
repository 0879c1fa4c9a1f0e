import type { Kysely, Migration } from 'kysely';
import { addReferences, type Reference } from '#server/db/migrations/rules.ts';
import type { Tables } from '#server/db/schema.ts';

const references: readonly Reference[] = (['mail', 'message'] as const).map((table) => ({
  name: `${table}_account`,
  table,
  column: 'account_id',
  parent: 'account',
  parentColumn: 'id',
  onDelete: 'set null',
}));

const up = async (db: Kysely<Tables>): Promise<void> => {
  for (const { table, column, name } of references) {
    await db.schema.alterTable(table).addColumn(column, 'text').execute();
    await db.schema.createIndex(`${name}_index`).on(table).column(column).execute();
  }
  await addReferences(db, references);
};

/** Whose mails and messages are, apart from their address: an account keeps those of an address that it has left. Landed migrations are never edited. */
export const formerAddresses: Migration = { up };
