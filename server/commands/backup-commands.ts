import { type Command, Option } from 'commander';
import { type Backup, backUp, restore } from '#server/backup.ts';
import type { CommandContext } from '#server/commands/command-context.ts';

type Json = { readonly json?: boolean };

const files = (count: number): string => (count === 1 ? '1 picture' : `${count} pictures`);

const nameParts = ({ database, pictures, refundPictures }: Backup): string =>
  `${database ? 'The database' : 'All but the database, which PostgreSQL keeps'}, ${files(pictures)} of goods and ${files(refundPictures)} of refund requests`;

/** Adds `backup` and `restore` to the command line. Neither opens the shop, so that neither brings a database up to date. */
export const addBackupCommands = (program: Command, { settings, print }: CommandContext): void => {
  const asJson = new Option('--json', 'answer in JSON, for programs');
  program
    .command('backup')
    .description('copy all that the shop keeps to a new folder, also while it runs')
    .argument('<folder>', 'a folder that is not there yet')
    .addOption(asJson)
    .exitOverride()
    .addHelpText(
      'after',
      `
The copy is as the shop stood at one moment, and is checked. Mail that was written to files is not part of it. With DATABASE_URL it holds the
pictures alone: PostgreSQL's own pg_dump copies the database.

Examples:
  npm run shop -- backup /backups/monday`,
    )
    .action(async (folder: string, { json }: Json) => {
      const made = await backUp(settings(), folder);
      print(json, `${nameParts(made)} are in ${made.folder}.`, made);
    });
  program
    .command('restore')
    .description('bring a backup back into a data folder that holds no shop')
    .argument('<folder>', 'what backup wrote')
    .addOption(asJson)
    .exitOverride()
    .addHelpText(
      'after',
      `
Nothing is ever written over: where there is a shop already, it is to be moved away first, or DATA_DIR set to a new folder.

Examples:
  DATA_DIR=/srv/again npm run shop -- restore /backups/monday`,
    )
    .action(async (folder: string, { json }: Json) => {
      const env = settings();
      const brought = await restore(env, folder);
      print(json, `${nameParts(brought)} are in ${env.dataDir} again.`, { ...brought, dataDir: env.dataDir });
    });
};
