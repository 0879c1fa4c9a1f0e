import type { Context } from 'hono';
import { LRUCache } from 'lru-cache';
import { isUnavailable } from '#server/db/unavailable.ts';
import { consumeRateLimit, enforceRateLimit } from '#server/domain/rate-limit.ts';
import { answerWithin } from '#server/http/answer-within.ts';
import { clientAddress } from '#server/http/client-address.ts';
import type { Services } from '#server/http/services.ts';

const windowSeconds = 10 * 60;

/** Counts a request of this client address, across all processes; throws `TooMany` above the limit. */
export const limitRate = (c: Context, services: Services, action: keyof Services['rateLimits']): Promise<void> =>
  enforceRateLimit(services.db, {
    key: `${action}:${clientAddress(c, services)}`,
    max: services.rateLimits[action],
    perSeconds: windowSeconds,
    now: services.clock(),
  });

const readWindowSeconds = 60;
const maxAddresses = 10_000;
/** Reads do not wait longer for the database than this: they are answered while it is away. */
const maxDatabaseWaitMs = 250;

/** What this process knows of an address: its hits so far, until `endsAtMs`; `isLogged` once it was over the limit. */
type Window = { hits: number; endsAtMs: number; isLogged: boolean };

/** A security event for the first refused request of a window: hundreds a second may follow, each answered all the same. */
const logOnce = (c: Context, window: Window): void => {
  if (!window.isLogged) c.set('securityEvent', 'rate limit');
  window.isLogged = true;
};

/**
 * Counts costly reads of a client address, across all processes; gives the seconds to wait, 0 while it may go on. Counted in memory first: a
 * blocked address costs no further statement, and while the database is away or slow, each process still applies the limit by itself.
 */
export const createReadLimit = (services: Services, action: keyof Services['readLimits']): ((c: Context) => Promise<number>) => {
  const max = services.readLimits[action];
  const windows = new LRUCache<string, Window>({ max: maxAddresses });
  const count = async (key: string, now: Date): Promise<number> => {
    try {
      const answer = await consumeRateLimit(services.db, { key, max, perSeconds: readWindowSeconds, now });
      return answer.isAllowed ? 0 : answer.wait;
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      return 0;
    }
  };
  return async (c) => {
    const key = `${action}:${clientAddress(c, services)}`;
    const now = services.clock();
    const nowMs = now.getTime();
    const known = windows.get(key);
    const window = known && known.endsAtMs > nowMs ? known : { hits: 0, endsAtMs: nowMs + 1000 * readWindowSeconds, isLogged: false };
    windows.set(key, window);
    if (window.hits >= max) {
      logOnce(c, window);
      return Math.ceil((window.endsAtMs - nowMs) / 1000);
    }
    window.hits += 1;
    const wait = (await answerWithin(maxDatabaseWaitMs, count(key, now))) ?? 0;
    if (wait > 0) {
      Object.assign(window, { hits: max, endsAtMs: nowMs + 1000 * wait });
      logOnce(c, window);
    }
    return wait;
  };
};
