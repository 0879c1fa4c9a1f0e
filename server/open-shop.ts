import { existsSync } from 'node:fs';
import { databaseFile, prepareDataFolder, StartFailure } from '#server/data-folder.ts';
import { appliedMigrations, migrate, migrationNames, newerMigrations } from '#server/db/migrations/migrate.ts';
import { openDatabase, type Store } from '#server/db/open-database.ts';
import { sampleShop } from '#server/domain/shop/sample-shop.ts';
import { addFirstVersion } from '#server/domain/shop/shop-versions.ts';
import type { Env } from '#server/env.ts';

type ShopSettings = Pick<Env, 'databaseUrl' | 'dataDir'> & Partial<Pick<Env, 'hasSamples' | 'databasePool' | 'firstShop'>>;

const open = async ({ databaseUrl, dataDir, databasePool }: ShopSettings, onConnectionLost?: (error: Error) => void): Promise<Store> => {
  try {
    return await openDatabase(
      databaseUrl === undefined ? { file: databaseFile(dataDir) } : { url: databaseUrl, maxConnections: databasePool, onConnectionLost },
    );
  } catch (error) {
    const reason = error instanceof Error && error.message !== '' ? error.message : 'no answer';
    throw new StartFailure(
      databaseUrl === undefined
        ? `The database in ${dataDir} cannot be opened (${reason}). Set DATA_DIR to another folder, or bring a copy back.`
        : `The database at ${new URL(databaseUrl).host} cannot be reached (${reason}). Check DATABASE_URL.`,
    );
  }
};

/** There are no down migrations, and old code may corrupt newer tables: throws `StartFailure`. */
export const refuseNewer = (applied: readonly string[]): void => {
  const [first] = newerMigrations(applied);
  if (first !== undefined)
    throw new StartFailure(
      `A newer version of the shop has used this database (${first}). Start that version again, or bring back a backup from before it.`,
    );
};

/**
 * Opens and migrates the shop's database; a new one begins with `firstShop`, and with `hasSamples` a new one is filled with sample products (`hasNewSamples`). Throws `StartFailure` when the folder
 * cannot be written, the database cannot be reached, or a newer version has used it.
 */
export const openShop = async (
  { hasSamples = true, firstShop = sampleShop, ...env }: ShopSettings,
  onConnectionLost?: (error: Error) => void,
): Promise<Store & { readonly hasNewSamples: boolean }> => {
  prepareDataFolder(env.dataDir);
  const store = await open(env, onConnectionLost);
  try {
    let hasNewSamples = false;
    await store.withSetupLock(async (db) => {
      refuseNewer(await appliedMigrations(db));
      await migrate(db);
      await addFirstVersion(db, firstShop, new Date());
      // Imported lazily: the command line does not load the import of products.
      const { openWithoutSamples, seedShop } = await import('#server/domain/catalogue/seed-shop.ts');
      const { readSeedData } = await import('#server/storage/seed-data.ts');
      const seedData = await readSeedData();
      if (hasSamples) hasNewSamples = await seedShop(db, seedData, new Date());
      else await openWithoutSamples(db, seedData);
    });
    return { ...store, hasNewSamples };
  } catch (error) {
    await store.db.destroy();
    throw error;
  }
};

/** Whether a server of whatever version has opened a shop here; changes nothing. */
export const hasShop = async (env: Pick<Env, 'databaseUrl' | 'dataDir'>): Promise<boolean> => {
  if (env.databaseUrl === undefined) return existsSync(databaseFile(env.dataDir));
  const { db } = await open(env);
  try {
    return (await appliedMigrations(db)).length > 0;
  } finally {
    await db.destroy();
  }
};

/** Where a shop is, in words for its seller. */
export const placeOf = ({ databaseUrl, dataDir }: Pick<Env, 'databaseUrl' | 'dataDir'>): string =>
  databaseUrl === undefined ? dataDir : `the database at ${new URL(databaseUrl).host}`;

/**
 * Opens the database of a shop that a server of this version has opened before, and changes nothing in it. Throws `StartFailure` where there is
 * none: a new, empty shop would look like one that has sold nothing.
 */
export const openExistingShop = async (env: Pick<Env, 'databaseUrl' | 'dataDir'>): Promise<Store> => {
  const refuseMissing = (): never => {
    const setting = env.databaseUrl === undefined ? 'DATA_DIR to the folder' : 'DATABASE_URL to the database';
    throw new StartFailure(
      `There is no shop in ${placeOf(env)}. Set ${setting} of the server, start the server first, or make an empty shop with "init". Where systemd runs the server, the command "shop" of server/systemd has its settings.`,
    );
  };
  if (env.databaseUrl === undefined && !existsSync(databaseFile(env.dataDir))) refuseMissing();
  const store = await open(env);
  try {
    const applied = await appliedMigrations(store.db);
    if (applied.length === 0) refuseMissing();
    refuseNewer(applied);
    if (migrationNames.some((name) => !applied.includes(name)))
      throw new StartFailure(
        `The shop in ${placeOf(env)} was last opened by an earlier version. Start the server of this version first, which brings the database up to date.`,
      );
    return store;
  } catch (error) {
    await store.db.destroy();
    throw error;
  }
};
