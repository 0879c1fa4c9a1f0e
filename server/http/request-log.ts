import { randomUUID } from 'node:crypto';
import type { Context, MiddlewareHandler } from 'hono';
import { matchedRoutes } from 'hono/route';
import { deskApiPath, deskPath } from '#contract/desk/endpoints.ts';
import { endpoints, isApiPath } from '#contract/endpoints.ts';
import { Failure } from '#server/domain/failure.ts';
import type { Limit, Metrics } from '#server/http/metrics.ts';
import type { Services } from '#server/http/services.ts';

declare module 'hono' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface can be extended
  interface ContextVariableMap {
    requestId: string;
    /** What a successful call has changed, for the security log. */
    securityEvent: string | undefined;
    /** The limit of reads that this request is over; it may be answered all the same. */
    readLimit: Extract<Limit, 'renders' | 'queries'> | undefined;
  }
}

const requestIdHeader = 'X-Request-Id';
const validRequestId = /^[\w.:-]{8,64}$/;

/** The id that a trusted proxy gave the request, or a new one: clients must not write into the log. */
const readRequestId = (c: Context, trustedProxies: number): string => {
  const given = c.req.header(requestIdHeader);
  return trustedProxies > 0 && given !== undefined && validRequestId.test(given) ? given : randomUUID();
};

/** The path without ids: an order's id is all that is needed to open the order, so it must not be logged. */
const redactPath = (path: string): string => {
  if (path.startsWith(deskApiPath)) return path.split('/').slice(0, 4).join('/');
  return isApiPath(path) || path.startsWith(`${deskPath}/`) ? path.split('/').slice(0, 3).join('/') : path;
};

/** Only an unknown voucher gives a 404 here. */
const voucherPaths: readonly string[] = [endpoints.checkVoucher.path, endpoints.placeOrder.path];
const tokenPaths: readonly string[] = [
  endpoints.verifyEmail.path,
  endpoints.resetPassword.path,
  endpoints.confirmSecondFactor.path,
  endpoints.endSecondFactor.path,
  endpoints.renewRecoveryCodes.path,
  endpoints.cancelOrder.path,
  endpoints.confirmEmailChange.path,
  endpoints.stopEmailChange.path,
  endpoints.openReview.path,
  endpoints.stopReviewMails.path,
];

/** The pattern of the call's own route: middleware and the storefront, which comes last, match every path. */
const routeOf = (c: Context): string => matchedRoutes(c).findLast(({ path }) => path !== '/*')?.path ?? '/*';

/** The limit that a request is over, if any. */
const limitOf = (c: Context): Limit | undefined => {
  if (c.error instanceof Failure && c.error.code === 'unpaidLimit') return 'unpaid';
  return c.get('readLimit') ?? (c.res.status === 429 ? 'rate' : undefined);
};

/** What an operator should see of an answer, besides its status; undefined for an ordinary one. Holds nothing about the caller. */
const securityEvent = (path: string, status: number, limit: Limit | undefined): string | undefined => {
  if (limit === 'unpaid') return 'unpaid limit';
  if (status === 429) return path === endpoints.login.path ? 'sign-in locked' : 'rate limit';
  if (status === 403) return 'forbidden';
  // The storefront sends one only when an upload breaks off.
  if (status === 400 && isApiPath(path)) return 'malformed call';
  if (status === 401) return path === endpoints.login.path ? 'sign-in failed' : 'not signed in';
  if (status === 404 && voucherPaths.includes(path)) return 'voucher refused';
  return status === 422 && tokenPaths.includes(path) ? 'token refused' : undefined;
};

/** Logs and measures each request, and gives it an id: in the log, the header X-Request-Id and the body of an error. */
export const logRequests =
  ({ log, trustedProxies }: Services, metrics: Metrics): MiddlewareHandler =>
  async (c, next) => {
    const id = readRequestId(c, trustedProxies);
    c.set('requestId', id);
    const startMs = performance.now();
    await next();
    // `c.header` would copy the finished response, with a stream as its body: a third of the time that a cached answer takes.
    c.res.headers.set(requestIdHeader, id);
    const ms = Math.round(performance.now() - startMs);
    const { status } = c.res;
    const limit = limitOf(c);
    metrics.countRequest({ method: c.req.method, route: routeOf(c), status, ms });
    if (limit) metrics.countLimit(limit);
    const entry = { id, method: c.req.method, path: redactPath(c.req.path), status, ms };
    const event = c.get('securityEvent') ?? securityEvent(c.req.path, status, limit);
    if (c.error && status >= 500) log.error({ ...entry, err: c.error }, 'request failed');
    else if (event !== undefined) log.warn({ ...entry, event }, 'security event');
    else log.info(status === 200 && c.req.path === endpoints.login.path ? { ...entry, event: 'signed in' } : entry, 'request');
  };
