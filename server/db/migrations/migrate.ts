import { type MigrationProvider, Migrator } from 'kysely';
import { catalogueTables } from '#server/db/migrations/0001-catalogue.ts';
import { accountTables } from '#server/db/migrations/0002-accounts.ts';
import { orderTables } from '#server/db/migrations/0003-orders.ts';
import { refundTables } from '#server/db/migrations/0004-refunds.ts';
import { messageTables } from '#server/db/migrations/0005-messages.ts';
import { paybackTables } from '#server/db/migrations/0006-paybacks.ts';
import type { Database } from '#server/db/schema.ts';

/** Every migration by name, in the order of the names. Written out, so that nothing is looked up on disk at start. */
const provider: MigrationProvider = {
  getMigrations: async () => ({
    '0001-catalogue': catalogueTables,
    '0002-accounts': accountTables,
    '0003-orders': orderTables,
    '0004-refunds': refundTables,
    '0005-messages': messageTables,
    '0006-paybacks': paybackTables,
  }),
};

/** Brings the tables up to date; throws what the database said when it cannot. Several processes need `Store.alone` around it. */
export const migrate = async (db: Database): Promise<void> => {
  const { error } = await new Migrator({ db, provider }).migrateToLatest();
  if (error !== undefined) throw error;
};
