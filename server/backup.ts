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

type DataSettings = Pick<Env, 'dataDir' | 'databaseUrl'>;

/** A backup's content beside the database: counts of files. */
export type Backup = {
  readonly folder: string;
  readonly pictures: number;
  readonly refundPictures: number;
};

const quickCheck = z.object({ quick_check: z.string() });

/** Throws `StartFailure` unless the file is an intact database. */
const checkDatabase = (file: string): void => {
  let result: string | undefined;
  try {
    const database = new Libsql(file, { readonly: true });
    try {
      result = quickCheck.parse(database.prepare('PRAGMA quick_check').get()).quick_check;
    } finally {
      database.close();
    }
  } catch {
    // Not a database at all: `result` stays undefined.
  }
  if (result !== 'ok') throw new StartFailure(`The database ${file} is damaged. Take another backup.`);
};

const sync = async (file: string, flags = 'r+'): Promise<void> => {
  const handle = await open(file, flags);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

/** Makes what was renamed in a folder survive a power cut, too. Windows cannot open folders. */
const syncFolder = async (folder: string): Promise<void> => {
  if (process.platform !== 'win32') await sync(folder, 'r');
};

const isEmpty = async (folder: string): Promise<boolean> => !existsSync(folder) || (await readdir(folder)).length === 0;

const copyDurably = async (from: string, to: string): Promise<void> => {
  await copyFile(from, to, constants.COPYFILE_FICLONE);
  await sync(to);
};

/** Copies a folder's files and counts them; 0 when it does not exist. */
const copyFiles = async (from: string, to: string): Promise<number> => {
  if (!existsSync(from)) return 0;
  await mkdir(to, { mode: 0o700 });
  let count = 0;
  for (const name of await readdir(from)) {
    try {
      await copyDurably(path.join(from, name), path.join(to, name));
      count += 1;
    } catch (error) {
      // Deleted meanwhile, with its refund request.
      if (existsSync(path.join(from, name))) throw error;
    }
  }
  await syncFolder(to);
  return count;
};

/** After the database: a picture is written before the database refers to it, so none is missing. */
const copyPictures = async (from: string, to: string): Promise<Pick<Backup, 'pictures' | 'refundPictures'>> => ({
  pictures: await copyFiles(sellerPicturesFolder(from), sellerPicturesFolder(to)),
  refundPictures: await copyFiles(refundImagesFolder(from), refundImagesFolder(to)),
});

const copyDatabase = (from: string, to: string): void => {
  try {
    const database = new Libsql(from, { timeout: 5000 });
    try {
      // A consistent snapshot despite concurrent writers, and without migrating.
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
 * Copies database and pictures of a running shop to a new or empty folder, which is renamed to `target` when it is complete and checked.
 * Throws `StartFailure` without a shop, with PostgreSQL, which holds everything, or when the folder is not empty.
 */
export const backUp = async ({ dataDir, databaseUrl }: DataSettings, target: string): Promise<Backup> => {
  const folder = path.resolve(target);
  const unfinished = `${folder}.unfinished`;
  if (databaseUrl !== undefined)
    throw new StartFailure('With DATABASE_URL everything is in PostgreSQL, pictures as well: back it up with pg_dump.');
  if (!existsSync(databaseFile(dataDir))) throw new StartFailure(`There is no shop in ${dataDir}. Set DATA_DIR to its folder.`);
  if (!(await isEmpty(folder))) throw new StartFailure(`There is something in ${folder} already. Name a new folder.`);
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { recursive: true, mode: 0o700 });
  try {
    copyDatabase(databaseFile(dataDir), databaseFile(unfinished));
    await sync(databaseFile(unfinished));
    const copied = await copyPictures(dataDir, unfinished);
    await syncFolder(unfinished);
    await rename(unfinished, folder);
    await syncFolder(path.dirname(folder));
    return { folder, ...copied };
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  }
};

/**
 * Restores a backup into a data folder without a shop, which no server uses. Throws `StartFailure`, and has changed nothing then; also with
 * PostgreSQL, which holds everything.
 */
export const restore = async ({ dataDir, databaseUrl }: DataSettings, from: string): Promise<Backup> => {
  const folder = path.resolve(from);
  if (databaseUrl !== undefined)
    throw new StartFailure('With DATABASE_URL everything is in PostgreSQL, pictures as well: restore it with pg_restore.');
  if (!existsSync(databaseFile(folder))) throw new StartFailure(`There is no backup in ${folder}.`);
  prepareDataFolder(dataDir);
  const lock = lockDataFolder(dataDir);
  const file = databaseFile(dataDir);
  const unfinished = `${file}.unfinished`;
  const pictures = [sellerPicturesFolder(dataDir), refundImagesFolder(dataDir)];
  try {
    // A leftover WAL would be replayed into the restored database.
    const existing = [file, `${file}-wal`, ...pictures].find((name) => existsSync(name));
    if (existing !== undefined)
      throw new StartFailure(`${existing} is there already. Move it away, or set DATA_DIR to a new folder, so that nothing is lost.`);
    checkDatabase(databaseFile(folder));
    try {
      const copied = await copyPictures(folder, dataDir);
      // Last, and renamed when complete: an aborted restore leaves no shop.
      await copyDurably(databaseFile(folder), unfinished);
      await rename(unfinished, file);
      await syncFolder(dataDir);
      return { folder, ...copied };
    } catch (error) {
      for (const name of [...pictures, unfinished, file]) await rm(name, { recursive: true, force: true });
      throw error;
    }
  } finally {
    lock.release();
  }
};
