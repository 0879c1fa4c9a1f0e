import { sql } from 'kysely';
import type { Database } from '#server/db/schema.ts';
import { sha256 } from '#server/domain/secrets.ts';

/** A token bucket (GCRA): `burst` hits at once, then one each `intervalMs`. */
export type TokenBucket = { readonly burst: number; readonly intervalMs: number };

/** Each period begins with a full bucket and at tick 0, so that levels fit the 32 bits of `limit_hit.hits`. */
const periodMs = 10 * 60 * 1000;

/** The period of a time, and the time within it, in intervals. */
export const bucketTime = ({ intervalMs }: TokenBucket, now: Date): { readonly period: number; readonly tick: number } => {
  const passedMs = now.getTime() % periodMs;
  return { period: now.getTime() - passedMs, tick: Math.floor(passedMs / intervalMs) };
};

/** A bucket's level after a hit: the tick at which it is full again. `undefined` when it is empty, and the hit does not count. */
export const levelAfterHit = ({ burst }: TokenBucket, level: number, tick: number): number | undefined => {
  const next = Math.max(level, tick) + 1;
  return next <= tick + burst ? next : undefined;
};

/** Milliseconds until an empty bucket has a token again. */
export const msUntilToken = (bucket: TokenBucket, level: number, now: Date): number =>
  bucketTime(bucket, now).period + (level + 1 - bucket.burst) * bucket.intervalMs - now.getTime();

/** Counts a hit in one conditional upsert, so that concurrent processes never allow more; gives the level of an empty bucket. */
export const takeToken = async (
  db: Database,
  bucket: TokenBucket,
  { key, now }: { readonly key: string; readonly now: Date },
): Promise<{ readonly isAllowed: true } | { readonly isAllowed: false; readonly level: number }> => {
  const { period, tick } = bucketTime(bucket, now);
  const hash = sha256(`${key}:${period}`);
  const counted = await db
    .insertInto('limit_hit')
    .values({ key: hash, hits: tick + 1, free_at: '', ends_at: new Date(period + periodMs).toISOString() })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet({ hits: sql<number>`case when limit_hit.hits > ${tick} then limit_hit.hits else ${tick} end + 1` })
        .where('limit_hit.hits', '<', tick + bucket.burst),
    )
    .returning('hits')
    .executeTakeFirst();
  if (counted) return { isAllowed: true };
  const row = await db.selectFrom('limit_hit').select('hits').where('key', '=', hash).executeTakeFirst();
  return { isAllowed: false, level: row?.hits ?? tick };
};
