import { setImmediate, setTimeout } from 'node:timers/promises';
import { type CatalogueRow, indexRows, rowOf } from '#catalogue/catalogue-index.ts';
import { listedProduct } from '#catalogue/listed-product.ts';
import type { CatalogueIndex, Synonym } from '#contract/listing.ts';
import { defaultChoice, maxListLength, sortings } from '#contract/listing-query.ts';
import type { Category, Product } from '#contract/product.ts';
import type { Database } from '#server/db/schema.ts';
import { isUnavailable } from '#server/db/unavailable.ts';
import { type CatalogueVersions, catalogueVersions, readCatalogue, readChangedProducts } from '#server/domain/catalogue/catalogue.ts';
import { answerWithin } from '#server/http/answer-within.ts';
import { coalesce } from '#server/http/coalesce.ts';
import { type EncodedBody, encodeText, jsonType } from '#server/http/encoded-body.ts';

/** The catalogue at one version: values for server rendering, encoded bodies for the API. */
export type CatalogueSnapshot = CatalogueVersions & {
  /** Its products have every field, and are in the seller's order. */
  readonly catalogue: CatalogueIndex;
  readonly withdrawnIds: ReadonlySet<string>;
  readonly categories: readonly Category[];
  readonly synonyms: readonly Synonym[];
  /** Encoded bodies, always of the latest snapshot. */
  readonly bodies: Readonly<Record<'products' | 'list' | 'categories' | 'variations', () => Promise<EncodedBody>>>;
};

/**
 * Whether something made from these products still shows the current stock and rating: products that were neither sold nor reviewed since are the
 * same objects.
 */
export const isCurrent = (products: readonly Product[], { catalogue }: CatalogueSnapshot): boolean =>
  products.every((product) => catalogue.find(product._id) === product);

/**
 * Pages and documents are made again after this time: a sale or a review changes the counts of filters and the order of a sorting on other pages,
 * too.
 */
export const maxPageAgeMs = 60_000;

/** Catalogues with more products are served stale while the seller's changes are read. */
const maxBlockingProducts = 2000;
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

/** `productCatalogue` as JSON. */
const catalogueJson = async ({ catalogue: { total, products }, categories, synonyms }: CatalogueSnapshot): Promise<string> => {
  if (total > maxListLength) return JSON.stringify({ total });
  const facts = JSON.stringify({ total, categories: categories.map(({ slug }) => slug), ...(synonyms.length > 0 && { synonyms }) });
  return `${facts.slice(0, -1)},"products":${await listJson(products)}}`;
};

/** After sales and reviews a body is made at most once in this time; orders check the stock themselves. */
const maxBodyAgeMs = 1000;
/** A body that was last known to be current longer ago is not sent. */
const maxStaleMs = 2000;

/**
 * Encodes the result of `write` for the latest snapshot on request, one at a time. After a change by the seller, requests wait for the new body;
 * after a sale or a review they get the one that is there, and the next one is made behind it.
 */
const encodedBody = (latest: () => CatalogueSnapshot, write: (snapshot: CatalogueSnapshot) => Promise<string>) => {
  let encodedSnapshot: (CatalogueVersions & { readonly body: EncodedBody; readonly madeAt: number; currentAt: number }) | undefined;
  let renewing: Promise<EncodedBody> | undefined;
  const encode = coalesce(async () => {
    const snapshot = latest();
    const { version, base } = snapshot;
    if (encodedSnapshot?.version === version) return encodedSnapshot.body;
    const madeAt = performance.now();
    const body = await encodeText(await write(snapshot), jsonType);
    // Nobody waits for a body that replaces another after a sale or a review, nor for its compression.
    if (encodedSnapshot?.base === base) await body.br?.();
    encodedSnapshot = { version, base, body, madeAt, currentAt: madeAt };
    return body;
  });
  const renew = (waitMs: number): void => {
    renewing = setTimeout(Math.max(0, waitMs), undefined, { ref: false })
      .then(encode)
      .finally(() => {
        renewing = undefined;
      });
    // The next request tries it again.
    renewing.catch(() => undefined);
  };
  return async (): Promise<EncodedBody> => {
    const { version, base } = latest();
    const now = performance.now();
    if (encodedSnapshot?.base !== base) return encode();
    if (encodedSnapshot.version === version) encodedSnapshot.currentAt = now;
    else if (now - encodedSnapshot.currentAt > maxStaleMs) return renewing ?? encode();
    else if (!renewing) renew(encodedSnapshot.madeAt + maxBodyAgeMs - now);
    return encodedSnapshot.body;
  };
};

const createBodies = (latest: () => CatalogueSnapshot): CatalogueSnapshot['bodies'] => ({
  products: encodedBody(latest, ({ catalogue }) => listJson(catalogue.products)),
  list: encodedBody(latest, catalogueJson),
  categories: encodedBody(latest, async ({ categories }) => JSON.stringify(categories)),
  variations: encodedBody(latest, ({ catalogue }) =>
    jsonList(catalogue.products, ({ _id, types }) => types.map((type) => ({ ...type, productId: _id }))),
  ),
});

const readSnapshot = async (db: Database, referenceDays: number): Promise<Omit<CatalogueSnapshot, 'bodies'>> => {
  const { products, ...read } = await readCatalogue(db, referenceDays);
  const rows: CatalogueRow[] = await inParts(products, (part) => part.map(rowOf));
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
  return { ...read, catalogue };
};

/** The snapshot with the current stock and ratings; undefined when the seller has changed more, so that the whole catalogue must be read. */
const updateProducts = async (db: Database, former: CatalogueSnapshot, referenceDays: number): Promise<CatalogueSnapshot | undefined> => {
  const changed = await readChangedProducts(db, former, referenceDays);
  if (changed?.version === former.version) return former;
  return changed && { ...former, version: changed.version, catalogue: former.catalogue.withProducts(changed.products) };
};

/**
 * Returns the current catalogue; concurrent calls query its version together, and nothing else. After a sale or a review its products are read,
 * after another change by the seller all: a large catalogue is stale-while-revalidate. Without a quick database it gives the last known one, or rejects.
 */
export const createCatalogueCache = (db: Database, referenceDays: number): (() => Promise<CatalogueSnapshot>) => {
  let latest: CatalogueSnapshot | undefined;
  const refresh = coalesce(async (): Promise<CatalogueSnapshot> => {
    latest = (latest && (await updateProducts(db, latest, referenceDays))) ?? { ...(await readSnapshot(db, referenceDays)), bodies };
    return latest;
  });
  const bodies = createBodies(() => {
    if (!latest) throw new Error('Bodies are only known from a snapshot.');
    return latest;
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
    if (!latest) return refresh();
    const current = await readVersions();
    const known = latest;
    if (current === undefined || current.version === known.version) return known;
    const refreshed = refresh();
    if (current.base !== known.base && known.catalogue.total > maxBlockingProducts) {
      refreshed.catch(() => undefined);
      return known;
    }
    return refreshed.catch((error: unknown) => {
      // The database went away after it had told its version.
      if (!isUnavailable(error)) throw error;
      return known;
    });
  };
};
