import { setImmediate, setTimeout } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { buildCatalogueIndex } from '#catalogue/catalogue-index.ts';
import { runYielding } from '#catalogue/chunked.ts';
import { leanProducts, maxListLength, packProducts } from '#catalogue/lean-products.ts';
import type { CatalogueIndex } from '#contract/listing.ts';
import { type ListingQuery, writeListingQuery } from '#contract/listing-query.ts';
import type { Category, Product } from '#contract/product.ts';
import type { Database } from '#server/db/schema.ts';
import { isUnavailable } from '#server/db/unavailable.ts';
import { catalogueVersion, readCatalogue } from '#server/domain/catalogue.ts';
import { byteLength, type EncodedBody, encodeText } from '#server/http/encoded-body.ts';
import { memoizeSuccess } from '#server/http/memoize-success.ts';

/** The catalogue at one version: values for server rendering, encoded bodies for the API. */
export type CatalogueSnapshot = {
  readonly version: number;
  readonly catalogue: CatalogueIndex;
  /** Every product with every field, in the seller's order. */
  readonly products: readonly Product[];
  readonly categories: readonly Category[];
  readonly bodies: Readonly<Record<'products' | 'columns' | 'categories' | 'variations', () => Promise<EncodedBody>>>;
  /** One page of a listing with its facet counts. */
  readonly page: (query: ListingQuery, isReseller: boolean) => Promise<EncodedBody>;
};

const jsonType = 'application/json; charset=utf-8';
const brotliQuality = 9;
/** Texts above this length (UTF-16 units) are compressed with lower quality, which would take seconds otherwise. */
const longTextLength = 1_000_000;
const longTextBrotliQuality = 5;
const pageBrotliQuality = 4;
const maxCachedPages = 200;
const maxPageCacheBytes = 16_000_000;
/** Catalogues with more products are served stale while a new version is read. */
const maxBlockingProducts = 2000;
/** When the database takes longer, pages and lists are served from the last known catalogue. */
const maxDatabaseWaitMs = 250;

const encodeJson = (value: unknown): Promise<EncodedBody> => {
  const text = JSON.stringify(value);
  return encodeText(text, jsonType, text.length > longTextLength ? longTextBrotliQuality : brotliQuality);
};

const createPageCache = (catalogue: CatalogueIndex): CatalogueSnapshot['page'] => {
  type Request = { readonly query: ListingQuery; readonly isReseller: boolean };
  const pages = new LRUCache<string, EncodedBody, Request>({
    max: maxCachedPages,
    maxSize: maxPageCacheBytes,
    sizeCalculation: byteLength,
    fetchMethod: async (_key, _stale, { context: { query, isReseller } }) => {
      if (query.searchText !== '') await catalogue.prepareSearch();
      const listing = catalogue.list(query, isReseller);
      return encodeText(JSON.stringify(listing && { ...listing, items: leanProducts(listing.items) }), jsonType, pageBrotliQuality);
    },
    // A page that is evicted before it is ready still answers its request.
    ignoreFetchAbort: true,
  });
  return (query, isReseller) => pages.forceFetch(writeListingQuery(query, isReseller).toString(), { context: { query, isReseller } });
};

const packColumns = (products: readonly Product[]) => ({
  total: products.length,
  ...(products.length <= maxListLength && { columns: packProducts(leanProducts(products)) }),
});

const createSnapshot = async (db: Database): Promise<CatalogueSnapshot> => {
  const { version, products, categories, variations } = await readCatalogue(db);
  const catalogue = await runYielding(buildCatalogueIndex(products), setImmediate);
  // Build the search index of a large catalogue ahead of the first search, which builds it itself should this fail.
  if (catalogue.total > maxBlockingProducts) catalogue.prepareSearch().catch(() => undefined);
  return {
    version,
    catalogue,
    products,
    categories,
    bodies: {
      products: memoizeSuccess(() => encodeJson(leanProducts(products))),
      columns: memoizeSuccess(() => encodeJson(packColumns(products))),
      categories: memoizeSuccess(() => encodeJson(categories)),
      variations: memoizeSuccess(() => encodeJson(variations)),
    },
    page: createPageCache(catalogue),
  };
};

/**
 * Gives the current catalogue. Each call queries the version only; a new version, written by any process, causes one read. Large
 * catalogues are stale-while-revalidate, small ones are read before the call resolves. While the database is away or slow, gives the last
 * known catalogue; rejects when there is none.
 */
export const createCatalogueCache = (db: Database): (() => Promise<CatalogueSnapshot>) => {
  const snapshots = new LRUCache<'current', CatalogueSnapshot>({
    max: 1,
    fetchMethod: () => createSnapshot(db),
    // A failed refresh keeps the stale snapshot.
    noDeleteOnFetchRejection: true,
  });
  let overdue: Promise<unknown> | undefined;
  /** The current version, or undefined while the database is away or slow. */
  const readVersion = async (): Promise<number | undefined> => {
    // One slow query is enough to know: more would only use up connections.
    if (overdue !== undefined) return undefined;
    const query = catalogueVersion(db).catch((error: unknown) => {
      if (!isUnavailable(error)) throw error;
      return undefined;
    });
    // After the timer, an answer that arrived while the event loop was busy still counts.
    const version = await Promise.race([query, setTimeout(maxDatabaseWaitMs).then(() => setImmediate(undefined))]);
    if (version === undefined) overdue ??= query.catch(() => undefined).finally(() => (overdue = undefined));
    return version;
  };
  return async () => {
    const cached = snapshots.peek('current', { allowStale: true });
    const version = cached === undefined ? await catalogueVersion(db) : await readVersion();
    if (cached !== undefined && version === undefined) return cached;
    const allowStale = cached !== undefined && cached.catalogue.total > maxBlockingProducts;
    const snapshot = await snapshots.forceFetch('current', { forceRefresh: cached?.version !== version, allowStale });
    // This call may have joined a read that began before `version` was written: read again.
    return allowStale || snapshot.version >= (version ?? 0) ? snapshot : snapshots.forceFetch('current', { forceRefresh: true });
  };
};
