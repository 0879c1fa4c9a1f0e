import { writeFile } from 'node:fs/promises';
import { type Command, InvalidArgumentError } from 'commander';
import { ukDayOf } from '#contract/delivery-dates.ts';
import { fullName } from '#contract/full-name.ts';
import {
  addCommand,
  addGroup,
  addPageOptions,
  type CommandContext,
  type JsonOption,
  type PageOptions,
  pageOf,
  rejectAsInvalid,
} from '#server/commands/command-context.ts';
import { formatCount, maxListed } from '#server/db/columns.ts';
import type { Database } from '#server/db/schema.ts';
import type { Account } from '#server/domain/accounts/account-row.ts';
import { listAccounts, setRole, signOutEverywhere } from '#server/domain/accounts/accounts.ts';
import { deletePersonalData } from '#server/domain/accounts/erasure.ts';
import { exportPersonalData } from '#server/domain/accounts/personal-data.ts';
import { removeSecondFactor } from '#server/domain/accounts/second-factor.ts';
import { listMails, retryMail } from '#server/domain/messages/mails.ts';
import { findPerson } from '#server/domain/person.ts';
import { readShopUrl } from '#server/domain/seller/shop-address.ts';
import { readShop } from '#server/domain/shop/read-shop.ts';
import { type Env, serverOrigin } from '#server/env.ts';
import type { Sender } from '#server/mail/templates/account-emails.ts';

/** As the running shop names itself in mail; its URL by the settings of this command only where none has run yet. */
const senderOf = async (db: Database, env: Env): Promise<Sender> => ({
  shopName: (await readShop(db, env)).details.name,
  shopUrl: (await readShopUrl(db)) ?? env.shopOrigin ?? serverOrigin(env),
});

const parseRole = (text: string): Account['role'] => {
  if (text !== 'customer' && text !== 'reseller') throw new InvalidArgumentError('It must be reseller or customer.');
  return text;
};

export const addUserAndMailCommands = (program: Command, { withDatabase, print, printTable, write }: CommandContext): void => {
  const user = addGroup(program, 'user', 'list accounts, change their role, sign them out, hand out and delete their data');
  const list = addCommand(user, 'list', {
    description: 'list accounts, newest first',
    examples: ['shop user list --applicants', 'shop user list --json'],
  });
  addPageOptions(list)
    .option('--applicants', 'only applicants for a reseller account')
    .action(async ({ applicants = false, ...options }: PageOptions & { readonly applicants?: boolean }) => {
      const accounts = await withDatabase((db) => listAccounts(db, { isApplicant: applicants, ...pageOf(options) }));
      const users = accounts.map(({ id, email, firstName, lastName, phone, role, wantsToResell, isVerified, createdAt }) => ({
        id,
        email,
        name: fullName({ firstName, lastName }),
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
        ukDayOf(createdAt),
      ]);
      const none = applicants ? 'Nobody asks to become a reseller.' : 'Nobody has an account yet.';
      printTable(options, { none, head: ['email', 'name', 'role', 'asks to resell', 'verified', 'since'], rows }, users);
    });
  addCommand(user, 'role', {
    description: 'make an account a reseller or a customer; prices change at once, and new resellers are mailed',
    notes: 'An account becomes a reseller once its owner has confirmed the address: before, anybody may have registered it.',
    examples: ['shop user role ada@example.com reseller', 'shop user role ada@example.com customer'],
  })
    .argument('<email>', 'the address of the account')
    .argument('<role>', 'reseller or customer', parseRole)
    .action(async (email: string, role: Account['role'], { json }: JsonOption) => {
      const account = await withDatabase(async (db, env) => setRole(db, email, role, { now: new Date(), sender: await senderOf(db, env) }));
      print(json, `${account.email} is a ${account.role} now.`, { id: account.id, email: account.email, role: account.role });
    });
  addCommand(user, 'export', {
    description: 'write everything held of a person to a JSON file, or to the console; with or without an account',
    notes: `Check first that it is the person who asks, e.g. by an answer from that address. Pictures of refund requests are counted, and not
in the file.`,
    examples: ['shop user export ada@example.com ada.json', 'shop user export ada@example.com > ada.json'],
  })
    .argument('<email>', 'the address of the person')
    .argument('[file]', 'a file that does not exist yet')
    .action(async (email: string, file: string | undefined, { json }: JsonOption) => {
      const now = new Date();
      const data = await withDatabase(async (db) => exportPersonalData(db, await findPerson(db, email), now));
      const text = `${JSON.stringify(data, undefined, 2)}\n`;
      if (file === undefined) {
        write(text);
        return;
      }
      // Readable by the seller's user only; never over another file.
      await rejectAsInvalid(writeFile(file, text, { mode: 0o600, flag: 'wx' }), `${file} cannot be written, or exists already.`);
      const { orders, messages } = data;
      print(json, `${formatCount(orders.length, 'order')} and ${formatCount(messages.length, 'message')} written to ${file}.`, {
        file,
        orders: orders.length,
        messages: messages.length,
      });
    });
  addCommand(user, 'delete', {
    description: "delete a person's account, messages and copies of mail at once, and mail them; this cannot be undone",
    notes: `Paid orders are kept for six years after the end of their tax year. Email address, phone, note and refund pictures are removed from each
60 days after it was sent or, if it is cancelled or refunded in full before, after it was placed; two years after it was placed if it is
never sent. While a refund or dispute is open, they stay.`,
    examples: ['shop user delete ada@example.com'],
  })
    .argument('<email>', 'the address of the person, with or without an account')
    .action(async (email: string, { json }: JsonOption) => {
      const erased = await withDatabase(async (db, env) =>
        deletePersonalData(db, await findPerson(db, email), { now: new Date(), sender: await senderOf(db, env) }),
      );
      const text = [
        erased.hadAccount ? 'The account is deleted.' : 'There was no account.',
        erased.messages === 0 ? '' : ` ${formatCount(erased.messages, 'message')} deleted.`,
        erased.orders === 0
          ? ''
          : ` ${formatCount(erased.orders, 'order')} kept for the tax office. Email address, phone and note go as soon as nothing is open about it: see --help.`,
      ].join('');
      print(json, text, erased);
    });
  addCommand(user, 'sign-out', {
    description: 'end every session of an account, e.g. after a device was stolen; its password stays',
    examples: ['shop user sign-out ada@example.com'],
  })
    .argument('<email>', 'the address of the account')
    .action(async (email: string, { json }: JsonOption) => {
      const ended = await withDatabase((db) => signOutEverywhere(db, email, { now: new Date() }));
      print(json, `${ended.email} is signed out on ${formatCount(ended.sessions, 'device')}.`, ended);
    });
  addCommand(user, 'second-factor-off', {
    description: 'switch off two-step sign-in for an account whose owner has lost the app and the recovery codes; the owner is mailed',
    notes: `Check first that it is the owner who asks, by more than an email from that address: whoever reads their mail could have sent it. Ask
for something that only they know, e.g. the last orders and addresses, and call back on the phone number of the account.`,
    examples: ['shop user second-factor-off ada@example.com'],
  })
    .argument('<email>', 'the address of the account')
    .action(async (email: string, { json }: JsonOption) => {
      const removed = await withDatabase(async (db, env) =>
        removeSecondFactor(db, email, { now: new Date(), sender: await senderOf(db, env) }),
      );
      const text = removed.wasOn
        ? `Two-step sign-in is off for ${removed.email}. The owner is mailed.`
        : `Two-step sign-in was not on for ${removed.email}.`;
      print(json, text, removed);
    });

  const mail = addGroup(program, 'mail', 'list mail, and retry what failed');
  addCommand(mail, 'list', {
    description: `list the latest ${maxListed} mails, newest first`,
    examples: ['shop mail list --open', 'shop mail list --json'],
  })
    .option('--open', 'only unsent mail')
    .action(async ({ open, json }: JsonOption & { readonly open?: boolean }) => {
      const mails = await withDatabase((db) => listMails(db, { isOpen: open ?? false, limit: maxListed }));
      const rows = mails.map(({ id, to, subject, state, tries, createdAt, problem }) => [
        id,
        state,
        tries,
        to,
        subject,
        ukDayOf(createdAt),
        problem,
      ]);
      const head = ['id', 'state', 'tries', 'to', 'subject', 'written', 'problem'];
      printTable({ json }, { none: 'There is no such mail.', head, rows }, mails);
    });
  addCommand(mail, 'retry', {
    description: 'retry unsent mail now, also mail that was given up',
    notes: 'Failed mail is retried for three days. The running shop sends it.',
    examples: ['shop mail retry', 'shop mail retry 0b1c2d3e-4f50-4617-8293-a4b5c6d7e8f9'],
  })
    .argument('[id]', 'only this mail; its id in "mail list"')
    .action(async (id: string | undefined, { json }: JsonOption) => {
      const count = await withDatabase((db) => retryMail(db, new Date(), id));
      const text = count === 0 ? 'No mail is waiting.' : `${formatCount(count, 'mail')} will be tried again at once by the running shop.`;
      print(json, text, { mails: count });
    });
};
