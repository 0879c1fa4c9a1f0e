import { cp } from 'node:fs/promises';
import path from 'node:path';
import { startTemporaryShop, type TemporaryShop } from '#scripts/temporary-shop.ts';

const variable = 'E2E_FOLDER';
export const seededData = 'seeded';

export const setRunFolder = (folder: string): void => {
  process.env[variable] = folder;
};

/** The folder of this run: whatever a test leaves on the disk lies in it, and after the last test only the seeded data may. */
export const runFolder = (): string => {
  const folder = process.env[variable];
  if (folder === undefined) throw new Error('The browser tests have no folder: start them through their configuration.');
  return folder;
};

/** Opens a shop on a copy of the seeded data, which takes a third of the time that seeding does. */
export const openSeededShop = (settings: Readonly<Record<string, string>> = {}): Promise<TemporaryShop> =>
  startTemporaryShop((folder) => cp(path.join(runFolder(), seededData), folder, { recursive: true }), settings, runFolder());
