import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { addBackupCommands } from '#server/backup-commands.ts';
import { refundPictures, StartFailure, sellerPictures } from '#server/data-folder.ts';
import type { Database } from '#server/db/schema.ts';
import type { Account } from '#server/domain/account-row.ts';
import { listAccounts, setRole } from '#server/domain/accounts.ts';
import { setStock } from '#server/domain/catalogue.ts';
import { type CatalogueFormat, readRows, writeRows } from '#server/domain/catalogue-file.ts';
import { checkRows, exportCatalogue, importCatalogue, picturesOf } from '#server/domain/catalogue-import.ts';
import { Failure, Invalid } from '#server/domain/failure.ts';
import { listMails, retryMail } from '#server/domain/mail.ts';
import { encodePicture, type PictureManifest } from '#server/domain/pictures.ts';
import { type Env, processEnv } from '#server/env.ts';
import { addMessageCommands } from '#server/message-commands.ts';
import { openShop } from '#server/open-shop.ts';
import { addOrderCommands } from '#server/order-commands.ts';
import { addRefundCommands } from '#server/refund-commands.ts';
import { writeTable } from '#server/table.ts';

const refused = 1;
const misused = 2;

/** Runs a command on the shop's database and closes it again, whatever happens. */
const inShop = async <Result>(work: (db: Database, env: Env) => Promise<Result>): Promise<Result> => {
  const env = processEnv();
  const { db } = await openShop(env);
  try {
    return await work(db, env);
  } finally {
    await db.destroy();
  }
};

const tell = (asJson: boolean | undefined, sentence: string, facts: object): void => {
  console.log(asJson ? JSON.stringify(facts) : sentence);
};

const formatOf = (file: string): CatalogueFormat => {
  const extension = path.extname(file).toLowerCase();
  if (extension === '.json') return 'json';
  if (extension === '.csv') return 'csv';
  throw new Invalid(`${file} must end in .json or .csv, so that its form is known.`);
};

const readOr = <Content>(reading: Promise<Content>, sentence: string): Promise<Content> =>
  reading.catch(() => {
    throw new Invalid(sentence);
  });

const takePictures = async (wanted: readonly string[], folder: string, target: string): Promise<PictureManifest> => {
  const names = new Set(await readOr(readdir(folder), `The folder ${folder} cannot be read.`));
  const taken: PictureManifest = {};
  for (const file of new Set(wanted)) {
    if (names.has(file)) taken[file] = await encodePicture(file, await readFile(path.join(folder, file)), target);
  }
  return taken;
};

const goods = (count: number): string => (count === 1 ? '1 product' : `${count} products`);

type ImportOptions = { readonly pictures?: string; readonly json?: boolean };

const importFile = async (file: string, { pictures: folder, json }: ImportOptions): Promise<void> => {
  const format = formatOf(file);
  const rows = readRows(await readOr(readFile(file, 'utf8'), `${file} cannot be read.`), format);
  const wanted = checkRows(rows).flatMap(({ row }) => picturesOf(row));
  const result = await inShop(async (db, { dataDir }) => {
    const pictures = folder === undefined ? {} : await takePictures(wanted, folder, sellerPictures(dataDir));
    return importCatalogue(db, rows, { now: new Date(), pictures });
  });
  tell(json, `${goods(result.added)} added, ${goods(result.changed)} changed.`, result);
};

type ExportOptions = { readonly format?: CatalogueFormat; readonly json?: boolean };

const exportFile = async (file: string | undefined, { format, json }: ExportOptions): Promise<void> => {
  const form = format ?? (file === undefined ? 'json' : formatOf(file));
  const rows = await inShop(exportCatalogue);
  const text = writeRows(rows, form);
  if (file === undefined) {
    process.stdout.write(text);
    return;
  }
  await readOr(writeFile(file, text), `${file} cannot be written.`);
  tell(json, `${goods(rows.length)} written to ${file}.`, { file, products: rows.length });
};

type StockOptions = { readonly color?: string; readonly size?: string; readonly type?: string; readonly json?: boolean };

const changeStock = async (productId: string, stock: number, { color, size, type, json }: StockOptions): Promise<void> => {
  const level = await inShop((db) => setStock(db, { productId, typeId: type, color, size }, stock));
  tell(json, `${level.name}: ${level.stock} in stock, ${level.saleCount} of them sold, ${level.available} left.`, level);
};

const day = (time: string): string => time.slice(0, 10);

const listUsers = async ({ applicants, json }: { readonly applicants?: boolean; readonly json?: boolean }): Promise<void> => {
  const accounts = await inShop((db) => listAccounts(db, { isApplicant: applicants ?? false }));
  const facts = accounts.map(({ id, email, firstName, lastName, phone, role, wantsToResell, isVerified, createdAt }) => ({
    id,
    email,
    name: `${firstName} ${lastName}`,
    phone,
    role,
    wantsToResell,
    isVerified,
    createdAt,
  }));
  const rows = facts.map(({ email, name, role, wantsToResell, isVerified, createdAt }) => [
    email,
    name,
    role,
    wantsToResell ? 'yes' : '',
    isVerified ? 'yes' : 'no',
    day(createdAt),
  ]);
  const nobody = applicants ? 'Nobody asks to become a reseller.' : 'Nobody has an account yet.';
  tell(json, rows.length === 0 ? nobody : writeTable(['e-mail', 'name', 'role', 'asks to resell', 'verified', 'since'], rows), facts);
};

const changeRole = async (email: string, role: Account['role'], { json }: { readonly json?: boolean }): Promise<void> => {
  const account = await inShop((db, { mailFrom, shopOrigin, publicUrl, port }) =>
    setRole(db, email, role, {
      now: new Date(),
      sender: { shopName: mailFrom.name, shopUrl: shopOrigin ?? publicUrl ?? `http://localhost:${port}` },
    }),
  );
  tell(json, `${account.email} is a ${account.role} now.`, { id: account.id, email: account.email, role: account.role });
};

const roleOf = (text: string): Account['role'] => {
  if (text !== 'customer' && text !== 'reseller') throw new InvalidArgumentError('It must be reseller or customer.');
  return text;
};

const mostMails = 200;

const showMails = async ({ open, json }: { readonly open?: boolean; readonly json?: boolean }): Promise<void> => {
  const mails = await inShop((db) => listMails(db, { isOpen: open ?? false, most: mostMails }));
  const rows = mails.map(({ id, to, subject, state, tries, createdAt, problem }) => [
    id,
    state,
    tries,
    to,
    subject,
    day(createdAt),
    problem,
  ]);
  tell(
    json,
    rows.length === 0 ? 'There is no such mail.' : writeTable(['id', 'state', 'tries', 'to', 'subject', 'written', 'problem'], rows),
    mails,
  );
};

const sendAgain = async (id: string | undefined, { json }: { readonly json?: boolean }): Promise<void> => {
  const count = await inShop((db) => retryMail(db, new Date(), id));
  const sentence =
    count === 0 ? 'No mail is waiting.' : `${count === 1 ? '1 mail' : `${count} mails`} will be tried again at once by the running shop.`;
  tell(json, sentence, { mails: count });
};

const wholeNumber = (text: string): number => {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('It must be a whole number of 0 or more.');
  return Number(text);
};

const commandLine = (): Command => {
  const program = new Command('npm run shop --')
    .description("The seller's command line. It works on the same data as the shop, whether that is running or not.")
    .exitOverride()
    .showHelpAfterError('(add --help for how it is used)');
  const asJson = new Option('--json', 'answer in JSON, for programs');

  const catalogue = program.command('catalogue').description('bring goods in, or take the list of them out').exitOverride();
  catalogue
    .command('import')
    .description('add the products of a JSON or CSV file, or replace those with the same id; all of them or none')
    .argument('<file>', 'a file that ends in .json or .csv')
    .option('--pictures <folder>', 'where the pictures lie that the file names')
    .addOption(asJson)
    .exitOverride()
    .addHelpText(
      'after',
      `
Products that the file does not name stay as they are, and so does what the shop has counted as sold. When a row cannot be accepted, its line is named
and nothing changes. The easiest start is a file that export wrote.

Examples:
  npm run shop -- catalogue import goods.csv
  npm run shop -- catalogue import goods.json --pictures ~/photos`,
    )
    .action(importFile);
  catalogue
    .command('export')
    .description('write every product to a file, or to the console')
    .argument('[file]', 'a file that ends in .json or .csv')
    .addOption(new Option('--format <format>', 'the form, where the file name does not tell').choices(['json', 'csv']))
    .addOption(asJson)
    .exitOverride()
    .addHelpText(
      'after',
      `
Examples:
  npm run shop -- catalogue export goods.csv
  npm run --silent shop -- catalogue export --format csv > goods.csv`,
    )
    .action(exportFile);

  const stock = program.command('stock').description('say how many there are').exitOverride();
  stock
    .command('set')
    .description('set the stock of a product, of one colour and size, or of one type')
    .argument('<product-id>', 'as in the address of its page: /product/<product-id>')
    .argument('<number>', 'how many there are, sold ones included', wholeNumber)
    .option('--color <color>', 'together with --size')
    .option('--size <size>', 'together with --color')
    .option('--type <id>', 'a type with a stock of its own')
    .addOption(asJson)
    .exitOverride()
    .addHelpText(
      'after',
      `
What a shopper can buy is the stock less what is sold.

Examples:
  npm run shop -- stock set PRODUCT 30
  npm run shop -- stock set stoneware-mug 24 --color Oat --size "350 ml"
  npm run shop -- stock set stoneware-mug 10 --type gift-boxed`,
    )
    .action(changeStock);

  addOrderCommands(program, { inShop, tell });
  addMessageCommands(program, { inShop, tell });
  addRefundCommands(program, { inShop, tell, pictureFolder: () => refundPictures(processEnv().dataDir) });

  const user = program.command('user').description('see who has an account, and who may resell').exitOverride();
  user
    .command('list')
    .description('list the accounts, the newest first')
    .option('--applicants', 'only those who ask to become resellers')
    .addOption(asJson)
    .exitOverride()
    .addHelpText(
      'after',
      `
Examples:
  npm run shop -- user list --applicants
  npm run --silent shop -- user list --json`,
    )
    .action(listUsers);
  user
    .command('role')
    .description('make an account a reseller or a customer; prices change at once, and a new reseller is told by mail')
    .argument('<email>', 'the address of the account')
    .argument('<role>', 'reseller or customer', roleOf)
    .addOption(asJson)
    .exitOverride()
    .addHelpText(
      'after',
      `
Examples:
  npm run shop -- user role ada@example.com reseller
  npm run shop -- user role ada@example.com customer`,
    )
    .action(changeRole);

  const mail = program.command('mail').description('see what mail went out, and send on what waits').exitOverride();
  mail
    .command('list')
    .description(`list the latest ${mostMails} mails, the newest first`)
    .option('--open', 'only those that were not sent')
    .addOption(asJson)
    .exitOverride()
    .addHelpText(
      'after',
      `
Examples:
  npm run shop -- mail list --open
  npm run --silent shop -- mail list --json`,
    )
    .action(showMails);
  mail
    .command('retry')
    .description('try at once what waits for its next try or was given up')
    .argument('[id]', 'only this mail, as "mail list" names it')
    .addOption(asJson)
    .exitOverride()
    .addHelpText(
      'after',
      `
A mail that cannot be sent is tried again by itself for three days. The running shop sends it.

Examples:
  npm run shop -- mail retry
  npm run shop -- mail retry 0b1c2d3e-4f50-4617-8293-a4b5c6d7e8f9`,
    )
    .action(sendAgain);

  addBackupCommands(program, { tell });
  return program;
};

const explain = (error: unknown, asJson: boolean): number => {
  // The command line has printed its own sentence already, and help that was asked for is no failure.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : misused;
  if (!(error instanceof Failure) && !(error instanceof StartFailure)) throw error;
  const errors = error instanceof Failure ? error.errors : undefined;
  if (asJson) console.log(JSON.stringify({ message: error.message, ...(errors && { errors }) }));
  else console.error([error.message, ...Object.entries(errors ?? {}).map(([where, words]) => `  ${where}: ${words}`)].join('\n'));
  return refused;
};

try {
  await commandLine().parseAsync();
} catch (error) {
  process.exitCode = explain(error, process.argv.includes('--json'));
}
