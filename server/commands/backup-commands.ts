import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import { type Backup, backUp, checkDatabase, restore } from '#server/backup.ts';
import { addCommand, type CommandContext, type JsonOption } from '#server/commands/command-context.ts';
import { databaseFile, StartFailure } from '#server/data-folder.ts';
import { formatCount } from '#server/db/columns.ts';
import { setLastRun } from '#server/domain/seller/last-runs.ts';
import { recordRestore, type SkippedNumbers } from '#server/domain/seller/restores.ts';
import { readShop } from '#server/domain/shop/read-shop.ts';
import type { Env } from '#server/env.ts';

const describePictures = ({ pictures, refundPictures }: Backup): string =>
  `${formatCount(pictures, 'picture')} of goods and ${formatCount(refundPictures, 'picture')} of refund requests`;

const describeBackup = (backup: Backup, { databaseUrl }: Env): string =>
  databaseUrl === undefined
    ? `The database, ${describePictures(backup)} are in ${backup.folder}.`
    : `The database, with its pictures, is in ${backup.folder}.`;

const describeRestored = ({ firstSkipped, lastSkipped }: SkippedNumbers): string =>
  `Invoice numbers ${firstSkipped} to ${lastSkipped} are left out, because they may have been given since the backup; you are mailed that for your books.
The start searches the payment provider for payments, refunds and disputes since, and mails you each payment without an order. To search further back: shop payments find-unmatched --since DAY`;

const backUpShop =
  ({ settings, withDatabase, print }: CommandContext) =>
  async (folder: string, { json }: JsonOption): Promise<void> => {
    const env = settings();
    const backup = await backUp(env, folder);
    // The backup is complete without it, also when this version has not brought the database up to date yet.
    const problem = await withDatabase((db) => setLastRun(db, 'backup', new Date().toISOString())).catch((error: unknown) => {
      if (error instanceof StartFailure) return error.message;
      throw error;
    });
    const note = problem === undefined ? '' : `\nIts time was not noted for /metrics and "shop doctor": ${problem}`;
    print(json, `${describeBackup(backup, env)}${note}`, backup);
  };

const restoreShop =
  ({ settings, print }: CommandContext) =>
  async (folder: string, { json }: JsonOption): Promise<void> => {
    const env = settings();
    const { firstSkipped, lastSkipped, ...restored } = await restore(env, folder);
    const text = `The database, ${describePictures(restored)} are in ${env.dataDir} again.`;
    const skipped = { firstSkipped, lastSkipped };
    print(json, `${text}\n${describeRestored(skipped)}`, { ...restored, ...skipped, dataDir: env.dataDir });
  };

/** A copy made of a log or of a running disk may be damaged, which its first order would show: it is checked before the shop starts from it. */
const noteRestore =
  ({ settings, withDatabase, print }: CommandContext) =>
  async ({ json }: JsonOption): Promise<void> => {
    const { databaseUrl, dataDir } = settings();
    const file = databaseFile(dataDir);
    if (databaseUrl === undefined && existsSync(file)) checkDatabase(file, 'integrity_check');
    const restored = await withDatabase(async (db, env) => {
      const { sellerEmail } = await readShop(db, env);
      return recordRestore(db, { now: new Date(), sellerEmail });
    });
    print(json, describeRestored(restored), restored);
  };

/** Adds `backup`, `restore` and `restored`. The first two do not open the database through `openShop`: a backup runs no migrations. */
export const addBackupCommands = (program: Command, context: CommandContext): void => {
  addCommand(program, 'backup', {
    description: 'copy database and pictures to a new folder, also while the shop runs',
    notes: `The copy is consistent; with SQLite it is verified as well. With DATABASE_URL it is one file, made by pg_dump, which must be installed.
Mail that was written to files is not included.`,
    examples: ['shop backup /backups/monday'],
  })
    .argument('<folder>', 'a folder that does not exist yet')
    .action(backUpShop(context));
  addCommand(program, 'restore', {
    description: 'restore a backup to a data folder without a shop',
    notes: `Nothing is overwritten: move an existing shop away first, or set DATA_DIR to a new folder. With DATABASE_URL use pg_restore, and then
"shop restored".`,
    examples: ['DATA_DIR=/srv/again shop restore /backups/monday'],
  })
    .argument('<folder>', 'a folder written by backup')
    .action(restoreShop(context));
  addCommand(program, 'restored', {
    description: 'say that the database was restored, before the shop starts from it',
    notes: `Needed once after every way but "shop restore": pg_restore, a continuous copy, a snapshot of the disk. With SQLite the copy is verified. Invoice
numbers that may have been given since are left out, and the next start searches the payment provider for orders that were paid since.`,
    examples: ['shop restored'],
  }).action(noteRestore(context));
};
