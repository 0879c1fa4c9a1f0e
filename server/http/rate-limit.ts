import type { Context } from 'hono';
import { LRUCache } from 'lru-cache';
import { hour, minute } from '#server/db/columns.ts';
import type { Account } from '#server/domain/accounts/account-row.ts';
import { TooMany } from '#server/domain/failure.ts';
import { countersOf, enforceRateLimit, type RateLimit } from '#server/domain/rate-limit.ts';
import { clientIp } from '#server/http/client-ip.ts';
import type { Services } from '#server/http/services.ts';

const minuteMs = 60_000;
const maxWaitSeconds = 60;
const maxIps = 10_000;

/** When the allowance of a network is full again, and until when its excess is not logged again. */
type NetworkUsage = { fullAtMs: number; quietUntilMs: number };

/**
 * Counts costly reads of a client IP address in the memory of this process; returns the seconds to wait, or 0 if it may go on. A tenth of the
 * minute's number may come at once, the rest evenly, so that a flood has no busy seconds. An IP address over the limit is logged once a minute.
 */
export const createReadLimit = (services: Services, action: keyof Services['readLimits']): ((c: Context) => number) => {
  const networks = new LRUCache<string, NetworkUsage>({ max: maxIps });
  return (c) => {
    const nowMs = services.clock().getTime();
    const counters = countersOf({ key: `${action}:${clientIp(c, services)}`, max: services.readLimits[action] }).map(({ key, max }) => {
      const usage = networks.get(key) ?? { fullAtMs: 0, quietUntilMs: 0 };
      networks.set(key, usage);
      const intervalMs = minuteMs / max;
      const usedMs = Math.max(0, usage.fullAtMs - nowMs);
      // Rounded down, because sums of intervals are not exact.
      return { usage, nextMs: nowMs + usedMs + intervalMs, waitMs: Math.floor(usedMs - (Math.ceil(max / 10) - 1) * intervalMs) };
    });
    const waitMs = Math.max(...counters.map((counter) => counter.waitMs));
    if (waitMs <= 0) {
      for (const { usage, nextMs } of counters) usage.fullAtMs = nextMs;
      return 0;
    }
    c.set('readLimit', action);
    const client = counters[0]?.usage;
    if (client && nowMs >= client.quietUntilMs) {
      client.quietUntilMs = nowMs + minuteMs;
      c.set('securityEvent', 'rate limit');
    }
    return Math.min(maxWaitSeconds, Math.ceil(waitMs / 1000));
  };
};

/** Per client IP address, which an office may share; `ownReads` (lists that are read anew for each call) and `desk` per account. */
const fixedLimits = {
  ownReads: { max: 600, perSeconds: 10 * minute },
  desk: { max: 3000, perSeconds: 10 * minute },
  refunds: { max: 20, perSeconds: hour },
  reviews: { max: 20, perSeconds: hour },
  reports: { max: 10, perSeconds: hour },
  searchMisses: { max: 30, perSeconds: hour },
  browserErrors: { max: 30, perSeconds: hour },
} as const satisfies Record<string, RateLimit>;

export type CallLimit = keyof typeof fixedLimits | keyof Services['rateLimits'] | 'queries';

/** Returns a counter of calls of a client address or account, across all processes but for `queries`; it throws `TooMany` above the limit. */
export const createCallLimit = (services: Services) => {
  const { db, clock, rateLimits } = services;
  const waitForQueries = createReadLimit(services, 'queries');
  const perTenMinutes = (max: number): RateLimit => ({ max, perSeconds: 10 * minute });
  const limits = { ...fixedLimits, orders: perTenMinutes(rateLimits.orders), lookUps: perTenMinutes(rateLimits.lookUps) };
  return async (c: Context, limit: CallLimit, account: Account | undefined): Promise<void> => {
    if (limit === 'queries') {
      const wait = waitForQueries(c);
      if (wait > 0) throw new TooMany(wait);
    } else await enforceRateLimit(db, { ...limits[limit], key: `${limit}:${account?.id ?? clientIp(c, services)}`, now: clock() });
  };
};
