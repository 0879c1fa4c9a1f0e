import { accessSync, constants, mkdirSync } from 'node:fs';
import path from 'node:path';
import Libsql from 'libsql';

/** A start or an end that did not go as it should, said in one sentence that the person at the console can act on. */
export class StartFailure extends Error {}

/** Makes sure that the folder is there and can be written; throws `StartFailure` when not. A new one is for its owner alone: it holds addresses. */
export const prepareDataFolder = (folder: string): void => {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    accessSync(folder, constants.W_OK);
  } catch {
    throw new StartFailure(`The data folder ${folder} cannot be written. Set DATA_DIR to a folder that can.`);
  }
};

/** The files of a data folder. */
export const databaseFile = (folder: string): string => path.join(folder, 'shop.db');
export const sellerPicturesFolder = (folder: string): string => path.join(folder, 'pictures');
/** Where mail goes that no mail server was named for. */
export const mailFolder = (folder: string): string => path.join(folder, 'mail');
/** What shoppers sent with their refund requests: never served, only for the seller to look at. */
export const refundImagesFolder = (folder: string): string => path.join(folder, 'refunds');

/**
 * Keeps a second server out of the folder until this process ends, however it ends: the lock is the operating system's,
 * held through an open transaction on a file of its own, so none is left behind by a process that was killed.
 * Throws `StartFailure` when another server holds it. The command line does not take it.
 */
export const lockDataFolder = (folder: string): { readonly release: () => void } => {
  const lock = new Libsql(path.join(folder, 'lock.db'), { timeout: 0 });
  try {
    lock.exec('BEGIN EXCLUSIVE');
  } catch {
    lock.close();
    throw new StartFailure(`The data folder ${folder} is in use by another server. Stop that one, or set DATA_DIR to another folder.`);
  }
  return {
    release: () => {
      lock.close();
    },
  };
};
