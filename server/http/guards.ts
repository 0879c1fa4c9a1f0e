import { timingSafeEqual } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import { getCookie } from 'hono/cookie';
import { HTTPException } from 'hono/http-exception';
import { endpoints, isApiPath } from '#contract/endpoints.ts';
import { Forbidden } from '#server/domain/failure.ts';
import type { Services } from '#server/http/services.ts';
import { testPageFolder } from '#server/payments/test.ts';

/** A query may hold many ids or choices, and a shopper may paste a page of text into the search. */
const [longestPath, longestQuery] = [2048, 12_000];
const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

const isReadable = (address: string): boolean => {
  try {
    return !decodeURIComponent(address).includes('\0');
  } catch {
    return false;
  }
};

/**
 * Refuses addresses that are too long (414), or that decode to no text or to a NUL (400), before anything reads them. A screen's
 * query may be anything: what it cannot mean is as if it were not there.
 */
export const checkUrl: MiddlewareHandler = async (c, next) => {
  const { pathname, search } = new URL(c.req.url);
  if (pathname.length > longestPath || search.length > longestQuery) throw new HTTPException(414, { message: 'This address is too long.' });
  if (!isReadable(pathname) || (isApiPath(pathname) && !isReadable(search)))
    throw new HTTPException(400, { message: 'This address cannot be read.' });
  await next();
};

const isSame = (one: string, other: string): boolean => {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
};

const hostOf = (origin: string): string | undefined => (URL.canParse(origin) ? new URL(origin).host : undefined);

/**
 * Lets an unsafe call through only when a page of the shop made it: its Origin, where the browser sends one, is ours,
 * and the header X-XSRF-TOKEN repeats the cookie XSRF-TOKEN, which no other site can read. Stands before
 * routing, so that an unsafe call without the token gets 403 at any address, known or not.
 */
export const csrfProtection =
  ({ shopOrigin, publicUrl }: Pick<Services, 'shopOrigin' | 'publicUrl'>): MiddlewareHandler =>
  async (c, next) => {
    // A payment provider's message is signed, and no browser sends it.
    if (safeMethods.has(c.req.method) || c.req.path === endpoints.paymentWebhook.path) return next();
    const origin = c.req.header('origin');
    const ownHost = new URL(publicUrl ?? c.req.url).host;
    if (origin !== undefined && origin !== shopOrigin && hostOf(origin) !== ownHost) throw new Forbidden();
    // A plain form, which can send no header; its address is a secret that only its shopper was given.
    if (c.req.path.startsWith(testPageFolder)) return next();
    const cookie = getCookie(c, 'XSRF-TOKEN');
    const header = c.req.header('x-xsrf-token');
    if (!cookie || !header || !isSame(cookie, header)) throw new Forbidden();
    return next();
  };
