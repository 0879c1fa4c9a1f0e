import type { Command } from 'commander';
import { type Backup, backUp, restore } from '#server/backup.ts';
import { addCommand, type CommandContext, type JsonOption } from '#server/commands/command-context.ts';
import { formatCount } from '#server/db/columns.ts';

const describeBackup = ({ pictures, refundPictures }: Backup): string =>
  `The database, ${formatCount(pictures, 'picture')} of goods and ${formatCount(refundPictures, 'picture')} of refund requests`;

/** Adds `backup` and `restore`. Neither opens the database through `openShop`, so neither runs migrations. */
export const addBackupCommands = (program: Command, { settings, print }: CommandContext): void => {
  addCommand(program, 'backup', {
    description: 'copy database and pictures to a new folder, also while the shop runs',
    notes: `The copy is consistent and verified. Mail that was written to files is not included. With DATABASE_URL everything is in PostgreSQL:
copy it with pg_dump.`,
    examples: ['shop backup /backups/monday'],
  })
    .argument('<folder>', 'a folder that does not exist yet')
    .action(async (folder: string, { json }: JsonOption) => {
      const backup = await backUp(settings(), folder);
      print(json, `${describeBackup(backup)} are in ${backup.folder}.`, backup);
    });
  addCommand(program, 'restore', {
    description: 'restore a backup to a data folder without a shop',
    notes: 'Nothing is overwritten: move an existing shop away first, or set DATA_DIR to a new folder.',
    examples: ['DATA_DIR=/srv/again shop restore /backups/monday'],
  })
    .argument('<folder>', 'a folder written by backup')
    .action(async (folder: string, { json }: JsonOption) => {
      const env = settings();
      const restored = await restore(env, folder);
      print(json, `${describeBackup(restored)} are in ${env.dataDir} again.`, { ...restored, dataDir: env.dataDir });
    });
};
