import type { Context } from 'hono';
import { demandTurn } from '#server/domain/limits.ts';
import { clientAddress } from '#server/http/client-address.ts';
import type { Services } from '#server/http/services.ts';

/** What one network address may do in ten minutes unless the seller says otherwise: a household never comes near it. */
export const defaultRateLimits = { orders: 60, lookUps: 150 } as const;

const perSeconds = 10 * 60;

/** Takes one of a caller's turns, shared by all processes; throws `TooMany` when there are none left. */
export const limitRate = (c: Context, services: Services, what: keyof typeof defaultRateLimits): Promise<void> =>
  demandTurn(services.db, {
    key: `${what}:${clientAddress(c, services)}`,
    most: services.rateLimits?.[what] ?? defaultRateLimits[what],
    perSeconds,
    now: services.clock(),
  });
