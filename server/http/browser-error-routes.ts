import { Hono } from 'hono';
import { browserError } from '#contract/browser-error.ts';
import { endpoints } from '#contract/endpoints.ts';
import { hour } from '#server/db/columns.ts';
import { enforceRateLimit, type RateLimit } from '#server/domain/rate-limit.ts';
import { redact } from '#server/domain/redact.ts';
import { clientAddress } from '#server/http/client-address.ts';
import { noStore } from '#server/http/no-store.ts';
import { readBody } from '#server/http/read-body.ts';
import type { Services } from '#server/http/services.ts';

/** Of one client address, which an office may share. */
const limit: RateLimit = { max: 30, perSeconds: hour };

/** The log of errors in browsers (extension), whose messages may quote what somebody typed. */
export const browserErrorRoutes = (services: Services): Hono =>
  new Hono().post(endpoints.browserError.path, noStore, async (c) => {
    await enforceRateLimit(services.db, { ...limit, key: `browser-errors:${clientAddress(c, services)}`, now: services.clock() });
    const { message, stack, path } = await readBody(c, browserError);
    services.log.warn({ message: redact(message), stack: redact(stack), path }, 'error in a browser');
    return c.body(null, 204);
  });
