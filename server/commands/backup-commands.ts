import type { Command } from 'commander';
import { type Backup, backUp, restore } from '#server/backup.ts';
import { addCommand, type CommandContext, type JsonOption } from '#server/commands/command-context.ts';

const countPictures = (count: number): string => (count === 1 ? '1 picture' : `${count} pictures`);

const describeBackup = ({ database, pictures, refundPictures }: Backup): string =>
  `${database ? 'The database' : 'All but the database, which PostgreSQL keeps'}, ${countPictures(pictures)} of goods and ${countPictures(refundPictures)} of refund requests`;

/** Adds `backup` and `restore`. Neither opens the database through `openShop`, so neither runs migrations. */
export const addBackupCommands = (program: Command, { settings, print }: CommandContext): void => {
  addCommand(program, 'backup', {
    description: 'copy all that the shop keeps to a new folder, also while it runs',
    notes: `The copy is as the shop stood at one moment, and is checked. Mail that was written to files is not part of it. With DATABASE_URL it holds the
pictures alone: PostgreSQL's own pg_dump copies the database.`,
    examples: ['npm run shop -- backup /backups/monday'],
  })
    .argument('<folder>', 'a folder that is not there yet')
    .action(async (folder: string, { json }: JsonOption) => {
      const backup = await backUp(settings(), folder);
      print(json, `${describeBackup(backup)} are in ${backup.folder}.`, backup);
    });
  addCommand(program, 'restore', {
    description: 'bring a backup back into a data folder that holds no shop',
    notes: 'Nothing is ever written over: where there is a shop already, it is to be moved away first, or DATA_DIR set to a new folder.',
    examples: ['DATA_DIR=/srv/again npm run shop -- restore /backups/monday'],
  })
    .argument('<folder>', 'what backup wrote')
    .action(async (folder: string, { json }: JsonOption) => {
      const env = settings();
      const restored = await restore(env, folder);
      print(json, `${describeBackup(restored)} are in ${env.dataDir} again.`, { ...restored, dataDir: env.dataDir });
    });
};
