import type { TestProject } from 'vitest/node';
import { migrate } from '#server/db/migrations/migrate.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { seedShop } from '#server/domain/catalogue/seed-shop.ts';
import { sampleShop } from '#server/domain/shop/sample-shop.ts';
import { addFirstVersion } from '#server/domain/shop/shop-versions.ts';
import { readSeedData } from '#server/storage/seed-data.ts';
import { failRun } from '#tests/support/fail-run.ts';
import { openingDay } from '#tests/support/opening-day.ts';
import { openServer } from '#tests/support/postgres-databases.ts';

/** Opens the server; the error tells a developer without one how to run the other tests. */
const openServerOrExplain = async (): ReturnType<typeof openServer> => {
  try {
    return await openServer();
  } catch (cause) {
    throw new Error(`${cause instanceof Error ? cause.message : cause} Without them: vitest run --project='!postgres'.`, { cause });
  }
};

/** Starts a server for the project `postgres` and creates the template databases. The teardown fails the run when a test left a database. */
export const setup = async ({ provide }: TestProject) => {
  const { url, run, addTemplate, close } = await openServerOrExplain();
  const empty = await addTemplate('empty', async (database) => {
    const { db } = await openDatabase({ url: database });
    await migrate(db);
    await addFirstVersion(db, sampleShop, openingDay);
    await db.destroy();
  });
  const stocked = await addTemplate('stocked', async (database) => {
    const { db } = await openDatabase({ url: database });
    await migrate(db);
    await addFirstVersion(db, sampleShop, openingDay);
    await seedShop(db, await readSeedData(), openingDay);
    await db.destroy();
  });
  provide('postgres', { url, run, templates: { stocked, empty } });

  return async () => {
    const left = await close();
    if (left.length > 0) failRun(`databases were left behind: ${left.join(', ')}`);
  };
};
