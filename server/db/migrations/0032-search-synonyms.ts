import { type Kysely, type Migration, sql } from 'kysely';
import type { Tables } from '#server/db/schema.ts';

const up = async (db: Kysely<Tables>): Promise<void> => {
  await db.schema
    .createTable('search_synonym')
    .addColumn('word', 'text', (column) => column.primaryKey().check(sql`length(word) between 1 and 60`))
    .addColumn('finds', 'text', (column) => column.notNull())
    .execute();
};

/** The seller's synonyms for the search. Landed migrations are never edited. */
export const searchSynonyms: Migration = { up };
