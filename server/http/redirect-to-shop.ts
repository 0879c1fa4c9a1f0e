import type { MiddlewareHandler } from 'hono';
import { isApiPath } from '#contract/endpoints.ts';

const hasExtension = (path: string): boolean => /\.[^/]*$/.test(path);

/**
 * Redirects page requests on the API's host to the storefront at `shopOrigin`. A storefront that is served from this host but built for another API
 * host could not call the API: the Content-Security-Policy allows 'self' only.
 */
export const redirectToShop = (shopOrigin: string): MiddlewareHandler => {
  const { host: shopHost } = new URL(shopOrigin);
  return async (c, next) => {
    const { pathname, search, host } = new URL(c.req.url);
    const isPage = (c.req.header('accept') ?? '').includes('text/html') && !isApiPath(pathname) && !hasExtension(pathname);
    if (!isPage || host === shopHost) return next();
    c.header('Cache-Control', 'no-cache');
    return c.redirect(`${shopOrigin}${pathname}${search}`, 302);
  };
};
