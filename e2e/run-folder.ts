import { cp } from 'node:fs/promises';
import path from 'node:path';
import { openSharedShop, processCount } from '#e2e/processes.ts';
import { startTemporaryShop, type TemporaryShop } from '#scripts/temporary-shop.ts';

const variable = 'E2E_FOLDER';
export const seededData = 'seeded';

export const setRunFolder = (folder: string): void => {
  process.env[variable] = folder;
};

/** The temporary folder of this run. At the end, only the seeded data may be left in it. */
export const runFolder = (): string => {
  const folder = process.env[variable];
  if (folder === undefined) throw new Error('E2E_FOLDER is not set: start the browser tests through their configuration.');
  return folder;
};

/** All tests of a worker have one IP address and ask for pages faster than any shopper: every page is to be rendered. */
const limits = { RENDERS_PER_ADDRESS: '6000', QUERIES_PER_ADDRESS: '6000' };

/** Settings of a shop that is to have the limits that it has by default. */
export const defaultLimits: Readonly<Record<string, string>> = Object.fromEntries(Object.keys(limits).map((name) => [name, '']));

const openOnSqlite = (settings: Readonly<Record<string, string>>): Promise<TemporaryShop> =>
  startTemporaryShop((folder) => cp(path.join(runFolder(), seededData), folder, { recursive: true }), settings, runFolder());

/** Opens a shop on a copy of the seeded data: copying takes a third of the time of seeding. `settings` are environment variables. */
export const openSeededShop = (settings: Readonly<Record<string, string>> = {}): Promise<TemporaryShop> =>
  processCount > 1 ? openSharedShop({ ...limits, ...settings }, runFolder()) : openOnSqlite({ ...limits, ...settings });
