import * as z from 'zod';
import type { Database } from '#server/db/schema.ts';
import { announceChange } from '#server/domain/catalogue/catalogue.ts';
import { removeProduct, sellProduct } from '#server/domain/catalogue/products.ts';
import { addSamples, type SeedData, sampleCategories } from '#server/domain/catalogue/seed-shop.ts';
import { addStaffEvent, type Staff } from '#server/domain/desk/staff.ts';

const sampleRows = z.array(z.looseObject({ id: z.string() }));

/** The revision of a product that nobody has changed since it was imported. */
const firstRevision = 0;

/** Ids of the sample products that are for sale as they came: one that the seller has changed is the seller's own. */
export const listSamples = async (db: Database, { products }: SeedData): Promise<string[]> => {
  const ids = sampleRows.parse(JSON.parse(products)).map(({ id }) => id);
  const rows = await db
    .selectFrom('product')
    .select('id')
    .where('id', 'in', ids)
    .where('revision', '=', firstRevision)
    .where('withdrawn_at', 'is', null)
    .execute();
  return rows.map(({ id }) => id);
};

/** Deletes the sample categories that are as they came and have no product, withdrawn ones counted. */
const removeEmptyCategories = (db: Database, { categories }: SeedData): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    await announceChange(transaction);
    const used = new Set<string>();
    for (const row of await transaction.selectFrom('product').select('categories').execute())
      for (const slug of z.array(z.string()).parse(JSON.parse(row.categories))) used.add(slug);
    for (const { slug, name, description } of sampleCategories(categories))
      if (!used.has(slug))
        await transaction
          .deleteFrom('category')
          .where('slug', '=', slug)
          .where('name', '=', name)
          .where('description', '=', description)
          .execute();
  });

/**
 * Takes the samples out of the shop: products that nobody has ordered are deleted, others withdrawn, and categories that are empty then go, too. What the
 * seller has changed stays. `restoreSamples` undoes it.
 */
export const removeSamples = async (
  db: Database,
  seed: SeedData,
  { by, now }: { readonly by: Staff; readonly now: Date },
): Promise<void> => {
  // Their pictures are files of the program, which stay.
  for (const id of await listSamples(db, seed)) await removeProduct(db, id, now);
  await removeEmptyCategories(db, seed);
  await addStaffEvent(db, by, 'samples', now);
};

/** Puts the samples back, as they came; what the seller has changed stays as it is. */
export const restoreSamples = async (
  db: Database,
  seed: SeedData,
  { by, now }: { readonly by: Staff; readonly now: Date },
): Promise<void> => {
  const rows = sampleRows.parse(JSON.parse(seed.products));
  const ids = rows.map(({ id }) => id);
  const existing = await db.selectFrom('product').select(['id', 'revision', 'withdrawn_at']).where('id', 'in', ids).execute();
  const missing = rows.filter(({ id }) => !existing.some((row) => row.id === id));
  if (missing.length > 0) await addSamples(db, { ...seed, products: JSON.stringify(missing) }, now);
  for (const { id, revision, withdrawn_at } of existing)
    if (withdrawn_at !== null && revision === firstRevision + 1) await sellProduct(db, id, now);
  await addStaffEvent(db, by, 'samples', now);
};
