import { type Migration, Migrator, sql } from 'kysely';
import { catalogueTables } from '#server/db/migrations/0001-catalogue.ts';
import { accountTables } from '#server/db/migrations/0002-accounts.ts';
import { orderTables } from '#server/db/migrations/0003-orders.ts';
import { refundTables } from '#server/db/migrations/0004-refunds.ts';
import { messageTables } from '#server/db/migrations/0005-messages.ts';
import { paybackTables } from '#server/db/migrations/0006-paybacks.ts';
import { editionColumn } from '#server/db/migrations/0007-edition.ts';
import { clientKeyColumn } from '#server/db/migrations/0008-client-key.ts';
import { registrationTable } from '#server/db/migrations/0009-registrations.ts';
import { paymentChecks } from '#server/db/migrations/0010-payment-checks.ts';
import { strayPaymentTable } from '#server/db/migrations/0011-stray-payments.ts';
import { orderHistory } from '#server/db/migrations/0012-order-history.ts';
import { returnedGoods } from '#server/db/migrations/0013-returned-goods.ts';
import { sellerNoticeTable } from '#server/db/migrations/0014-seller-notices.ts';
import { withdrawnProducts } from '#server/db/migrations/0015-withdrawn-products.ts';
import { erasureColumn } from '#server/db/migrations/0016-erasure.ts';
import { sessionDeviceColumns } from '#server/db/migrations/0017-session-devices.ts';
import { salesColumns } from '#server/db/migrations/0019-sales.ts';
import { settledIndexes } from '#server/db/migrations/0020-indexes.ts';
import { secondFactorTables } from '#server/db/migrations/0021-second-factor.ts';
import { storedFiles } from '#server/db/migrations/0022-stored-files.ts';
import { constraints } from '#server/db/migrations/0023-constraints.ts';
import { providerReturns } from '#server/db/migrations/0024-provider-returns.ts';
import { voucherTables } from '#server/db/migrations/0025-vouchers.ts';
import { categoryDescriptions } from '#server/db/migrations/0026-category-descriptions.ts';
import { reviewTables } from '#server/db/migrations/0027-reviews.ts';
import { savedLists } from '#server/db/migrations/0028-saved-lists.ts';
import { stockAlerts } from '#server/db/migrations/0029-stock-alerts.ts';
import { buyerAccount } from '#server/db/migrations/0030-buyer-account.ts';
import { deliveryDates } from '#server/db/migrations/0031-delivery-dates.ts';
import { searchSynonyms } from '#server/db/migrations/0032-search-synonyms.ts';
import { moreConstraints } from '#server/db/migrations/0033-more-constraints.ts';
import { failedJobs } from '#server/db/migrations/0034-failed-jobs.ts';
import { wishedChoices } from '#server/db/migrations/0035-wished-choices.ts';
import { orderedPieces } from '#server/db/migrations/0041-ordered-pieces.ts';
import { formerAddresses } from '#server/db/migrations/0043-former-addresses.ts';
import { optionLabel } from '#server/db/migrations/0044-option-label.ts';
import { earlyReturns } from '#server/db/migrations/0045-early-returns.ts';
import { stockAlertStopLinks } from '#server/db/migrations/0046-stock-alert-stop-links.ts';
import { unmatchedPayments } from '#server/db/migrations/0047-unmatched-payments.ts';
import { mailPriorities } from '#server/db/migrations/0050-mail-priorities.ts';
import { lockTables } from '#server/db/migrations/lock-tables.ts';
import type { Database } from '#server/db/schema.ts';

/** All migrations, ordered by name. Listed rather than read from disk, so that the server can be bundled. */
const migrations: Readonly<Record<string, Migration>> = {
  '0001-catalogue': catalogueTables,
  '0002-accounts': accountTables,
  '0003-orders': orderTables,
  '0004-refunds': refundTables,
  '0005-messages': messageTables,
  '0006-paybacks': paybackTables,
  '0007-edition': editionColumn,
  '0008-client-key': clientKeyColumn,
  '0009-registrations': registrationTable,
  '0010-payment-checks': paymentChecks,
  '0011-stray-payments': strayPaymentTable,
  '0012-order-history': orderHistory,
  '0013-returned-goods': returnedGoods,
  '0014-seller-notices': sellerNoticeTable,
  '0015-withdrawn-products': withdrawnProducts,
  '0016-erasure': erasureColumn,
  '0017-session-devices': sessionDeviceColumns,
  '0019-sales': salesColumns,
  '0020-indexes': settledIndexes,
  '0021-second-factor': secondFactorTables,
  '0022-stored-files': storedFiles,
  '0023-constraints': constraints,
  '0024-provider-returns': providerReturns,
  '0025-vouchers': voucherTables,
  '0026-category-descriptions': categoryDescriptions,
  '0027-reviews': reviewTables,
  '0028-saved-lists': savedLists,
  '0029-stock-alerts': stockAlerts,
  '0030-buyer-account': buyerAccount,
  '0031-delivery-dates': deliveryDates,
  '0032-search-synonyms': searchSynonyms,
  '0033-more-constraints': moreConstraints,
  '0034-failed-jobs': failedJobs,
  '0035-wished-choices': wishedChoices,
  '0041-ordered-pieces': orderedPieces,
  '0043-former-addresses': formerAddresses,
  '0044-option-label': optionLabel,
  '0045-early-returns': earlyReturns,
  '0046-stock-alert-stop-links': stockAlertStopLinks,
  '0047-unmatched-payments': unmatchedPayments,
  '0050-mail-priorities': mailPriorities,
};

/** Oldest first. */
export const migrationNames: readonly string[] = Object.keys(migrations);

const recordTable = 'kysely_migration';

/** Names of the migrations that the database has had, oldest first; none for one without tables. */
export const appliedMigrations = async (db: Database): Promise<readonly string[]> => {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === recordTable)) return [];
  const { rows } = await sql<{ readonly name: string }>`select name from ${sql.table(recordTable)} order by name`.execute(db);
  return rows.map(({ name }) => name);
};

/** Of applied migrations, those that this version does not know: a newer version has used the database. */
export const newerMigrations = (applied: readonly string[]): readonly string[] => applied.filter((name) => !(name in migrations));

/** The migrations, of which the first to run locks all tables before. */
const withLockedTables = (): Record<string, Migration> => {
  let isLocked = false;
  const lockAndRun =
    ({ up }: Migration): Migration['up'] =>
    async (db) => {
      if (!isLocked) await lockTables(db);
      isLocked = true;
      await up(db);
    };
  return Object.fromEntries(Object.entries(migrations).map(([name, migration]) => [name, { up: lockAndRun(migration) }]));
};

/**
 * Migrates to the latest state, or in tests to `upTo`, in one transaction; throws the database's error. Run it under `withSetupLock`.
 */
export const migrate = async (db: Database, upTo = migrationNames.at(-1)): Promise<void> => {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => withLockedTables() } });
  const { error } = await (upTo === undefined ? migrator.migrateToLatest() : migrator.migrateTo(upTo));
  if (error !== undefined) throw error;
};
