import * as z from 'zod';
import type { Database } from '#server/db/schema.ts';
import { announceChange } from '#server/domain/catalogue.ts';
import { readRows } from '#server/domain/catalogue-file.ts';
import { importCatalogue } from '#server/domain/catalogue-import.ts';
import { type PictureManifest, registerPictures } from '#server/domain/pictures.ts';

const categoryRows = z.array(z.strictObject({ id: z.string(), name: z.string(), slug: z.string(), image: z.string() }));

/** JSON texts of the sample categories and products, and the sample pictures. */
export type SeedData = { readonly categories: string; readonly products: string; readonly pictures: PictureManifest };

/**
 * Registers the sample pictures, and fills a shop without products with the sample products, through the seller's import so that they obey
 * the same rules. Idempotent: a start that died between categories and products is completed by the next.
 */
export const seedShop = async (db: Database, { categories, products, pictures }: SeedData, now: Date): Promise<void> => {
  if ((await registerPictures(db, pictures, 'shop')) > 0) await announceChange(db);
  if (await db.selectFrom('product').select('id').executeTakeFirst()) return;
  await db
    .insertInto('category')
    .values(categoryRows.parse(JSON.parse(categories)).map((category, position) => ({ ...category, position })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await importCatalogue(db, readRows(products, 'json'), { now });
};
