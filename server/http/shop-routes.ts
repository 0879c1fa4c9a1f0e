import { Hono } from 'hono';
import { isApiPath } from '#contract/endpoints.ts';
import { keepDocuments } from '#server/http/document.ts';
import { answerPrepared } from '#server/http/prepared-answer.ts';
import type { PreparedCatalogue } from '#server/http/prepared-catalogue.ts';
import { keepRobots } from '#server/http/robots.ts';
import type { Services } from '#server/http/services.ts';
import { readShopFiles } from '#server/http/shop-files.ts';
import { keepSitemap } from '#server/http/sitemap.ts';
import { loadSsrBundle } from '#server/http/ssr-bundle.ts';

/** Folders of files: what is not there is missing, and never a screen. */
const fileFolders = ['/assets/', '/locales/', '/images/', '/sounds/'];

const acceptsHtml = (accept: string | undefined): boolean => accept === undefined || /text\/html|\*\/\*|text\/\*/.test(accept);

/** The built shop: its files, and its document for every address that is not the API's. */
export const shopRoutes = (services: Services & { readonly dist: string }, catalogue: () => Promise<PreparedCatalogue>): Hono => {
  const files = readShopFiles(services.dist);
  const bundle = loadSsrBundle(services);
  const document = keepDocuments(services, bundle, catalogue);
  const sitemap = keepSitemap(services, catalogue);
  const plainRobots = files.get('/robots.txt');
  const robots = plainRobots && keepRobots(services, plainRobots, bundle);
  return new Hono().get('*', async (c) => {
    const { pathname, search } = new URL(c.req.url);
    if (pathname === '/robots.txt' && robots) return answerPrepared(c, await robots(), 'no-cache');
    if (sitemap.isOne(pathname)) {
      const first = await bundle;
      const found = first && (await sitemap.read(pathname, first));
      return found ? answerPrepared(c, found, 'no-cache') : c.notFound();
    }
    const file = files.get(decodeURIComponent(pathname));
    // The build puts a hash into every name under /assets, so they may be kept for ever.
    if (file) return answerPrepared(c, file, pathname.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache');
    const isMissing = isApiPath(pathname) || fileFolders.some((folder) => pathname.startsWith(folder));
    if (isMissing || !acceptsHtml(c.req.header('accept'))) return c.notFound();
    const found = await document(pathname + search);
    return found.status === 301 ? c.redirect(found.location, 301) : answerPrepared(c, found.body, 'no-cache', found.status);
  });
};
