import { LRUCache } from 'lru-cache';
import type { RenderRequest } from '#contract/hydration-data.ts';
import type { CatalogueSnapshot } from '#server/http/catalogue-cache.ts';
import { type EncodedBody, encodeText, maxByteLength } from '#server/http/encoded-body.ts';
import { writeProductFeed } from '#server/http/product-feed.ts';
import type { Services } from '#server/http/services.ts';
import type { SsrBundle } from '#server/http/ssr-bundle.ts';

const maxCacheBytes = 16_000_000;

const feedPath = '/feeds/products.tsv';
const guidePath = '/llms.txt';

/** A text, and the page that it is the Markdown of. */
type MachineText = { readonly body: EncodedBody; readonly pageUrl?: string };

const write = async (
  { listOffers, writeGuide, writeMarkdown }: SsrBundle,
  { catalogue, withdrawnIds, categories }: CatalogueSnapshot,
  { address, shop, shopUrl, loadNamespace }: Pick<RenderRequest, 'address' | 'shop' | 'shopUrl' | 'loadNamespace'>,
): Promise<MachineText | undefined> => {
  const { products } = catalogue;
  if (address === feedPath)
    return {
      body: await encodeText(writeProductFeed(listOffers({ shop, shopUrl, products })), 'text/tab-separated-values; charset=utf-8'),
    };
  if (address === guidePath) {
    const guide = await writeGuide({ shop, shopUrl, products, categories, loadNamespace });
    return { body: await encodeText(guide, 'text/plain; charset=utf-8') };
  }
  const page = await writeMarkdown({
    ...{ address, shop, catalogue, withdrawnIds, categories, loadNamespace, shopUrl },
    loadReviews: async () => [],
  });
  return page && { body: await encodeText(page.text, 'text/markdown; charset=utf-8'), pageUrl: page.url };
};

/**
 * What shopping sites and assistants read of the shop: the feed of products, `/llms.txt`, and the Markdown of pages. Each is written once for
 * every version of the shop and of the catalogue, stock included; requests for the same share it.
 */
export const createMachineTexts = (
  { readShop, shopUrl }: Pick<Services, 'readShop' | 'shopUrl'>,
  loadNamespace: RenderRequest['loadNamespace'],
  catalogue: () => Promise<CatalogueSnapshot>,
) => {
  type Request = Pick<RenderRequest, 'shop' | 'address'> & { readonly snapshot: CatalogueSnapshot; readonly bundle: SsrBundle };
  const texts = new LRUCache<string, MachineText, Request>({
    maxSize: maxCacheBytes,
    sizeCalculation: ({ body }, key) => maxByteLength(body) + key.length,
    fetchMethod: (_key, _stale, { context: { shop, snapshot, address, bundle } }) =>
      write(bundle, snapshot, { address, shop, shopUrl: shopUrl(), loadNamespace }),
    ignoreFetchAbort: true,
  });
  return {
    /** Whether the path has the form of such a text's; the text may not exist. */
    matches: (pathname: string): boolean => pathname === feedPath || pathname === guidePath || pathname.endsWith('.md'),
    /** Undefined where there is none. `limit` is called where none is ready, and may throw. */
    read: async (pathname: string, search: string, bundle: SsrBundle, limit: () => void): Promise<MachineText | undefined> => {
      const address = pathname.endsWith('.md') ? pathname + search : pathname;
      const snapshot = await catalogue();
      const { forBrowsers: shop } = await readShop();
      const key = `${shop.number} ${snapshot.version} ${address}`;
      if (!texts.has(key)) limit();
      return texts.fetch(key, { context: { shop, snapshot, address, bundle } });
    },
  };
};
