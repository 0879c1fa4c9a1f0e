import { type Command, InvalidArgumentError } from 'commander';
import { addCommand, addGroup, type CommandContext, type JsonOption } from '#server/commands/command-context.ts';
import { formatTable } from '#server/commands/table.ts';
import type { Account } from '#server/domain/account-row.ts';
import { listAccounts, setRole } from '#server/domain/accounts.ts';
import { listMails, retryMail } from '#server/domain/mails.ts';
import { maxListed } from '#server/domain/max-listed.ts';
import { serverOrigin } from '#server/env.ts';

const toDay = (time: string): string => time.slice(0, 10);

const listUsers =
  ({ withDatabase, print }: CommandContext) =>
  async ({ applicants, json }: JsonOption & { readonly applicants?: boolean }): Promise<void> => {
    const accounts = await withDatabase((db) => listAccounts(db, { isApplicant: applicants ?? false }));
    const users = accounts.map(({ id, email, firstName, lastName, phone, role, wantsToResell, isVerified, createdAt }) => ({
      id,
      email,
      name: `${firstName} ${lastName}`,
      phone,
      role,
      wantsToResell,
      isVerified,
      createdAt,
    }));
    const rows = users.map(({ email, name, role, wantsToResell, isVerified, createdAt }) => [
      email,
      name,
      role,
      wantsToResell ? 'yes' : '',
      isVerified ? 'yes' : 'no',
      toDay(createdAt),
    ]);
    const noneText = applicants ? 'Nobody asks to become a reseller.' : 'Nobody has an account yet.';
    print(json, rows.length === 0 ? noneText : formatTable(['e-mail', 'name', 'role', 'asks to resell', 'verified', 'since'], rows), users);
  };

const changeRole =
  ({ withDatabase, print }: CommandContext) =>
  async (email: string, role: Account['role'], { json }: JsonOption): Promise<void> => {
    const account = await withDatabase((db, env) => {
      const sender = { shopName: env.mailFrom.name, shopUrl: env.shopOrigin ?? serverOrigin(env) };
      return setRole(db, email, role, { now: new Date(), sender });
    });
    print(json, `${account.email} is a ${account.role} now.`, { id: account.id, email: account.email, role: account.role });
  };

const parseRole = (text: string): Account['role'] => {
  if (text !== 'customer' && text !== 'reseller') throw new InvalidArgumentError('It must be reseller or customer.');
  return text;
};

const listMailsCommand =
  ({ withDatabase, print }: CommandContext) =>
  async ({ open, json }: JsonOption & { readonly open?: boolean }): Promise<void> => {
    const mails = await withDatabase((db) => listMails(db, { isOpen: open ?? false, limit: maxListed }));
    const rows = mails.map(({ id, to, subject, state, tries, createdAt, problem }) => [
      id,
      state,
      tries,
      to,
      subject,
      toDay(createdAt),
      problem,
    ]);
    print(
      json,
      rows.length === 0 ? 'There is no such mail.' : formatTable(['id', 'state', 'tries', 'to', 'subject', 'written', 'problem'], rows),
      mails,
    );
  };

const retryMails =
  ({ withDatabase, print }: CommandContext) =>
  async (id: string | undefined, { json }: JsonOption): Promise<void> => {
    const count = await withDatabase((db) => retryMail(db, new Date(), id));
    const text =
      count === 0 ? 'No mail is waiting.' : `${count === 1 ? '1 mail' : `${count} mails`} will be tried again at once by the running shop.`;
    print(json, text, { mails: count });
  };

/** Adds `user list`, `user role`, `mail list` and `mail retry`. */
export const addUserAndMailCommands = (program: Command, context: CommandContext): void => {
  const user = addGroup(program, 'user', 'list accounts, and change their role');
  addCommand(user, 'list', {
    description: 'list accounts, newest first',
    examples: ['npm run shop -- user list --applicants', 'npm run --silent shop -- user list --json'],
  })
    .option('--applicants', 'only applicants for a reseller account')
    .action(listUsers(context));
  addCommand(user, 'role', {
    description: 'make an account a reseller or a customer; prices change at once, and new resellers are mailed',
    examples: ['npm run shop -- user role ada@example.com reseller', 'npm run shop -- user role ada@example.com customer'],
  })
    .argument('<email>', 'the address of the account')
    .argument('<role>', 'reseller or customer', parseRole)
    .action(changeRole(context));

  const mail = addGroup(program, 'mail', 'list mail, and retry what failed');
  addCommand(mail, 'list', {
    description: `list the latest ${maxListed} mails, newest first`,
    examples: ['npm run shop -- mail list --open', 'npm run --silent shop -- mail list --json'],
  })
    .option('--open', 'only unsent mail')
    .action(listMailsCommand(context));
  addCommand(mail, 'retry', {
    description: 'retry unsent mail now, also mail that was given up',
    notes: 'Failed mail is retried for three days. The running shop sends it.',
    examples: ['npm run shop -- mail retry', 'npm run shop -- mail retry 0b1c2d3e-4f50-4617-8293-a4b5c6d7e8f9'],
  })
    .argument('[id]', 'only this mail; its id in "mail list"')
    .action(retryMails(context));
};
