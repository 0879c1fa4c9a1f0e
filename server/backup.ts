import { execFile } from 'node:child_process';
import { constants, existsSync } from 'node:fs';
import { copyFile, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
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
import { appliedMigrations, migrate } from '#server/db/migrations/migrate.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { recordRestore, type SkippedNumbers } from '#server/domain/seller/restores.ts';
import { type MailAddresses, readShop } from '#server/domain/shop/read-shop.ts';
import type { Env } from '#server/env.ts';
import { refuseNewer } from '#server/open-shop.ts';

type DataSettings = Pick<Env, 'dataDir' | 'databaseUrl'>;

/** A backup's content beside the database: counts of files, which PostgreSQL has in its dump. */
export type Backup = {
  readonly folder: string;
  readonly pictures: number;
  readonly refundPictures: number;
};

const integrityRows = z.array(z.record(z.string(), z.string()));

/**
 * Throws `StartFailure` unless the file is an intact database. `quick_check` reads all of it; `integrity_check` also compares indexes with their tables,
 * which a copy made of a log may leave behind, and takes longer.
 */
export const checkDatabase = (file: string, check: 'quick_check' | 'integrity_check'): void => {
  let results: readonly string[] = [];
  try {
    const database = new Libsql(file, { readonly: true, timeout: 5000 });
    try {
      results = integrityRows.parse(database.prepare(`PRAGMA ${check}(1)`).all()).flatMap((row) => Object.values(row));
    } finally {
      database.close();
    }
  } catch {
    // Not a database at all: there are no results.
  }
  if (results.join() !== 'ok')
    throw new StartFailure(`The database ${file} is damaged. Restore another backup (server/guides/recovery.md).`);
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
  checkDatabase(to, 'quick_check');
};

const run = promisify(execFile);

/** PostgreSQL's own program copies everything, pictures as well. The password goes by the environment: every user can read command lines. */
const dumpDatabase = async (databaseUrl: string, to: string): Promise<void> => {
  const url = new URL(databaseUrl);
  const password = decodeURIComponent(url.password);
  url.password = '';
  try {
    await run('pg_dump', ['-Fc', '-f', to, url.href], { env: { ...process.env, ...(password !== '' && { PGPASSWORD: password }) } });
  } catch (error) {
    const reason = error instanceof Error && 'stderr' in error ? String(error.stderr).trim().replaceAll(/\s+/g, ' ') : '';
    throw new StartFailure(`pg_dump could not copy the database at ${url.host} (${reason || 'is it installed?'}).`);
  }
};

/**
 * Copies database and pictures of a running shop to a new or empty folder, which is renamed to `target` when it is complete and checked.
 * Throws `StartFailure` without a shop, or when the folder is not empty.
 */
export const backUp = async ({ dataDir, databaseUrl }: DataSettings, target: string): Promise<Backup> => {
  const folder = path.resolve(target);
  const unfinished = `${folder}.unfinished`;
  if (databaseUrl === undefined && !existsSync(databaseFile(dataDir)))
    throw new StartFailure(`There is no shop in ${dataDir}. Set DATA_DIR to its folder.`);
  if (!(await isEmpty(folder))) throw new StartFailure(`There is something in ${folder} already. Name a new folder.`);
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { recursive: true, mode: 0o700 });
  try {
    const file = databaseUrl === undefined ? databaseFile(unfinished) : path.join(unfinished, 'shop.dump');
    if (databaseUrl === undefined) copyDatabase(databaseFile(dataDir), file);
    else await dumpDatabase(databaseUrl, file);
    await sync(file);
    const copied = databaseUrl === undefined ? await copyPictures(dataDir, unfinished) : { pictures: 0, refundPictures: 0 };
    await syncFolder(unfinished);
    await rename(unfinished, folder);
    await syncFolder(path.dirname(folder));
    return { folder, ...copied };
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  }
};

/** Brings a copied database up to date, as the start would, and records in it that it was restored. */
const recordRestoreIn = async (file: string, addresses: MailAddresses): Promise<SkippedNumbers> => {
  const { db } = await openDatabase({ file });
  try {
    refuseNewer(await appliedMigrations(db));
    await migrate(db);
    const { sellerEmail } = await readShop(db, addresses);
    return await recordRestore(db, { now: new Date(), sellerEmail });
  } finally {
    await db.destroy();
  }
};

/**
 * Restores a backup into a data folder without a shop, which no server uses, and does what `recordRestore` says. Throws `StartFailure`, and has
 * changed nothing then; also with PostgreSQL, which holds everything.
 */
export const restore = async (
  { dataDir, databaseUrl, ...addresses }: DataSettings & MailAddresses,
  from: string,
): Promise<Backup & SkippedNumbers> => {
  const folder = path.resolve(from);
  if (databaseUrl !== undefined)
    throw new StartFailure('With DATABASE_URL everything is in PostgreSQL, pictures as well: restore it with pg_restore.');
  if (!existsSync(databaseFile(folder))) throw new StartFailure(`There is no backup in ${folder}.`);
  prepareDataFolder(dataDir);
  const lock = lockDataFolder(dataDir);
  const file = databaseFile(dataDir);
  const unfinished = `${file}.unfinished`;
  const copy = `${file}.copy`;
  const pictures = [sellerPicturesFolder(dataDir), refundImagesFolder(dataDir)];
  try {
    // A leftover WAL would be replayed into the restored database.
    const existing = [file, `${file}-wal`, ...pictures].find((name) => existsSync(name));
    if (existing !== undefined)
      throw new StartFailure(`${existing} is there already. Move it away, or set DATA_DIR to a new folder, so that nothing is lost.`);
    checkDatabase(databaseFile(folder), 'integrity_check');
    try {
      const copied = await copyPictures(folder, dataDir);
      // Last, and renamed when complete: an aborted restore leaves no shop.
      await copyFile(databaseFile(folder), copy);
      const restored = await recordRestoreIn(copy, addresses);
      // One file without its write-ahead log: `recordRestoreIn` may have left its writes in the log beside the copy.
      copyDatabase(copy, unfinished);
      await sync(unfinished);
      await rename(unfinished, file);
      await syncFolder(dataDir);
      return { folder, ...copied, ...restored };
    } catch (error) {
      for (const name of [...pictures, unfinished, file]) await rm(name, { recursive: true, force: true });
      throw error;
    }
  } finally {
    for (const name of [copy, `${copy}-wal`, `${copy}-shm`]) await rm(name, { force: true });
    lock.release();
  }
};
