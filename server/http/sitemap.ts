import { LRUCache } from 'lru-cache';
import { escapeHtml } from '#contract/escape-html.ts';
import type { SitemapPage } from '#contract/hydration-data.ts';
import type { CatalogueSnapshot } from '#server/http/catalogue-cache.ts';
import { type EncodedBody, encodeText, maxByteLength } from '#server/http/encoded-body.ts';
import type { Services } from '#server/http/services.ts';
import type { SsrBundle } from '#server/http/ssr-bundle.ts';

/** The protocol allows 50,000 URLs in one file; fewer keep the time to write one short. */
const maxUrlsInFile = 10_000;
const maxCacheBytes = 16_000_000;
const xmlType = 'application/xml; charset=utf-8';
const sitemapPath = /^\/sitemap(?:-([1-9]\d{0,5}))?\.xml$/;

/** Characters that XML 1.0 cannot contain. */
const invalidInXml = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

const element = (name: string, text: string): string => `<${name}>${escapeHtml(text.replaceAll(invalidInXml, ''))}</${name}>`;

const urlElement = ({ url, lastModified, images }: SitemapPage): string =>
  `<url>${element('loc', url)}${lastModified === undefined ? '' : element('lastmod', lastModified)}${images
    .map((image) => `<image:image>${element('image:loc', image)}</image:image>`)
    .join('')}</url>\n`;

const encodeXml = (root: string, namespaces: string, entries: readonly string[]): Promise<EncodedBody> =>
  encodeText(
    `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"${namespaces}>\n${entries.join('')}</${root}>\n`,
    xmlType,
  );

/** Part 0 is `/sitemap.xml`: all URLs, or an index where one file cannot hold them. Undefined for a part that does not exist. */
const writePart = async (
  shopUrl: string,
  listSitemapPages: SsrBundle['listSitemapPages'],
  { catalogue: { products }, categories }: CatalogueSnapshot,
  part: number,
): Promise<EncodedBody | undefined> => {
  const offset = Math.max(0, part - 1) * maxUrlsInFile;
  const { total, pages } = listSitemapPages({ shopUrl, products, categories, offset, limit: maxUrlsInFile });
  const parts = Math.ceil(total / maxUrlsInFile);
  if (part === 0 && parts > 1) {
    const files = Array.from(
      { length: parts },
      (_, index) => `<sitemap>${element('loc', `${shopUrl}/sitemap-${index + 1}.xml`)}</sitemap>\n`,
    );
    return encodeXml('sitemapindex', '', files);
  }
  if (part > 0 && (parts === 1 || pages.length === 0)) return undefined;
  return encodeXml('urlset', ' xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"', pages.map(urlElement));
};

/**
 * The sitemap (sitemaps.org, with Google's image extension) as `/sitemap.xml` and, for many URLs, `/sitemap-1.xml` etc., cached while only
 * sales change the catalogue.
 */
export const createSitemap = ({ shopUrl }: Pick<Services, 'shopUrl'>, catalogue: () => Promise<CatalogueSnapshot>) => {
  type Request = { readonly snapshot: CatalogueSnapshot; readonly part: number; readonly listSitemapPages: SsrBundle['listSitemapPages'] };
  const files = new LRUCache<string, EncodedBody, Request>({
    maxSize: maxCacheBytes,
    sizeCalculation: maxByteLength,
    fetchMethod: (_key, _stale, { context: { snapshot, part, listSitemapPages } }) =>
      writePart(shopUrl(), listSitemapPages, snapshot, part),
    ignoreFetchAbort: true,
  });
  return {
    /** Whether the path has the form of a sitemap's; the file may not exist. */
    matches: (pathname: string): boolean => sitemapPath.test(pathname),
    read: async (pathname: string, { listSitemapPages }: SsrBundle): Promise<EncodedBody | undefined> => {
      const part = Number(sitemapPath.exec(pathname)?.[1] ?? 0);
      const snapshot = await catalogue();
      return files.fetch(`${snapshot.base} ${part}`, { context: { snapshot, part, listSitemapPages } });
    },
  };
};
