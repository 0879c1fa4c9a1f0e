import { createHash, randomBytes } from 'node:crypto';
import type { Database } from '#server/db/schema.ts';
import { type Account, toAccount } from '#server/domain/account-row.ts';

const day = 24 * 60 * 60;

/** A session ends after so many seconds without a call. */
export const sessionSeconds = 30 * day;

/** Written anew at most once a day: a visit of many calls costs one write. */
const freshFor = sessionSeconds - day;

/** 256 random bits for a cookie or a link, and what the database keeps of them. */
export const newToken = (): string => randomBytes(32).toString('base64url');
export const hashOfToken = (token: string): string => createHash('sha256').update(token).digest('base64url');

const endOf = (now: Date): string => new Date(now.getTime() + sessionSeconds * 1000).toISOString();

/** Begins a session under a token that nobody has seen before; the one that the browser had, whoever gave it that, is over. */
export const startSession = async (db: Database, accountId: string, now: Date, before?: string): Promise<string> => {
  if (before !== undefined) await endSession(db, before);
  const token = newToken();
  await db
    .insertInto('session')
    .values({ token_hash: hashOfToken(token), account_id: accountId, created_at: now.toISOString(), expires_at: endOf(now) })
    .execute();
  return token;
};

/** Whose session it is; `isExtended` when it was given another 30 days. `undefined` for one that is unknown or over. */
export const findSession = async (
  db: Database,
  token: string,
  now: Date,
): Promise<{ readonly account: Account; readonly isExtended: boolean } | undefined> => {
  const hash = hashOfToken(token);
  const row = await db
    .selectFrom('session')
    .innerJoin('account', 'account.id', 'session.account_id')
    .selectAll('account')
    .select('session.expires_at')
    .where('session.token_hash', '=', hash)
    .where('session.expires_at', '>', now.toISOString())
    .executeTakeFirst();
  if (!row) return undefined;
  const isExtended = Date.parse(row.expires_at) - now.getTime() < freshFor * 1000;
  if (isExtended)
    await db
      .updateTable('session')
      .set({ expires_at: endOf(now) })
      .where('token_hash', '=', hash)
      .execute();
  return { account: toAccount(row), isExtended };
};

export const endSession = async (db: Database, token: string): Promise<void> => {
  await db.deleteFrom('session').where('token_hash', '=', hashOfToken(token)).execute();
};

/** Ends every session of an account but the one named; no session has the empty name. */
export const endSessions = async (db: Database, accountId: string, but = ''): Promise<void> => {
  await db.deleteFrom('session').where('account_id', '=', accountId).where('token_hash', '!=', hashOfToken(but)).execute();
};

/** Takes away sessions that are over. */
export const purgeSessions = async (db: Database, now: Date): Promise<void> => {
  await db.deleteFrom('session').where('expires_at', '<=', now.toISOString()).execute();
};
