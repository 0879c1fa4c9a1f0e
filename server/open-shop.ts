import { databaseFile, prepareFolder, StartFailure } from '#server/data-folder.ts';
import { migrate } from '#server/db/migrations/migrate.ts';
import { openDatabase, type Store } from '#server/db/open-database.ts';
import { readManifest } from '#server/domain/pictures.ts';
import { seedShop } from '#server/domain/seed-shop.ts';
import type { Env } from '#server/env.ts';

const open = async ({ databaseUrl, dataDir }: Pick<Env, 'databaseUrl' | 'dataDir'>): Promise<Store> => {
  try {
    return await openDatabase(databaseUrl === undefined ? { file: databaseFile(dataDir) } : { url: databaseUrl });
  } catch (error) {
    const said = error instanceof Error && error.message !== '' ? error.message : 'no answer';
    throw new StartFailure(
      databaseUrl === undefined
        ? `The database in ${dataDir} cannot be opened (${said}). Set DATA_DIR to another folder, or bring a copy back.`
        : `The database at ${new URL(databaseUrl).host} cannot be reached (${said}). Check DATABASE_URL.`,
    );
  }
};

/**
 * Opens the shop's database with its tables up to date and, at the very first time, the makers' goods in it.
 * Throws `StartFailure` when the folder cannot be written or the database cannot be reached.
 */
export const openShop = async (env: Pick<Env, 'databaseUrl' | 'dataDir'>): Promise<Store> => {
  prepareFolder(env.dataDir);
  const store = await open(env);
  await store.alone(async () => {
    await migrate(store.db);
    await seedShop(store.db, await readManifest(), new Date());
  });
  return store;
};
