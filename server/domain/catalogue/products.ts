import type { Database, Tables } from '#server/db/schema.ts';
import { announceChange, storedImages } from '#server/domain/catalogue/catalogue.ts';
import { Conflict, NotFound } from '#server/domain/failure.ts';

type NamedProduct = Pick<Tables['product'], 'id' | 'name' | 'withdrawn_at'>;

/** Whether the shop has a product, sold or withdrawn. */
export const hasProducts = async (db: Database): Promise<boolean> =>
  (await db.selectFrom('product').select('id').limit(1).executeTakeFirst()) !== undefined;

const readProduct = async (db: Database, id: string): Promise<NamedProduct> => {
  const product = await db.selectFrom('product').select(['id', 'name', 'withdrawn_at']).where('id', '=', id).executeTakeFirst();
  if (!product) throw new NotFound(`There is no product ${id}.`);
  return product;
};

const setWithdrawn = (db: Database, id: string, time: string | null): Promise<unknown> =>
  db.updateTable('product').set({ withdrawn_at: time }).where('id', '=', id).execute();

/**
 * Stops selling a product: it is listed no more, and its page says so. Orders keep it. Throws `NotFound`, or `Conflict` if it is already.
 */
export const withdrawProduct = (db: Database, id: string, now: Date): Promise<NamedProduct> =>
  db.transaction().execute(async (transaction) => {
    await announceChange(transaction);
    const product = await readProduct(transaction, id);
    if (product.withdrawn_at !== null) throw new Conflict(`${product.name} was withdrawn on ${product.withdrawn_at.slice(0, 10)} already.`);
    await setWithdrawn(transaction, id, now.toISOString());
    return product;
  });

/** Sells a withdrawn product again, as it was. Throws `NotFound`, or `Conflict` if it is not withdrawn. */
export const sellAgain = (db: Database, id: string): Promise<NamedProduct> =>
  db.transaction().execute(async (transaction) => {
    await announceChange(transaction);
    const product = await readProduct(transaction, id);
    if (product.withdrawn_at === null) throw new Conflict(`${product.name} is for sale already.`);
    await setWithdrawn(transaction, id, null);
    return product;
  });

/** The names of all pictures that products, their colours or categories have. */
const listUsedPictures = async (db: Database, productId?: string): Promise<Set<string>> => {
  const isWanted = productId !== undefined;
  const products = await db
    .selectFrom('product')
    .select('images')
    .$if(isWanted, (query) => query.where('id', '=', productId ?? ''))
    .execute();
  const colors = await db
    .selectFrom('product_color')
    .select('image')
    .$if(isWanted, (query) => query.where('product_id', '=', productId ?? ''))
    .execute();
  const categories = isWanted ? [] : await db.selectFrom('category').select('image').execute();
  const images = products.flatMap((product) => storedImages.parse(JSON.parse(product.images)));
  return new Set([...images.map(({ file }) => file), ...[...colors, ...categories].map(({ image }) => image)]);
};

/** Deletes those of the seller's pictures that nothing has any more; gives the stems of their files. The catalogue must be locked. */
const forgetPictures = async (transaction: Database, files: ReadonlySet<string>): Promise<string[]> => {
  const used = await listUsedPictures(transaction);
  const unused = [...files].filter((file) => !used.has(file));
  if (unused.length === 0) return [];
  const rows = await transaction
    .deleteFrom('picture')
    .where('file', 'in', unused)
    .where('origin', '=', 'seller')
    .returning('stem')
    .execute();
  // The same picture under two names has the same files.
  const kept = new Set((await transaction.selectFrom('picture').select('stem').execute()).map(({ stem }) => stem));
  return rows.map(({ stem }) => stem).filter((stem) => !kept.has(stem));
};

/** `pictures` are the stems of the files that nothing needs any more. */
type Removal = { readonly name: string; readonly outcome: 'removed' | 'withdrawn'; readonly pictures: readonly string[] };

/**
 * Deletes a product that nobody has ordered, and its pictures; withdraws any other, because its orders and their refunds need it. Gives what
 * it did. An order that comes meanwhile waits for the lock of `announceChange`, and then finds no such product.
 */
export const removeProduct = (db: Database, id: string, now: Date): Promise<Removal> =>
  db.transaction().execute(async (transaction) => {
    await announceChange(transaction);
    const { name, withdrawn_at } = await readProduct(transaction, id);
    const ordered = await transaction.selectFrom('order_line').select('order_id').where('product_id', '=', id).limit(1).executeTakeFirst();
    if (!ordered) {
      const files = await listUsedPictures(transaction, id);
      await transaction.deleteFrom('product').where('id', '=', id).execute();
      return { name, outcome: 'removed', pictures: await forgetPictures(transaction, files) };
    }
    if (withdrawn_at === null) await setWithdrawn(transaction, id, now.toISOString());
    return { name, outcome: 'withdrawn', pictures: [] };
  });

/** Withdrawn products for the seller, the latest first. */
export const listWithdrawn = (db: Database): Promise<NamedProduct[]> =>
  db
    .selectFrom('product')
    .select(['id', 'name', 'withdrawn_at'])
    .where('withdrawn_at', 'is not', null)
    .orderBy('withdrawn_at', 'desc')
    .orderBy('id')
    .execute();
