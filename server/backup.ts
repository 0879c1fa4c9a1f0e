import { constants, existsSync } from 'node:fs';
import { copyFile, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import Libsql from 'libsql';
import * as z from 'zod';
import {
  databaseFile,
  lockDataFolder,
  prepareDataFolder,
  refundImagesFolder,
  StartFailure,
  sellerPicturesFolder,
} from '#server/data-folder.ts';
import type { Env } from '#server/env.ts';

type Place = Pick<Env, 'dataDir' | 'databaseUrl'>;

/** What a backup holds; `database` is false where PostgreSQL keeps it. */
export type Backup = {
  readonly folder: string;
  readonly database: boolean;
  readonly pictures: number;
  readonly refundPictures: number;
};

const verdict = z.object({ quick_check: z.string() });

/** Throws `StartFailure` unless the file is a database without damage. */
const checkDatabase = (file: string): void => {
  let found: string | undefined;
  try {
    const database = new Libsql(file, { readonly: true });
    try {
      found = verdict.parse(database.prepare('PRAGMA quick_check').get()).quick_check;
    } finally {
      database.close();
    }
  } catch {
    // No database at all is damage, too.
  }
  if (found !== 'ok') throw new StartFailure(`The database ${file} is damaged. Take another backup.`);
};

const sync = async (file: string): Promise<void> => {
  const handle = await open(file, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

const isEmpty = async (folder: string): Promise<boolean> => !existsSync(folder) || (await readdir(folder)).length === 0;

const copyWhole = async (from: string, to: string): Promise<void> => {
  await copyFile(from, to, constants.COPYFILE_FICLONE);
  await sync(to);
};

/** Copies the files of a folder, if there is one, and counts them. */
const copyFiles = async (from: string, to: string): Promise<number> => {
  if (!existsSync(from)) return 0;
  await mkdir(to, { mode: 0o700 });
  let count = 0;
  for (const name of await readdir(from)) {
    try {
      await copyWhole(path.join(from, name), path.join(to, name));
      count += 1;
    } catch (error) {
      // Taken away meanwhile, with the request that it belonged to.
      if (existsSync(path.join(from, name))) throw error;
    }
  }
  return count;
};

/** The pictures are copied after the database: those that it names are written before it names them, and are there by then. */
const copyPictures = async (from: string, to: string): Promise<Pick<Backup, 'pictures' | 'refundPictures'>> => ({
  pictures: await copyFiles(sellerPicturesFolder(from), sellerPicturesFolder(to)),
  refundPictures: await copyFiles(refundImagesFolder(from), refundImagesFolder(to)),
});

const copyDatabase = (from: string, to: string): void => {
  try {
    const database = new Libsql(from, { timeout: 5000 });
    try {
      // As it stands at one moment, whoever writes meanwhile, and as old as it is: nothing is brought up to date on the way.
      database.prepare('VACUUM INTO ?').run(to);
    } finally {
      database.close();
    }
  } catch (error) {
    throw new StartFailure(`The database ${from} cannot be copied (${error instanceof Error ? error.message : 'no reason given'}).`);
  }
  checkDatabase(to);
};

/**
 * Writes a copy of all that the shop keeps, while it runs, to a folder that must be new or empty; with PostgreSQL the pictures alone.
 * It has its name only when it is whole and checked. Throws `StartFailure` when there is nothing to copy, or something in its place.
 */
export const backUp = async ({ dataDir, databaseUrl }: Place, target: string): Promise<Backup> => {
  const [folder, database] = [path.resolve(target), databaseUrl === undefined];
  const unfinished = `${folder}.unfinished`;
  if (database && !existsSync(databaseFile(dataDir))) throw new StartFailure(`There is no shop in ${dataDir}. Set DATA_DIR to its folder.`);
  if (!(await isEmpty(folder))) throw new StartFailure(`There is something in ${folder} already. Name a new folder.`);
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { recursive: true, mode: 0o700 });
  try {
    if (database) {
      copyDatabase(databaseFile(dataDir), databaseFile(unfinished));
      await sync(databaseFile(unfinished));
    }
    const copied = await copyPictures(dataDir, unfinished);
    await rename(unfinished, folder);
    return { folder, database, ...copied };
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  }
};

/**
 * Brings a backup back into the data folder, which must hold no shop and be in use by none; with PostgreSQL the pictures alone. Throws
 * `StartFailure` when it cannot, and has changed nothing then.
 */
export const restore = async ({ dataDir, databaseUrl }: Place, from: string): Promise<Backup> => {
  const [folder, database] = [path.resolve(from), databaseUrl === undefined];
  if (!existsSync(database ? databaseFile(folder) : folder)) throw new StartFailure(`There is no backup in ${folder}.`);
  prepareDataFolder(dataDir);
  const lock = database ? lockDataFolder(dataDir) : undefined;
  const file = databaseFile(dataDir);
  const half = `${file}.unfinished`;
  const pictures = [sellerPicturesFolder(dataDir), refundImagesFolder(dataDir)];
  try {
    // The log of another database, left where a new one comes, would be written into that.
    const taken = [...(database ? [file, `${file}-wal`] : []), ...pictures].find((name) => existsSync(name));
    if (taken !== undefined)
      throw new StartFailure(`${taken} is there already. Move it away, or set DATA_DIR to a new folder, so that nothing is lost.`);
    if (database) checkDatabase(databaseFile(folder));
    try {
      const copied = await copyPictures(folder, dataDir);
      // Last, and under its name only when it is whole: until then there is no shop here.
      if (database) {
        await copyWhole(databaseFile(folder), half);
        await rename(half, file);
      }
      return { folder, database, ...copied };
    } catch (error) {
      for (const name of [...pictures, half]) await rm(name, { recursive: true, force: true });
      throw error;
    }
  } finally {
    lock?.release();
  }
};
