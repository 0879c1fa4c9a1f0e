import { accessSync, constants, mkdirSync } from 'node:fs';
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

/** Paths in a data folder. */
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
