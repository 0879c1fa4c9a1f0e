import type * as z from 'zod/mini';
import type { CountedStock, DeskProduct, ProductChanges, ProductFields, stockCount } from '#contract/desk/products.ts';
import { picturePath } from '#contract/picture.ts';
import { formatCount } from '#server/db/columns.ts';
import type { Database } from '#server/db/schema.ts';
import { announceChange, readPictures } from '#server/domain/catalogue/catalogue.ts';
import { type ImportRow, importRow } from '#server/domain/catalogue/catalogue-file.ts';
import { catalogueErrors, picturesOf, readStored, writeRows } from '#server/domain/catalogue/catalogue-import.ts';
import { describeLoss, lossesOf, placeChoices, withoutOrigins } from '#server/domain/catalogue/choices.ts';
import { readMissingFacts } from '#server/domain/catalogue/missing-facts.ts';
import { type Reference, readReductionNotes } from '#server/domain/catalogue/price-history.ts';
import { readDemand, readStock, stateOf } from '#server/domain/catalogue/product-list.ts';
import { areDescribed, missingDescription, readForChange } from '#server/domain/catalogue/products.ts';
import { countStock } from '#server/domain/catalogue/stock-counters.ts';
import type { Staff } from '#server/domain/desk/staff.ts';
import { Conflict, Invalid, NotFound } from '#server/domain/failure.ts';

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
  colors: colors.map((color) => ({ ...color, sizes: color.sizes.map(({ name }) => ({ name })) })),
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
    toSell: product.stock - product.sale_count,
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

/** A type that gets a stock of its own has the pieces that the seller says it has; of what is counted for the whole product, none by itself. */
const refuseUncounted = (stored: Partial<ImportRow>, types: ProductFields['types']): void => {
  const { stock = 0, saleCount = 0 } = stored;
  if (stock === saleCount) return;
  const uncounted = types.findIndex(
    ({ id, isCounted, pieces }) => isCounted && pieces === undefined && stored.types?.find((type) => type.id === id)?.stock === undefined,
  );
  if (uncounted < 0) return;
  const how = `${formatCount(stock - saleCount, 'piece')} to sell: say how many of them this option has.`;
  refuse({ [`types.${uncounted}.isCounted`]: `The product has ${how}` });
};

/** The row of a product with these fields changed. A new size or type has the pieces that the seller says it has. */
const toRow = (stored: Partial<ImportRow>, { colors, types, ...fields }: ProductChanges): ImportRow => {
  const counterOf = (id: string) => stored.types?.find((type) => type.id === id);
  const toCounts = ({ id, isCounted, pieces = 0 }: ProductFields['types'][number]) => {
    const { saleCount = 0, stock } = counterOf(id) ?? {};
    return { saleCount, ...(isCounted && { stock: stock ?? saleCount + pieces }) };
  };
  if (types) refuseUncounted(stored, types);
  const read = importRow.safeParse({
    ...stored,
    ...fields,
    stock: stored.stock ?? (colors ?? []).flatMap(({ sizes }) => sizes).reduce((sum, { pieces = 0 }) => sum + pieces, 0),
    ...(colors && {
      colors: colors.map((color) => ({
        ...color,
        sizes: color.sizes.map(({ pieces = 0, ...size }) => ({ ...size, stock: pieces })),
      })),
    }),
    ...(types && {
      types: types.map(({ isCounted, pieces, ...type }) => ({ ...type, ...toCounts({ ...type, isCounted, pieces }) })),
    }),
  });
  if (read.success) return read.data;
  return refuse(Object.fromEntries(read.error.issues.map(({ path, message }) => [path.join('.'), `It ${message}.`])));
};

/** Refuses for problems as an import words them: "colors: …". */
const refuseProblems = (problems: readonly string[]): never =>
  refuse(
    Object.fromEntries(
      problems.map((problem) => {
        const [field = '', ...rest] = problem.split(': ');
        const text = rest.join(': ');
        return [field, `${text.charAt(0).toUpperCase()}${text.slice(1)}.`];
      }),
    ),
  );

/** Refuses to remove colours, sizes and options that have pieces, unless the seller was told of them. */
const refuseLosses = async (transaction: Database, id: string, removed: Parameters<typeof lossesOf>[2]): Promise<void> => {
  const losses = await lossesOf(transaction, id, removed);
  if (losses.length === 0) return;
  const told = losses.map((loss) => `“${loss.name}” has ${describeLoss(loss)}.`).join(' ');
  throw new Conflict(`${told} If it is removed, they are counted nowhere.`, undefined, 'pieces');
};

/** Checks a row as an import would. Throws `Invalid`. */
const checkRow = async (transaction: Database, row: ImportRow): Promise<void> => {
  const categories = await transaction.selectFrom('category').select('slug').execute();
  const pictures = await readPictures(transaction, picturesOf(row));
  const errors = catalogueErrors(row, { categories: new Set(categories.map(({ slug }) => slug)), pictures: new Set(pictures.keys()) });
  if (errors.length === 0) return;
  refuseProblems(errors);
};

/** Adds a draft, which shoppers do not see. Throws `Invalid`. */
export const createProduct = (db: Database, id: string, fields: ProductChanges, { by, now }: Writing): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    await announceChange(transaction);
    const row = toRow({ id }, fields);
    if ((await readStored(transaction, [id])).size > 0) refuse({ id: 'There is a product with this address already.' });
    await checkRow(transaction, withoutOrigins(row));
    await writeRows(transaction, [{ where: id, row }], { now, setsStock: false, by, isDraft: true });
  });

/** What a change of choices does to their pieces: see `productChange`. */
type Pieces = { readonly piecesSeen?: number | undefined; readonly dropsPieces?: boolean | undefined };

/**
 * Changes these fields of a product. Throws `NotFound`, `Invalid`, or `Conflict` where it has another revision, or with the code `pieces` where a
 * choice is removed that has some.
 */
export const saveProduct = (
  db: Database,
  id: string,
  fields: ProductChanges,
  { by, seen, now, piecesSeen, dropsPieces = false }: Writing & Pieces & { readonly seen: number },
): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    await announceChange(transaction);
    const { withdrawn_at } = await readForChange(transaction, id, seen);
    const stored = (await readStored(transaction, [id])).get(id);
    if (!stored) throw new NotFound(`There is no product ${id}.`);
    const row = toRow(stored, fields);
    if (withdrawn_at === null && fields.images && !areDescribed(row.images)) throw missingDescription();
    const rules = { setsStock: false, isTold: true, piecesSeen };
    const placed = placeChoices(row, stored, rules);
    if (placed.problems.length > 0) refuseProblems(placed.problems);
    await checkRow(transaction, placed.row);
    if (!dropsPieces) await refuseLosses(transaction, id, placed.removedChoices);
    await writeRows(transaction, [{ where: id, row }], { now, by, ...rules });
  });

/** As `countStock`; returns the counter as it is then, and what was sold since it was seen. */
export const countAtDesk = async (
  db: Database,
  { key, onShelf, seen }: z.output<typeof stockCount>,
  writing: Writing,
): Promise<CountedStock> => {
  const { missing, saleCount } = await countStock(db, key, onShelf, { ...writing, seenStock: seen });
  const id = key.split('/')[0] ?? '';
  const counter = (await readStock(db, [id])).get(id)?.find((row) => row.key === key);
  if (!counter) throw new NotFound(`${key} is not counted any more.`);
  return { counter, sold: saleCount - seen.saleCount, missing };
};
