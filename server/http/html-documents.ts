import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { LRUCache } from 'lru-cache';
import * as z from 'zod';
import { escapeHtml } from '#contract/escape-html.ts';
import { hydrationDataId, publicShopId, type RenderPage, type RenderRequest } from '#contract/hydration-data.ts';
import type { Product } from '#contract/product.ts';
import type { PublicReview } from '#contract/review.ts';
import type { Look } from '#contract/shop.ts';
import { Busy } from '#server/domain/failure.ts';
import { listPublicReviews } from '#server/domain/reviews/reviews.ts';
import type { OwnLook, Shop } from '#server/domain/shop/read-shop.ts';
import { createTaskQueue } from '#server/domain/task-queue.ts';
import { answerWithin } from '#server/http/answer-within.ts';
import { type CatalogueSnapshot, isCurrent, maxPageAgeMs } from '#server/http/catalogue-cache.ts';
import { mergeHashes, writePolicy } from '#server/http/content-security-policy.ts';
import { type EncodedBody, encodeText, maxByteLength } from '#server/http/encoded-body.ts';
import { createInliner, hashOf, type InlinedPage } from '#server/http/inline-assets.ts';
import type { Services } from '#server/http/services.ts';
import { deskManifestPath, webManifestPath } from '#server/http/shop-files.ts';
import type { SsrBundle } from '#server/http/ssr-bundle.ts';

/** The answer for one URL: a document with its Content-Security-Policy, or a redirect. */
export type HtmlDocument =
  | { readonly status: 200 | 404 | 410; readonly body: EncodedBody; readonly policy: string }
  | { readonly status: 503; readonly body: EncodedBody; readonly policy: string }
  | { readonly status: 301; readonly location: string };

/** A document with its Content-Security-Policy. */
type StaticPage = { readonly body: EncodedBody; readonly policy: string };

type DocumentCache = {
  readonly readDocument: (address: string, mayRender: () => Promise<boolean>) => Promise<HtmlDocument>;
  /** The page of a shop that is not open yet, without scripts. */
  readonly readClosed: () => Promise<Extract<HtmlDocument, { readonly status: 503 }>>;
  /** The document of the desk, without a rendered page: an app of its own. */
  readonly readDesk: () => Promise<Extract<HtmlDocument, { readonly status: 200 | 404 | 410 }>>;
};

/** A document with the products that it shows. `isComplete`: false without reviews that the database did not give in time. */
type CachedDocument = { readonly document: HtmlDocument; readonly products: readonly Product[]; readonly isComplete: boolean };

const chunk = z.object({
  file: z.string(),
  css: z.array(z.string()).default([]),
  imports: z.array(z.string()).default([]),
});
const viteManifest = z.record(z.string(), chunk);
type ViteManifest = z.output<typeof viteManifest>;

const htmlMarker = '<!--app-html-->';
/** Between the markers are the tags of the static document: server-rendered tags replace them. */
const headMarkers = /<!--head-->(?:(.*?)<!--\/head-->)?/s;
const htmlType = 'text/html; charset=utf-8';
const maxCachedDocuments = 200;
const maxCacheBytes = 48_000_000;
/** Longer URLs, in characters, are not cached. */
const maxCachedUrlLength = 512;
const maxCachedUrls = 1000;
/** A page waits this long for a slow database, because its reviews are for search engines only. */
const maxReviewsWaitMs = 250;
/** Two, so that one renders while the other reads its reviews; above eight waiting, documents are sent unrendered. */
const renderQueue = { maxConcurrent: 2, maxWaiting: 8 };

/** What the lazy modules of a page need, with their static imports: links of stylesheets, and preloads of scripts. */
const tagsOf = (modules: readonly string[], manifest: ViteManifest, template: string) => {
  const scripts = new Set<string>();
  const styles = new Set<string>();
  const visited = new Set<string>();
  const visit = (key: string): void => {
    const entry = manifest[key];
    if (!entry || visited.has(key)) return;
    visited.add(key);
    scripts.add(entry.file);
    for (const style of entry.css) styles.add(style);
    for (const next of entry.imports) visit(next);
  };
  for (const module of modules) visit(module);
  const isNew = (file: string): boolean => !template.includes(`/${file}"`);
  return {
    styles: [...styles]
      .filter(isNew)
      .map((file) => `<link rel="stylesheet" href="/${file}">`)
      .join(''),
    preloads: [...scripts]
      .filter(isNew)
      .map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`)
      .join(''),
  };
};

/** A JSON data block; `<` is escaped, so that no text of the seller can close the element. */
const dataBlock = (id: string, json: string): string =>
  `<script type="application/json" id="${id}">${json.replaceAll('<', '\\u003c')}</script>`;

const shopBlock = ({ forBrowsers }: Shop): string => dataBlock(publicShopId, JSON.stringify(forBrowsers));

const themeColors = /(<meta name="theme-color" content=")[^"]*(" media="\(prefers-color-scheme: (light|dark)\)">)/g;

/** The preloads of fonts that a pair of typefaces does not use. */
const unusedFonts: Readonly<Record<Look['type'], RegExp | undefined>> = {
  fraunces: undefined,
  figtree: /<link rel="preload" href="[^"]*\/fraunces-[^"]*" as="font"[^>]*>/g,
  device: /<link rel="preload" href="[^"]*" as="font"[^>]*>/g,
};

/** A document in a look of the seller's own: its stylesheet is inline behind the build's, so that the first paint needs no further request. */
const withLook = ({ html, hashes }: InlinedPage, { styles, type, paper }: OwnLook): InlinedPage => {
  const fonts = unusedFonts[type];
  const text = html
    .replace(themeColors, (_, start: string, end: string, scheme: 'light' | 'dark') => start + paper[scheme] + end)
    .replace('</head>', () => `<style>${styles}</style></head>`);
  return {
    html: fonts === undefined ? text : text.replace(fonts, ''),
    hashes: mergeHashes(hashes, { scripts: [], styles: [hashOf(styles)] }),
  };
};

const readManifest = (dist: string): ViteManifest => {
  const file = path.join(dist, '.vite', 'manifest.json');
  return existsSync(file) ? viteManifest.parse(JSON.parse(readFileSync(file, 'utf8'))) : {};
};

/**
 * Reads the document of any URL: `index.html` with the page rendered into it, or as built where that fails or may not be; 503 and a
 * sentence without a catalogue. Cached by `documentUrl` until the seller changes something or one of their products is sold, at most for a minute.
 */
export const createDocumentCache = (
  services: Pick<Services, 'db' | 'log' | 'readShop' | 'shopOrigin' | 'shopUrl'> & { readonly dist: string },
  bundle: Promise<SsrBundle | undefined>,
  loadNamespace: RenderRequest['loadNamespace'],
  catalogue: () => Promise<CatalogueSnapshot>,
): DocumentCache => {
  const { db, dist, log, readShop, shopUrl } = services;
  const manifest = readManifest(dist);
  const inline = createInliner(dist);
  const built = inline(readFileSync(path.join(dist, 'index.html'), 'utf8'));
  /** `index.html` as the newest version of the shop looks. */
  let dressed: (InlinedPage & { readonly number: number }) | undefined;
  const templateOf = ({ number, look }: Shop): InlinedPage => {
    if (look === undefined) return built;
    if (dressed?.number !== number) dressed = { number, ...withLook(built, look) };
    return dressed;
  };
  const documents = new LRUCache<string, CachedDocument>({
    max: maxCachedDocuments,
    maxSize: maxCacheBytes,
    sizeCalculation: ({ document }) => (document.status === 301 ? document.location.length : maxByteLength(document.body)),
    ttl: maxPageAgeMs,
  });

  /** `documentUrl` by requested URL: matching a URL to the routes costs more than sending a cached document. */
  const addresses = new LRUCache<string, string>({ max: maxCachedUrls });
  const urlOf = ({ documentUrl }: SsrBundle, requested: string): string => {
    const known = addresses.get(requested);
    if (known !== undefined) return known;
    const address = documentUrl(requested);
    if (requested.length <= maxCachedUrlLength) addresses.set(requested, address);
    return address;
  };

  const enqueue = createTaskQueue(renderQueue);
  /** Renderings in progress by version and URL, shared from when the first request checks its limit; undefined: that was used up. */
  const pending = new Map<string, Promise<CachedDocument | undefined>>();

  /** Documents without a rendered page: of the newest version of the shop, by their content. */
  const staticPages = new LRUCache<string, StaticPage>({ max: 4 });
  const encodeStatic = async (content: string, manifestPath = webManifestPath): Promise<StaticPage> => {
    const shop = await readShop();
    const key = `${shop.number} ${manifestPath} ${content}`;
    const cached = staticPages.get(key);
    if (cached) return cached;
    const { html: template, hashes } = templateOf(shop);
    const text = template
      .replace(headMarkers, () => `<title>${escapeHtml(shop.details.name)}</title>`)
      .replace(`rel="manifest" href="${webManifestPath}"`, `rel="manifest" href="${manifestPath}"`)
      .replace(htmlMarker, () => content)
      .replace('</body>', () => `${shopBlock(shop)}</body>`);
    const page = { body: await encodeText(text, htmlType), policy: writePolicy(services, hashes) };
    staticPages.set(key, page);
    return page;
  };
  const staticDocument = async () => ({ status: 200, ...(await encodeStatic('')) }) as const;

  /** The first page of a product's reviews, as its page shows them; undefined when the database is slow or away. */
  const readReviews = async (productId: string): Promise<readonly PublicReview[] | undefined> => {
    try {
      return (await answerWithin(maxReviewsWaitMs, listPublicReviews(db, productId, 1)))?.items;
    } catch (error) {
      log.warn({ err: error }, 'a page is server-rendered without its reviews');
      return undefined;
    }
  };

  const renderDocument = async (
    address: string,
    renderPage: RenderPage,
    { catalogue, withdrawnIds, categories }: CatalogueSnapshot,
    shop: Shop,
  ): Promise<CachedDocument> => {
    let isComplete = true;
    const loadReviews = async (productId: string): Promise<readonly PublicReview[]> => {
      const reviews = await readReviews(productId);
      isComplete = reviews !== undefined;
      return reviews ?? [];
    };
    const page = await renderPage({
      ...{ address, catalogue, withdrawnIds, categories, loadReviews, loadNamespace, shopUrl: shopUrl() },
      shop: shop.forBrowsers,
    });
    if (page.status === 301) return { document: page, products: [], isComplete };
    const { html: template, hashes } = templateOf(shop);
    const { styles, preloads } = tagsOf(page.modules, manifest, template);
    const inlined = inline(styles);
    // Replacer functions, because "$&" in a product's text would be a replacement pattern. The largest picture is requested first, and the
    // scripts of the screen after those of every page; styles of lazy modules go last, as in a browser.
    const text = template
      .replace(headMarkers, () => page.head + page.picturePreloads)
      .replace('</head>', () => `${preloads}${inlined.html}</head>`)
      .replace(htmlMarker, () => page.html)
      .replace('</body>', () => `${page.data}${shopBlock(shop)}${dataBlock(hydrationDataId, page.hydrationData)}</body>`);
    const body = await encodeText(text, htmlType);
    const document = { status: page.status, body, policy: writePolicy(services, mergeHashes(hashes, inlined.hashes)) };
    return { document, products: page.productIds.flatMap((id) => catalogue.find(id) ?? []), isComplete };
  };

  const share = (key: string, rendering: Promise<CachedDocument | undefined>): Promise<CachedDocument | undefined> => {
    const shared = rendering.finally(() => pending.delete(key));
    pending.set(key, shared);
    return shared;
  };

  /** Undefined if this client is over its limit, which refuses the page to no other: each client that has waited then checks its own. */
  const renderOnce = async (
    key: string,
    mayRender: () => Promise<boolean>,
    render: () => Promise<CachedDocument>,
  ): Promise<CachedDocument | undefined> => {
    const first = pending.get(key);
    if (!first)
      return share(
        key,
        mayRender().then((isAllowed) => (isAllowed ? enqueue(render) : undefined)),
      );
    const rendered = await first;
    if (rendered) return rendered;
    const isAllowed = await mayRender();
    // While the limit was checked, another client may have started the rendering.
    const later = await pending.get(key);
    if (later || !isAllowed) return later;
    return pending.get(key) ?? share(key, enqueue(render));
  };

  const readDocument: DocumentCache['readDocument'] = async (requested, mayRender) => {
    const ssrBundle = await bundle;
    if (!ssrBundle) return staticDocument();
    let snapshot: CatalogueSnapshot;
    try {
      snapshot = await catalogue();
    } catch (error) {
      log.error({ err: error }, 'there is no catalogue to server-render a page from');
      // Without hydration data the browser renders anew, and React then replaces what is in the root.
      return { status: 503, ...(await encodeStatic(`<p class="note container-xl">${new Busy().message}</p>`)) };
    }
    try {
      const address = urlOf(ssrBundle, requested);
      const shop = await readShop();
      const key = `${shop.number} ${snapshot.base} ${address}`;
      const cached = documents.get(key);
      if (cached && isCurrent(cached.products, snapshot)) return cached.document;
      const rendered = await renderOnce(`${snapshot.version} ${key}`, mayRender, () =>
        renderDocument(address, ssrBundle.renderPage, snapshot, shop),
      );
      if (!rendered) return staticDocument();
      if (rendered.isComplete && address.length <= maxCachedUrlLength) documents.set(key, rendered);
      return rendered.document;
    } catch (error) {
      if (!(error instanceof Busy)) log.error({ err: error }, 'the page could not be server-rendered');
      return staticDocument();
    }
  };
  const readClosed: DocumentCache['readClosed'] = async () => {
    const shop = await readShop();
    const { html: template, hashes } = templateOf(shop);
    const name = escapeHtml(shop.details.name);
    const text = template
      .replaceAll(/<script\b[^>]*>.*?<\/script>|<link rel="(?:modulepreload|manifest)"[^>]*>/gs, '')
      .replace(headMarkers, () => `<title>${name}</title><meta name="robots" content="noindex">`)
      .replace(htmlMarker, () => `<main class="note container-xl"><h1>${name}</h1><p>We open soon.</p></main>`);
    return { status: 503, body: await encodeText(text, htmlType), policy: writePolicy(services, hashes) };
  };
  const readDesk: DocumentCache['readDesk'] = async () => ({ status: 200, ...(await encodeStatic('', deskManifestPath)) });
  return { readDocument, readClosed, readDesk };
};
