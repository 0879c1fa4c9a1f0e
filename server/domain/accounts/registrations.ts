import { randomInt } from 'node:crypto';
import { accountLimits } from '#contract/account-forms.ts';
import { after, minute } from '#server/db/columns.ts';
import type { Database, Tables } from '#server/db/schema.ts';
import { endTokens, issueToken, peekToken } from '#server/domain/accounts/tokens.ts';
import { consumeRateLimit, resetRateLimit } from '#server/domain/rate-limit.ts';
import { isSameSecret, sha256 } from '#server/domain/secrets.ts';

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
 * `previous` of its cookie, and whose mails expire. `secret` is the new one. Returns its hash, by which the registration is known.
 */
export const saveRegistration = async (
  db: Database,
  accountId: string,
  details: RegistrationDetails,
  { secret, previous, now }: { readonly secret: string; readonly previous: string | undefined; readonly now: Date },
): Promise<string> => {
  const replaced = await db
    .deleteFrom('registration')
    .where('account_id', '=', accountId)
    .where('browser_hash', '=', sha256(previous ?? ''))
    .returning('browser_hash')
    .executeTakeFirst();
  if (replaced) await endTokens(db, 'verify', { subject: replaced.browser_hash }, 'expired', now);
  const browser_hash = sha256(secret);
  await db
    .insertInto('registration')
    .values({ ...details, browser_hash, account_id: accountId, created_at: now.toISOString() })
    .execute();
  return browser_hash;
};

/** The registration of an account that was made in the browser with this secret. */
export const findBrowserRegistration = async (
  db: Database,
  accountId: string,
  secret: string | undefined,
): Promise<{ readonly hash: string; readonly details: RegistrationDetails } | undefined> => {
  if (secret === undefined) return undefined;
  const row = await db
    .selectFrom('registration')
    .select(['browser_hash', ...registrationColumns])
    .where('account_id', '=', accountId)
    .where('browser_hash', '=', sha256(secret))
    .executeTakeFirst();
  if (!row) return undefined;
  const { browser_hash: hash, ...details } = row;
  return { hash, details };
};

/** What a mail proves, by its link or its code: the mailbox of a registration, or, when another browser asked for it, of the account. */
export type MailboxProof = { readonly accountId: string; readonly registration: string | undefined };

const proofOf = (accountId: string, subject: string): MailboxProof => ({
  accountId,
  registration: subject === accountId ? undefined : subject,
});

const codeSeconds = 10 * minute;
const maxTries = 5;

/** Salted with the token's subject: a plain hash of six digits could be looked up in a table. */
const hashCode = (code: string, subject: string): string => sha256(`${subject}:${code}`);

/** Returns the token of a link and a code of six digits for one mail, of which only hashes are stored. */
export const issueProof = async (
  db: Database,
  { accountId, registration = accountId }: { readonly accountId: string; readonly registration?: string | undefined },
  now: Date,
): Promise<{ readonly token: string; readonly code: string }> => {
  const code = String(randomInt(10 ** accountLimits.code)).padStart(accountLimits.code, '0');
  const token = await issueToken(db, 'verify', { subject: registration, accountId, data: hashCode(code, registration) }, now);
  return { token, code };
};

/** What the link of a mail proves. Throws `deadLink`. */
export const checkLink = async (db: Database, token: string, now: Date): Promise<MailboxProof> => {
  const { account_id, subject } = await peekToken(db, 'verify', token, now);
  return proofOf(account_id ?? '', subject);
};

/**
 * Compares a guessed code with one: the last that was mailed for the registration of the caller's browser, or for the account when the
 * browser has none, which then must know the password. The two count their tries apart, so that no stranger uses up those of the owner's
 * browser. A try is counted before the comparison, so that parallel calls get no more than five; a right code is not, because a password
 * may have to follow.
 */
export const checkCode = async (
  db: Database,
  { accountId, registration }: MailboxProof,
  code: string,
  now: Date,
): Promise<MailboxProof | undefined> => {
  const mailed = await db
    .selectFrom('token')
    .select(['hash', 'subject', 'data'])
    .where('account_id', '=', accountId)
    .where('purpose', '=', 'verify')
    .$if(registration !== undefined, (query) => query.where('subject', '=', registration ?? ''))
    .where('used_at', 'is', null)
    .where('expires_at', '>', now.toISOString())
    .where('created_at', '>', after(now, -codeSeconds))
    .orderBy('created_at', 'desc')
    .executeTakeFirst();
  if (!mailed) return undefined;
  const tries = {
    key: `code:${registration === undefined ? 'elsewhere' : 'own'}:${mailed.hash}`,
    max: maxTries,
    perSeconds: codeSeconds,
    now,
  };
  if ((await consumeRateLimit(db, tries)) > 0 || !isSameSecret(mailed.data, hashCode(code, mailed.subject))) return undefined;
  await resetRateLimit(db, tries.key);
  return proofOf(accountId, mailed.subject);
};

/** What a proof may confirm together with a password: its own registration, or the account's latest ones when it belongs to none. */
export const confirmableRegistrations = async (db: Database, { accountId, registration }: MailboxProof): Promise<RegistrationDetails[]> => {
  if (registration !== undefined)
    return db.selectFrom('registration').select(registrationColumns).where('browser_hash', '=', registration).execute();
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

/** Once one of them is confirmed: deletes all registrations of an account, and no mail confirms another. */
export const endRegistrations = async (db: Database, accountId: string, now: Date): Promise<void> => {
  await endTokens(db, 'verify', { account_id: accountId }, 'used', now);
  await db.deleteFrom('registration').where('account_id', '=', accountId).execute();
};
