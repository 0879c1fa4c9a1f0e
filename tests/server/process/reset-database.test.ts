import { existsSync } from 'node:fs';
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, inject, onTestFinished, test } from 'vitest';
import { databaseFile, deleteSampleDatabase, lockDataFolder } from '#server/data-folder.ts';
import { openDatabase } from '#server/db/open-database.ts';
import type { Database } from '#server/db/schema.ts';
import { disableDemoAccounts, seedDemoAccounts } from '#server/domain/accounts/demo-accounts.ts';
import { testPayments } from '#server/payments/test.ts';
import { aPaidOrderIn, signInAt } from '#tests/support/desk.ts';
import { openingDay } from '#tests/support/opening-day.ts';
import { cheapPasswords } from '#tests/support/passwords.ts';
import { payOrder } from '#tests/support/pay-order.ts';

const soap = 'lavender-soap-bar';

/** The data folder of a shop with sample products, to which this happened. */
const aShopAfter = async (work: (db: Database) => Promise<unknown>): Promise<string> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'shop-reset-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await copyFile(inject('sqlite').stocked, databaseFile(folder));
  const { db } = await openDatabase({ file: databaseFile(folder) });
  await work(db);
  await db.destroy();
  return folder;
};

const triesOut = async (db: Database): Promise<void> => {
  await seedDemoAccounts(db, openingDay, cheapPasswords);
  await aPaidOrderIn(db, { productId: soap });
};

test('db:reset deletes the database of a shop that was tried out, orders and all, and where there is none does nothing', async () => {
  const folder = await aShopAfter(triesOut);
  deleteSampleDatabase(folder);
  expect(existsSync(databaseFile(folder))).toBe(false);
  deleteSampleDatabase(folder);
});

test.each<[string, string, (db: Database) => Promise<unknown>]>([
  ['that was never tried out', 'it has no demo accounts', async () => undefined],
  [
    'that has opened to the public since',
    'it has no demo accounts',
    async (db) => {
      await triesOut(db);
      await disableDemoAccounts(db);
    },
  ],
  [
    'in which somebody has paid',
    'a payment provider was used',
    async (db) => {
      await triesOut(db);
      await payOrder(db, await aPaidOrderIn(db, { productId: soap, isPaid: false }), { provider: { ...testPayments, name: 'stripe' } });
    },
  ],
  [
    'with a seller',
    'it has staff of its own',
    async (db) => {
      await triesOut(db);
      await signInAt(db, 'ada', { role: 'seller' });
    },
  ],
])('db:reset deletes nothing of a shop %s, and says why', async (_, reason, work) => {
  const folder = await aShopAfter(work);
  const refusal = `Nothing was deleted: ${databaseFile(folder)} is not the sample database, for ${reason}. If you want it gone, delete it yourself.`;
  expect(() => deleteSampleDatabase(folder)).toThrow(refusal);
  expect(existsSync(databaseFile(folder))).toBe(true);
  // The folder is free again.
  lockDataFolder(folder).release();
});

test('db:reset deletes no file that it cannot read', async () => {
  const folder = await aShopAfter(async () => undefined);
  await writeFile(databaseFile(folder), 'not a database '.repeat(100));
  expect(() => deleteSampleDatabase(folder)).toThrow('for it cannot be read');
  expect(existsSync(databaseFile(folder))).toBe(true);
});

test('db:reset deletes nothing while the shop is running', async () => {
  const folder = await aShopAfter(triesOut);
  const lock = lockDataFolder(folder);
  onTestFinished(lock.release);
  expect(() => deleteSampleDatabase(folder)).toThrow('is in use by another server');
  expect(existsSync(databaseFile(folder))).toBe(true);
});
