import type { Selectable } from 'kysely';
import { after } from '#server/db/columns.ts';
import type { Database, Tables } from '#server/db/schema.ts';
import { deadLink, mailedLinks, type Purpose, type Reason } from '#server/domain/accounts/mailed-links.ts';
import { newToken, sha256 } from '#server/domain/secrets.ts';

/** The secret of a mailed link: 256 random bits, of which only the hash is stored. */
export type Token = Selectable<Tables['token']>;

/** Ends the unused tokens of a subject or account, marking them as used or as expired; with `since`, only those created since then. */
export const endTokens = async (
  db: Database,
  purpose: Purpose,
  of: Partial<Pick<Token, 'subject' | 'account_id'>>,
  reason: 'used' | 'expired',
  now: Date,
  since = '',
): Promise<void> => {
  const at = now.toISOString();
  await db
    .updateTable('token')
    .set(reason === 'used' ? { used_at: at } : { expires_at: at })
    .where('purpose', '=', purpose)
    .where(({ and }) => and(of))
    .where('used_at', 'is', null)
    .where('created_at', '>=', since)
    .$if(reason === 'expired', (query) => query.where('expires_at', '>', at))
    .execute();
};

/** Returns a new token for a mail; what `subject` and `data` hold is in `schema.ts`. It is deleted with the account. */
export const issueToken = async (
  db: Database,
  purpose: Purpose,
  { subject, accountId, data }: { readonly subject: string; readonly accountId?: string; readonly data?: string },
  now: Date,
): Promise<string> => {
  const { validSeconds, isOnlyOne } = mailedLinks[purpose];
  if (isOnlyOne) await endTokens(db, purpose, { subject }, 'expired', now);
  const token = newToken();
  await db
    .insertInto('token')
    .values({
      hash: sha256(token),
      purpose,
      subject,
      account_id: accountId,
      data,
      created_at: now.toISOString(),
      expires_at: after(now, validSeconds),
    })
    .execute();
  return token;
};

/** A token that was mailed for this purpose, whether or not it still works. */
export const findToken = (db: Database, purpose: Purpose, token: string): Promise<Token | undefined> =>
  db.selectFrom('token').selectAll().where('hash', '=', sha256(token)).where('purpose', '=', purpose).executeTakeFirst();

const reasonOf = (found: Token | undefined, now: Date): Reason | undefined => {
  if (!found) return 'invalid';
  if (found.used_at !== null) return 'used';
  return found.expires_at <= now.toISOString() ? 'expired' : undefined;
};

/** A token that works. Throws `deadLink`. */
export const peekToken = async (db: Database, purpose: Purpose, token: string, now: Date): Promise<Token> => {
  const found = await findToken(db, purpose, token);
  const reason = reasonOf(found, now);
  if (!found || reason) throw deadLink(purpose, reason);
  return found;
};

/** Uses a token up: of concurrent calls one gets it. Throws `deadLink`. */
export const redeemToken = async (db: Database, purpose: Purpose, token: string, now: Date): Promise<Token> => {
  const at = now.toISOString();
  const redeemed = await db
    .updateTable('token')
    .set({ used_at: at })
    .where('hash', '=', sha256(token))
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', at)
    .returningAll()
    .executeTakeFirst();
  if (!redeemed) throw deadLink(purpose, reasonOf(await findToken(db, purpose, token), now));
  return redeemed;
};

/** Deletes what no longer works, and need not be told apart from what never did. */
export const purgeTokens = async (db: Database, now: Date): Promise<void> => {
  for (const purpose of Object.keys(mailedLinks) as Purpose[]) {
    const { keptSeconds } = mailedLinks[purpose];
    if (keptSeconds !== undefined)
      await db.deleteFrom('token').where('purpose', '=', purpose).where('expires_at', '<=', after(now, -keptSeconds)).execute();
  }
};
