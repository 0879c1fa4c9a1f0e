import { Hono } from 'hono';
import { isApiPath } from '#contract/endpoints.ts';
import type { CatalogueSnapshot } from '#server/http/catalogue-cache.ts';
import { sendEncoded } from '#server/http/encoded-body.ts';
import { createDocumentCache } from '#server/http/html-documents.ts';
import { createRobots } from '#server/http/robots.ts';
import type { Services } from '#server/http/services.ts';
import { createSitemap } from '#server/http/sitemap.ts';
import { loadSsrBundle } from '#server/http/ssr-bundle.ts';
import { loadStaticFiles } from '#server/http/static-files.ts';

/** Folders of files: what is not there is missing, and never a screen. */
const fileFolders = ['/assets/', '/locales/', '/images/', '/sounds/'];

const acceptsHtml = (accept: string | undefined): boolean => accept === undefined || /text\/html|\*\/\*|text\/\*/.test(accept);

/** The built shop: its files, and its document for every address that is not the API's. */
export const storefrontRoutes = (services: Services & { readonly dist: string }, catalogue: () => Promise<CatalogueSnapshot>): Hono => {
  const files = loadStaticFiles(services.dist);
  const bundle = loadSsrBundle(services);
  const document = createDocumentCache(services, bundle, catalogue);
  const sitemap = createSitemap(services, catalogue);
  const plainRobots = files.get('/robots.txt');
  const robots = plainRobots && createRobots(services, plainRobots, bundle);
  return new Hono().get('*', async (c) => {
    const { pathname, search } = new URL(c.req.url);
    if (pathname === '/robots.txt' && robots) return sendEncoded(c, await robots(), 'no-cache');
    if (sitemap.isOne(pathname)) {
      const first = await bundle;
      const found = first && (await sitemap.read(pathname, first));
      return found ? sendEncoded(c, found, 'no-cache') : c.notFound();
    }
    const file = files.get(decodeURIComponent(pathname));
    // The build puts a hash into every name under /assets, so they may be kept for ever.
    if (file) return sendEncoded(c, file, pathname.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache');
    const isMissing = isApiPath(pathname) || fileFolders.some((folder) => pathname.startsWith(folder));
    if (isMissing || !acceptsHtml(c.req.header('accept'))) return c.notFound();
    const found = await document(pathname + search);
    return found.status === 301 ? c.redirect(found.location, 301) : sendEncoded(c, found.body, 'no-cache', found.status);
  });
};
