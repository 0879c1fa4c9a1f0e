import type * as z from 'zod/mini';
import type { CountedStock, DeskProduct, ProductChanges, ProductFields, stockCount } from '#contract/desk/products.ts';
import { picturePath } from '#contract/picture.ts';
import type { Database } from '#server/db/schema.ts';
import { announceChange, readPictures } from '#server/domain/catalogue/catalogue.ts';
import { type ImportRow, importRow } from '#server/domain/catalogue/catalogue-file.ts';
import { catalogueErrors, picturesOf, readStored, withCounts, writeRows } from '#server/domain/catalogue/catalogue-import.ts';
import { readMissingFacts } from '#server/domain/catalogue/missing-facts.ts';
import { type Reference, readReductionNotes } from '#server/domain/catalogue/price-history.ts';
import { readDemand, readStock, stateOf } from '#server/domain/catalogue/product-list.ts';
import { areDescribed, readForChange, undescribed } from '#server/domain/catalogue/products.ts';
import { countStock } from '#server/domain/catalogue/stock-counters.ts';
import type { Staff } from '#server/domain/desk/staff.ts';
import { Invalid, NotFound } from '#server/domain/failure.ts';

type Writing = { readonly by: Staff; readonly now: Date };

const toFields = ({
  id: _,
  stock: _stock,
  saleCount: _saleCount,
  createdAt: _createdAt,
  colors,
  types,
  ...fields
}: ImportRow): ProductFields => ({
  ...fields,
  colors: colors.map((color) => ({ ...color, sizes: color.sizes.map(({ name }) => name) })),
  types: types.map(({ id, name, basePrice, netQuantity, stock }) => ({ id, name, basePrice, netQuantity, isCounted: stock !== undefined })),
});

/** One product with all that its editor shows. Throws `NotFound`. */
export const showDeskProduct = async (db: Database, id: string, { now, referenceDays }: Reference): Promise<DeskProduct> => {
  const product = await db.selectFrom('product').selectAll().where('id', '=', id).executeTakeFirst();
  const row = (await readStored(db, [id])).get(id);
  if (!product || !row) throw new NotFound(`There is no product ${id}.`);
  const pictures = await readPictures(db, picturesOf(row));
  const rating = await db.selectFrom('product_rating').selectAll().where('product_id', '=', id).executeTakeFirst();
  const { soldLately, waiting } = (await readDemand(db, [id], now))(id);
  return {
    id,
    revision: product.revision,
    state: stateOf(product),
    fields: toFields(row),
    pictures: Object.fromEntries([...pictures].map(([file, { stem }]) => [file, picturePath(stem)])),
    counters: (await readStock(db, [id])).get(id) ?? [],
    sold: product.sale_count,
    soldLately,
    waiting,
    missingFacts: (await readMissingFacts(db, [row])).get(id) ?? '',
    reduction: (await readReductionNotes(db, [row], { now, referenceDays })).get(id) ?? [],
    rating: rating ? Math.round((rating.stars / rating.reviews) * 10) / 10 : 0,
    reviews: rating?.reviews ?? 0,
  };
};

const refuse = (errors: Readonly<Record<string, string>>): never => {
  throw new Invalid('Nothing was saved: some of it needs a look.', errors);
};

/**
 * The row of a product with these fields changed. New sizes have nothing to sell until they are counted: of a product that gets its first ones,
 * what was sold counts as of the first. So does a type that gets a stock of its own.
 */
const toRow = (stored: Partial<ImportRow>, { colors, types, ...fields }: ProductChanges): ImportRow => {
  const { saleCount = 0 } = stored;
  const isSized = stored.colors?.some(({ sizes }) => sizes.length > 0) ?? false;
  let unplaced = isSized ? 0 : saleCount;
  const toSize = (name: string) => {
    const size = { name, stock: unplaced, saleCount: unplaced };
    unplaced = 0;
    return size;
  };
  const soldOf = (id: string): number => stored.types?.find((type) => type.id === id)?.saleCount ?? 0;
  const read = importRow.safeParse({
    stock: 0,
    ...stored,
    ...fields,
    ...(colors && { colors: colors.map((color) => ({ ...color, sizes: color.sizes.map(toSize) })) }),
    ...(types && {
      types: types.map(({ isCounted, ...type }) => ({ ...type, saleCount: soldOf(type.id), ...(isCounted && { stock: soldOf(type.id) }) })),
    }),
  });
  if (read.success) return read.data;
  return refuse(Object.fromEntries(read.error.issues.map(({ path, message }) => [path.join('.'), `It ${message}.`])));
};

/** Checks a row as an import would. Throws `Invalid`. */
const checkRow = async (transaction: Database, row: ImportRow): Promise<void> => {
  const categories = await transaction.selectFrom('category').select('slug').execute();
  const pictures = await readPictures(transaction, picturesOf(row));
  const errors = catalogueErrors(row, { categories: new Set(categories.map(({ slug }) => slug)), pictures: new Set(pictures.keys()) });
  if (errors.length === 0) return;
  refuse(
    Object.fromEntries(
      errors.map((error) => {
        const [field = '', ...rest] = error.split(': ');
        const text = rest.join(': ');
        return [field, `${text.charAt(0).toUpperCase()}${text.slice(1)}.`];
      }),
    ),
  );
};

/** Adds a draft, which shoppers do not see. Throws `Invalid`. */
export const createProduct = (db: Database, id: string, fields: ProductChanges, { by, now }: Writing): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    await announceChange(transaction);
    const row = toRow({ id }, fields);
    if ((await readStored(transaction, [id])).size > 0) refuse({ id: 'There is a product with this address already.' });
    await checkRow(transaction, row);
    await writeRows(transaction, [{ where: id, row }], { now, setsStock: false, by, isDraft: true });
  });

/** Changes these fields of a product, and no number of units. Throws `NotFound`, `Invalid`, or `Conflict` where it has another revision. */
export const saveProduct = (
  db: Database,
  id: string,
  fields: ProductChanges,
  { by, seen, now }: Writing & { readonly seen: number },
): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    await announceChange(transaction);
    const { withdrawn_at } = await readForChange(transaction, id, seen);
    const stored = (await readStored(transaction, [id])).get(id);
    if (!stored) throw new NotFound(`There is no product ${id}.`);
    const row = toRow(stored, fields);
    if (withdrawn_at === null && fields.images && !areDescribed(row.images)) throw undescribed();
    await checkRow(transaction, withCounts(row, stored, false));
    await writeRows(transaction, [{ where: id, row }], { now, setsStock: false, by });
  });

/** As `countStock`; returns the counter as it is then, and what was sold since it was seen. */
export const countAtDesk = async (
  db: Database,
  { key, onShelf, seen }: z.output<typeof stockCount>,
  writing: Writing,
): Promise<CountedStock> => {
  const { missing, saleCount } = await countStock(db, key, onShelf, { ...writing, seen });
  const id = key.split('/')[0] ?? '';
  const counter = (await readStock(db, [id])).get(id)?.find((row) => row.key === key);
  if (!counter) throw new NotFound(`${key} is not counted any more.`);
  return { counter, sold: saleCount - seen.saleCount, missing };
};
