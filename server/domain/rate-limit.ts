import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '#server/db/schema.ts';
import { TooMany } from '#server/domain/failure.ts';

/** How often something may happen: `most` times in `perSeconds`, counted from the first of them. */
export type Limit = { readonly most: number; readonly perSeconds: number };

/** What is limited, e.g. `login:` with an address, and by how much. */
type Turn = Limit & { readonly key: string; readonly now: Date };

/** Allowed, or how many seconds to wait. */
type Answer = { readonly isAllowed: true } | { readonly isAllowed: false; readonly wait: number };

/** The tables keep no addresses of people, only these. */
export const hashOf = (key: string): string => createHash('sha256').update(key).digest('base64url');

/** Before every time there is: two calls may come in another order than their clocks say. */
const atOnce = '';

const after = (now: Date, seconds: number): string => new Date(now.getTime() + seconds * 1000).toISOString();

const secondsUntil = (time: string, now: Date): number => Math.max(1, Math.ceil((Date.parse(time) - now.getTime()) / 1000));

const waitFor = async (db: Database, key: string, column: 'free_at' | 'ends_at', now: Date): Promise<number> => {
  const row = await db.selectFrom('limit_hit').select(column).where('key', '=', key).executeTakeFirst();
  return row?.[column] === undefined ? 1 : secondsUntil(row[column], now);
};

/**
 * Takes one of the turns that a key has, in one conditional statement: however many processes ask at once, no more than `most`
 * are allowed. A refused call writes nothing.
 */
export const consumeRateLimit = async (db: Database, { key, most, perSeconds, now }: Turn): Promise<Answer> => {
  const [hash, at, end] = [hashOf(key), now.toISOString(), after(now, perSeconds)];
  const taken = await db
    .insertInto('limit_hit')
    .values({ key: hash, hits: 1, free_at: atOnce, ends_at: end })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet({
          hits: sql<number>`case when limit_hit.ends_at <= ${at} then 1 else limit_hit.hits + 1 end`,
          ends_at: sql<string>`case when limit_hit.ends_at <= ${at} then ${end} else limit_hit.ends_at end`,
        })
        .where((row) => row.or([row('limit_hit.ends_at', '<=', at), row('limit_hit.hits', '<', most)])),
    )
    .returning('hits')
    .executeTakeFirst();
  return taken ? { isAllowed: true } : { isAllowed: false, wait: await waitFor(db, hash, 'ends_at', now) };
};

/** Takes a turn or throws `TooMany` with the time to wait. */
export const enforceRateLimit = async (db: Database, turn: Turn): Promise<void> => {
  const answer = await consumeRateLimit(db, turn);
  if (!answer.isAllowed) throw new TooMany(answer.wait);
};

/** Seconds to wait after the first, second, … wrong guess; after the last of them for as long as the guesses are remembered. */
const pauses = [0, 0, 0, 0, 1, 2, 4, 8, 15];
const lockOut = 15 * 60;

/**
 * Lets one more guess at a secret through, e.g. at a password: the first few at once, then ever slower, after the tenth none for
 * 15 minutes. Throws `TooMany`. Counted before the guess is looked at, so that guesses in parallel gain nothing;
 * `resetRateLimit` after a right one.
 */
export const enforceGuessLimit = async (db: Database, { key, now }: Pick<Turn, 'key' | 'now'>): Promise<void> => {
  const [hash, at, end] = [hashOf(key), now.toISOString(), after(now, lockOut)];
  const freeAt = pauses.map(
    (seconds, guesses) => sql`when limit_hit.hits = ${sql.lit(guesses)} then ${seconds === 0 ? atOnce : after(now, seconds)}`,
  );
  const taken = await db
    .insertInto('limit_hit')
    .values({ key: hash, hits: 1, free_at: atOnce, ends_at: end })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet({
          hits: sql<number>`case when limit_hit.ends_at <= ${at} then 1 else limit_hit.hits + 1 end`,
          free_at: sql<string>`case when limit_hit.ends_at <= ${at} then ${atOnce} ${sql.join(freeAt, sql` `)} else ${end} end`,
          ends_at: end,
        })
        .where((row) => row.or([row('limit_hit.ends_at', '<=', at), row('limit_hit.free_at', '<=', at)])),
    )
    .returning('hits')
    .executeTakeFirst();
  if (!taken) throw new TooMany(await waitFor(db, hash, 'free_at', now));
};

/** Forgets what a key has used up, e.g. after the right password. */
export const resetRateLimit = async (db: Database, key: string): Promise<void> => {
  await db.deleteFrom('limit_hit').where('key', '=', hashOf(key)).execute();
};

/** Takes away what counts no longer. */
export const purgeRateLimits = async (db: Database, now: Date): Promise<void> => {
  await db.deleteFrom('limit_hit').where('ends_at', '<=', now.toISOString()).execute();
};
