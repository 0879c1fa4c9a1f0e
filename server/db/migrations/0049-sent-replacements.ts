import type { Kysely, Migration } from 'kysely';
import type { Tables } from '#server/db/schema.ts';

const up = async (db: Kysely<Tables>): Promise<void> => {
  await db.schema.alterTable('refund').addColumn('sent_at', 'text').execute();
};

/** When the replacement of an exchange was sent: until then it lies on the shelf. */
export const sentReplacements: Migration = { up };
