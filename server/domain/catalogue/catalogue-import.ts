import { setTimeout } from 'node:timers/promises';
import * as z from 'zod';
import { pence } from '#contract/money.ts';
import { csvFields } from '#contract/product-fields.ts';
import type { Database } from '#server/db/schema.ts';
import { isUnavailable } from '#server/db/unavailable.ts';
import {
  announceChange,
  belowSold,
  type CatalogueRows,
  catalogueVersions,
  csvColumn,
  inPounds,
  inSnapshot,
  lockCatalogue,
  readCataloguePages,
  readCsvFields,
  storedImages,
  storedTexts,
} from '#server/domain/catalogue/catalogue.ts';
import { type FileRow, type ImportRow, importRow } from '#server/domain/catalogue/catalogue-file.ts';
import { addCategories, type CategoryPlan, planCategories } from '#server/domain/catalogue/categories.ts';
import { type PictureManifest, registerPictures } from '#server/domain/catalogue/pictures.ts';
import { Invalid } from '#server/domain/failure.ts';

/** The outcome of an import. Products that are not in the file are unchanged. */
export type ImportResult = { readonly added: number; readonly changed: number };

/**
 * `now` is the creation time of products without one; `pictures` are encoded already. `addsCategories`: rows may name a category by its
 * name, and one that there is not is added.
 */
export type ImportSettings = { readonly now: Date; readonly pictures?: PictureManifest; readonly addsCategories?: boolean };

type CheckedRow = { readonly line: number; readonly row: ImportRow };
type Counted = { readonly stock?: number | undefined; readonly saleCount: number };

/** How many of a product are sold: in all, per type by id, per size by `sizeKey`. */
type Sold = { readonly product: number; readonly types: ReadonlyMap<string, number>; readonly sizes: ReadonlyMap<string, number> };

/** Slugs and picture files that the catalogue has. */
type Existing = { readonly categories: ReadonlySet<string>; readonly pictures: ReadonlySet<string> };

const duplicates = (names: readonly string[]): string[] => [...new Set(names.filter((name, at) => names.indexOf(name) !== at))];

/** The picture files that a row names. */
export const picturesOf = (row: ImportRow): string[] => [
  ...row.images.map(({ file }) => file),
  ...row.colors.flatMap(({ image }) => (image === '' ? [] : [image])),
];

const sum = (numbers: Iterable<number>): number => [...numbers].reduce((total, number) => total + number, 0);

const sizeKey = (color: string, size: string): string => JSON.stringify([color, size]);

/**
 * Replaces the file's sales by the shop's, because a file may be older than the last order. Sizes are matched by colour and name, types by
 * id; new ones keep the file's number, and the sales of removed ones are dropped.
 */
const withSales = (row: ImportRow, sold: Sold): ImportRow => {
  const colors = row.colors.map((color) => ({
    ...color,
    sizes: color.sizes.map((size) => ({ ...size, saleCount: sold.sizes.get(sizeKey(color.color, size.name)) ?? size.saleCount })),
  }));
  const types = row.types.map((type) => ({ ...type, saleCount: sold.types.get(type.id) ?? type.saleCount }));
  const sizes = colors.flatMap(({ color, sizes: colorSizes }) => colorSizes.map((size) => ({ key: sizeKey(color, size.name), ...size })));
  if (sizes.length === 0) return { ...row, colors, types, saleCount: sold.product };
  const sizeKeys = new Set(sizes.map(({ key }) => key));
  const removedSales = sum([...sold.sizes].flatMap(([key, count]) => (sizeKeys.has(key) ? [] : [count])));
  const addedSales = sum(sizes.flatMap(({ key, saleCount }) => (sold.sizes.has(key) ? [] : [saleCount])));
  // A product that gets sizes for the first time: the file has distributed the earlier sales over them.
  const product = sold.sizes.size === 0 ? sold.product : sold.product - removedSales + addedSales;
  return { ...row, colors, types, saleCount: Math.max(product, sum(sizes.map(({ saleCount }) => saleCount))) };
};

/** An error for a stock that is below what is sold, or none. */
const stockErrors = (where: string, { stock, saleCount }: Counted): string[] =>
  stock !== undefined && stock < saleCount ? [`${where}: ${belowSold(saleCount)}`] : [];

/** The errors of a row that depend on the rest of the catalogue. */
const catalogueErrors = (row: ImportRow, existing: Existing): string[] => {
  const sizes = row.colors.flatMap((color) => color.sizes);
  const total = (field: 'stock' | 'saleCount'): number => sum(sizes.map((size) => size[field]));
  return [
    ...row.categories.filter((slug) => !existing.categories.has(slug)).map((slug) => `categories: there is no category "${slug}"`),
    ...duplicates(row.categories).map((slug) => `categories: "${slug}" stands there twice`),
    ...picturesOf(row)
      .filter((file) => !existing.pictures.has(file))
      .map((file) => `images: there is no picture "${file}"`),
    ...duplicates(row.colors.map(({ color }) => color)).map((color) => `colors: "${color}" stands there twice`),
    ...row.colors.flatMap(({ color, sizes: colorSizes }) =>
      duplicates(colorSizes.map(({ name }) => name)).map((name) => `colors: "${color}" has the size "${name}" twice`),
    ),
    ...duplicates(row.types.map(({ id }) => id)).map((id) => `types: the id "${id}" stands there twice`),
    ...(sizes.length > 0 && row.stock !== total('stock') ? [`stock: is ${row.stock}, but its sizes add up to ${total('stock')}`] : []),
    // A product may have more sales than its sizes: colours without sizes draw on the product alone.
    ...(sizes.length > 0 && row.saleCount < total('saleCount')
      ? [`saleCount: is ${row.saleCount}, but its sizes add up to ${total('saleCount')}`]
      : []),
    ...stockErrors('stock', row),
    ...row.colors.flatMap(({ color, sizes: colorSizes }) =>
      colorSizes.flatMap((size) => stockErrors(`colors: "${color}" in "${size.name}"`, size)),
    ),
    ...row.types.flatMap((type) => stockErrors(`types: "${type.id}"`, type)),
  ];
};

const sentence = (parts: readonly string[]): string => `${parts.join('; ')}.`;

const describeIssue = ({ code, path, message, ...rest }: z.core.$ZodIssue): string => {
  if (code === 'unrecognized_keys' && 'keys' in rest && Array.isArray(rest.keys))
    return `${[...path, rest.keys.join(', ')].join('.')}: not a field of the catalogue`;
  return path.length > 0 ? `${path.join('.')}: ${message}` : message;
};

const rowWithId = z.object({ id: z.string() });

const refuse = (errors: ReadonlyMap<number, string>): never => {
  const count = errors.size;
  throw new Invalid(
    `Nothing was imported: ${count === 1 ? 'one row' : `${count} rows`} cannot be accepted.`,
    Object.fromEntries([...errors].map(([line, text]) => [`line ${line}`, text])),
  );
};

/** Validates each row on its own; throws `Invalid` with one sentence per invalid line. */
export const checkRows = (rows: readonly FileRow[]): CheckedRow[] => {
  const errors = new Map<number, string>();
  const checked = rows.flatMap(({ line, value }) => {
    const read = importRow.safeParse(value);
    if (read.success) return [{ line, row: read.data }];
    const identified = rowWithId.safeParse(value);
    errors.set(line, `${identified.success ? `${identified.data.id}: ` : ''}${sentence(read.error.issues.map(describeIssue))}`);
    return [];
  });
  if (errors.size > 0) refuse(errors);
  return checked;
};

const checkAgainstCatalogue = (rows: readonly CheckedRow[], existing: Existing): void => {
  const errors = new Map<number, string>();
  const firstLine = new Map<string, number>();
  for (const { line, row } of rows) {
    const earlierLine = firstLine.get(row.id);
    const problems = [
      ...(earlierLine === undefined ? [] : [`id: stands on line ${earlierLine} already`]),
      ...catalogueErrors(row, existing),
    ];
    if (earlierLine === undefined) firstLine.set(row.id, line);
    if (problems.length > 0) errors.set(line, `${row.id}: ${sentence(problems)}`);
  }
  if (errors.size > 0) refuse(errors);
};

const columnsOf = (row: ImportRow) => ({
  sku: row.sku,
  name: row.name,
  short_description: row.shortDescription,
  full_description: row.fullDescription,
  base_price: pence(row.basePrice),
  discount: row.discount,
  reseller_price: pence(row.resellerPrice),
  delivery_cost: pence(row.deliveryCost),
  making_days: row.makingDays,
  stock: row.stock,
  sale_count: row.saleCount,
  categories: JSON.stringify(row.categories),
  tags: JSON.stringify(row.tags),
  ...(Object.fromEntries(csvFields.map((name) => [csvColumn(name), row[name]])) as Record<ReturnType<typeof csvColumn>, string>),
  is_new: row.new ? 1 : 0,
  images: JSON.stringify(row.images),
});

/** Replaces colours, sizes and types: a row is the complete product, not a patch. */
const replaceVariations = async (db: Database, row: ImportRow): Promise<void> => {
  await db.deleteFrom('product_size').where('product_id', '=', row.id).execute();
  await db.deleteFrom('product_color').where('product_id', '=', row.id).execute();
  await db.deleteFrom('product_type').where('product_id', '=', row.id).execute();
  const colors = row.colors.map(({ color, hex, image }, position) => ({ product_id: row.id, color, hex, image, position }));
  const sizes = row.colors.flatMap(({ color, sizes: colorSizes }) =>
    colorSizes.map(({ name, stock, saleCount }, position) => ({ product_id: row.id, color, name, stock, sale_count: saleCount, position })),
  );
  const types = row.types.map(({ id, name, basePrice, stock, saleCount }, position) => ({
    product_id: row.id,
    id,
    name,
    base_price: pence(basePrice),
    stock: stock ?? null,
    sale_count: saleCount,
    position,
  }));
  if (colors.length > 0) await db.insertInto('product_color').values(colors).execute();
  if (sizes.length > 0) await db.insertInto('product_size').values(sizes).execute();
  if (types.length > 0) await db.insertInto('product_type').values(types).execute();
};

/** The sales of these products, or of all, by id; stable under the catalogue's lock. */
const readSold = async (db: Database, ids?: readonly string[]): Promise<ReadonlyMap<string, Sold>> => {
  let ofProducts = db.selectFrom('product').select(['id', 'sale_count']);
  let ofTypes = db.selectFrom('product_type').select(['product_id', 'id', 'sale_count']);
  let ofSizes = db.selectFrom('product_size').select(['product_id', 'color', 'name', 'sale_count']);
  if (ids) {
    ofProducts = ofProducts.where('id', 'in', ids);
    ofTypes = ofTypes.where('product_id', 'in', ids);
    ofSizes = ofSizes.where('product_id', 'in', ids);
  }
  const [products, types, sizes] = [await ofProducts.execute(), await ofTypes.execute(), await ofSizes.execute()];
  const sold = new Map(
    products.map(({ id, sale_count }) => [id, { product: sale_count, types: new Map<string, number>(), sizes: new Map<string, number>() }]),
  );
  for (const type of types) sold.get(type.product_id)?.types.set(type.id, type.sale_count);
  for (const size of sizes) sold.get(size.product_id)?.sizes.set(sizeKey(size.color, size.name), size.sale_count);
  return sold;
};

/** Stock is never below what is sold: pieces may have been sold after the file was checked. */
const withStockForSales = (row: ImportRow): ImportRow => {
  const colors = row.colors.map((color) => ({
    ...color,
    sizes: color.sizes.map((size) => ({ ...size, stock: Math.max(size.stock, size.saleCount) })),
  }));
  const types = row.types.map((type) => (type.stock === undefined ? type : { ...type, stock: Math.max(type.stock, type.saleCount) }));
  const ofSizes = sum(colors.flatMap(({ sizes }) => sizes.map(({ stock }) => stock)));
  return { ...row, colors, types, stock: Math.max(row.stock, row.saleCount, ofSizes) };
};

/** Upserts products under the catalogue's lock. */
const writeRows = async (transaction: Database, rows: readonly CheckedRow[], now: Date): Promise<void> => {
  const ids = rows.map(({ row }) => row.id);
  if (ids.length === 0) return;
  const sold = await readSold(transaction, ids);
  const stored = await transaction.selectFrom('product').select(['id', 'created_at']).where('id', 'in', ids).execute();
  const createdAt = new Map(stored.map((product) => [product.id, product.created_at]));
  const last = await transaction
    .selectFrom('product')
    .select(({ fn }) => fn.max('position').as('position'))
    .executeTakeFirst();
  let lastPosition = last?.position ?? 0;
  for (const { row: given } of rows) {
    const soldOfProduct = sold.get(given.id);
    const row = soldOfProduct ? withStockForSales(withSales(given, soldOfProduct)) : given;
    const before = createdAt.get(row.id);
    const columns = { ...columnsOf(row), created_at: row.createdAt ?? before ?? now.toISOString() };
    if (before !== undefined) await transaction.updateTable('product').set(columns).where('id', '=', row.id).execute();
    else {
      lastPosition += 1;
      await transaction
        .insertInto('product')
        .values({ id: row.id, position: lastPosition, sold_version: 0, ...columns })
        .execute();
    }
    await replaceVariations(transaction, row);
  }
};

/** Files with more products are written in parts: until the end of a transaction, orders wait, and with SQLite all that writes. */
const maxProductsAtOnce = 100;
/** An order waits for several transactions: each should be far below what a shopper notices. */
const productsPerPart = 20;
/** Longer than others pause before they try to get SQLite's lock again, and than an order reads on PostgreSQL before it takes the lock. */
const pauseMs = 20;
const maxTries = 5;

/** Tries again while the database is busy: what was written before stays, and the rest should follow. */
const whenAvailable = async (work: () => Promise<void>): Promise<void> => {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isUnavailable(error) || tries === maxTries) throw error;
    }
  }
};

/** Writes products in several transactions; others may write between them. */
const writeInParts = async (db: Database, rows: readonly CheckedRow[], now: Date): Promise<void> => {
  for (let from = 0; from < rows.length; from += productsPerPart) {
    await setTimeout(pauseMs);
    await whenAvailable(() =>
      db.transaction().execute(async (transaction) => {
        await lockCatalogue(transaction);
        await writeRows(transaction, rows.slice(from, from + productsPerPart), now);
      }),
    );
  }
};

const noPlan: CategoryPlan = { slugs: new Map(), missing: [] };

type Checked = Pick<ImportSettings, 'addsCategories'> & { readonly rows: readonly CheckedRow[]; readonly pictures: PictureManifest };

/**
 * Checks the rows against the catalogue as one transaction sees it; throws `Invalid`. Gives the version of the seller's last change, the
 * ids of its products, the categories to add, and the rows with the slugs of their categories.
 */
const checkInCatalogue = async (transaction: Database, { rows: given, pictures, addsCategories }: Checked) => {
  const { base } = await catalogueVersions(transaction);
  const entries = given.flatMap(({ row }) => row.categories);
  const { slugs, missing } = addsCategories ? await planCategories(transaction, entries) : noPlan;
  const rows = given.map(({ line, row }) => ({
    line,
    row: { ...row, categories: row.categories.map((entry) => slugs.get(entry) ?? entry) },
  }));
  const categories = await transaction.selectFrom('category').select('slug').execute();
  const files = await transaction.selectFrom('picture').select('file').execute();
  const sold = await readSold(transaction);
  const current = rows.map(({ line, row }) => {
    const soldOfProduct = sold.get(row.id);
    return { line, row: soldOfProduct ? withSales(row, soldOfProduct) : row };
  });
  checkAgainstCatalogue(current, {
    categories: new Set([...categories, ...missing].map(({ slug }) => slug)),
    pictures: new Set([...files.map(({ file }) => file), ...Object.keys(pictures)]),
  });
  return { base, known: new Set(sold.keys()), missing, rows };
};

/**
 * Upserts the products of a file by id. The whole file is checked first: throws `Invalid` with one sentence per invalid line, and then nothing
 * has changed. More than 100 products are written in several transactions; interrupted between them, the import can be repeated. The shop's
 * sales are kept, whatever the file says.
 */
export const importCatalogue = async (
  db: Database,
  rows: readonly FileRow[],
  { now, pictures = {}, addsCategories = false }: ImportSettings,
): Promise<ImportResult> => {
  const file = { rows: checkRows(rows), pictures, addsCategories };
  const isLarge = file.rows.length > maxProductsAtOnce;
  const firstPart = isLarge ? productsPerPart : maxProductsAtOnce;
  // Without the lock: thousands of rows take a while.
  const check = await inSnapshot(db, (snapshot) => checkInCatalogue(snapshot, file));
  const { validRows, changed } = await db.transaction().execute(async (transaction) => {
    const { base } = await lockCatalogue(transaction);
    await registerPictures(transaction, pictures, 'seller');
    const { known, missing, rows: current } = base === check.base ? check : await checkInCatalogue(transaction, file);
    await addCategories(transaction, missing);
    await writeRows(transaction, current.slice(0, firstPart), now);
    // A large import is announced at its end, so that processes read the catalogue once; new categories at once, for other imports.
    if (!isLarge || missing.length > 0) await announceChange(transaction);
    return { validRows: current, changed: current.filter(({ row }) => known.has(row.id)).length };
  });
  try {
    await writeInParts(db, validRows.slice(firstPart), now);
  } finally {
    // Also after a failure: what is written already is to be seen.
    if (isLarge) await whenAvailable(() => announceChange(db));
  }
  return { added: validRows.length - changed, changed };
};

const toImportRow = (row: CatalogueRows['products'][number], { colors, sizes, types }: CatalogueRows): ImportRow => ({
  id: row.id,
  sku: row.sku,
  name: row.name,
  shortDescription: row.short_description,
  fullDescription: row.full_description,
  basePrice: inPounds(row.base_price),
  discount: row.discount,
  resellerPrice: inPounds(row.reseller_price),
  deliveryCost: inPounds(row.delivery_cost),
  makingDays: row.making_days,
  stock: row.stock,
  saleCount: row.sale_count,
  categories: storedTexts.parse(JSON.parse(row.categories)),
  tags: storedTexts.parse(JSON.parse(row.tags)),
  ...readCsvFields(row),
  new: row.is_new === 1,
  createdAt: row.created_at,
  images: storedImages.parse(JSON.parse(row.images)),
  colors: (colors.get(row.id) ?? []).map(({ color, hex, image }) => ({
    color,
    hex,
    image,
    sizes: (sizes.get(row.id) ?? [])
      .filter((size) => size.color === color)
      .map(({ name, stock, sale_count: saleCount }) => ({ name, stock, saleCount })),
  })),
  types: (types.get(row.id) ?? []).map(({ id, name, base_price: basePrice, stock, sale_count: saleCount }) => ({
    id,
    name,
    basePrice: inPounds(basePrice),
    ...(stock !== null && { stock }),
    saleCount,
  })),
});

/** All products as rows; importing them again changes nothing. */
export const exportCatalogue = (db: Database): Promise<ImportRow[]> =>
  inSnapshot(db, async (snapshot) => {
    const exported: ImportRow[] = [];
    for await (const rows of readCataloguePages(snapshot)) for (const row of rows.products) exported.push(toImportRow(row, rows));
    return exported;
  });
