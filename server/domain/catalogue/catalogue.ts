import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import * as z from 'zod';
import type { Synonym } from '#contract/listing.ts';
import { type Pence, pounds } from '#contract/money.ts';
import { picturePath } from '#contract/picture.ts';
import type { Category, Product } from '#contract/product.ts';
import { csvFields, type FieldsWith } from '#contract/product-fields.ts';
import type { Database, Tables } from '#server/db/schema.ts';
import type { Picture } from '#server/domain/catalogue/pictures.ts';
import { defaultReferenceDays, readReductions } from '#server/domain/catalogue/price-history.ts';
import { Conflict, Invalid, NotFound } from '#server/domain/failure.ts';

/** The JSON text columns of table `product`, and the former names of colours and sizes. */
export const storedTexts = z.array(z.string());

/** The former names of a colour or size as on the wire, left out where there are none. */
export const formerNamesOf = (row: { readonly former_names: string }): { readonly formerNames?: string[] } =>
  row.former_names === '[]' ? {} : { formerNames: storedTexts.parse(JSON.parse(row.former_names)) };
export const storedImages = z.array(z.object({ file: z.string(), alt: z.string(), color: z.string().optional() }));

/** A price column (whole pence) in pounds. */
export const inPounds = (column: number): number => pounds(column as Pence);

type SnakeCase<Name extends string> = Name extends `${infer Letter}${infer Rest}`
  ? `${Letter extends Lowercase<Letter> ? Letter : `_${Lowercase<Letter>}`}${SnakeCase<Rest>}`
  : Name;

type CsvField = FieldsWith<'csv'>;

/** The column of table `product` that holds a text field of the seller's files: `madeIn` is in `made_in`. */
export const csvColumn = (name: CsvField): SnakeCase<CsvField> =>
  name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) as SnakeCase<CsvField>;

/** The text fields of the seller's files, from a row of table `product`. */
export const readCsvFields = (row: Tables['product']): Record<CsvField, string> =>
  Object.fromEntries(csvFields.map((name) => [name, row[csvColumn(name)]])) as Record<CsvField, string>;

const groupByProduct = <Row extends { readonly product_id: string }>(rows: readonly Row[]): Map<string, Row[]> => {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const group = groups.get(row.product_id);
    if (group) group.push(row);
    else groups.set(row.product_id, [row]);
  }
  return groups;
};

/**
 * `version` rises with every change that a shopper could see; `base` is that of the last one for which the whole catalogue must be read: after it
 * came only changes of the stock or the rating of single products.
 */
export type CatalogueVersions = { readonly version: number; readonly base: number };

export const catalogueVersions = (db: Database): Promise<CatalogueVersions> =>
  db.selectFrom('catalogue').select(['version', 'base']).where('id', '=', 1).executeTakeFirstOrThrow();

/**
 * Makes others that change the catalogue, or sell from it, wait for the end of the transaction. Must come first in it: what is read after
 * it stays true until the commit.
 */
export const lockCatalogue = (transaction: Database): Promise<CatalogueVersions> =>
  transaction
    .updateTable('catalogue')
    .set((row) => ({ version: row.ref('version') }))
    .where('id', '=', 1)
    .returning(['version', 'base'])
    .executeTakeFirstOrThrow();

/** A new version, for a change by the seller for which the whole catalogue must be read; locks it. */
export const announceChange = async (db: Database): Promise<void> => {
  await db
    .updateTable('catalogue')
    .set((row) => ({ version: row('version', '+', 1), base: row('version', '+', 1) }))
    .where('id', '=', 1)
    .execute();
};

/**
 * A new version, for what changes the stock or the rating of single products: a sale, its return, a review; locks the catalogue. The change that
 * follows marks its products with it (`sold_version`).
 */
export const announceProducts = (transaction: Database): Promise<Pick<CatalogueVersions, 'version'>> =>
  transaction
    .updateTable('catalogue')
    .set((row) => ({ version: row('version', '+', 1) }))
    .where('id', '=', 1)
    .returning('version')
    .executeTakeFirstOrThrow();

/** The rows of these products, sold or withdrawn. */
export const readRowsOf = async (db: Database, ids: readonly string[]) => {
  const products = await db.selectFrom('product').selectAll().where('id', 'in', ids).orderBy('position').orderBy('id').execute();
  const colors = await db.selectFrom('product_color').selectAll().where('product_id', 'in', ids).orderBy('position').execute();
  const sizes = await db.selectFrom('product_size').selectAll().where('product_id', 'in', ids).orderBy('position').execute();
  const types = await db.selectFrom('product_type').selectAll().where('product_id', 'in', ids).orderBy('position').execute();
  return { products, colors: groupByProduct(colors), sizes: groupByProduct(sizes), types: groupByProduct(types) };
};

/** Products with their variations by product. */
export type CatalogueRows = Awaited<ReturnType<typeof readRowsOf>>;

const productsPerPage = 200;

/**
 * All rows of what is for sale, or of it what was sold, given back or reviewed after a version, in the seller's order, page by page: SQLite's driver
 * is synchronous, and between pages the event loop runs.
 */
export async function* readCataloguePages(db: Database, changedAfter?: number): AsyncGenerator<CatalogueRows> {
  const sold = db.selectFrom('product').select('id').where('withdrawn_at', 'is', null);
  const wanted =
    changedAfter === undefined
      ? sold.orderBy('position').orderBy('id')
      : // Sorted by an expression: SQLite would read all products in the order of an index instead of those few.
        sold.where('sold_version', '>', changedAfter).orderBy(sql`+position`).orderBy('id');
  const ids = (await wanted.execute()).map(({ id }) => id);
  for (let from = 0; from < ids.length; from += productsPerPage) {
    if (from > 0) await setImmediate();
    yield await readRowsOf(db, ids.slice(from, from + productsPerPage));
  }
}

const readImages = (row: Tables['product']) => storedImages.parse(JSON.parse(row.images));

/** Pictures by file. */
export const readPictures = async (db: Database, files: readonly string[]): Promise<Map<string, Picture>> => {
  if (files.length === 0) return new Map();
  const pictures = await db.selectFrom('picture').select(['file', 'stem', 'preview']).where('file', 'in', files).execute();
  return new Map(pictures.map((row) => [row.file, row]));
};

const toColor = (
  color: Tables['product_color'],
  sizes: readonly Tables['product_size'][],
  pictures: ReadonlyMap<string, Picture>,
): Product['variation'][number] => {
  const picture = pictures.get(color.image);
  return {
    color: color.color,
    ...formerNamesOf(color),
    hex: color.hex,
    ...(picture && { image: picturePath(picture.stem) }),
    size: sizes
      .filter((size) => size.color === color.color)
      .map((size) => ({ name: size.name, ...formerNamesOf(size), stock: size.stock, saleCount: size.sale_count })),
  };
};

/** A type as on the wire. */
export const toType = (type: Tables['product_type'], reducedSince = '') => ({
  _id: type.id,
  name: type.name,
  price: { basePrice: inPounds(type.base_price) },
  ...(type.stock !== null && { stock: type.stock }),
  saleCount: type.sale_count,
  ...(type.net_quantity !== '' && { netQuantity: type.net_quantity }),
  ...(reducedSince !== '' && { reducedSince }),
});

const toImages = (row: Tables['product'], pictures: ReadonlyMap<string, Picture>): Product['images'] =>
  readImages(row).flatMap(({ file, alt, color }) => {
    const picture = pictures.get(file);
    if (!picture) return [];
    return [{ src: picturePath(picture.stem), alt, ...(color !== undefined && { color }), preview: picture.preview }];
  });

/** The average of approved reviews to one decimal, and their number; both 0 without any. */
const ratingOf = (sums: Pick<Tables['product_rating'], 'reviews' | 'stars'> | undefined): Pick<Product, 'rating' | 'reviewCount'> =>
  sums ? { rating: Math.round((sums.stars / sums.reviews) * 10) / 10, reviewCount: sums.reviews } : { rating: 0, reviewCount: 0 };

const toProduct = (
  row: Tables['product'],
  { colors, sizes, types }: CatalogueRows,
  pictures: ReadonlyMap<string, Picture>,
  rating: Parameters<typeof ratingOf>[0],
  reducedSince: Awaited<ReturnType<typeof readReductions>>,
): Product => {
  const images = toImages(row, pictures);
  return {
    id: row.id,
    _id: row.id,
    name: row.name,
    mainImage: images[0]?.src ?? '',
    images,
    price: { basePrice: inPounds(row.base_price) },
    discount: row.discount,
    reducedSince: reducedSince(row.id, '', row.base_price),
    resellerPrice: inPounds(row.reseller_price),
    stock: row.stock,
    saleCount: row.sale_count,
    deliveryCost: inPounds(row.delivery_cost),
    makingDays: row.making_days,
    category: storedTexts.parse(JSON.parse(row.categories)),
    tag: storedTexts.parse(JSON.parse(row.tags)),
    ...readCsvFields(row),
    new: row.is_new === 1,
    personalised: row.is_personalised === 1,
    featured: row.featured,
    ...ratingOf(rating),
    variation: (colors.get(row.id) ?? []).map((color) => toColor(color, sizes.get(row.id) ?? [], pictures)),
    types: (types.get(row.id) ?? []).map((type) => toType(type, reducedSince(row.id, type.id, type.base_price))),
    shortDescription: row.short_description,
    fullDescription: row.full_description,
    sku: row.sku,
    createdAt: row.created_at,
  };
};

/** GET client/products: every product as on the wire, prices in pounds; or those that were sold, given back or reviewed after a version. */
export const listProducts = async (db: Database, changedAfter?: number, referenceDays = defaultReferenceDays): Promise<Product[]> => {
  const products: Product[] = [];
  for await (const rows of readCataloguePages(db, changedAfter)) {
    const colors = [...rows.colors.values()].flat();
    const files = [...rows.products.flatMap(readImages).map(({ file }) => file), ...colors.map(({ image }) => image)];
    const pictures = await readPictures(db, [...new Set(files)]);
    const ids = rows.products.map(({ id }) => id);
    const rated = await db.selectFrom('product_rating').selectAll().where('product_id', 'in', ids).execute();
    const ratings = new Map(rated.map((row) => [row.product_id, row]));
    const reducedSince = await readReductions(db, rows.products, referenceDays);
    for (const row of rows.products) products.push(toProduct(row, rows, pictures, ratings.get(row.id), reducedSince));
  }
  return products;
};

/** GET sales/getCategories: every category, with how many of the products carry its slug. */
export const listCategories = async (db: Database, products: readonly Product[]): Promise<Category[]> => {
  const categories = await db.selectFrom('category').selectAll().orderBy('position').execute();
  const pictures = await readPictures(
    db,
    categories.map(({ image }) => image),
  );
  const counts = new Map<string, number>();
  for (const { category } of products) for (const slug of category) counts.set(slug, (counts.get(slug) ?? 0) + 1);
  return categories.map(({ id, name, slug, description, image }) => {
    const picture = pictures.get(image);
    return { _id: id, name, slug, description, image: picture ? picturePath(picture.stem) : '', count: counts.get(slug) ?? 0 };
  });
};

/** The seller's synonyms for the search, by word. */
export const listSynonyms = async (db: Database): Promise<Synonym[]> =>
  (await db.selectFrom('search_synonym').selectAll().orderBy('word').execute()).map(({ word, finds }) => ({
    word,
    finds: storedTexts.parse(JSON.parse(finds)),
  }));

/** One transaction that only reads, so that a concurrent change cannot mix two versions. */
export const inSnapshot = <Result>(db: Database, read: (snapshot: Database) => Promise<Result>): Promise<Result> =>
  db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read);

const readWithdrawnIds = async (db: Database): Promise<ReadonlySet<string>> =>
  new Set(
    (await db.selectFrom('product').select('id').where('withdrawn_at', 'is not', null).where('is_draft', '=', 0).execute()).map(
      ({ id }) => id,
    ),
  );

export const readCatalogue = (db: Database, referenceDays = defaultReferenceDays) =>
  inSnapshot(db, async (snapshot) => {
    const versions = await catalogueVersions(snapshot);
    const products = await listProducts(snapshot, undefined, referenceDays);
    return {
      ...versions,
      products,
      withdrawnIds: await readWithdrawnIds(snapshot),
      categories: await listCategories(snapshot, products),
      synonyms: await listSynonyms(snapshot),
    };
  });

/** The products that were sold, given back or reviewed after a version; undefined when the whole catalogue must be read. */
export const readChangedProducts = (db: Database, since: CatalogueVersions, referenceDays: number) =>
  inSnapshot(db, async (snapshot) => {
    const versions = await catalogueVersions(snapshot);
    return versions.base === since.base ? { ...versions, products: await listProducts(snapshot, since.version, referenceDays) } : undefined;
  });

/** Finds withdrawn products, too: they are counted before they are sold again. */
const findProduct = async (db: Database, productId: string): Promise<Tables['product']> => {
  const row = await db.selectFrom('product').selectAll().where('id', '=', productId).executeTakeFirst();
  if (!row) throw new NotFound('This product is not in the shop.');
  return row;
};

/** Names one stock counter of a product: its own, that of a type, or that of a size of a colour. */
export type StockTarget = {
  readonly productId: string;
  readonly typeId?: string | undefined;
  readonly color?: string | undefined;
  readonly size?: string | undefined;
};

/** A stock counter after a change. `available` is what can be sold: `stock - saleCount`, or less where the whole product has less. */
export type StockLevel = { readonly name: string; readonly stock: number; readonly saleCount: number; readonly available: number };

type StockCounts = Pick<StockLevel, 'stock' | 'saleCount'>;

const unsoldCount = ({ stock, saleCount }: StockCounts): number => stock - saleCount;

const level = (name: string, counted: StockCounts, product: StockCounts = counted): StockLevel => ({
  name,
  ...counted,
  available: Math.min(unsoldCount(counted), unsoldCount(product)),
});

/** Why stock cannot be lower, without a full stop. */
export const belowSold = (saleCount: number): string =>
  `${saleCount} are sold already, and stock counts them too: it cannot be set below ${saleCount}`;

const refuseBelowSold = (stock: number, saleCount: number): void => {
  if (stock < saleCount) throw new Conflict(`${belowSold(saleCount)}.`);
};

const setTypeStock = async (db: Database, product: Tables['product'], typeId: string, stock: number): Promise<StockLevel> => {
  const types = await db.selectFrom('product_type').selectAll().where('product_id', '=', product.id).orderBy('position').execute();
  const type = types.find((other) => other.id === typeId);
  if (!type) throw new NotFound(`${product.name} has no type ${typeId}${oneOf(types.map(({ id }) => id))}.`);
  refuseBelowSold(stock, type.sale_count);
  await db.updateTable('product_type').set({ stock }).where('product_id', '=', product.id).where('id', '=', typeId).execute();
  const own = { stock: product.stock, saleCount: product.sale_count };
  return level(`${product.name}, ${type.name}`, { stock, saleCount: type.sale_count }, own);
};

const setSizeStock = async (
  db: Database,
  product: Tables['product'],
  sizes: readonly Tables['product_size'][],
  chosen: { readonly color: string; readonly size: string },
  stock: number,
): Promise<StockLevel> => {
  const colorSizes = sizes.filter(({ color }) => color === chosen.color);
  if (colorSizes.length === 0)
    throw new NotFound(`${product.name} has no colour ${chosen.color}${oneOf([...new Set(sizes.map(({ color }) => color))])}.`);
  const size = colorSizes.find(({ name }) => name === chosen.size);
  if (!size)
    throw new NotFound(`${product.name} in ${chosen.color} has no size ${chosen.size}${oneOf(colorSizes.map(({ name }) => name))}.`);
  refuseBelowSold(stock, size.sale_count);
  await db
    .updateTable('product_size')
    .set({ stock })
    .where('product_id', '=', product.id)
    .where('color', '=', chosen.color)
    .where('name', '=', chosen.size)
    .execute();
  const total = sizes.reduce((sum, other) => sum + (other === size ? stock : other.stock), 0);
  // It may count more sold than its sizes (see `order-stock.ts`), and has nothing left then.
  const own = { stock: total, saleCount: Math.min(product.sale_count, total) };
  await db.updateTable('product').set({ stock: own.stock, sale_count: own.saleCount }).where('id', '=', product.id).execute();
  return level(`${product.name}, ${chosen.color}, ${chosen.size}`, { stock, saleCount: size.sale_count }, own);
};

const oneOf = (names: readonly string[]): string => (names.length > 0 ? ` (it has: ${names.join(', ')})` : '');

const maxStock = 1_000_000_000;

/**
 * Sets the stock of a product, type or size, sold ones included; a product counted by colour and size gets the sum of its sizes. Throws
 * `NotFound` for unknown ids, `Invalid` for an invalid number or choice, `Conflict` for fewer than are sold.
 */
export const setStock = async (db: Database, target: StockTarget, stock: number): Promise<StockLevel> =>
  db.transaction().execute(async (transaction) => {
    await announceChange(transaction);
    return setLockedStock(transaction, target, stock);
  });

/** `setStock` in a transaction that has locked the catalogue. */
export const setLockedStock = async (transaction: Database, target: StockTarget, stock: number): Promise<StockLevel> => {
  if (!Number.isInteger(stock) || stock < 0 || stock > maxStock) throw new Invalid('Stock is a whole number of 0 or more.');
  const product = await findProduct(transaction, target.productId);
  if (target.typeId !== undefined) {
    if (target.color !== undefined || target.size !== undefined) throw new Invalid('Choose either a type, or a colour and a size.');
    return setTypeStock(transaction, product, target.typeId, stock);
  }
  const sizes = await transaction
    .selectFrom('product_size')
    .innerJoin('product_color', (join) =>
      join.onRef('product_color.product_id', '=', 'product_size.product_id').onRef('product_color.color', '=', 'product_size.color'),
    )
    .selectAll('product_size')
    .where('product_size.product_id', '=', product.id)
    .orderBy('product_color.position')
    .orderBy('product_size.position')
    .execute();
  if (target.color !== undefined && target.size !== undefined)
    return setSizeStock(transaction, product, sizes, { color: target.color, size: target.size }, stock);
  if (target.color !== undefined || target.size !== undefined) throw new Invalid('Choose both a colour and a size.');
  if (sizes.length > 0) throw new Invalid(`${product.name} is counted by colour and size: choose both.`);
  refuseBelowSold(stock, product.sale_count);
  await transaction.updateTable('product').set({ stock }).where('id', '=', product.id).execute();
  return level(product.name, { stock, saleCount: product.sale_count });
};
