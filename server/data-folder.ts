import { accessSync, constants, existsSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import Libsql from 'libsql';

/** An expected failure of a start or stop: one sentence that the operator can act on, printed without a stack. */
export class StartFailure extends Error {}

/** Creates the folder, readable by its owner only because it holds addresses. Throws `StartFailure` when it cannot be written. */
export const prepareDataFolder = (folder: string): void => {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    accessSync(folder, constants.W_OK);
  } catch {
    throw new StartFailure(`The data folder ${folder} cannot be written. Set DATA_DIR to a folder that can.`);
  }
};

export const databaseFile = (folder: string): string => path.join(folder, 'shop.db');
export const sellerPicturesFolder = (folder: string): string => path.join(folder, 'pictures');
/** Mail of a shop without a mail server. */
export const mailFolder = (folder: string): string => path.join(folder, 'mail');
/** Photographs of refund requests; never served. */
export const refundImagesFolder = (folder: string): string => path.join(folder, 'refunds');

/**
 * Locks the folder against a second server until this process ends. An open SQLite transaction holds an operating-system lock, which,
 * unlike a pid file, does not outlive a killed process. Throws `StartFailure` when it is held. The command line needs no lock.
 */
export const lockDataFolder = (folder: string): { readonly release: () => void } => {
  const lock = new Libsql(path.join(folder, 'lock.db'), { timeout: 0 });
  try {
    lock.exec('BEGIN EXCLUSIVE');
  } catch {
    lock.close();
    throw new StartFailure(`The data folder ${folder} is in use by another server. Stop that one, or set DATA_DIR to another folder.`);
  }
  return { release: () => void lock.close() };
};

/** What shows that a shop is more than tried out, as the end of a sentence; undefined if nothing does. */
const findRealShop = (file: string): string | undefined => {
  const database = new Libsql(file);
  const has = (rows: string): boolean => database.prepare(`select 1 from ${rows} limit 1`).get() !== undefined;
  try {
    if (!has(`account where id = 'demo-shopper' and password_hash <> ''`)) return 'it has no demo accounts';
    if (has(`payment where provider <> 'test'`)) return 'a payment provider was used';
    return has(`staff where account_id <> 'demo-seller'`) ? 'it has staff of its own' : undefined;
  } catch {
    return 'it cannot be read';
  } finally {
    database.close();
  }
};

/**
 * Deletes the database of a shop that was only tried out, and not the seller's pictures, which may have no other copy. Throws `StartFailure` for any
 * other database, and while a shop is running.
 */
export const deleteSampleDatabase = (folder: string): void => {
  prepareDataFolder(folder);
  const file = databaseFile(folder);
  const lock = lockDataFolder(folder);
  try {
    const found = existsSync(file) ? findRealShop(file) : undefined;
    if (found !== undefined)
      throw new StartFailure(
        `Nothing was deleted: ${file} is not the sample database, for ${found}. If you want it gone, delete it yourself.`,
      );
    for (const part of ['', '-wal', '-shm']) rmSync(file + part, { force: true });
  } finally {
    lock.release();
  }
};
