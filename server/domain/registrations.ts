import { randomUUID } from 'node:crypto';
import type { Database, Tables } from '#server/db/schema.ts';
import type { OneTimeToken } from '#server/domain/one-time-tokens.ts';
import { hashOfToken } from '#server/domain/sessions.ts';

/** What registering decides of an account, password included. */
const detailColumns = [
  'email',
  'first_name',
  'last_name',
  'phone',
  'wants_to_resell',
  'marketing',
  'password_hash',
  'accepted_terms_at',
] as const satisfies readonly (keyof Tables['account'] & keyof Tables['registration'])[];

export type Details = Pick<Tables['account'], (typeof detailColumns)[number]>;

/** Each one costs a password hash to compare with. */
const mostCompared = 5;
const lifeDays = 7;

/**
 * Keeps a registration beside those of other browsers; another one by the same browser, known by the secret that it was given before,
 * takes its place. `secret` is for the browser's cookie. Answers its id.
 */
export const saveRegistration = async (
  db: Database,
  accountId: string,
  details: Details,
  { secret, before, now }: { readonly secret: string; readonly before: string | undefined; readonly now: Date },
): Promise<string> => {
  const values = { ...details, browser_hash: hashOfToken(secret), created_at: now.toISOString() };
  const replaced =
    before === undefined
      ? undefined
      : await db
          .updateTable('registration')
          .set(values)
          .where('account_id', '=', accountId)
          .where('browser_hash', '=', hashOfToken(before))
          .returning('id')
          .executeTakeFirst();
  if (replaced) return replaced.id;
  const id = randomUUID();
  await db
    .insertInto('registration')
    .values({ ...values, id, account_id: accountId })
    .execute();
  return id;
};

/** What the browser with this secret registered for an account, if it did. */
export const findBrowserRegistration = async (
  db: Database,
  accountId: string,
  secret: string | undefined,
): Promise<{ readonly id: string; readonly details: Details } | undefined> => {
  if (secret === undefined) return undefined;
  const row = await db
    .selectFrom('registration')
    .select(['id', ...detailColumns])
    .where('account_id', '=', accountId)
    .where('browser_hash', '=', hashOfToken(secret))
    .executeTakeFirst();
  if (!row) return undefined;
  const { id, ...details } = row;
  return { id, details };
};

/** Whatever a proof may confirm by its password: its own registration, or the account's latest ones when it belongs to none. */
export const confirmableRegistrations = async (db: Database, { accountId, registrationId }: OneTimeToken): Promise<Details[]> => {
  if (registrationId !== null) return db.selectFrom('registration').select(detailColumns).where('id', '=', registrationId).execute();
  // The account's own row holds what was typed last, also by a version of the shop that kept no registrations.
  const account = await db.selectFrom('account').select(detailColumns).where('id', '=', accountId).executeTakeFirstOrThrow();
  const registrations = await db
    .selectFrom('registration')
    .select(detailColumns)
    .where('account_id', '=', accountId)
    .where('password_hash', '!=', account.password_hash)
    .orderBy('created_at', 'desc')
    .limit(mostCompared)
    .execute();
  return [account, ...registrations];
};

/** Drops what others typed for an account, once it is settled whose it is. */
export const deleteRegistrations = async (db: Database, accountId: string): Promise<void> => {
  await db.deleteFrom('registration').where('account_id', '=', accountId).execute();
};

/** Takes away registrations that nobody has confirmed for a week; their links have expired by then. */
export const purgeRegistrations = async (db: Database, now: Date): Promise<void> => {
  await db
    .deleteFrom('registration')
    .where('created_at', '<=', new Date(now.getTime() - lifeDays * 24 * 60 * 60 * 1000).toISOString())
    .execute();
};
