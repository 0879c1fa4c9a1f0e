import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { cors } from 'hono/cors';
import { HTTPException } from 'hono/http-exception';
import { secureHeaders } from 'hono/secure-headers';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { deskApiPath } from '#contract/desk/endpoints.ts';
import { isApiPath } from '#contract/endpoints.ts';
import type { FailureBody } from '#contract/failure.ts';
import { publicShopPath } from '#contract/hydration-data.ts';
import { pictureFolder } from '#contract/picture.ts';
import { isUnavailable } from '#server/db/unavailable.ts';
import { Busy, Failure } from '#server/domain/failure.ts';
import { accountRoutes } from '#server/http/account-routes.ts';
import { type Call, calls } from '#server/http/calls.ts';
import { createCatalogueCache } from '#server/http/catalogue-cache.ts';
import { catalogueRoutes } from '#server/http/catalogue-routes.ts';
import { setPolicy } from '#server/http/content-security-policy.ts';
import { deskCalls } from '#server/http/desk/desk-calls.ts';
import { isDeskHost } from '#server/http/desk/desk-host.ts';
import { deskRoutes } from '#server/http/desk/desk-routes.ts';
import { checkUrl, csrfProtection } from '#server/http/guards.ts';
import { healthRoutes } from '#server/http/health-routes.ts';
import { messageRoutes } from '#server/http/message-routes.ts';
import { createMetrics, metricsPath, metricsRoutes } from '#server/http/metrics.ts';
import { openApiPath, openApiRoutes } from '#server/http/openapi.ts';
import { orderRoutes } from '#server/http/order-routes.ts';
import { paymentRoutes, testPaymentPages } from '#server/http/payment-routes.ts';
import { pictureRoutes } from '#server/http/picture-routes.ts';
import { orUnreadable } from '#server/http/read-body.ts';
import { redirectToShop } from '#server/http/redirect-to-shop.ts';
import { refundRoutes } from '#server/http/refund-routes.ts';
import { logRequests } from '#server/http/request-log.ts';
import { reviewRoutes } from '#server/http/review-routes.ts';
import { savedListRoutes } from '#server/http/saved-list-routes.ts';
import { serveOn } from '#server/http/serve.ts';
import type { Services } from '#server/http/services.ts';
import { shopRoutes } from '#server/http/shop-routes.ts';
import { stockAlertRoutes } from '#server/http/stock-alert-routes.ts';
import { stopPageRoutes } from '#server/http/stop-page.ts';
import { storefrontRoutes } from '#server/http/storefront-routes.ts';
import { testPageFolder, testPayments } from '#server/payments/test.ts';

const maxBodyBytes = 100_000;

/** Read-only paths that are not in the table of calls. */
const readOnlyPaths = [`${pictureFolder}:file`, '/healthz', '/readyz', metricsPath, openApiPath, publicShopPath];

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

const setSecurityHeaders = ({ shopOrigin, publicUrl }: Services): MiddlewareHandler => {
  const headersWith = (crossOriginResourcePolicy: 'same-origin' | 'cross-origin') =>
    secureHeaders({
      crossOriginResourcePolicy,
      referrerPolicy: 'strict-origin-when-cross-origin',
      strictTransportSecurity: publicUrl?.startsWith('https:') ? 'max-age=31536000; includeSubDomains' : false,
      xFrameOptions: 'DENY',
    });
  const own = headersWith('same-origin');
  const embedded = headersWith('cross-origin');
  // A storefront on another origin embeds our pictures, and so do mailboxes; CORS decides who may read responses.
  return (c, next) => (shopOrigin !== undefined || c.req.path.startsWith(pictureFolder) ? embedded : own)(c, next);
};

const errorBody = ({ message, errors, code, orderId }: Pick<Failure, 'message'> & Partial<Failure>): FailureBody => ({
  message,
  ...(errors && { errors: { ...errors } }),
  ...(code !== undefined && { code }),
  ...(orderId !== undefined && { orderId }),
});

const limitBodyTo = (maxSize: number): MiddlewareHandler => {
  const limit = bodyLimit({
    maxSize,
    onError: () => {
      throw new HTTPException(413, { message: 'This is more than the shop can take at once.' });
    },
  });
  // It reads a body of unknown length, which may break off. Errors of the handlers do not come here: `onError` answers them.
  return (c, next) => orUnreadable(() => limit(c, next));
};

const shoppersCalls: readonly Call[] = Object.values(calls);
const staffCalls: readonly Call[] = Object.values(deskCalls);

/** Allowed methods by route path, for 405 responses with an Allow header. */
const readAllowedMethods = (rows: readonly Call[]): Map<string, string> => {
  const allowed = new Map<string, string>();
  for (const { method, path } of rows) {
    const methods = method === 'GET' ? 'GET, HEAD' : method;
    const others = allowed.get(path);
    allowed.set(path, others === undefined ? methods : `${others}, ${methods}`);
  }
  return allowed;
};

/** As in Fetch. Looking for a body would make the Node adapter build a whole `Request`: a fifth of the time that a cached answer takes. */
const hasNoBody = ({ req }: Context): boolean => req.method === 'GET' || req.method === 'HEAD';

/** Any URL without a page: the storefront answers with its 404 page. */
const unknownPage = '/no-such-page';

/** The whole HTTP app: the API and, with `dist`, the storefront. Has no side effects before the first request except reading `dist`. */
export const createApp = (services: Services): Hono => {
  const { shopOrigin } = services;
  const catalogue = createCatalogueCache(services.db, services.referenceDays);
  const app = new Hono();

  const metrics = createMetrics(services);
  app.use(logRequests(services, metrics), setSecurityHeaders(services), setPolicy(services));
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
  const rows = services.desk ? [...shoppersCalls, ...staffCalls] : shoppersCalls;
  /** Forms are limited while they arrive (`upload.ts`). */
  const formPaths = new Set(rows.filter(({ form }) => form).map(({ path }) => path));
  const ownBodyLimits = new Map(rows.flatMap(({ path, maxBytes }) => (maxBytes === undefined ? [] : [[path, limitBodyTo(maxBytes)]])));
  const limitBody = limitBodyTo(maxBodyBytes);
  app.use((c, next) => {
    if (hasNoBody(c) || formPaths.has(c.req.path)) return next();
    return (ownBodyLimits.get(c.req.path) ?? limitBody)(c, next);
  });
  app.use(csrfProtection(services));

  app.route('/', healthRoutes(services));
  app.route('/', metricsRoutes(services, metrics));
  app.route('/', openApiRoutes(services));
  const serve = serveOn(app, services);
  accountRoutes(serve, services);
  catalogueRoutes(serve, catalogue);
  reviewRoutes(serve, services, catalogue);
  savedListRoutes(serve, services);
  orderRoutes(serve, services);
  paymentRoutes(serve, services);
  refundRoutes(serve, services);
  messageRoutes(serve, services);
  stockAlertRoutes(serve, services);
  if (services.desk) deskRoutes(serve, services);
  app.route('/', stopPageRoutes(services));
  if (services.payments === testPayments) app.route('/', testPaymentPages(services));
  app.route('/', pictureRoutes(services));
  app.route('/', shopRoutes(services));
  const refuseMethod = (c: Context, methods: string): never => {
    c.header('Allow', methods);
    throw new HTTPException(405, { message: 'This address cannot be called like that.' });
  };
  for (const path of readOnlyPaths) app.all(path, (c) => refuseMethod(c, 'GET, HEAD'));
  for (const [path, methods] of readAllowedMethods(shoppersCalls)) app.all(path, (c) => refuseMethod(c, methods));
  for (const [path, methods] of readAllowedMethods(services.desk ? staffCalls : []))
    app.all(path, (c, next) => (isDeskHost(c, services) ? refuseMethod(c, methods) : next()));
  if (shopOrigin !== undefined) app.get('*', redirectToShop(shopOrigin));
  const storefront = services.dist === undefined ? undefined : storefrontRoutes({ ...services, dist: services.dist }, catalogue);
  if (storefront) app.route('/', storefront);

  /** A browser's navigation to a wrong URL gets the shop's 404 page, a program JSON. */
  const refuse = async (c: Context, body: FailureBody, status: ContentfulStatusCode) => {
    const isDeskCall = isDeskHost(c, services) && c.req.path.startsWith(deskApiPath);
    const isPage = (!isApiPath(c.req.path) && !isDeskCall) || c.req.path.startsWith(testPageFolder);
    const isWrongUrl = status === 400 || status === 404 || status === 414;
    if (storefront && isPage && isWrongUrl && c.req.method === 'GET' && c.req.header('accept')?.includes('text/html')) {
      const page = await storefront.request(unknownPage, { headers: c.req.raw.headers });
      return new Response(page.body, { status, headers: page.headers });
    }
    return c.json({ ...body, requestId: c.get('requestId') }, status);
  };

  app.notFound((c) => {
    c.header('Cache-Control', 'no-store');
    return c.json({ ...errorBody({ message: 'There is nothing at this address.' }), requestId: c.get('requestId') }, 404);
  });
  app.onError((error, c) => {
    c.header('Cache-Control', 'no-store');
    const failure = isUnavailable(error) ? new Busy() : error;
    if (failure instanceof Failure) {
      if (failure.wait !== undefined) c.header('Retry-After', String(failure.wait));
      return refuse(c, errorBody(failure), statusOf[failure.kind]);
    }
    if (error instanceof HTTPException) return refuse(c, errorBody({ message: error.message }), error.status);
    return refuse(c, errorBody({ message: 'Something went wrong on our side. Please try again in a moment.' }), 500);
  });
  return app;
};
