import * as z from 'zod';
import { after, day } from '#server/db/columns.ts';
import type { Database } from '#server/db/schema.ts';
import { announceChange } from '#server/domain/catalogue/catalogue.ts';
import { readRows } from '#server/domain/catalogue/catalogue-file.ts';
import { importCatalogue } from '#server/domain/catalogue/catalogue-import.ts';
import { type PictureManifest, registerPictures } from '#server/domain/catalogue/pictures.ts';

const categoryRows = z.array(
  z.strictObject({ id: z.string(), name: z.string(), slug: z.string(), description: z.string(), image: z.string() }),
);

/** JSON texts of the sample categories and products, and the sample pictures. */
export type SeedData = { readonly categories: string; readonly products: string; readonly pictures: PictureManifest };

const markFilled = (db: Database): Promise<unknown> => db.updateTable('catalogue').set({ is_filled: 1 }).where('id', '=', 1).execute();

const isFilled = async (db: Database): Promise<boolean> =>
  (await db.selectFrom('catalogue').select('is_filled').where('id', '=', 1).executeTakeFirstOrThrow()).is_filled === 1;

const daysAtFullPrice = 100;

/** As if the samples had been sold at their full prices before: without that, their reductions would not show. */
const proveReductions = async (db: Database, now: Date): Promise<void> => {
  const products = await db.selectFrom('product').select(['id', 'base_price']).where('discount', '>', 0).execute();
  const types = await db.selectFrom('product_type').select(['product_id', 'id', 'base_price']).execute();
  const since = after(now, -daysAtFullPrice * day);
  const steps = products.flatMap((product) =>
    [{ ...product, product_id: product.id, id: '' }, ...types.filter(({ product_id }) => product_id === product.id)].map(
      ({ product_id, id: type_id, base_price: price }) => ({ product_id, type_id, since, price }),
    ),
  );
  if (steps.length === 0) return;
  await db
    .insertInto('price_history')
    .values(steps)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};

/** The sample categories of their JSON text. */
export const sampleCategories = (json: string) => categoryRows.parse(JSON.parse(json));

/** Adds the sample categories that are missing, and the sample products through the seller's import, whose rules they must obey. */
export const addSamples = async (db: Database, { categories, products }: SeedData, now: Date): Promise<void> => {
  await db
    .insertInto('category')
    .values(sampleCategories(categories).map((category, position) => ({ ...category, position })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await importCatalogue(db, readRows(products, 'json'), { now });
  await proveReductions(db, now);
};

/**
 * Registers the sample pictures, and fills a new shop with the sample products.
 * Idempotent: the next start completes one that died half-way. A shop that the seller has emptied stays empty. Returns
 * whether it filled one.
 */
export const seedShop = async (db: Database, { categories, products, pictures }: SeedData, now: Date): Promise<boolean> => {
  if ((await registerPictures(db, pictures, 'shop')) > 0) await announceChange(db);
  if (await isFilled(db)) return false;
  await addSamples(db, { categories, products, pictures }, now);
  await markFilled(db);
  return true;
};

/** Opens a shop without sample products. One that has them already gets the current sample pictures. */
export const openWithoutSamples = async (db: Database, { pictures }: SeedData): Promise<void> => {
  const sample = await db.selectFrom('picture').select('file').where('origin', '=', 'shop').limit(1).executeTakeFirst();
  if (sample && (await registerPictures(db, pictures, 'shop')) > 0) await announceChange(db);
  await markFilled(db);
};
