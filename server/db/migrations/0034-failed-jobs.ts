import { type Kysely, type Migration, sql } from 'kysely';
import type { Tables } from '#server/db/schema.ts';

const up = async (db: Kysely<Tables>): Promise<void> => {
  await db.schema
    .createTable('failed_job')
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('due_at', 'text', (column) => column.notNull())
    .addColumn('tries', 'integer', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('last_error', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('failed_job_key', ['kind', 'key'])
    .addCheckConstraint('failed_job_state_known', sql`state in ('retried', 'dead')`)
    .addCheckConstraint('failed_job_tries_counted', sql`tries > 0`)
    .execute();
};

/** What a job could not do yet: its tries, its next one, and why. Landed migrations are never edited. */
export const failedJobs: Migration = { up };
