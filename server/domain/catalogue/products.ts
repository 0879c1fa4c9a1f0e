import { sql } from 'kysely';
import { ukDayOf } from '#contract/delivery-dates.ts';
import { isVisible } from '#contract/text-line.ts';
import type { Database, Tables } from '#server/db/schema.ts';
import { announceChange, lockCatalogue, storedImages } from '#server/domain/catalogue/catalogue.ts';
import { recordPrices } from '#server/domain/catalogue/price-history.ts';
import { type ActingStaff, addStaffEvent, clock } from '#server/domain/desk/staff.ts';
import { Conflict, Invalid, NotFound } from '#server/domain/failure.ts';

type NamedProduct = Pick<Tables['product'], 'id' | 'name' | 'withdrawn_at'>;

/** Whether the shop has a product, sold or withdrawn. */
export const hasProducts = async (db: Database): Promise<boolean> =>
  (await db.selectFrom('product').select('id').limit(1).executeTakeFirst()) !== undefined;

/**
 * A product for a change of it; the catalogue must be locked. Throws `NotFound`, and `Conflict` with who changed it and when unless it has the
 * revision that was seen.
 */
export const readForChange = async (transaction: Database, id: string, seen?: number): Promise<Tables['product']> => {
  const product = await transaction.selectFrom('product').selectAll().where('id', '=', id).executeTakeFirst();
  if (!product) throw new NotFound(`There is no product ${id}.`);
  if (seen === undefined || product.revision === seen) return product;
  const { revised_at, revised_by } = product;
  const somebody = await transaction
    .selectFrom('account')
    .select('first_name')
    .where('id', '=', revised_by ?? '')
    .executeTakeFirst();
  const when = revised_at === null ? '' : ` at ${clock(revised_at)}`;
  throw new Conflict(
    `Nothing was saved: ${somebody?.first_name ?? 'a catalogue file or the command line'} changed this product${when}.`,
    undefined,
    'changed',
  );
};

/** The columns of a product whose texts or state change now; `by` somebody at the desk. */
export const revisionColumns = ({ by }: ActingStaff, now: Date) => ({
  revision: sql<number>`revision + 1`,
  revised_at: now.toISOString(),
  revised_by: by?.accountId ?? null,
});

const withdraw = async (transaction: Database, id: string, acting: ActingStaff, now: Date): Promise<void> => {
  const columns = { withdrawn_at: now.toISOString(), ...revisionColumns(acting, now) };
  await transaction.updateTable('product').set(columns).where('id', '=', id).execute();
  await recordPrices(transaction, [id], now);
};

/**
 * Stops selling a product: it is listed no more, and its page says so. Orders keep it. Throws `NotFound`, or `Conflict` if it is already.
 */
export const withdrawProduct = (db: Database, id: string, now: Date, acting: ActingStaff = {}): Promise<NamedProduct> =>
  db.transaction().execute(async (transaction) => {
    await announceChange(transaction);
    const product = await readForChange(transaction, id, acting.seen);
    if (product.withdrawn_at !== null) throw new Conflict(`${product.name} was withdrawn on ${ukDayOf(product.withdrawn_at)} already.`);
    await withdraw(transaction, id, acting, now);
    if (acting.by) await addStaffEvent(transaction, acting.by, id, now);
    return product;
  });

/**
 * Sells a draft, or a withdrawn product again. Throws `NotFound`, `Conflict` if it is for sale, or `Invalid` while a picture has no words for
 * those who cannot see it.
 */
export const sellProduct = (db: Database, id: string, now: Date, acting: ActingStaff = {}): Promise<NamedProduct> =>
  db.transaction().execute(async (transaction) => {
    await announceChange(transaction);
    const product = await readForChange(transaction, id, acting.seen);
    if (product.withdrawn_at === null) throw new Conflict(`${product.name} is for sale already.`);
    if (!areDescribed(storedImages.parse(JSON.parse(product.images)))) throw missingDescription();
    await transaction
      .updateTable('product')
      // The shop's newest products are those that came for sale last.
      .set({
        withdrawn_at: null,
        is_draft: 0,
        ...revisionColumns(acting, now),
        ...(product.is_draft === 1 && { created_at: now.toISOString() }),
      })
      .where('id', '=', id)
      .execute();
    await recordPrices(transaction, [id], now);
    if (acting.by) await addStaffEvent(transaction, acting.by, id, now);
    return product;
  });

/** Does each picture have words for those who cannot see it? */
export const areDescribed = (images: readonly { readonly alt: string }[]): boolean => images.every(({ alt }) => isVisible(alt));

/** Why a product with other pictures cannot be sold. */
export const missingDescription = (): Invalid => {
  const message = 'Say what each picture shows, for those who cannot see it: a product needs that before it is sold.';
  return new Invalid(message, { images: message });
};

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

/** Deletes those of the seller's pictures that nothing has any more; returns the stems of their files. The catalogue must be locked. */
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

/** Deletes uploaded pictures that are older and that nothing has; returns the stems of their files. */
export const forgetUploads = (db: Database, before: string): Promise<string[]> =>
  db.transaction().execute(async (transaction) => {
    await lockCatalogue(transaction);
    const old = await transaction.selectFrom('picture').select('file').where('uploaded_at', '<=', before).execute();
    return old.length === 0 ? [] : forgetPictures(transaction, new Set(old.map(({ file }) => file)));
  });

/** `pictures` are the stems of the files that nothing needs any more. */
type Removal = { readonly name: string; readonly outcome: 'removed' | 'withdrawn'; readonly pictures: readonly string[] };

/**
 * Deletes a product that nobody has ordered, and its pictures; withdraws any other, because its orders and their refunds need it. Returns what
 * it did. An order that comes meanwhile waits for the lock of `announceChange`, and then finds no such product.
 */
export const removeProduct = (db: Database, id: string, now: Date, acting: ActingStaff = {}): Promise<Removal> =>
  db.transaction().execute(async (transaction) => {
    await announceChange(transaction);
    const { name, withdrawn_at } = await readForChange(transaction, id, acting.seen);
    if (acting.by) await addStaffEvent(transaction, acting.by, id, now);
    const ordered = await transaction.selectFrom('order_line').select('order_id').where('product_id', '=', id).limit(1).executeTakeFirst();
    if (!ordered) {
      const files = await listUsedPictures(transaction, id);
      await transaction.deleteFrom('product').where('id', '=', id).execute();
      return { name, outcome: 'removed', pictures: await forgetPictures(transaction, files) };
    }
    if (withdrawn_at === null) await withdraw(transaction, id, acting, now);
    return { name, outcome: 'withdrawn', pictures: [] };
  });

/** Withdrawn products for the seller, the latest first. */
export const listWithdrawn = (db: Database): Promise<NamedProduct[]> =>
  db
    .selectFrom('product')
    .select(['id', 'name', 'withdrawn_at'])
    .where('withdrawn_at', 'is not', null)
    .where('is_draft', '=', 0)
    .orderBy('withdrawn_at', 'desc')
    .orderBy('id')
    .execute();
