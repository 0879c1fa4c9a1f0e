import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { preparePostgres, processCount } from '#e2e/processes.ts';
import { runFolder, seededData, setRunFolder } from '#e2e/run-folder.ts';
import { requireSignals } from '#scripts/programs.ts';
import { buildWhatIsDue } from '#server/build/due.js';
import { seedDemoAccounts } from '#server/domain/accounts/demo-accounts.ts';
import { createPasswordHasher, passwordHashCost } from '#server/domain/accounts/passwords.ts';
import { addSampleDelivery } from '#server/domain/delivery/delivery-options.ts';
import { openShop } from '#server/open-shop.ts';
import { rootFolder } from '#server/root-folder.ts';
import { readSampleDelivery } from '#server/storage/seed-data.ts';

const seed = async (databaseUrl?: string): Promise<void> => {
  const { db } = await openShop({ dataDir: path.join(runFolder(), seededData), databaseUrl });
  await seedDemoAccounts(db, new Date(), createPasswordHasher(passwordHashCost));
  // A sample shop adds it when it starts, a public one does not.
  await addSampleDelivery(db, await readSampleDelivery());
  await db.destroy();
};

/** Removes the run's folder; throws when a test has left a shop's folder, which also means a running process. */
const removeRunFolder = async (): Promise<void> => {
  const left = (await readdir(runFolder())).filter((name) => name !== seededData);
  await rm(runFolder(), { recursive: true, force: true });
  if (left.length > 0) throw new Error(`The tests left behind: ${left.join(', ')}. Every fixture and hook must close what it opens.`);
};

/** Builds the shop if its sources have changed, and seeds data; returns the teardown. */
export default async (): Promise<() => Promise<void>> => {
  requireSignals();
  buildWhatIsDue(rootFolder, { hasPages: true });
  setRunFolder(await mkdtemp(path.join(tmpdir(), 'flone-e2e-')));
  await seed();
  const stopPostgres = processCount > 1 ? await preparePostgres(seed) : undefined;
  return async () => {
    await stopPostgres?.();
    await removeRunFolder();
  };
};
