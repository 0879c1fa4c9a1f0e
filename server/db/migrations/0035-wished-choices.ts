import { type Kysely, type Migration, sql } from 'kysely';
import type { Tables } from '#server/db/schema.ts';

const up = async (db: Kysely<Tables>): Promise<void> => {
  for (const column of ['chosen_variation', 'chosen_color', 'chosen_size'] as const)
    await db.schema
      .alterTable('saved_line')
      .addColumn(column, 'text', (definition) => definition.check(sql`${sql.ref(column)} is null or list = 'wishlist'`))
      .execute();
};

/** What was chosen of a wished product; null where it is not known. Landed migrations are never edited. */
export const wishedChoices: Migration = { up };
