import { setImmediate } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { type CatalogueRow, indexRows, rowOf } from '#catalogue/catalogue-index.ts';
import { listedProduct, listedProducts } from '#catalogue/listed-product.ts';
import type { CatalogueIndex } from '#contract/listing.ts';
import { defaultChoice, type ListingQuery, maxListLength, sortings, writeListingQuery } from '#contract/listing-query.ts';
import type { Category, Product } from '#contract/product.ts';
import type { Database } from '#server/db/schema.ts';
import { isUnavailable } from '#server/db/unavailable.ts';
import { type CatalogueVersions, catalogueVersions, readCatalogue, readSales, stockAfter } from '#server/domain/catalogue/catalogue.ts';
import { answerWithin } from '#server/http/answer-within.ts';
import { coalesce } from '#server/http/coalesce.ts';
import { byteLength, type EncodedBody, encodeText, jsonType } from '#server/http/encoded-body.ts';
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
  readonly bodies: Readonly<Record<'products' | 'list' | 'categories' | 'variations', () => Promise<EncodedBody>>>;
  /** One page of a listing with its facet counts; `beforeComputing` is called when it is not cached. */
  readonly page: (query: ListingQuery, isReseller: boolean, beforeComputing: () => Promise<void>) => Promise<EncodedBody>;
  /** Whether something made from a snapshot of this base shows the current stock. Counts and sortings may be a minute old. */
  readonly isCurrent: (made: MadeFrom) => boolean;
};

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

/** Products that are read or written without a pause, in which the event loop runs. */
const productsPerPart = 200;

/** Runs `work` for parts of a long list. */
const inParts = async <Result>(products: readonly Product[], work: (part: readonly Product[]) => readonly Result[]): Promise<Result[]> => {
  const results: Result[] = [];
  for (let from = 0; from < products.length; from += productsPerPart) {
    if (from > 0) await setImmediate();
    for (const result of work(products.slice(from, from + productsPerPart))) results.push(result);
  }
  return results;
};

/** The JSON array of what `write` gives for all products. */
const jsonList = async (products: readonly Product[], write: (product: Product) => readonly unknown[]): Promise<string> =>
  `[${(await inParts(products, (part) => part.flatMap(write).map((each) => JSON.stringify(each)))).join(',')}]`;

const listJson = (products: readonly Product[]): Promise<string> =>
  jsonList(products, (product) => [listedProduct(product, products.length)]);

const encodeJson = (text: string): Promise<EncodedBody> =>
  encodeText(text, jsonType, text.length > longTextLength ? longTextBrotliQuality : brotliQuality);

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
      const text = JSON.stringify(listing && { ...listing, items: listedProducts(listing.items) });
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

type Read = Awaited<ReturnType<typeof readCatalogue>>;

/** `productCatalogue` as JSON. */
const catalogueJson = async (products: readonly Product[], { categories, synonyms }: Pick<Read, 'categories' | 'synonyms'>) => {
  const total = products.length;
  if (total > maxListLength) return JSON.stringify({ total });
  const facts = JSON.stringify({ total, categories: categories.map(({ slug }) => slug), ...(synonyms.length > 0 && { synonyms }) });
  return `${facts.slice(0, -1)},"products":${await listJson(products)}}`;
};

/** What stays while only sales change the catalogue. `soldVersions` and `availabilityVersion` are updated by each sale. */
type Prepared = CatalogueVersions & {
  readonly categories: CatalogueSnapshot['bodies']['categories'];
  readonly listBody: ReturnType<typeof stockBody>;
  readonly productsBody: ReturnType<typeof stockBody>;
  readonly variationsBody: ReturnType<typeof stockBody>;
  readonly pages: ReturnType<typeof createPageCache>;
  readonly soldVersions: Map<string, number>;
  availabilityVersion: number;
};

const prepare = (read: Read): Prepared => {
  const { version, base, categories, soldVersions } = read;
  return {
    version,
    base,
    categories: memoizeSuccess(() => encodeJson(JSON.stringify(categories))),
    productsBody: stockBody(async (current) => encodeJson(await listJson(current))),
    listBody: stockBody(async (current) => encodeJson(await catalogueJson(current, read))),
    variationsBody: stockBody(async (current) =>
      encodeJson(await jsonList(current, ({ _id, types }) => types.map((type) => ({ ...type, productId: _id })))),
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
      list: prepared.listBody(version, products),
      categories: prepared.categories,
      variations: prepared.variationsBody(version, products),
    },
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
  const rows: CatalogueRow[] = await inParts(read.products, (part) => part.map(rowOf));
  const catalogue = indexRows(rows, { categories: read.categories.map(({ slug }) => slug), synonyms: read.synonyms });
  if (catalogue.total > maxBlockingProducts) {
    // Before the first shopper asks: sorting, and reading the words of the search, takes long.
    for (const sorting of sortings) {
      await setImmediate();
      catalogue.list({ ...defaultChoice, sorting, page: 1, perPage: 1 }, false);
    }
    // A search that comes earlier, or after a failure, builds its index itself.
    catalogue.prepareSearch().catch(() => undefined);
  }
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
