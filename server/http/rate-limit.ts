import type { Context } from 'hono';
import { enforceRateLimit } from '#server/domain/rate-limit.ts';
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
