import type { Database, Tables } from '#server/db/schema.ts';
import { announceChange } from '#server/domain/catalogue.ts';
import { Conflict, NotFound } from '#server/domain/failure.ts';

type NamedProduct = Pick<Tables['product'], 'id' | 'name' | 'withdrawn_at'>;

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

/**
 * Deletes a product that nobody has ordered; withdraws any other, because its orders and their refunds need it. Gives what it did. An order
 * in progress waits for the lock of `announceChange`, and then fails because the edition has changed.
 */
export const removeProduct = (
  db: Database,
  id: string,
  now: Date,
): Promise<{ readonly name: string; readonly outcome: 'removed' | 'withdrawn' }> =>
  db.transaction().execute(async (transaction) => {
    await announceChange(transaction);
    const { name, withdrawn_at } = await readProduct(transaction, id);
    const ordered = await transaction.selectFrom('order_line').select('order_id').where('product_id', '=', id).limit(1).executeTakeFirst();
    if (!ordered) {
      await transaction.deleteFrom('product').where('id', '=', id).execute();
      return { name, outcome: 'removed' };
    }
    if (withdrawn_at === null) await setWithdrawn(transaction, id, now.toISOString());
    return { name, outcome: 'withdrawn' };
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
