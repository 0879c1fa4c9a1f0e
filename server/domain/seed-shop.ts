import * as z from 'zod';
import type { Database } from '#server/db/schema.ts';
import { announceChange } from '#server/domain/catalogue.ts';
import { readRows } from '#server/domain/catalogue-file.ts';
import { importCatalogue } from '#server/domain/catalogue-import.ts';
import { type PictureManifest, registerPictures } from '#server/domain/pictures.ts';

const categoryRows = z.array(z.strictObject({ id: z.string(), name: z.string(), slug: z.string(), image: z.string() }));

/** What a new shop starts with: the JSON of its categories and products, and its encoded pictures. */
export type SeedData = { readonly categories: string; readonly products: string; readonly pictures: PictureManifest };

/**
 * Makes the shop's own pictures known, and fills an empty shop with the makers' goods; a shop that holds anything is left
 * as it is. Goes through the seller's import, so that the first goods obey the same rules as any later ones.
 */
export const seedShop = async (db: Database, { categories, products, pictures }: SeedData, now: Date): Promise<void> => {
  if ((await registerPictures(db, pictures, 'shop')) > 0) await announceChange(db);
  if (await db.selectFrom('product').select('id').executeTakeFirst()) return;
  // A start that was broken off after the categories tries again: there are no products yet.
  await db
    .insertInto('category')
    .values(categoryRows.parse(JSON.parse(categories)).map((category, position) => ({ ...category, position })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await importCatalogue(db, readRows(products, 'json'), { now });
};
