import { setImmediate } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { buildCatalogueIndex } from '#catalogue/catalogue-index.ts';
import { type Chunked, runYielding } from '#catalogue/chunked.ts';
import { leanInChunks, leanProducts, maxListLength, packInChunks } from '#catalogue/lean-products.ts';
import type { CatalogueIndex } from '#contract/listing.ts';
import { type ListingQuery, writeListingQuery } from '#contract/listing-query.ts';
import type { Category, Product, StockChange } from '#contract/product.ts';
import type { Database } from '#server/db/schema.ts';
import { isUnavailable } from '#server/db/unavailable.ts';
import { type CatalogueVersions, catalogueVersions, readCatalogue, readSales, stockAfter } from '#server/domain/catalogue.ts';
import { answerWithin } from '#server/http/answer-within.ts';
import { coalesce } from '#server/http/coalesce.ts';
import { byteLength, type EncodedBody, encodeText, hashYielding, jsonType } from '#server/http/encoded-body.ts';
import { jsonInChunks } from '#server/http/json-in-chunks.ts';
import { memoizeSuccess } from '#server/http/memoize-success.ts';

/** What something cached was made from: it is out of date when one of its products has been sold since. */
export type MadeFrom = { readonly version: number; readonly madeAtMs: number; readonly productIds: readonly string[] };

/**
 * The catalogue at one version: values for server rendering, encoded bodies for the API. What the seller decides is prepared once per
 * `base`; a sale replaces the sold products in it.
 */
export type CatalogueSnapshot = CatalogueVersions & {
  readonly catalogue: CatalogueIndex;
  /** Every product with every field, in the seller's order. */
  readonly products: readonly Product[];
  /** Ids of products that are no longer sold. */
  readonly withdrawn: ReadonlySet<string>;
  readonly categories: readonly Category[];
  readonly bodies: Readonly<Record<'products' | 'columns' | 'categories' | 'variations', () => Promise<EncodedBody>>>;
  /** Names the current state of the list; the header X-Catalogue-Cursor of a list that may have been prepared before sales. */
  readonly cursor: () => Promise<string>;
  /** The stock changes since the state of the list that a cursor names; undefined when that list itself is out of date. */
  readonly changesSince: (cursor: string) => Promise<SoldSince | undefined>;
  /** One page of a listing with its facet counts; `beforeComputing` is called when it is not cached. */
  readonly page: (query: ListingQuery, isReseller: boolean, beforeComputing: () => Promise<void>) => Promise<EncodedBody>;
  /** Whether something made from a snapshot of this base shows the current stock. Counts and sortings may be a minute old. */
  readonly isCurrent: (made: MadeFrom) => boolean;
};

type SoldSince = { readonly total: number; readonly cursor: string; readonly changes: readonly StockChange[] };

const brotliQuality = 9;
/** Texts above this length (UTF-16 units) are compressed with lower quality, which would take seconds otherwise. */
const longTextLength = 1_000_000;
const longTextBrotliQuality = 5;
const pageBrotliQuality = 4;
const maxCachedPages = 200;
const maxPageCacheBytes = 16_000_000;
/** Catalogues with more products are served stale while the seller's changes are read; their whole lists are a few seconds old. */
const maxBlockingProducts = 2000;
const longListMaxAgeMs = 5000;
/** For how long other pages count a product that sold out, or came back, as before. */
const staleCountsMaxAgeMs = 60_000;
/** When the database takes longer, pages and lists are served from the last known catalogue. */
const maxDatabaseWaitMs = 250;

/** Thousands of products are written in chunks, between which the event loop runs. */
const runChunks = <Result>(chunked: Chunked<Result>): Promise<Result> => runYielding(chunked, setImmediate);

const encodeJson = async (value: unknown): Promise<EncodedBody> => {
  const text = await runChunks(jsonInChunks(value));
  return encodeText(text, jsonType, text.length > longTextLength ? longTextBrotliQuality : brotliQuality);
};

type CachedPage = MadeFrom & { readonly body: EncodedBody };
type PageRequest = { readonly query: ListingQuery; readonly isReseller: boolean; readonly snapshot: CatalogueSnapshot };

const createPageCache = () =>
  new LRUCache<string, CachedPage, PageRequest>({
    max: maxCachedPages,
    maxSize: maxPageCacheBytes,
    sizeCalculation: ({ body }) => byteLength(body),
    fetchMethod: async (_key, _stale, { context: { query, isReseller, snapshot } }) => {
      if (query.searchText !== '') await snapshot.catalogue.prepareSearch();
      const listing = snapshot.catalogue.list(query, isReseller);
      const text = JSON.stringify(listing && { ...listing, items: leanProducts(listing.items) });
      return {
        body: await encodeText(text, jsonType, pageBrotliQuality),
        version: snapshot.version,
        madeAtMs: performance.now(),
        productIds: listing?.items.map(({ _id }) => _id) ?? [],
      };
    },
    // A page that is evicted before it is ready still answers its request.
    ignoreFetchAbort: true,
  });

/** Encodes a list that contains stock for each version that is asked for; that of a large catalogue at most every few seconds. */
const stockBody = (encode: (products: readonly Product[]) => Promise<EncodedBody>) => {
  let latest: { readonly version: number; readonly madeAtMs: number; readonly read: () => Promise<EncodedBody> } | undefined;
  return (version: number, products: readonly Product[]) => (): Promise<EncodedBody> => {
    const isFresh =
      latest !== undefined &&
      (latest.version >= version || (products.length > maxBlockingProducts && performance.now() - latest.madeAtMs < longListMaxAgeMs));
    latest = isFresh && latest ? latest : { version, madeAtMs: performance.now(), read: memoizeSuccess(() => encode(products)) };
    return latest.read();
  };
};

const withoutStock = (product: Product): Product => ({
  ...product,
  stock: 0,
  saleCount: 0,
  variation: product.variation.map((color) => ({ ...color, size: color.size.map(({ name }) => ({ name, stock: 0, saleCount: 0 })) })),
  types: product.types.map(({ stock, saleCount, ...type }) => ({ ...type, ...(stock !== undefined && { stock: 0 }) })),
});

type Read = Awaited<ReturnType<typeof readCatalogue>>;

const packColumns = async (products: readonly Product[], { categories, synonyms }: Pick<Read, 'categories' | 'synonyms'>) => ({
  total: products.length,
  ...(products.length <= maxListLength && {
    columns: await runChunks(packInChunks(await runChunks(leanInChunks(products)))),
    categories: categories.map(({ slug }) => slug),
    ...(synonyms.length > 0 && { synonyms }),
  }),
});

const toStockChange = ({ _id, stock, saleCount, variation, types }: Product): StockChange => ({ _id, stock, saleCount, variation, types });

/** What stays while only sales change the catalogue. `soldVersions` and `availabilityVersion` are updated by each sale. */
type Prepared = CatalogueVersions & {
  readonly categories: CatalogueSnapshot['bodies']['categories'];
  readonly columns: () => Promise<EncodedBody>;
  /** Identifies the list without its stock, across processes. */
  readonly listId: () => Promise<string>;
  readonly productsBody: ReturnType<typeof stockBody>;
  readonly variationsBody: ReturnType<typeof stockBody>;
  readonly pages: ReturnType<typeof createPageCache>;
  readonly soldVersions: Map<string, number>;
  availabilityVersion: number;
};

const prepare = (read: Read): Prepared => {
  const { version, base, products, categories, soldVersions } = read;
  const listId = memoizeSuccess(async () => {
    const packed = await packColumns(products.map(withoutStock), read);
    return `${base}-${await hashYielding(Buffer.from(await runChunks(jsonInChunks(packed))))}`;
  });
  const columns = async (): Promise<EncodedBody> => {
    const packed = await packColumns(products, read);
    const hash = await listId();
    const body = await encodeJson({ ...packed, ...('columns' in packed && { cursor: `${hash}.${version}` }) });
    // Weak: processes that began at different times send different stock, which `changesSince` brings up to date.
    return { ...body, hash, isWeak: true };
  };
  return {
    version,
    base,
    categories: memoizeSuccess(() => encodeJson(categories)),
    columns: memoizeSuccess(columns),
    listId,
    productsBody: stockBody(async (current) => encodeJson(await runChunks(leanInChunks(current)))),
    variationsBody: stockBody((current) =>
      encodeJson(current.flatMap(({ _id, types }) => types.map((type) => ({ ...type, productId: _id })))),
    ),
    pages: createPageCache(),
    soldVersions,
    availabilityVersion: version,
  };
};

type Catalogue = Pick<CatalogueSnapshot, 'version' | 'catalogue' | 'products' | 'withdrawn' | 'categories'>;

/** A snapshot with what makes the next one after a sale. */
type CachedSnapshot = CatalogueSnapshot & { readonly prepared: Prepared };

const createSnapshot = (prepared: Prepared, { version, catalogue, products, withdrawn, categories }: Catalogue): CachedSnapshot => {
  const { soldVersions, pages } = prepared;
  const isCurrent = (made: MadeFrom): boolean =>
    (made.version >= prepared.availabilityVersion || performance.now() - made.madeAtMs < staleCountsMaxAgeMs) &&
    made.productIds.every((id) => (soldVersions.get(id) ?? 0) <= made.version);
  const cursor = async (): Promise<string> => `${await prepared.listId()}.${version}`;
  const changesSince = async (sinceCursor: string): Promise<SoldSince | undefined> => {
    const [listId, sinceText = ''] = sinceCursor.split('.');
    const since = /^\d{1,15}$/.test(sinceText) ? Number(sinceText) : Number.POSITIVE_INFINITY;
    if (listId !== (await prepared.listId()) || since > version) return undefined;
    const sold = [...soldVersions].flatMap(([id, soldVersion]) => (soldVersion > since ? (catalogue.find(id) ?? []) : []));
    return { total: products.length, cursor: await cursor(), changes: sold.map(toStockChange) };
  };
  const snapshot: CachedSnapshot = {
    prepared,
    version,
    base: prepared.base,
    catalogue,
    products,
    withdrawn,
    categories,
    bodies: {
      products: prepared.productsBody(version, products),
      columns: prepared.columns,
      categories: prepared.categories,
      variations: prepared.variationsBody(version, products),
    },
    cursor,
    changesSince,
    page: async (query, isReseller, beforeComputing) => {
      const key = writeListingQuery(query, isReseller).toString();
      const cached = pages.peek(key);
      const forceRefresh = cached !== undefined && !isCurrent(cached);
      if (cached === undefined || forceRefresh) await beforeComputing();
      return (await pages.forceFetch(key, { context: { query, isReseller, snapshot }, forceRefresh })).body;
    },
    isCurrent,
  };
  return snapshot;
};

const readSnapshot = async (db: Database): Promise<CachedSnapshot> => {
  const read = await readCatalogue(db);
  const facts = { categories: read.categories.map(({ slug }) => slug), synonyms: read.synonyms };
  const catalogue = await runChunks(buildCatalogueIndex(read.products, facts));
  // Build the search index of a large catalogue ahead of the first search, which builds it itself should this fail.
  if (catalogue.total > maxBlockingProducts) catalogue.prepareSearch().catch(() => undefined);
  return createSnapshot(prepare(read), { ...read, catalogue });
};

/** The snapshot after the sales since it was made; undefined when the whole catalogue must be read. */
const applySales = async (db: Database, { prepared, ...former }: CachedSnapshot): Promise<CachedSnapshot | undefined> => {
  const sales = await readSales(db, former);
  if (!sales) return undefined;
  const changes = sales.products.flatMap((sold) => {
    const product = former.catalogue.find(sold.id);
    return product ? [stockAfter(sales, sold, product)] : [];
  });
  const { index, products, hasAvailabilityChanged } = former.catalogue.withStock(changes);
  for (const { id, sold_version: soldVersion } of sales.products) prepared.soldVersions.set(id, soldVersion);
  if (hasAvailabilityChanged) prepared.availabilityVersion = sales.version;
  return createSnapshot(prepared, { ...former, version: sales.version, catalogue: index, products });
};

/**
 * Gives the current catalogue; concurrent calls query its version together, and nothing else. After a sale the sold products are read, after a
 * change by the seller all: a large catalogue is stale-while-revalidate. Without a quick database it gives the last known one, or rejects.
 */
export const createCatalogueCache = (db: Database): (() => Promise<CatalogueSnapshot>) => {
  const snapshots = new LRUCache<'current', CachedSnapshot>({
    max: 1,
    fetchMethod: async (_key, former) => (former && (await applySales(db, former))) ?? readSnapshot(db),
    // A failed refresh keeps the stale snapshot.
    noDeleteOnFetchRejection: true,
  });
  const queryVersions = coalesce(() => catalogueVersions(db));
  let overdue: Promise<unknown> | undefined;
  /** The current version, or undefined while the database is away or slow. */
  const readVersions = async (): Promise<CatalogueVersions | undefined> => {
    // One slow query is enough to know: more would only use up connections.
    if (overdue !== undefined) return undefined;
    const query = queryVersions().catch((error: unknown) => {
      if (!isUnavailable(error)) throw error;
      return undefined;
    });
    const versions = await answerWithin(maxDatabaseWaitMs, query);
    if (versions === undefined) overdue ??= query.catch(() => undefined).finally(() => (overdue = undefined));
    return versions;
  };
  return async () => {
    const cached = snapshots.peek('current', { allowStale: true });
    const versions = cached === undefined ? await queryVersions() : await readVersions();
    if (cached !== undefined && versions === undefined) return cached;
    const allowStale = cached !== undefined && cached.base !== versions?.base && cached.catalogue.total > maxBlockingProducts;
    try {
      const snapshot = await snapshots.forceFetch('current', { forceRefresh: cached?.version !== versions?.version, allowStale });
      // This call may have joined a read that began before `version` was written: read again.
      if (allowStale || snapshot.version >= (versions?.version ?? 0)) return snapshot;
      return await snapshots.forceFetch('current', { forceRefresh: true });
    } catch (error) {
      // The database went away after it had told its version.
      if (cached === undefined || !isUnavailable(error)) throw error;
      return cached;
    }
  };
};
