import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { after, minute } from '#server/db/columns.ts';
import type { Database } from '#server/db/schema.ts';
import { TooMany } from '#server/domain/failure.ts';
import { sha256 } from '#server/domain/secrets.ts';

/** At most `max` times in a fixed window of `perSeconds`, which begins with the first of them. */
export type RateLimit = { readonly max: number; readonly perSeconds: number };

/** `key` says what is limited, e.g. `login:` with an account or a client's networks (`client-ip.ts`); the table holds only its hash. */
type RateLimitHit = { readonly key: string; readonly now: Date };

/** Allowances of a client's /64, /56 and /48 networks, in multiples of the limit: else the owner of a /48 would have 65,536. */
const allowances = [1, 4, 16];

/** The counters of a hit: the key itself and, for a key that ends with several networks, one per wider network with a higher maximum. */
export const countersOf = ({
  key,
  max,
}: {
  readonly key: string;
  readonly max: number;
}): { readonly key: string; readonly max: number }[] => {
  const [first = '', ...wider] = key.split(' ');
  const action = first.slice(0, first.lastIndexOf(':') + 1);
  const keys = [first, ...wider.map((network) => action + network)];
  return keys.map((counter, level) => ({ key: sha256(counter), max: max * (allowances[level] ?? 1) }));
};

/** The /56 of an IPv6 client, or an IPv4 client's only network: by it stock and uploads are limited, because a household has every /64 of it. */
export const householdOf = (clientIp: string): string => clientIp.split(' ')[1] ?? clientIp;

/** Sorts before every ISO time. Not the current time, because the clocks of concurrent calls may differ from their order. */
const notBlocked = '';

/** `nextFreeAt`, `nextEnd`: the columns after another hit. `isOpen`: whether another hit is allowed before the window ends. */
type Rule = Record<'nextFreeAt' | 'nextEnd', RawBuilder<string>> & {
  readonly now: Date;
  readonly end: string;
  readonly isOpen: RawBuilder<SqlBool>;
};

const secondsUntil = (time: string, now: Date): number => Math.max(1, Math.ceil((Date.parse(time) - now.getTime()) / 1000));

/** Counts a hit in one conditional upsert, so that concurrent processes never allow more, or returns the seconds to wait and writes nothing. */
const countHit = async (db: Database, key: string, { now, end, nextFreeAt, nextEnd, isOpen }: Rule): Promise<number> => {
  const isOver = sql<SqlBool>`limit_hit.ends_at <= ${now.toISOString()}`;
  const counted = await db
    .insertInto('limit_hit')
    .values({ key, hits: 1, free_at: notBlocked, ends_at: end })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet({
          hits: sql<number>`case when ${isOver} then 1 else limit_hit.hits + 1 end`,
          free_at: sql<string>`case when ${isOver} then ${notBlocked} else ${nextFreeAt} end`,
          ends_at: sql<string>`case when ${isOver} then ${end} else ${nextEnd} end`,
        })
        .where((row) => row.or([isOver, isOpen])),
    )
    .returning('hits')
    .executeTakeFirst();
  if (counted) return 0;
  const row = await db.selectFrom('limit_hit').select(['free_at', 'ends_at']).where('key', '=', key).executeTakeFirst();
  return row ? secondsUntil(row.free_at || row.ends_at, now) : 1;
};

/** Counts one hit and returns 0, or the seconds to wait. The narrowest network comes first: what it refuses takes nothing from its neighbours. */
export const consumeRateLimit = async (db: Database, { perSeconds, now, ...hit }: RateLimit & RateLimitHit): Promise<number> => {
  const window = { now, end: after(now, perSeconds), nextFreeAt: sql<string>`limit_hit.free_at`, nextEnd: sql<string>`limit_hit.ends_at` };
  for (const { key, max } of countersOf(hit)) {
    const wait = await countHit(db, key, { ...window, isOpen: sql`limit_hit.hits < ${max}` });
    if (wait > 0) return wait;
  }
  return 0;
};

/** Throws `TooMany` where `max` hits are counted, without counting one. */
export const enforceNotBlocked = async (db: Database, { now, ...hit }: RateLimit & RateLimitHit): Promise<void> => {
  for (const { key, max } of countersOf(hit)) {
    const row = await db.selectFrom('limit_hit').select(['hits', 'ends_at']).where('key', '=', key).executeTakeFirst();
    if (row && row.hits >= max && row.ends_at > now.toISOString()) throw new TooMany(secondsUntil(row.ends_at, now));
  }
};

/** Counts one hit, or throws `TooMany` with the seconds to wait. */
export const enforceRateLimit = async (db: Database, hit: RateLimit & RateLimitHit): Promise<void> => {
  const wait = await consumeRateLimit(db, hit);
  if (wait > 0) throw new TooMany(wait);
};

/** Seconds to wait after the first, second, … wrong guess; after the last of them until the lockout ends. */
const guessDelays = [0, 0, 0, 0, 1, 2, 4, 8, 15];
const lockoutSeconds = 15 * minute;

/**
 * Limits guesses at a secret, e.g. a password: five at once, then ever slower, after the tenth a lockout of 15 minutes. Throws `TooMany`.
 * Call it before the guess is compared, so that parallel guesses gain nothing, and `resetRateLimit` after a right one.
 */
export const enforceGuessLimit = async (db: Database, { key, now }: RateLimitHit): Promise<void> => {
  const end = after(now, lockoutSeconds);
  const delays = guessDelays.map(
    (seconds, guesses) => sql`when limit_hit.hits = ${sql.lit(guesses)} then ${seconds === 0 ? notBlocked : after(now, seconds)}`,
  );
  const nextFreeAt = sql<string>`case ${sql.join(delays, sql` `)} else ${end} end`;
  const isOpen = sql<SqlBool>`limit_hit.free_at <= ${now.toISOString()}`;
  const wait = await countHit(db, sha256(key), { now, end, nextFreeAt, nextEnd: sql`${end}`, isOpen });
  if (wait > 0) throw new TooMany(wait);
};

/** Deletes the hits of a key, e.g. after the right password. */
export const resetRateLimit = async (db: Database, key: string): Promise<void> => {
  await db.deleteFrom('limit_hit').where('key', '=', sha256(key)).execute();
};

export const purgeRateLimits = async (db: Database, now: Date): Promise<void> => {
  await db.deleteFrom('limit_hit').where('ends_at', '<=', now.toISOString()).execute();
};
