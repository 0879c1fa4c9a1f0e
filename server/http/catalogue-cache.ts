import { setImmediate } from 'node:timers/promises';
import { buildCatalogueIndex } from '#catalogue/catalogue-index.ts';
import { runYielding } from '#catalogue/chunked.ts';
import { leanProducts, maxListLength, packProducts } from '#catalogue/lean-products.ts';
import type { CatalogueIndex } from '#contract/listing.ts';
import { type ListingQuery, writeListingQuery } from '#contract/listing-query.ts';
import type { Category, Product } from '#contract/product.ts';
import type { Database } from '#server/db/schema.ts';
import { catalogueVersion, listCategories, listProducts, listVariations } from '#server/domain/catalogue.ts';
import { type EncodedBody, encodeText } from '#server/http/encoded-body.ts';

/** The catalogue at one version: as values for the first view and pages, and as bodies for the API's calls. */
export type CatalogueSnapshot = {
  readonly version: number;
  readonly catalogue: CatalogueIndex;
  /** Every product with every field, as the seller sorted them. */
  readonly products: readonly Product[];
  readonly categories: readonly Category[];
  readonly answers: Readonly<Record<'products' | 'columns' | 'categories' | 'variations', () => Promise<EncodedBody>>>;
  /** One page with counts. */
  readonly page: (query: ListingQuery, isReseller: boolean) => Promise<EncodedBody>;
};

const json = 'application/json; charset=utf-8';
const bestQuality = 9;
/** A longer text is compressed less well, or the wait for it would be felt. */
const [longText, longTextQuality] = [1_000_000, 5];
const pageQuality = 4;
const mostPages = 200;
/** Reading more products than this takes its time: meanwhile the former state is given. */
const mostReadAtOnce = 2000;

const prepareJson = (value: unknown): Promise<EncodedBody> => {
  const text = JSON.stringify(value);
  return encodeText(text, json, text.length > longText ? longTextQuality : bestQuality);
};

/** Done when it is first asked for, and again only when it failed. */
const once = <Value>(make: () => Promise<Value>): (() => Promise<Value>) => {
  let made: Promise<Value> | undefined;
  return () => {
    if (made) return made;
    const making = make();
    made = making;
    making.catch(() => {
      if (made === making) made = undefined;
    });
    return making;
  };
};

/** One snapshot, so that a change in the middle of the reading cannot mix two versions. */
const read = (db: Database) =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (snapshot) => ({
      version: await catalogueVersion(snapshot),
      products: await listProducts(snapshot),
      categories: await listCategories(snapshot),
      variations: await listVariations(snapshot),
    }));

const keepPages = (catalogue: CatalogueIndex): CatalogueSnapshot['page'] => {
  const kept = new Map<string, Promise<EncodedBody>>();
  const make = async (query: ListingQuery, isReseller: boolean): Promise<EncodedBody> => {
    if (query.searchText !== '') await catalogue.prepareSearch();
    const found = catalogue.list(query, isReseller);
    return encodeText(JSON.stringify(found && { ...found, items: leanProducts(found.items) }), json, pageQuality);
  };
  return (query, isReseller) => {
    const key = writeListingQuery(query, isReseller).toString();
    const page = kept.get(key) ?? make(query, isReseller);
    kept.delete(key);
    kept.set(key, page);
    page.catch(() => kept.delete(key));
    const [oldest] = kept.keys();
    if (kept.size > mostPages && oldest !== undefined) kept.delete(oldest);
    return page;
  };
};

const columnsOf = (products: readonly Product[]) => ({
  total: products.length,
  ...(products.length <= maxListLength && { columns: packProducts(leanProducts(products)) }),
});

const prepare = async (db: Database): Promise<CatalogueSnapshot> => {
  const { version, products, categories, variations } = await read(db);
  const catalogue = await runYielding(buildCatalogueIndex(products), setImmediate);
  // Nobody should wait for the first search; should this fail, that search tries again.
  if (catalogue.total > mostReadAtOnce) catalogue.prepareSearch().catch(() => undefined);
  return {
    version,
    catalogue,
    products,
    categories,
    answers: {
      products: once(() => prepareJson(leanProducts(products))),
      columns: once(() => prepareJson(columnsOf(products))),
      categories: once(() => prepareJson(categories)),
      variations: once(() => prepareJson(variations)),
    },
    page: keepPages(catalogue),
  };
};

/**
 * Gives the catalogue as it is now. Each call asks the database for the version alone; all else is done once per change,
 * whichever process made it. A catalogue so large that a change takes its time is given as it was until the new one is ready.
 */
export const createCatalogueCache = (db: Database): (() => Promise<CatalogueSnapshot>) => {
  type Reading = { readonly version: number; readonly catalogue: Promise<CatalogueSnapshot> };
  let kept: Reading | undefined;
  let ready: CatalogueSnapshot | undefined;

  const refresh = (version: number): Reading => {
    const fresh = { version, catalogue: prepare(db) };
    kept = fresh;
    fresh.catalogue.then(
      (catalogue) => {
        if (kept === fresh) ready = catalogue;
      },
      () => {
        if (kept === fresh) kept = undefined;
      },
    );
    return fresh;
  };

  return async () => {
    const version = await catalogueVersion(db);
    const former = ready && ready.catalogue.total > mostReadAtOnce ? ready : undefined;
    // Never two long readings at once: a change during one is read after it.
    const isUnderWay = kept !== undefined && kept.version !== former?.version;
    const current = kept && (kept.version === version || (former && isUnderWay)) ? kept : refresh(version);
    return former ?? current.catalogue;
  };
};
