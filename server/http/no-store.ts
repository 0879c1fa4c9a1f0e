import type { MiddlewareHandler } from 'hono';

/** Responses with personal data must not be stored by browsers or proxies. */
export const noStore: MiddlewareHandler = async (c, next) => {
  c.header('Cache-Control', 'no-store');
  await next();
};
