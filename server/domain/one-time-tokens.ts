import { createHash, randomInt } from 'node:crypto';
import { accountLimits } from '#contract/account-forms.ts';
import type { Database, Tables } from '#server/db/schema.ts';
import { Invalid } from '#server/domain/failure.ts';
import { isSameSecret } from '#server/domain/is-same-secret.ts';
import { hashOfToken, newToken } from '#server/domain/sessions.ts';

/** What a proof is for: that an address is read, or that its reader may choose a new password. */
type Purpose = 'verify' | 'reset';

const minute = 60;
const [codeSeconds, mostTries] = [10 * minute, 5];
/** So long the link works that verifies an address. */
export const linkSeconds = 24 * 60 * minute;
const lifeOf = { verify: linkSeconds, reset: 45 * minute } as const satisfies Record<Purpose, number>;

const later = (now: Date, seconds: number): string => new Date(now.getTime() + seconds * 1000).toISOString();

/** Six digits are quickly tried out: the random token of the same proof, which is kept only as a hash, salts them. */
const hashOfCode = (code: string, tokenHash: string): string => createHash('sha256').update(`${tokenHash}:${code}`).digest('base64url');

/**
 * Makes a token for a link and a code of 6 digits; earlier ones for the same purpose and the same registration expire, those of other
 * registrations do not: nobody can end somebody else's. Only hashes are kept.
 */
export const createOneTimeToken = async (
  db: Database,
  { accountId, registrationId = null }: { readonly accountId: string; readonly registrationId?: string | null | undefined },
  purpose: Purpose,
  now: Date,
): Promise<{ readonly token: string; readonly code: string }> => {
  const token = newToken();
  const hash = hashOfToken(token);
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
      code_hash: hashOfCode(code, hash),
      code_expires_at: later(now, codeSeconds),
      tries: 0,
      expires_at: later(now, lifeOf[purpose]),
      used_at: null,
    })
    .execute();
  return { token, code };
};

/** A proof of the mailbox that can still be used; without a `registrationId` it may confirm any registration of the account. */
export type OneTimeToken = { readonly tokenHash: string; readonly accountId: string; readonly registrationId: string | null };

const toProof = (row: Pick<Tables['proof'], 'token_hash' | 'account_id' | 'registration_id'>): OneTimeToken => ({
  tokenHash: row.token_hash,
  accountId: row.account_id,
  registrationId: row.registration_id,
});

/**
 * Tries a code for the account with this address. Each try is counted before it is compared, on every proof it is compared with, so that
 * no more than five are ever answered, however many come at once. A right code takes its count back: what may follow is a password.
 */
export const checkCode = async (db: Database, emailKey: string, code: string, now: Date): Promise<OneTimeToken | undefined> => {
  const rows = await db
    .updateTable('proof')
    .set((proof) => ({ tries: proof('tries', '+', 1) }))
    .where('account_id', '=', (query) => query.selectFrom('account').select('id').where('email_key', '=', emailKey))
    .where('purpose', '=', 'verify')
    .where('used_at', 'is', null)
    .where('code_expires_at', '>', now.toISOString())
    .where('tries', '<', mostTries)
    .returning(['token_hash', 'code_hash', 'account_id', 'registration_id'])
    .execute();
  const right = rows.find((row) => isSameSecret(row.code_hash, hashOfCode(code, row.token_hash)));
  if (!right) return undefined;
  await db
    .updateTable('proof')
    .set((proof) => ({ tries: proof('tries', '-', 1) }))
    .where(
      'token_hash',
      'in',
      rows.map(({ token_hash }) => token_hash),
    )
    .execute();
  return toProof(right);
};

/** The proof behind a link while the link works. */
export const findOneTimeToken = async (db: Database, tokenHash: string, purpose: Purpose, now: Date): Promise<OneTimeToken | undefined> => {
  const row = await db
    .selectFrom('proof')
    .select(['token_hash', 'account_id', 'registration_id'])
    .where('token_hash', '=', tokenHash)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirst();
  return row && toProof(row);
};

/** Uses a proof up; answers whose it is. Of several that ask at once, one gets it. */
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

/** Ends every proof with which an account could still be verified: once it is, none of them may change it. */
export const revokeVerificationTokens = async (db: Database, accountId: string, now: Date): Promise<void> => {
  await db
    .updateTable('proof')
    .set({ used_at: now.toISOString() })
    .where('account_id', '=', accountId)
    .where('purpose', '=', 'verify')
    .where('used_at', 'is', null)
    .execute();
};

const refusals = {
  used: 'This link was used before. If that was you, all is well and you can sign in.',
  expired: 'This link is too old, or there is a newer one. Please ask for a new e-mail.',
  invalid: 'This link does not work. Please check that it is complete, or ask for a new e-mail.',
} as const;

/** Why a link does not work, for its reader: `code` is used, expired or invalid. Undefined while it works. */
export const tokenFailure = async (db: Database, tokenHash: string, purpose: Purpose, now: Date): Promise<Invalid | undefined> => {
  const row = await db
    .selectFrom('proof')
    .select(['used_at', 'expires_at'])
    .where('token_hash', '=', tokenHash)
    .where('purpose', '=', purpose)
    .executeTakeFirst();
  const reason = !row ? 'invalid' : row.used_at !== null ? 'used' : row.expires_at <= now.toISOString() ? 'expired' : undefined;
  return reason && new Invalid(refusals[reason], undefined, reason);
};

/** Takes away proofs that have been over for so long that nobody asks about them any more. */
export const purgeOneTimeTokens = async (db: Database, now: Date): Promise<void> => {
  await db
    .deleteFrom('proof')
    .where('expires_at', '<=', later(now, -30 * 24 * 60 * minute))
    .execute();
};
