import { randomUUID } from 'node:crypto';
import { Hono, type MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { cors } from 'hono/cors';
import { HTTPException } from 'hono/http-exception';
import { secureHeaders } from 'hono/secure-headers';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { endpoints, isApiPath } from '#contract/endpoints.ts';
import type { FailureBody } from '#contract/failure.ts';
import { pictureFolder } from '#contract/picture.ts';
import { Failure } from '#server/domain/failure.ts';
import { accountRoutes } from '#server/http/account-routes.ts';
import { createCatalogueCache } from '#server/http/catalogue-cache.ts';
import { catalogueRoutes } from '#server/http/catalogue-routes.ts';
import { checkUrl, csrfProtection } from '#server/http/guards.ts';
import { healthRoutes } from '#server/http/health-routes.ts';
import { messageRoutes } from '#server/http/message-routes.ts';
import { orderRoutes } from '#server/http/order-routes.ts';
import { paymentRoutes } from '#server/http/payment-routes.ts';
import { pictureRoutes } from '#server/http/picture-routes.ts';
import { redirectToShop } from '#server/http/redirect-to-shop.ts';
import { refundRoutes } from '#server/http/refund-routes.ts';
import type { Services } from '#server/http/services.ts';
import { storefrontRoutes } from '#server/http/storefront-routes.ts';

const largestBody = 100_000;

/** How each known address may be called. */
const allowed = new Map<string, string>([`${pictureFolder}:file`, '/healthz', '/readyz'].map((path) => [path, 'GET, HEAD']));
for (const { method, path } of Object.values(endpoints)) {
  const call = method === 'GET' ? 'GET, HEAD' : method;
  const before = allowed.get(path);
  allowed.set(path, before === undefined ? call : `${before}, ${call}`);
}

const statusOf = {
  notFound: 404,
  invalid: 422,
  unauthorised: 401,
  forbidden: 403,
  conflict: 409,
  tooLarge: 413,
  wrongType: 415,
  tooMany: 429,
  busy: 503,
} as const satisfies Record<Failure['kind'], ContentfulStatusCode>;

/** What may stand in a log: behind the API's two first segments come ids, and an order's id alone opens the order. */
const loggable = (path: string): string => (isApiPath(path) ? path.split('/').slice(0, 3).join('/') : path);

const logRequests =
  ({ log, clock }: Services): MiddlewareHandler =>
  async (c, next) => {
    const id = randomUUID();
    const start = clock().getTime();
    await next();
    c.header('X-Request-Id', id);
    const ms = clock().getTime() - start;
    const line = { id, method: c.req.method, path: loggable(c.req.path), status: c.res.status, ms };
    if (c.error && c.res.status >= 500) log.error({ ...line, err: c.error }, 'request failed');
    else log.info(line, 'request');
  };

const headers = ({ shopOrigin, publicUrl }: Services): MiddlewareHandler =>
  secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'"],
      // Pictures that a shopper has chosen are shown before they are sent.
      imgSrc: ["'self'", 'data:', 'blob:'],
      fontSrc: ["'self'"],
      connectSrc: ["'self'"],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      // The test payment page's form leads back to the shop, wherever that is.
      formAction: ["'self'", ...(shopOrigin === undefined ? [] : [shopOrigin])],
      frameAncestors: ["'none'"],
    },
    // A shop on another origin shows our pictures; who may read the answers is for CORS to say.
    crossOriginResourcePolicy: shopOrigin === undefined ? 'same-origin' : 'cross-origin',
    referrerPolicy: 'strict-origin-when-cross-origin',
    strictTransportSecurity: publicUrl?.startsWith('https:') ? 'max-age=31536000; includeSubDomains' : false,
    xFrameOptions: 'DENY',
  });

const failureBody = ({ message, errors, code, orderId }: Pick<Failure, 'message'> & Partial<Failure>): FailureBody => ({
  message,
  ...(errors && { errors: { ...errors } }),
  ...(code !== undefined && { code }),
  ...(orderId !== undefined && { orderId }),
});

const limitBody = bodyLimit({
  maxSize: largestBody,
  onError: () => {
    throw new HTTPException(413, { message: 'This is more than the shop can take at once.' });
  },
});

/** The whole server over its services: the API, and the built shop when there is one. Touches nothing outside before a request. */
export const createApp = (services: Services): Hono => {
  const { shopOrigin, publicUrl } = services;
  const catalogue = createCatalogueCache(services.db);
  const app = new Hono();

  app.use(logRequests(services), headers(services));
  if (shopOrigin !== undefined)
    app.use(
      cors({
        origin: shopOrigin,
        credentials: true,
        allowHeaders: ['Content-Type', 'Idempotency-Key', 'X-XSRF-TOKEN'],
        exposeHeaders: ['ETag', 'X-Request-Id', 'Retry-After'],
        maxAge: 600,
      }),
    );
  app.use(checkUrl);
  // One call takes pictures, and has a limit of its own.
  app.use((c, next) => (c.req.path === endpoints.requestRefund.path ? next() : limitBody(c, next)));
  app.use(csrfProtection({ shopOrigin, publicUrl }));

  app.route('/', healthRoutes(services));
  app.route('/', accountRoutes(services));
  app.route('/', catalogueRoutes(services, catalogue));
  app.route('/', orderRoutes(services));
  app.route('/', paymentRoutes(services));
  app.route('/', refundRoutes(services));
  app.route('/', messageRoutes(services));
  app.route('/', pictureRoutes(services));
  for (const [path, calls] of allowed)
    app.all(path, (c) => {
      c.header('Allow', calls);
      throw new HTTPException(405, { message: 'This address cannot be called like that.' });
    });
  if (shopOrigin !== undefined) app.get('*', redirectToShop(shopOrigin));
  if (services.dist !== undefined) app.route('/', storefrontRoutes({ ...services, dist: services.dist }, catalogue));

  app.notFound((c) => {
    c.header('Cache-Control', 'no-store');
    return c.json(failureBody({ message: 'There is nothing at this address.' }), 404);
  });
  app.onError((error, c) => {
    c.header('Cache-Control', 'no-store');
    if (error instanceof Failure) {
      if (error.wait !== undefined) c.header('Retry-After', String(error.wait));
      return c.json(failureBody(error), statusOf[error.kind]);
    }
    if (error instanceof HTTPException) return c.json(failureBody({ message: error.message }), error.status);
    return c.json(failureBody({ message: 'Something went wrong on our side. Please try again in a moment.' }), 500);
  });
  return app;
};
