import { type SavedAddress, user } from '#contract/account.ts';
import type { Database, Tables } from '#server/db/schema.ts';
import { emailKeyOf } from '#server/domain/email-address.ts';
import { NotFound } from '#server/domain/failure.ts';

/** An account row, parsed. `passwordHash` must not leave the server. */
export type Account = {
  readonly id: string;
  readonly role: 'customer' | 'reseller';
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly phone: string;
  readonly addresses: readonly SavedAddress[];
  readonly wantsToResell: boolean;
  readonly marketing: boolean;
  readonly isVerified: boolean;
  /** The owner proved mailbox and password together, so guest orders of the address belong to this account. */
  readonly hasProvedMailbox: boolean;
  readonly passwordHash: string;
  readonly createdAt: string;
};

export const toAccount = (row: Omit<Tables['account'], 'list_counter'>): Account => ({
  id: row.id,
  role: row.role,
  email: row.email,
  firstName: row.first_name,
  lastName: row.last_name,
  phone: row.phone,
  addresses: user.shape.addresses.parse(JSON.parse(row.addresses)),
  wantsToResell: row.wants_to_resell === 1,
  marketing: row.marketing === 1,
  isVerified: row.verified_at !== null,
  hasProvedMailbox: row.mailbox_proved_at !== null,
  passwordHash: row.password_hash,
  createdAt: row.created_at,
});

export const findAccount = async (db: Database, email: string): Promise<Account | undefined> => {
  const row = await db.selectFrom('account').selectAll().where('email_key', '=', emailKeyOf(email)).executeTakeFirst();
  return row && toAccount(row);
};

/** The account with this email address, for the seller. Throws `NotFound`. */
export const requireAccount = async (db: Database, email: string): Promise<Account> => {
  const account = await findAccount(db, email);
  if (!account) throw new NotFound(`There is no account with the address ${email}.`);
  return account;
};
