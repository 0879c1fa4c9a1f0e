import type { SitemapPage } from '#contract/hydration-data.ts';
import type { CatalogueSnapshot } from '#server/http/catalogue-cache.ts';
import { type EncodedBody, encodeText } from '#server/http/encoded-body.ts';
import { type Site, shopUrlOf } from '#server/http/origins.ts';
import type { SsrBundle } from '#server/http/ssr-bundle.ts';

/** The protocol allows 50,000 addresses in one file; so many are written without anybody having to wait. */
const mostInOne = 10_000;
const quality = 5;
const xml = 'application/xml; charset=utf-8';
const named = /^\/sitemap(?:-([1-9]\d{0,5}))?\.xml$/;

/** Everything but what XML 1.0 can hold. */
const unwritable = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;
const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' };

const escaped = (text: string): string => text.replaceAll(unwritable, '').replaceAll(/[&<>"']/g, (letter) => entities[letter] ?? letter);

const element = (name: string, text: string): string => `<${name}>${escaped(text)}</${name}>`;

const writePage = ({ url, lastModified, images }: SitemapPage): string =>
  `<url>${element('loc', url)}${lastModified === undefined ? '' : element('lastmod', lastModified)}${images
    .map((image) => `<image:image>${element('image:loc', image)}</image:image>`)
    .join('')}</url>\n`;

const writeFile = (root: string, namespaces: string, entries: readonly string[]): Promise<EncodedBody> =>
  encodeText(
    `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"${namespaces}>\n${entries.join('')}</${root}>\n`,
    xml,
    quality,
  );

/**
 * Gives `/sitemap.xml`: every address that search engines should know (sitemaps.org, with Google's pictures). Where they are too
 * many for one file it names `/sitemap-1.xml` and so on, which this gives as well. Each is written once per catalogue.
 */
export const createSitemap = (site: Site, catalogue: () => Promise<CatalogueSnapshot>) => {
  let kept = new Map<number, Promise<EncodedBody | undefined>>();
  let keptVersion = -1;

  const write = async (listSitemapPages: SsrBundle['listSitemapPages'], { products }: CatalogueSnapshot, part: number) => {
    const shopUrl = shopUrlOf(site);
    const offset = Math.max(0, part - 1) * mostInOne;
    const { total, pages } = listSitemapPages({ shopUrl, products, offset, limit: mostInOne });
    const parts = Math.ceil(total / mostInOne);
    if (part === 0 && parts > 1) {
      const files = Array.from({ length: parts }, (_, at) => `<sitemap>${element('loc', `${shopUrl}/sitemap-${at + 1}.xml`)}</sitemap>\n`);
      return writeFile('sitemapindex', '', files);
    }
    if (part > 0 && (parts === 1 || pages.length === 0)) return undefined;
    return writeFile('urlset', ' xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"', pages.map(writePage));
  };

  return {
    /** Is this the address of a sitemap, be there one or not? */
    isOne: (pathname: string): boolean => named.test(pathname),
    read: async (pathname: string, { listSitemapPages }: SsrBundle): Promise<EncodedBody | undefined> => {
      const part = Number(named.exec(pathname)?.[1] ?? 0);
      const current = await catalogue();
      if (current.version !== keptVersion) {
        kept = new Map();
        keptVersion = current.version;
      }
      const found = kept.get(part);
      if (found) return found;
      const fresh = write(listSitemapPages, current, part);
      // A number that nobody gave out is not remembered.
      const forget = kept;
      forget.set(part, fresh);
      fresh.then(
        (file) => file ?? forget.delete(part),
        () => forget.delete(part),
      );
      return fresh;
    },
  };
};
