import { type Context, Hono } from 'hono';
import { deskApiPath } from '#contract/desk/endpoints.ts';
import { isDeskPath } from '#contract/desk/path.ts';
import { isApiPath } from '#contract/endpoints.ts';
import { TooMany } from '#server/domain/failure.ts';
import type { CatalogueSnapshot } from '#server/http/catalogue-cache.ts';
import { clientIp } from '#server/http/client-ip.ts';
import { policyHeader } from '#server/http/content-security-policy.ts';
import { isDeskHost } from '#server/http/desk/desk-host.ts';
import { sendEncoded } from '#server/http/encoded-body.ts';
import { createDocumentCache, type HtmlDocument } from '#server/http/html-documents.ts';
import { createMachineTexts } from '#server/http/machine-texts.ts';
import { createReadLimit } from '#server/http/rate-limit.ts';
import { createRobots } from '#server/http/robots.ts';
import type { Services } from '#server/http/services.ts';
import { ensureCsrfToken, isStaff } from '#server/http/session.ts';
import { createShopFiles } from '#server/http/shop-files.ts';
import { createSitemap } from '#server/http/sitemap.ts';
import { loadSsrBundle } from '#server/http/ssr-bundle.ts';
import { loadStaticFiles } from '#server/http/static-files.ts';
import { createTexts } from '#server/http/texts.ts';

/** Paths below these are files only: a missing one is a 404, not a page. */
const fileFolders = ['/assets/', '/feeds/', '/locales/', '/images/', '/sounds/'];

/** Where the staff sign in to a shop that is not open yet. */
const signInPaths = ['/login-register', '/my-account'];

const acceptsHtml = (accept: string | undefined): boolean => accept === undefined || /text\/html|\*\/\*|text\/\*/.test(accept);

/** The built storefront: its static files, sitemap, robots.txt, feed and Markdown, and the document for every other URL outside of the API. */
export const storefrontRoutes = (services: Services & { readonly dist: string }, catalogue: () => Promise<CatalogueSnapshot>): Hono => {
  const files = loadStaticFiles(services.dist);
  const { readShop } = services;
  const bundle = loadSsrBundle(services);
  const { loadNamespace, readBody } = createTexts(services);
  const { readDocument, readClosed, readDesk } = createDocumentCache(services, bundle, loadNamespace, catalogue);
  const limitRenders = createReadLimit(services, 'renders');
  /** Clients with a page being rendered. Each has one at a time, so that no client delays the others by more than one page. */
  const rendering = new Set<string>();
  const readRendered = async (c: Context, address: string): Promise<HtmlDocument> => {
    let client: string | undefined;
    const mayRender = async (): Promise<boolean> => {
      const asking = clientIp(c, services);
      if (rendering.has(asking)) return false;
      rendering.add(asking);
      client = asking;
      return limitRenders(c) === 0;
    };
    try {
      return await readDocument(address, mayRender);
    } finally {
      if (client !== undefined) rendering.delete(client);
    }
  };
  const sitemap = createSitemap(services, catalogue);
  const machineTexts = createMachineTexts(services, loadNamespace, catalogue);
  const shopFiles = createShopFiles(services, files);
  const robotsFile = files.get('/robots.txt');
  const robots = robotsFile && createRobots(services, robotsFile, bundle);
  /** Sends the desk: a document without a rendered page, kept out of search engines and caches, because the desk is no page of the shop. */
  const sendDesk = async (c: Context): Promise<Response> => {
    const { body, policy } = await readDesk();
    ensureCsrfToken(c, services);
    c.header('X-Robots-Tag', 'noindex');
    c.header(policyHeader, policy);
    return sendEncoded(c, body, 'no-store');
  };
  /** Whether the shop is not open yet for whoever asks: the staff see it. */
  const isHidden = async (c: Context): Promise<boolean> => !(await readShop()).isOpen && !(await isStaff(c, services));
  return new Hono().get('*', async (c) => {
    const { pathname, search } = new URL(c.req.url);
    if (isDeskPath(pathname) && isDeskHost(c, services)) {
      const deskFile = await shopFiles.get(pathname)?.();
      if (deskFile) return sendEncoded(c, deskFile, 'no-cache');
      return pathname.startsWith(deskApiPath) ? c.notFound() : sendDesk(c);
    }
    if (pathname === '/robots.txt' && robots) return sendEncoded(c, await robots(), 'no-cache');
    if (sitemap.matches(pathname)) {
      if (await isHidden(c)) return c.notFound();
      const ssrBundle = await bundle;
      const body = ssrBundle && (await sitemap.read(pathname, ssrBundle));
      return body ? sendEncoded(c, body, 'no-cache') : c.notFound();
    }
    const [, namespace] = /^\/locales\/en\/([a-z-]+)\.json$/.exec(pathname) ?? [];
    const texts = namespace === undefined ? undefined : await readBody(namespace);
    if (texts) return sendEncoded(c, texts, 'no-cache');
    const shopFile = isDeskPath(pathname) ? undefined : await shopFiles.get(pathname)?.();
    if (shopFile) return sendEncoded(c, shopFile, 'no-cache');
    const file = files.get(decodeURIComponent(pathname));
    // File names under /assets contain a content hash.
    if (file) return sendEncoded(c, file, pathname.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache');
    if (machineTexts.matches(pathname)) {
      if (await isHidden(c)) return c.notFound();
      const ssrBundle = await bundle;
      const limit = (): void => {
        const wait = limitRenders(c);
        if (wait > 0) throw new TooMany(wait);
      };
      const text = ssrBundle && (await machineTexts.read(pathname, search, ssrBundle, limit));
      if (text?.pageUrl) c.header('Link', `<${text.pageUrl}>; rel="canonical"`);
      if (text) return sendEncoded(c, text.body, 'no-cache');
    }
    const isMissing = isApiPath(pathname) || fileFolders.some((folder) => pathname.startsWith(folder));
    if (isMissing || !acceptsHtml(c.req.header('accept'))) return c.notFound();
    const isClosed = !signInPaths.includes(pathname) && (await isHidden(c));
    const document = isClosed ? await readClosed() : await readRendered(c, pathname + search);
    if (document.status === 301) return c.redirect(document.location, 301);
    if (document.status === 503) c.header('Retry-After', isClosed ? '3600' : '5');
    c.header(policyHeader, document.policy);
    return sendEncoded(c, document.body, document.status === 503 ? 'no-store' : 'no-cache', document.status);
  });
};
