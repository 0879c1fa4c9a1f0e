import { randomUUID } from 'node:crypto';
import type { Database, Tables } from '#server/db/schema.ts';
import type { OneTimeToken } from '#server/domain/one-time-tokens.ts';
import { sha256 } from '#server/domain/secrets.ts';

/** The columns of an account that a registration fills. */
const registrationColumns = [
  'email',
  'first_name',
  'last_name',
  'phone',
  'wants_to_resell',
  'marketing',
  'password_hash',
  'accepted_terms_at',
] as const satisfies readonly (keyof Tables['account'] & keyof Tables['registration'])[];

export type RegistrationDetails = Pick<Tables['account'], (typeof registrationColumns)[number]>;

/** Every candidate costs the comparison of a password hash. */
const maxCandidates = 5;

/**
 * Stores a registration next to those of other browsers, and in place of this browser's earlier one, which is found by the secret
 * `previous` of its cookie. `secret` is the new one. Gives the registration's id.
 */
export const saveRegistration = async (
  db: Database,
  accountId: string,
  details: RegistrationDetails,
  { secret, previous, now }: { readonly secret: string; readonly previous: string | undefined; readonly now: Date },
): Promise<string> => {
  const values = { ...details, browser_hash: sha256(secret), created_at: now.toISOString() };
  const replaced =
    previous === undefined
      ? undefined
      : await db
          .updateTable('registration')
          .set(values)
          .where('account_id', '=', accountId)
          .where('browser_hash', '=', sha256(previous))
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

/** The registration of an account that was made in the browser with this secret. */
export const findBrowserRegistration = async (
  db: Database,
  accountId: string,
  secret: string | undefined,
): Promise<{ readonly id: string; readonly details: RegistrationDetails } | undefined> => {
  if (secret === undefined) return undefined;
  const row = await db
    .selectFrom('registration')
    .select(['id', ...registrationColumns])
    .where('account_id', '=', accountId)
    .where('browser_hash', '=', sha256(secret))
    .executeTakeFirst();
  if (!row) return undefined;
  const { id, ...details } = row;
  return { id, details };
};

/** What a token may confirm together with a password: its own registration, or the account's latest ones when it belongs to none. */
export const confirmableRegistrations = async (
  db: Database,
  { accountId, registrationId }: OneTimeToken,
): Promise<RegistrationDetails[]> => {
  if (registrationId !== null) return db.selectFrom('registration').select(registrationColumns).where('id', '=', registrationId).execute();
  // The account row holds the latest registration.
  const account = await db.selectFrom('account').select(registrationColumns).where('id', '=', accountId).executeTakeFirstOrThrow();
  const registrations = await db
    .selectFrom('registration')
    .select(registrationColumns)
    .where('account_id', '=', accountId)
    .where('password_hash', '!=', account.password_hash)
    .orderBy('created_at', 'desc')
    .limit(maxCandidates)
    .execute();
  return [account, ...registrations];
};

/** Deletes all registrations of an account, once one of them is confirmed. */
export const deleteRegistrations = async (db: Database, accountId: string): Promise<void> => {
  await db.deleteFrom('registration').where('account_id', '=', accountId).execute();
};
