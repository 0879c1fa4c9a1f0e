import { type Kysely, type Migration, PostgresAdapter, sql } from 'kysely';
import { accountTables } from '#server/db/migrations/baseline/accounts.ts';
import { catalogueTables } from '#server/db/migrations/baseline/catalogue.ts';
import { jobTables } from '#server/db/migrations/baseline/jobs.ts';
import { messageTables } from '#server/db/migrations/baseline/messages.ts';
import { moneyTables } from '#server/db/migrations/baseline/money.ts';
import { orderTables } from '#server/db/migrations/baseline/orders.ts';
import { reviewTables } from '#server/db/migrations/baseline/reviews.ts';
import type { Tables } from '#server/db/schema.ts';

/** In the order of their foreign keys: referenced tables come first. */
const statements = [catalogueTables, accountTables, orderTables, moneyTables, reviewTables, messageTables, jobTables].flat();

const up = async (db: Kysely<Tables>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
  // Sorted by code points, as in SQLite: with a language's collation a prefix is no range of the index.
  if (db.getExecutor().adapter instanceof PostgresAdapter)
    for (const table of ['order_word', 'product_word'])
      await sql.raw(`alter table ${table} alter column word type text collate "C"`).execute(db);
};

/** All tables of the first release, in SQL that both engines read. What a column means is in `schema.ts`. */
export const baseline: Migration = { up };
