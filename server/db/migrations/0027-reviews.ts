import { type Kysely, type Migration, sql } from 'kysely';
import type { Tables } from '#server/db/schema.ts';

const isTime = (column: string) => sql`${sql.ref(column)} like '____-__-__T__:__:__.___Z'`;

const up = async (db: Kysely<Tables>): Promise<void> => {
  await db.schema
    .createTable('review')
    .addColumn('reference', 'text', (column) => column.primaryKey())
    .addColumn('order_id', 'text', (column) => column.notNull().references('order.id').onDelete('cascade'))
    .addColumn('product_id', 'text', (column) => column.notNull())
    .addColumn('stars', 'integer', (column) => column.notNull())
    .addColumn('author', 'text', (column) => column.notNull())
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('reason', 'text', (column) => column.notNull())
    .addColumn('reply', 'text', (column) => column.notNull())
    .addColumn('revision', 'integer', (column) => column.notNull())
    .addColumn('seen_revision', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('decided_at', 'text')
    .addUniqueConstraint('review_once', ['order_id', 'product_id'])
    .addCheckConstraint('review_stars', sql`${sql.ref('stars')} between 1 and 5`)
    .addCheckConstraint('review_state_known', sql`${sql.ref('state')} in ('waiting', 'approved', 'declined', 'removed')`)
    .addCheckConstraint('review_times', isTime('created_at'))
    .execute();
  await db.schema.createIndex('review_of_product').on('review').columns(['product_id', 'state', 'decided_at']).execute();
  await db.schema.createIndex('review_by_state').on('review').columns(['state', 'decided_at']).execute();
  await db.schema
    .createTable('review_image')
    .addColumn('file', 'text', (column) => column.primaryKey())
    .addColumn('reference', 'text', (column) => column.notNull().references('review.reference').onDelete('cascade'))
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('content', 'bytea', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('review_image_of_review').on('review_image').columns(['reference', 'position']).execute();
  await db.schema
    .createTable('review_report')
    .addColumn('reference', 'text', (column) => column.notNull().references('review.reference').onDelete('cascade'))
    .addColumn('reason', 'text', (column) => column.notNull())
    .addColumn('reports', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('review_report_key', ['reference', 'reason'])
    .addCheckConstraint('review_report_counts', sql`${sql.ref('reports')} > 0`)
    .execute();
  await db.schema
    .createTable('review_invite')
    .addColumn('order_id', 'text', (column) => column.primaryKey().references('order.id').onDelete('cascade'))
    .addColumn('due_at', 'text')
    .addColumn('sent_at', 'text')
    .addColumn('token_hash', 'text')
    .addColumn('expires_at', 'text')
    .execute();
  await db.schema.createIndex('review_invite_due').on('review_invite').column('due_at').execute();
  await db.schema.createIndex('review_invite_expires').on('review_invite').column('expires_at').execute();
  await db.schema.createIndex('review_invite_token').on('review_invite').column('token_hash').unique().execute();
  await db.schema
    .createTable('review_opt_out')
    .addColumn('email_hash', 'text', (column) => column.primaryKey())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('product_rating')
    .addColumn('product_id', 'text', (column) => column.primaryKey().references('product.id').onDelete('cascade'))
    .addColumn('reviews', 'integer', (column) => column.notNull())
    .addColumn('stars', 'integer', (column) => column.notNull())
    .addCheckConstraint(
      'product_rating_sums',
      sql`${sql.ref('reviews')} > 0 and ${sql.ref('stars')} between ${sql.ref('reviews')} and 5 * ${sql.ref('reviews')}`,
    )
    .execute();
};

/** Reviews by buyers, their photographs, reports and invitations; the sums that products show. Landed migrations are never edited. */
export const reviewTables: Migration = { up };
