import { LRUCache } from 'lru-cache';
import type { RenderRequest } from '#contract/hydration-data.ts';
import type { CatalogueSnapshot } from '#server/http/catalogue-cache.ts';
import { type EncodedBody, encodeText, maxByteLength } from '#server/http/encoded-body.ts';
import { writeProductFeed } from '#server/http/product-feed.ts';
import type { Services } from '#server/http/services.ts';
import type { SsrBundle } from '#server/http/ssr-bundle.ts';

const maxCacheBytes = 16_000_000;
/** Longer URLs, in characters, are not cached. */
const maxCachedUrlLength = 512;

const feedPath = '/feeds/products.tsv';
const guidePath = '/llms.txt';

/** A text, and the page that it is the Markdown of. */
type MachineText = { readonly body: EncodedBody; readonly pageUrl?: string };

/** A client over its limit gets no text, but the seconds after which to ask again. */
type Answer = { readonly waitSeconds: number } | MachineText;

const write = async (
  { listOffers, writeGuide, writeMarkdown }: SsrBundle,
  { catalogue, withdrawn, categories }: CatalogueSnapshot,
  { address, shopUrl, loadNamespace }: Pick<RenderRequest, 'address' | 'shopUrl' | 'loadNamespace'>,
): Promise<MachineText | undefined> => {
  const { products } = catalogue;
  if (address === feedPath)
    return {
      body: await encodeText(writeProductFeed(listOffers({ shopUrl, products })), 'text/tab-separated-values; charset=utf-8'),
    };
  if (address === guidePath) {
    const guide = await writeGuide({ shopUrl, products, categories, loadNamespace });
    return { body: await encodeText(guide, 'text/plain; charset=utf-8') };
  }
  const page = await writeMarkdown({ address, catalogue, withdrawn, categories, loadReviews: async () => [], loadNamespace, shopUrl });
  return page && { body: await encodeText(page.text, 'text/markdown; charset=utf-8'), pageUrl: page.url };
};

/**
 * What shopping sites and assistants read of the shop: the feed of products, `/llms.txt`, and the Markdown of pages. Each is written once for
 * every version of the catalogue, stock included; requests for the same share it.
 */
export const createMachineTexts = (
  { shopUrl }: Pick<Services, 'shopUrl'>,
  loadNamespace: RenderRequest['loadNamespace'],
  catalogue: () => Promise<CatalogueSnapshot>,
) => {
  const texts = new LRUCache<string, MachineText>({
    maxSize: maxCacheBytes,
    sizeCalculation: ({ body }) => maxByteLength(body),
  });
  const pending = new Map<string, Promise<MachineText | undefined>>();
  return {
    /** Whether the path has the form of such a text's; the text may not exist. */
    matches: (pathname: string): boolean => pathname === feedPath || pathname === guidePath || pathname.endsWith('.md'),
    /** Undefined where there is none. `wait`: the seconds that the client must wait before something is written for it. */
    read: async (pathname: string, search: string, bundle: SsrBundle, wait: () => number): Promise<Answer | undefined> => {
      const address = pathname.endsWith('.md') ? pathname + search : pathname;
      const snapshot = await catalogue();
      const key = `${snapshot.version} ${address}`;
      const known = texts.get(key) ?? pending.get(key);
      if (known) return known;
      const waitSeconds = wait();
      if (waitSeconds > 0) return { waitSeconds };
      const writing = write(bundle, snapshot, { address, shopUrl: shopUrl(), loadNamespace }).finally(() => pending.delete(key));
      pending.set(key, writing);
      const text = await writing;
      if (text && address.length <= maxCachedUrlLength) texts.set(key, text);
      return text;
    },
  };
};
