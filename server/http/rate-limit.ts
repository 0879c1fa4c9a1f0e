import type { Context } from 'hono';
import { LRUCache } from 'lru-cache';
import { hour, minute } from '#server/db/columns.ts';
import { isUnavailable } from '#server/db/unavailable.ts';
import type { Account } from '#server/domain/account-row.ts';
import { TooMany } from '#server/domain/failure.ts';
import { enforceRateLimit, type RateLimit } from '#server/domain/rate-limit.ts';
import { bucketTime, levelAfterHit, msUntilToken, type TokenBucket, takeToken } from '#server/domain/token-bucket.ts';
import { answerWithin } from '#server/http/answer-within.ts';
import { clientAddress } from '#server/http/client-address.ts';
import type { Services } from '#server/http/services.ts';

const minuteMs = 60_000;
const maxWaitSeconds = 60;
const maxAddresses = 10_000;
/** Reads do not wait longer for the database than this: they are answered while it is away. */
const maxDatabaseWaitMs = 250;

/** A tenth of what is allowed in a minute at once, the rest evenly: a flood takes no more of a second than of any other. */
const bucketOf = (perMinute: number): TokenBucket => ({ burst: Math.ceil(perMinute / 10), intervalMs: minuteMs / perMinute });

/** What this process knows of an address: the level of its bucket in a period, and until when it is not logged again. */
type Known = { period: number; level: number; quietUntilMs: number };

/** A security event for the first refused request of a minute: hundreds a second may follow, each answered all the same. */
const logOnce = (c: Context, known: Known, nowMs: number): void => {
  if (nowMs < known.quietUntilMs) return;
  known.quietUntilMs = nowMs + minuteMs;
  c.set('securityEvent', 'rate limit');
};

/**
 * Counts costly reads of a client address, across all processes; gives the seconds to wait, 0 while it may go on. Counted in memory first: a
 * blocked address costs no further statement, and while the database is away or slow, each process still applies the limit by itself.
 */
export const createReadLimit = (services: Services, action: keyof Services['readLimits']): ((c: Context) => Promise<number>) => {
  const bucket = bucketOf(services.readLimits[action]);
  const addresses = new LRUCache<string, Known>({ max: maxAddresses });
  const count = async (key: string, now: Date): ReturnType<typeof takeToken> => {
    try {
      return await takeToken(services.db, bucket, { key, now });
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      return { isAllowed: true };
    }
  };
  return async (c) => {
    const key = `${action}:${clientAddress(c, services)}`;
    const now = services.clock();
    const { period, tick } = bucketTime(bucket, now);
    const known = addresses.get(key) ?? { period, level: 0, quietUntilMs: 0 };
    if (known.period !== period) Object.assign(known, { period, level: 0 });
    addresses.set(key, known);
    const refuse = (): number => {
      c.set('readLimit', action);
      logOnce(c, known, now.getTime());
      return Math.min(maxWaitSeconds, Math.max(1, Math.ceil(msUntilToken(bucket, known.level, now) / 1000)));
    };
    const level = levelAfterHit(bucket, known.level, tick);
    if (level === undefined) return refuse();
    known.level = level;
    const answer = (await answerWithin(maxDatabaseWaitMs, count(key, now))) ?? { isAllowed: true };
    if (answer.isAllowed) return 0;
    if (known.period === period) known.level = Math.max(known.level, answer.level);
    return refuse();
  };
};

/** Of one client address, which an office may share; `ownReads`, lists that are read anew for each call, of one account. */
const fixedLimits = {
  ownReads: { max: 600, perSeconds: 10 * minute },
  refunds: { max: 20, perSeconds: hour },
  reviews: { max: 20, perSeconds: hour },
  reports: { max: 10, perSeconds: hour },
  browserErrors: { max: 30, perSeconds: hour },
} as const satisfies Record<string, RateLimit>;

export type CallLimit = keyof typeof fixedLimits | keyof Services['rateLimits'] | 'queries';

/** Gives a function that counts a call of this client address or account, across all processes; it throws `TooMany` above the limit. */
export const createCallLimit = (services: Services) => {
  const { db, clock, rateLimits } = services;
  const waitForQueries = createReadLimit(services, 'queries');
  const perTenMinutes = (max: number): RateLimit => ({ max, perSeconds: 10 * minute });
  const limits = { ...fixedLimits, orders: perTenMinutes(rateLimits.orders), lookUps: perTenMinutes(rateLimits.lookUps) };
  return async (c: Context, limit: CallLimit, account: Account | undefined): Promise<void> => {
    if (limit === 'queries') {
      const wait = await waitForQueries(c);
      if (wait > 0) throw new TooMany(wait);
    } else await enforceRateLimit(db, { ...limits[limit], key: `${limit}:${account?.id ?? clientAddress(c, services)}`, now: clock() });
  };
};
