import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { runFolder, seededData, setRunFolder } from '#e2e/run-folder.ts';
import { compileServer } from '#scripts/compile-server.ts';
import { buildShop, needsBuild } from '#server/build-shop.ts';
import { seedDemoAccounts } from '#server/domain/demo-accounts.ts';
import { createPasswordHasher, passwordHashCost } from '#server/domain/passwords.ts';
import { openShop } from '#server/open-shop.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

const seed = async (dataDir: string): Promise<void> => {
  const { db } = await openShop({ dataDir, databaseUrl: undefined });
  await seedDemoAccounts(db, new Date(), createPasswordHasher(passwordHashCost));
  await db.destroy();
};

/** A shop's folder goes when its process has ended, so that what lies here tells of both. */
const tidyUp = async (): Promise<void> => {
  const left = (await readdir(runFolder())).filter((name) => name !== seededData);
  await rm(runFolder(), { recursive: true, force: true });
  if (left.length > 0) throw new Error(`The tests have left behind: ${left.join(', ')}. Whatever a fixture or a hook opens, it closes.`);
};

/** Builds the shop where that is due, compiles the server and seeds the data that every shop of the run begins with; gives what tidies up after the last test. */
export default async (): Promise<() => Promise<void>> => {
  if (needsBuild(root)) await buildShop(root);
  setRunFolder(await mkdtemp(path.join(tmpdir(), 'flone-e2e-')));
  await seed(path.join(runFolder(), seededData));
  const forgetServer = await compileServer();
  return async () => {
    await forgetServer();
    await tidyUp();
  };
};
