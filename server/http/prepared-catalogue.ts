import type { Product } from '#contract/product.ts';
import type { Database } from '#server/db/schema.ts';
import { catalogueVersion, listCategories, listProducts, listVariations } from '#server/domain/catalogue.ts';
import { type Prepared, prepareText } from '#server/http/prepared-answer.ts';

/** The catalogue at one version: as values for the first view, and as bodies for the calls of spec 7. */
export type PreparedCatalogue = {
  readonly version: number;
  readonly products: readonly Product[];
  readonly answers: { readonly products: Prepared; readonly categories: Prepared; readonly variations: Prepared };
};

const json = 'application/json; charset=utf-8';
const quality = 9;

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

const prepare = async (db: Database): Promise<PreparedCatalogue> => {
  const { version, products, categories, variations } = await read(db);
  const [productBody, categoryBody, variationBody] = await Promise.all([
    prepareText(JSON.stringify(products), json, quality),
    prepareText(JSON.stringify(categories), json, quality),
    prepareText(JSON.stringify(variations), json, quality),
  ]);
  return { version, products, answers: { products: productBody, categories: categoryBody, variations: variationBody } };
};

/**
 * Gives the catalogue as it is now. Each call asks the database for the version alone; all else is done once per change,
 * whichever process made it.
 */
export const keepCatalogue = (db: Database): (() => Promise<PreparedCatalogue>) => {
  let kept: { readonly version: number; readonly catalogue: Promise<PreparedCatalogue> } | undefined;
  return async () => {
    const version = await catalogueVersion(db);
    if (kept?.version === version) return kept.catalogue;
    const fresh = { version, catalogue: prepare(db) };
    kept = fresh;
    fresh.catalogue.catch(() => {
      if (kept === fresh) kept = undefined;
    });
    return fresh.catalogue;
  };
};
