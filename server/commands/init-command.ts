import type { Command } from 'commander';
import { addCommand, type CommandContext, type JsonOption } from '#server/commands/command-context.ts';
import { type ProductionOptions, parseSetting, writeProductionSettings } from '#server/commands/production-settings.ts';
import { Conflict, Invalid } from '#server/domain/failure.ts';
import { hasShop, openShop } from '#server/open-shop.ts';

const makeEmptyShop = async ({ settings, print }: CommandContext, json: boolean | undefined): Promise<void> => {
  const env = settings();
  const place = env.databaseUrl === undefined ? env.dataDir : new URL(env.databaseUrl).host;
  if (await hasShop(env)) throw new Conflict(`There is a shop at ${place} already. Nothing was changed.`);
  const { db } = await openShop({ ...env, hasSamples: false });
  await db.destroy();
  print(json, `An empty shop is at ${place}. Add products with: shop catalogue import FILE --new-categories`, { place });
};

type InitOptions = JsonOption & Partial<ProductionOptions> & { readonly production?: boolean };

const init =
  (context: CommandContext) =>
  async ({ production: isProduction, file, set, json }: InitOptions): Promise<void> => {
    if (isProduction) return writeProductionSettings(context, { file: file ?? '.env', set: set ?? {} }, json);
    if (file !== undefined || set !== undefined) throw new Invalid('--file and --set go with --production.');
    return makeEmptyShop(context, json);
  };

export const addInitCommand = (program: Command, context: CommandContext): void => {
  addCommand(program, 'init', {
    description: 'make an empty shop, without the sample products, or the settings of a public one',
    notes: `For DATA_DIR, or an empty database at DATABASE_URL. Then add your own products with "catalogue import", and start the server.

With --production it writes the settings of a public shop to a file that only you can read, with all of their comments, and makes no shop: the
server does at its first start. It asks for what is not given with --set. Other users of the machine can read what is on a command line, so
let it ask for passwords and keys.`,
    examples: [
      'DATA_DIR=/srv/shop shop init',
      'shop catalogue import products.csv --new-categories --pictures ~/photos',
      'shop init --production',
      'shop init --production --file /etc/flone.env --set PUBLIC_URL=https://shop.example --set PAYMENTS=test',
    ],
  })
    .option('--production', 'write the settings of a public shop')
    .option('--file <file>', 'where to, if not to .env in this folder; an existing file is left as it is')
    .option('--set <name=value>', 'a setting, as named in .env.example; can be repeated', parseSetting)
    .action(init(context));
};
