import { randomInt } from 'node:crypto';
import { accountLimits } from '#contract/account-forms.ts';
import { after, day, minute } from '#server/db/columns.ts';
import type { Database } from '#server/db/schema.ts';
import { Invalid } from '#server/domain/failure.ts';
import { isSameSecret, newToken, sha256 } from '#server/domain/secrets.ts';

/** Verifying an email address, or choosing a new password. */
type Purpose = 'verify' | 'reset';

const codeSeconds = 10 * minute;
const maxTries = 5;
/** How long a link to verify an address works. */
export const linkSeconds = day;
const lifetimes = { verify: linkSeconds, reset: 45 * minute } as const satisfies Record<Purpose, number>;

/** Salted with the token's hash: a plain hash of six digits could be looked up in a table. */
const hashCode = (code: string, tokenHash: string): string => sha256(`${tokenHash}:${code}`);

/**
 * Creates a token for a link and a code of 6 digits, of which only hashes are stored. Earlier ones of the same purpose and registration
 * expire; those of other registrations stay valid, so that nobody can invalidate another browser's mail.
 */
export const createOneTimeToken = async (
  db: Database,
  { accountId, registrationId = null }: { readonly accountId: string; readonly registrationId?: string | null | undefined },
  purpose: Purpose,
  now: Date,
): Promise<{ readonly token: string; readonly code: string }> => {
  const token = newToken();
  const hash = sha256(token);
  const code = String(randomInt(10 ** accountLimits.code)).padStart(accountLimits.code, '0');
  const at = now.toISOString();
  await db
    .updateTable('proof')
    .set({ expires_at: at, code_expires_at: at })
    .where('account_id', '=', accountId)
    .where('registration_id', registrationId === null ? 'is' : '=', registrationId)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', at)
    .execute();
  await db
    .insertInto('proof')
    .values({
      token_hash: hash,
      account_id: accountId,
      registration_id: registrationId,
      purpose,
      code_hash: hashCode(code, hash),
      code_expires_at: after(now, codeSeconds),
      tries: 0,
      expires_at: after(now, lifetimes[purpose]),
    })
    .execute();
  return { token, code };
};

/** A usable token, found by its link or code; without a `registrationId` it may confirm any registration of the account. */
export type OneTimeToken = { readonly tokenHash: string; readonly accountId: string; readonly registrationId: string | null };

const tokenColumns = ['token_hash as tokenHash', 'account_id as accountId', 'registration_id as registrationId'] as const;

/**
 * Compares a code with those mailed to an address; gives the token that it belongs to. Tries are counted before the comparison, so that
 * parallel calls get no more than five; a right code is not counted, because a password may have to follow.
 */
export const checkCode = async (db: Database, emailKey: string, code: string, now: Date): Promise<OneTimeToken | undefined> => {
  const rows = await db
    .updateTable('proof')
    .set((proof) => ({ tries: proof('tries', '+', 1) }))
    .where('account_id', '=', (query) => query.selectFrom('account').select('id').where('email_key', '=', emailKey))
    .where('purpose', '=', 'verify')
    .where('used_at', 'is', null)
    .where('code_expires_at', '>', now.toISOString())
    .where('tries', '<', maxTries)
    .returning([...tokenColumns, 'code_hash'])
    .execute();
  const match = rows.find(({ tokenHash, code_hash }) => isSameSecret(code_hash, hashCode(code, tokenHash)));
  if (!match) return undefined;
  await db
    .updateTable('proof')
    .set((proof) => ({ tries: proof('tries', '-', 1) }))
    .where(
      'token_hash',
      'in',
      rows.map(({ tokenHash }) => tokenHash),
    )
    .execute();
  const { code_hash: _, ...token } = match;
  return token;
};

/** The token of a link, as long as the link works. */
export const findOneTimeToken = (db: Database, tokenHash: string, purpose: Purpose, now: Date): Promise<OneTimeToken | undefined> =>
  db
    .selectFrom('proof')
    .select(tokenColumns)
    .where('token_hash', '=', tokenHash)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirst();

/** Marks a token as used and gives its account's id; of concurrent calls one succeeds, the others get `undefined`. */
export const redeemOneTimeToken = async (db: Database, tokenHash: string, purpose: Purpose, now: Date): Promise<string | undefined> => {
  const at = now.toISOString();
  const row = await db
    .updateTable('proof')
    .set({ used_at: at })
    .where('token_hash', '=', tokenHash)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', at)
    .returning('account_id')
    .executeTakeFirst();
  return row?.account_id;
};

/** Revokes every token of an account: once it is verified, or has another address, none of those that were mailed before may change it. */
export const revokeTokens = async (db: Database, accountId: string, purpose: Purpose, now: Date): Promise<void> => {
  await db
    .updateTable('proof')
    .set({ used_at: now.toISOString() })
    .where('account_id', '=', accountId)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .execute();
};

const messages = {
  used: 'This link was used before. If that was you, all is well and you can sign in.',
  expired: 'This link has expired, or there is a newer one. Ask for a new email.',
  invalid: 'This link does not work. Check that it is complete, or ask for a new email.',
} as const;

/** Why a link does not work, with the code `used`, `expired` or `invalid`; `undefined` while it works. */
export const tokenFailure = async (db: Database, tokenHash: string, purpose: Purpose, now: Date): Promise<Invalid | undefined> => {
  const row = await db
    .selectFrom('proof')
    .select(['used_at', 'expires_at'])
    .where('token_hash', '=', tokenHash)
    .where('purpose', '=', purpose)
    .executeTakeFirst();
  const reason = !row ? 'invalid' : row.used_at !== null ? 'used' : row.expires_at <= now.toISOString() ? 'expired' : undefined;
  return reason && new Invalid(messages[reason], undefined, reason);
};
