import { type Command, InvalidArgumentError, Option } from 'commander';
import type { CommandContext } from '#server/commands/command-context.ts';
import { writeTable } from '#server/commands/table.ts';
import type { Account } from '#server/domain/account-row.ts';
import { listAccounts, setRole } from '#server/domain/accounts.ts';
import { listMails, retryMail } from '#server/domain/mails.ts';

const day = (time: string): string => time.slice(0, 10);

const listUsers =
  ({ withDatabase, print }: CommandContext) =>
  async ({ applicants, json }: { readonly applicants?: boolean; readonly json?: boolean }): Promise<void> => {
    const accounts = await withDatabase((db) => listAccounts(db, { isApplicant: applicants ?? false }));
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
    print(json, rows.length === 0 ? nobody : writeTable(['e-mail', 'name', 'role', 'asks to resell', 'verified', 'since'], rows), facts);
  };

const changeRole =
  ({ withDatabase, print }: CommandContext) =>
  async (email: string, role: Account['role'], { json }: { readonly json?: boolean }): Promise<void> => {
    const account = await withDatabase((db, { mailFrom, shopOrigin, publicUrl, port }) =>
      setRole(db, email, role, {
        now: new Date(),
        sender: { shopName: mailFrom.name, shopUrl: shopOrigin ?? publicUrl ?? `http://localhost:${port}` },
      }),
    );
    print(json, `${account.email} is a ${account.role} now.`, { id: account.id, email: account.email, role: account.role });
  };

const roleOf = (text: string): Account['role'] => {
  if (text !== 'customer' && text !== 'reseller') throw new InvalidArgumentError('It must be reseller or customer.');
  return text;
};

const mostMails = 200;

const showMails =
  ({ withDatabase, print }: CommandContext) =>
  async ({ open, json }: { readonly open?: boolean; readonly json?: boolean }): Promise<void> => {
    const mails = await withDatabase((db) => listMails(db, { isOpen: open ?? false, most: mostMails }));
    const rows = mails.map(({ id, to, subject, state, tries, createdAt, problem }) => [
      id,
      state,
      tries,
      to,
      subject,
      day(createdAt),
      problem,
    ]);
    print(
      json,
      rows.length === 0 ? 'There is no such mail.' : writeTable(['id', 'state', 'tries', 'to', 'subject', 'written', 'problem'], rows),
      mails,
    );
  };

const sendAgain =
  ({ withDatabase, print }: CommandContext) =>
  async (id: string | undefined, { json }: { readonly json?: boolean }): Promise<void> => {
    const count = await withDatabase((db) => retryMail(db, new Date(), id));
    const sentence =
      count === 0 ? 'No mail is waiting.' : `${count === 1 ? '1 mail' : `${count} mails`} will be tried again at once by the running shop.`;
    print(json, sentence, { mails: count });
  };

/** Gives the command line its commands for accounts and for mail to their people. */
export const addPeopleCommands = (program: Command, desk: CommandContext): void => {
  const asJson = new Option('--json', 'answer in JSON, for programs');
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
    .action(listUsers(desk));
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
    .action(changeRole(desk));

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
    .action(showMails(desk));
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
    .action(sendAgain(desk));
};
