import type { Context } from 'hono';
import { LRUCache } from 'lru-cache';
import { minute } from '#server/db/columns.ts';
import { countersOf, enforceRateLimit } from '#server/domain/rate-limit.ts';
import { clientAddress } from '#server/http/client-address.ts';
import type { Services } from '#server/http/services.ts';

/** Counts a request of this client address, across all processes; throws `TooMany` above the limit. */
export const limitRate = (c: Context, services: Services, action: keyof Services['rateLimits']): Promise<void> =>
  enforceRateLimit(services.db, {
    key: `${action}:${clientAddress(c, services)}`,
    max: services.rateLimits[action],
    perSeconds: 10 * minute,
    now: services.clock(),
  });

/** Lists of an account that are read anew for each call, in ten minutes: far more than pages that one person has open. */
const maxOwnReads = 600;

/** Counts a read of the lists of an account, whatever address it comes from; throws `TooMany` above the limit. */
export const limitOwnReads = ({ db, clock }: Pick<Services, 'db' | 'clock'>, accountId: string): Promise<void> =>
  enforceRateLimit(db, { key: `ownReads:${accountId}`, max: maxOwnReads, perSeconds: 10 * minute, now: clock() });

const minuteMs = 60_000;
const maxWaitSeconds = 60;
const maxAddresses = 10_000;

/** When the allowance of a network is whole again, and until when it is not logged once more. */
type Known = { fullAtMs: number; quietUntilMs: number };

/**
 * Counts costly reads of a client address in the memory of this process; gives the seconds to wait, 0 while it may go on. A tenth of a minute's
 * number goes at once, the rest evenly: a flood takes no more of one second than of any other. An address over the limit is logged once a minute.
 */
export const createReadLimit = (services: Services, action: keyof Services['readLimits']): ((c: Context) => number) => {
  const networks = new LRUCache<string, Known>({ max: maxAddresses });
  return (c) => {
    const nowMs = services.clock().getTime();
    const counters = countersOf({ key: `${action}:${clientAddress(c, services)}`, max: services.readLimits[action] }).map(
      ({ key, max }) => {
        const known = networks.get(key) ?? { fullAtMs: 0, quietUntilMs: 0 };
        networks.set(key, known);
        const intervalMs = minuteMs / max;
        const usedMs = Math.max(0, known.fullAtMs - nowMs);
        // Rounded down, because sums of intervals are not exact.
        return { known, nextMs: nowMs + usedMs + intervalMs, waitMs: Math.floor(usedMs - (Math.ceil(max / 10) - 1) * intervalMs) };
      },
    );
    const waitMs = Math.max(...counters.map((counter) => counter.waitMs));
    if (waitMs <= 0) {
      for (const { known, nextMs } of counters) known.fullAtMs = nextMs;
      return 0;
    }
    c.set('readLimit', action);
    const client = counters[0]?.known;
    if (client && nowMs >= client.quietUntilMs) {
      client.quietUntilMs = nowMs + minuteMs;
      c.set('securityEvent', 'rate limit');
    }
    return Math.min(maxWaitSeconds, Math.ceil(waitMs / 1000));
  };
};
