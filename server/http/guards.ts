import type { Context, MiddlewareHandler } from 'hono';
import { getCookie } from 'hono/cookie';
import { HTTPException } from 'hono/http-exception';
import { isApiPath } from '#contract/endpoints.ts';
import { Forbidden } from '#server/domain/failure.ts';
import { isSameSecret } from '#server/domain/secrets.ts';
import { type Call, calls } from '#server/http/calls.ts';
import { isDeskHost } from '#server/http/desk/desk-host.ts';
import type { Services } from '#server/http/services.ts';
import { testPageFolder } from '#server/payments/test.ts';

const rows: readonly Call[] = Object.values(calls);
const signedPaths = new Set(rows.filter(({ signature }) => signature).map(({ path }) => path));
const oneClickFolders = rows.filter(({ isOneClick }) => isOneClick).map(({ path }) => path.replace(':token', ''));
const maxPathLength = 2048;
/** Long enough for many ids or facets, or a page of text pasted into the search. */
const maxQueryLength = 12_000;
const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

const isDecodable = (text: string): boolean => {
  try {
    return !decodeURIComponent(text).includes('\0');
  } catch {
    return false;
  }
};

/**
 * Rejects URLs that are too long (414), that begin with two slashes, which would read as a host (404), or that contain invalid
 * percent-encoding or NUL (400). The queries of pages are not checked: pages ignore what they cannot parse.
 */
export const checkUrl: MiddlewareHandler = async (c, next) => {
  const { pathname, search } = new URL(c.req.url);
  if (pathname.length > maxPathLength || search.length > maxQueryLength)
    throw new HTTPException(414, { message: 'This address is too long.' });
  if (pathname.startsWith('//')) throw new HTTPException(404, { message: 'There is nothing at this address.' });
  if (!isDecodable(pathname) || (isApiPath(pathname) && !isDecodable(search)))
    throw new HTTPException(400, { message: 'This address cannot be read.' });
  await next();
};

type Site = Pick<Services, 'shopOrigin' | 'publicUrl' | 'desk'>;

/** Without PUBLIC_URL only the host is known: a proxy may have terminated TLS. */
const isOwnOrigin = (origin: string, c: Context, { publicUrl, desk }: Site): boolean => {
  if (!URL.canParse(origin)) return false;
  if (publicUrl === undefined) return new URL(origin).host === new URL(c.req.url).host;
  return origin === publicUrl || (desk?.host !== undefined && isDeskHost(c, { desk }) && origin === new URL(desk.url()).origin);
};

/**
 * CSRF protection for unsafe methods: Origin, if sent, must be the shop's, and X-XSRF-TOKEN must equal the cookie XSRF-TOKEN, which other
 * sites cannot read. Must be registered before the routes, so that unknown paths answer 403, too.
 */
export const csrfProtection =
  (site: Site): MiddlewareHandler =>
  async (c, next) => {
    // Webhooks come from the payment provider, not from a browser, and are signed.
    if (safeMethods.has(c.req.method) || signedPaths.has(c.req.path)) return next();
    const origin = c.req.header('origin');
    if (origin !== undefined && origin !== site.shopOrigin && !isOwnOrigin(origin, c, site)) throw new Forbidden();
    // The test payment page is a plain form, which cannot send headers; its session id in the path is a secret.
    // Mail programs unsubscribe without a page (RFC 8058); the token in the path is a secret, too.
    if ([testPageFolder, ...oneClickFolders].some((folder) => c.req.path.startsWith(folder))) return next();
    const cookie = getCookie(c, 'XSRF-TOKEN');
    const header = c.req.header('x-xsrf-token');
    if (!cookie || !header || !isSameSecret(cookie, header)) throw new Forbidden();
    return next();
  };
