import { databaseFile, prepareDataFolder, StartFailure } from '#server/data-folder.ts';
import { migrate, newerMigrations } from '#server/db/migrations/migrate.ts';
import { RuleBroken } from '#server/db/migrations/rules.ts';
import { openDatabase, type Store } from '#server/db/open-database.ts';
import { openWithoutSamples, seedShop } from '#server/domain/seed-shop.ts';
import type { Env } from '#server/env.ts';
import { readSeedData } from '#server/storage/seed-data.ts';

const open = async ({ databaseUrl, dataDir }: Pick<Env, 'databaseUrl' | 'dataDir'>): Promise<Store> => {
  try {
    return await openDatabase(databaseUrl === undefined ? { file: databaseFile(dataDir) } : { url: databaseUrl });
  } catch (error) {
    const reason = error instanceof Error && error.message !== '' ? error.message : 'no answer';
    throw new StartFailure(
      databaseUrl === undefined
        ? `The database in ${dataDir} cannot be opened (${reason}). Set DATA_DIR to another folder, or bring a copy back.`
        : `The database at ${new URL(databaseUrl).host} cannot be reached (${reason}). Check DATABASE_URL.`,
    );
  }
};

type ShopSettings = Pick<Env, 'databaseUrl' | 'dataDir'> & Partial<Pick<Env, 'hasSamples'>>;

/** There are no down migrations, and old code may corrupt newer tables. */
const refuseNewer = async (db: Store['db']): Promise<void> => {
  const [first] = await newerMigrations(db);
  if (first !== undefined)
    throw new StartFailure(
      `A newer version of the shop has used this database (${first}). Start that version again, or bring back a backup from before it.`,
    );
};

/**
 * Opens and migrates the shop's database; with `hasSamples` a new one is filled with sample products. Throws `StartFailure` when the folder
 * cannot be written, the database cannot be reached, a newer version has used it, or its rows break a rule of a migration.
 */
export const openShop = async ({ hasSamples = true, ...env }: ShopSettings): Promise<Store> => {
  prepareDataFolder(env.dataDir);
  const store = await open(env);
  try {
    await store.withSetupLock(async (db) => {
      await refuseNewer(db);
      await migrate(db);
      const seedData = await readSeedData();
      await (hasSamples ? seedShop(db, seedData, new Date()) : openWithoutSamples(db, seedData));
    });
    return store;
  } catch (error) {
    await store.db.destroy();
    throw error instanceof RuleBroken ? new StartFailure(error.message) : error;
  }
};
