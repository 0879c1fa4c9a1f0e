import { sql } from 'kysely';
import { after, minute } from '#server/db/columns.ts';
import type { Database } from '#server/db/schema.ts';
import { TooMany } from '#server/domain/failure.ts';
import { sha256 } from '#server/domain/secrets.ts';

/** At most `max` times in a fixed window of `perSeconds`, which begins with the first of them. */
export type RateLimit = { readonly max: number; readonly perSeconds: number };

/** `key` says what is limited, e.g. `login:` with an address; the table holds only its hash. */
type Hit = { readonly key: string; readonly now: Date };

/** `wait` is in seconds. */
type Answer = { readonly isAllowed: true } | { readonly isAllowed: false; readonly wait: number };

/** Sorts before every ISO time, because concurrent calls may come in another order than their clocks say. */
const notBlocked = '';

const secondsUntil = (time: string, now: Date): number => Math.max(1, Math.ceil((Date.parse(time) - now.getTime()) / 1000));

const waitFor = async (db: Database, key: string, column: 'free_at' | 'ends_at', now: Date): Promise<number> => {
  const row = await db.selectFrom('limit_hit').select(column).where('key', '=', key).executeTakeFirst();
  return row?.[column] === undefined ? 1 : secondsUntil(row[column], now);
};

/** Counts one hit in one conditional upsert, so that concurrent processes never allow more than `max`. A refused hit writes nothing. */
export const consumeRateLimit = async (db: Database, { key, max, perSeconds, now }: RateLimit & Hit): Promise<Answer> => {
  const hash = sha256(key);
  const at = now.toISOString();
  const end = after(now, perSeconds);
  const counted = await db
    .insertInto('limit_hit')
    .values({ key: hash, hits: 1, free_at: notBlocked, ends_at: end })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet({
          hits: sql<number>`case when limit_hit.ends_at <= ${at} then 1 else limit_hit.hits + 1 end`,
          ends_at: sql<string>`case when limit_hit.ends_at <= ${at} then ${end} else limit_hit.ends_at end`,
        })
        .where((row) => row.or([row('limit_hit.ends_at', '<=', at), row('limit_hit.hits', '<', max)])),
    )
    .returning('hits')
    .executeTakeFirst();
  return counted ? { isAllowed: true } : { isAllowed: false, wait: await waitFor(db, hash, 'ends_at', now) };
};

/** Throws `TooMany` where `max` hits are counted, without counting one. */
export const enforceNotBlocked = async (db: Database, { key, max, now }: RateLimit & Hit): Promise<void> => {
  const row = await db.selectFrom('limit_hit').select(['hits', 'ends_at']).where('key', '=', sha256(key)).executeTakeFirst();
  if (row && row.hits >= max && row.ends_at > now.toISOString()) throw new TooMany(secondsUntil(row.ends_at, now));
};

/** Counts one hit, or throws `TooMany` with the seconds to wait. */
export const enforceRateLimit = async (db: Database, hit: RateLimit & Hit): Promise<void> => {
  const answer = await consumeRateLimit(db, hit);
  if (!answer.isAllowed) throw new TooMany(answer.wait);
};

/** Seconds to wait after the first, second, … wrong guess; after the last of them until the lockout ends. */
const guessDelays = [0, 0, 0, 0, 1, 2, 4, 8, 15];
const lockoutSeconds = 15 * minute;

/**
 * Limits guesses at a secret, e.g. a password: five at once, then ever slower, after the tenth a lockout of 15 minutes. Throws `TooMany`.
 * Call it before the guess is compared, so that parallel guesses gain nothing, and `resetRateLimit` after a right one.
 */
export const enforceGuessLimit = async (db: Database, { key, now }: Hit): Promise<void> => {
  const hash = sha256(key);
  const at = now.toISOString();
  const end = after(now, lockoutSeconds);
  const freeAt = guessDelays.map(
    (seconds, guesses) => sql`when limit_hit.hits = ${sql.lit(guesses)} then ${seconds === 0 ? notBlocked : after(now, seconds)}`,
  );
  const counted = await db
    .insertInto('limit_hit')
    .values({ key: hash, hits: 1, free_at: notBlocked, ends_at: end })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet({
          hits: sql<number>`case when limit_hit.ends_at <= ${at} then 1 else limit_hit.hits + 1 end`,
          free_at: sql<string>`case when limit_hit.ends_at <= ${at} then ${notBlocked} ${sql.join(freeAt, sql` `)} else ${end} end`,
          ends_at: end,
        })
        .where((row) => row.or([row('limit_hit.ends_at', '<=', at), row('limit_hit.free_at', '<=', at)])),
    )
    .returning('hits')
    .executeTakeFirst();
  if (!counted) throw new TooMany(await waitFor(db, hash, 'free_at', now));
};

/** Deletes the hits of a key, e.g. after the right password. */
export const resetRateLimit = async (db: Database, key: string): Promise<void> => {
  await db.deleteFrom('limit_hit').where('key', '=', sha256(key)).execute();
};

/** Deletes windows that are over. */
export const purgeRateLimits = async (db: Database, now: Date): Promise<void> => {
  await db.deleteFrom('limit_hit').where('ends_at', '<=', now.toISOString()).execute();
};
