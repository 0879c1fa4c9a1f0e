import type { MiddlewareHandler } from 'hono';
import { isApiPath } from '#contract/endpoints.ts';

const isFile = (path: string): boolean => /\.[^/]*$/.test(path);

/**
 * Leads whoever opens a screen on the API's host to the shop at `shopOrigin`. There alone it may call the API: here its document could
 * be one that was built to call another host, which our policy forbids.
 */
export const redirectToShop = (shopOrigin: string): MiddlewareHandler => {
  const { host: shop } = new URL(shopOrigin);
  return async (c, next) => {
    const { pathname, search, host } = new URL(c.req.url);
    const isScreen = (c.req.header('accept') ?? '').includes('text/html') && !isApiPath(pathname) && !isFile(pathname);
    if (!isScreen || host === shop) return next();
    c.header('Cache-Control', 'no-cache');
    return c.redirect(`${shopOrigin}${pathname}${search}`, 302);
  };
};
