import { readdir } from 'node:fs/promises';
import { sql } from 'kysely';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { triedOutShop } from '#scripts/public-shop.ts';
import { databaseFile } from '#server/data-folder.ts';
import { appliedMigrations, migrate } from '#server/db/migrations/migrate.ts';
import { openDatabase } from '#server/db/open-database.ts';
import type { Database } from '#server/db/schema.ts';
import { listProducts, setStock } from '#server/domain/catalogue/catalogue.ts';
import { openExistingShop, openShop } from '#server/open-shop.ts';
import { runShopCommandWith } from '#tests/server/process/run-command.ts';
import { unopenedShop } from '#tests/support/database.ts';

const env = await unopenedShop(afterAll);

test('processes that start at the same time seed a shop once, and later starts keep the seller’s changes', async () => {
  // SQLite allows one server per folder, PostgreSQL any number.
  const stores = await Promise.all(Array.from({ length: env.databaseUrl === undefined ? 1 : 4 }, () => openShop(env)));
  const lists = await Promise.all(stores.map(({ db }) => listProducts(db)));
  for (const list of lists) {
    expect(list.length).toBeGreaterThanOrEqual(24);
    expect(list).toEqual(lists[0]);
  }
  const [first] = stores;
  if (first) await setStock(first.db, { productId: 'stoneware-mug', color: 'Oat', size: '350 ml' }, 555);
  for (const { db } of stores) await db.destroy();

  const again = await openShop(env);
  const mug = (await listProducts(again.db)).find(({ _id }) => _id === 'stoneware-mug');
  expect(mug?.variation.flatMap(({ size }) => size.map(({ stock }) => stock))).toContain(555);
  await again.db.destroy();
});

test('an unreachable database is reported in one sentence without its password', async () => {
  const opening = openShop({ ...env, databaseUrl: 'postgres://shop:secret@127.0.0.1:1/shop' });
  await expect(opening).rejects.toThrow(/^The database at 127\.0\.0\.1:1 cannot be reached \((?!.*secret).*\)\. Check DATABASE_URL\.$/);
});

/** A database that no server of this version has opened. */
const openRaw = async ({ databaseUrl, dataDir }: typeof env) => {
  const store = await openDatabase(databaseUrl === undefined ? { file: databaseFile(dataDir) } : { url: databaseUrl });
  onTestFinished(() => store.db.destroy());
  return store.db;
};

test('the command line makes no shop where there is none, in no folder and in no database', async () => {
  const place = await unopenedShop(onTestFinished);
  await expect(openExistingShop(place)).rejects.toThrow(
    /^There is no shop in .*start the server first, or make an empty shop with "init"\. Where systemd runs the server, the command "shop" of server\/systemd has its settings\./,
  );
  expect(await readdir(place.dataDir)).toEqual([]);
  expect(await appliedMigrations(await openRaw(place))).toEqual([]);
});

/** As a newer version leaves a database. */
const leaveByNewer = (db: Database): Promise<unknown> =>
  sql`insert into kysely_migration (name, timestamp) values ('9999-of-tomorrow', '2099-01-01')`.execute(db);

test('init makes an empty shop once, and leaves one of another version as it is', async () => {
  const init = ({ dataDir, databaseUrl }: typeof env) =>
    runShopCommandWith({ ...triedOutShop, DATA_DIR: dataDir, ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }) }, 'init');
  const place = await unopenedShop(onTestFinished);
  expect(await init(place)).toMatchObject({ code: 0, out: expect.stringMatching(/^An empty shop is at /) });
  const refused = { code: 1, out: '', err: expect.stringMatching(/^There is a shop at .* already\. Nothing was changed\.\n$/) };
  expect(await init(place)).toEqual(refused);
  const db = await openRaw(place);
  await leaveByNewer(db);
  const before = await appliedMigrations(db);
  expect(await init(place)).toEqual(refused);
  expect(await appliedMigrations(db)).toEqual(before);
});

test('a server and the command line refuse a shop of a newer version, and the command line opens one of its own without filling it', async () => {
  const place = await unopenedShop(onTestFinished);
  const db = await openRaw(place);
  await migrate(db);
  const { db: opened } = await openExistingShop(place);
  expect(await opened.selectFrom('product').select('id').execute()).toEqual([]);
  expect(await opened.selectFrom('category').select('id').execute()).toEqual([]);
  await opened.destroy();
  await leaveByNewer(db);
  for (const open of [openExistingShop, openShop])
    await expect(open(place)).rejects.toThrow(/^A newer version of the shop has used this database \(9999-of-tomorrow\)\./);
});
