import type { Session } from '#contract/account.ts';
import { ukDayOf } from '#contract/delivery-dates.ts';
import { after, day } from '#server/db/columns.ts';
import type { Database } from '#server/db/schema.ts';
import { type Account, toAccount } from '#server/domain/accounts/account-row.ts';
import { newToken, sha256 } from '#server/domain/secrets.ts';

/** Sliding expiry: a session ends this long after its last call. */
export const sessionSeconds = 30 * day;

/** Absolute expiry (OWASP ASVS 7.3.2): a session ends this long after it was started, however often it is used. */
export const maxSessionSeconds = 90 * day;

/** The browser and system of a session, in words for its owner; '' when unknown. */
export type Device = { readonly browser: string; readonly system: string };

/**
 * Starts a session under a new token and ends the browser's previous one (session fixation, OWASP ASVS 7.2.4). Returns the token. `hasCode`: a code
 * of the second factor was given.
 */
export const startSession = async (
  db: Database,
  accountId: string,
  now: Date,
  {
    previous,
    device,
    hasCode = false,
  }: { readonly previous?: string | undefined; readonly device?: Device; readonly hasCode?: boolean } = {},
): Promise<string> => {
  if (previous !== undefined) await endSession(db, previous);
  const token = newToken();
  const at = now.toISOString();
  const expires_at = after(now, sessionSeconds);
  await db
    .insertInto('session')
    .values({
      token_hash: sha256(token),
      account_id: accountId,
      created_at: at,
      last_seen_at: at,
      expires_at,
      code_at: hasCode ? at : null,
      ...device,
    })
    .execute();
  return token;
};

/**
 * The account of a session. Its expiry is moved at most once a day, so that a visit of many calls costs one write: `extendedSeconds` is how
 * far from now, 0 when it was not; `codeAt`, when a code of the second factor was last given in it. `undefined` for an unknown or expired token.
 */
export const findSession = async (
  db: Database,
  token: string,
  now: Date,
): Promise<
  { readonly account: Account; readonly extendedSeconds: number; readonly startedAt: string; readonly codeAt: string | null } | undefined
> => {
  const hash = sha256(token);
  const row = await db
    .selectFrom('session')
    .innerJoin('account', 'account.id', 'session.account_id')
    .selectAll('account')
    .select(['session.last_seen_at', 'session.created_at as started_at', 'session.code_at'])
    .where('session.token_hash', '=', hash)
    .where('session.expires_at', '>', now.toISOString())
    .executeTakeFirst();
  if (!row) return undefined;
  const session = { account: toAccount(row), startedAt: row.started_at, codeAt: row.code_at };
  if (row.last_seen_at >= after(now, -day)) return { ...session, extendedSeconds: 0 };
  const end = after(new Date(row.started_at), maxSessionSeconds);
  const sliding = after(now, sessionSeconds);
  const expires_at = sliding < end ? sliding : end;
  await db.updateTable('session').set({ last_seen_at: now.toISOString(), expires_at }).where('token_hash', '=', hash).execute();
  return { ...session, extendedSeconds: (Date.parse(expires_at) - now.getTime()) / 1000 };
};

/** Notes that a code of the second factor was given in a session. */
export const noteCode = async (db: Database, token: string, now: Date): Promise<void> => {
  await db.updateTable('session').set({ code_at: now.toISOString() }).where('token_hash', '=', sha256(token)).execute();
};

/** The sessions of an account, the last used first; `token` is that of the caller's own. */
export const listSessions = async (db: Database, accountId: string, token: string, now: Date): Promise<Session[]> => {
  const rows = await db
    .selectFrom('session')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('expires_at', '>', now.toISOString())
    .orderBy('last_seen_at', 'desc')
    .orderBy('token_hash')
    .execute();
  const own = sha256(token);
  return rows.map(({ token_hash, browser, system, created_at, last_seen_at }) => ({
    // The hash is no secret: the token cannot be computed from it.
    id: token_hash,
    browser,
    system,
    startedAt: created_at,
    lastSeen: ukDayOf(last_seen_at),
    isThis: token_hash === own,
  }));
};

export const endSession = async (db: Database, token: string): Promise<void> => {
  await db.deleteFrom('session').where('token_hash', '=', sha256(token)).execute();
};

/** Ends one session of an account, by its id in `listSessions`. Idempotent. */
export const endSessionById = async (db: Database, accountId: string, id: string): Promise<void> => {
  await db.deleteFrom('session').where('account_id', '=', accountId).where('token_hash', '=', id).execute();
};

/** Ends every session of an account except that of the token `except` ('' spares none); returns how many. */
export const endSessions = async (db: Database, accountId: string, except = ''): Promise<number> => {
  const ended = await db
    .deleteFrom('session')
    .where('account_id', '=', accountId)
    .where('token_hash', '!=', sha256(except))
    .returning('token_hash')
    .execute();
  return ended.length;
};
