import { after, day } from '#server/db/columns.ts';
import type { Database } from '#server/db/schema.ts';
import { type Account, toAccount } from '#server/domain/account-row.ts';
import { newToken, sha256 } from '#server/domain/secrets.ts';

/** Sliding expiry: a session ends this long after its last call. */
export const sessionSeconds = 30 * day;

/** The expiry is extended at most once a day, so that a visit of many calls costs one write. */
const extendBelowSeconds = sessionSeconds - day;

/** Starts a session under a new token and ends the browser's previous one (session fixation, OWASP ASVS 7.2.4). Gives the token. */
export const startSession = async (db: Database, accountId: string, now: Date, previous?: string): Promise<string> => {
  if (previous !== undefined) await endSession(db, previous);
  const token = newToken();
  await db
    .insertInto('session')
    .values({ token_hash: sha256(token), account_id: accountId, created_at: now.toISOString(), expires_at: after(now, sessionSeconds) })
    .execute();
  return token;
};

/** The account of a session; `isExtended` when its expiry was moved. `undefined` for an unknown or expired token. */
export const findSession = async (
  db: Database,
  token: string,
  now: Date,
): Promise<{ readonly account: Account; readonly isExtended: boolean } | undefined> => {
  const hash = sha256(token);
  const row = await db
    .selectFrom('session')
    .innerJoin('account', 'account.id', 'session.account_id')
    .selectAll('account')
    .select('session.expires_at')
    .where('session.token_hash', '=', hash)
    .where('session.expires_at', '>', now.toISOString())
    .executeTakeFirst();
  if (!row) return undefined;
  const isExtended = Date.parse(row.expires_at) - now.getTime() < extendBelowSeconds * 1000;
  if (isExtended)
    await db
      .updateTable('session')
      .set({ expires_at: after(now, sessionSeconds) })
      .where('token_hash', '=', hash)
      .execute();
  return { account: toAccount(row), isExtended };
};

export const endSession = async (db: Database, token: string): Promise<void> => {
  await db.deleteFrom('session').where('token_hash', '=', sha256(token)).execute();
};

/** Ends every session of an account except that of the token `except`; the empty token is nobody's. */
export const endSessions = async (db: Database, accountId: string, except = ''): Promise<void> => {
  await db.deleteFrom('session').where('account_id', '=', accountId).where('token_hash', '!=', sha256(except)).execute();
};
