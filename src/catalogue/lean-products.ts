import * as z from 'zod/mini';
import { type Product, product } from '#contract/product.ts';
import { type FieldName, type FieldsWith, fieldNames, isDetail } from '#contract/product-fields.ts';
import { synonymList } from '#contract/synonym.ts';
import { type Chunked, runToEnd } from './chunked.ts';

/** Longer lists are served page by page; a browser does not load them. */
export const maxListLength = 20_000;

/** Longer lists leave out the blurred previews of pictures. */
const maxListLengthWithPreviews = 200;

const rowsPerChunk = 200;

/** A card shows the first picture, and the second on hover. */
const picturesPerCard = 2;

/** The pictures of a card, and for cart lines the first of each variation and of each colour without an own picture. */
const leanImages = ({ images, types, variation }: Product): Product['images'] => {
  const unseen = new Set([...types.map(({ name }) => name), ...variation.filter(({ image }) => !image).map(({ color }) => color)]);
  return images.filter(({ color }, index) => {
    const isFirstOfChoice = color !== undefined && unseen.delete(color);
    return index < picturesPerCard || isFirstOfChoice;
  });
};

/** A product as lists carry it, for cards and facets; the details come from `GET client/products/{id}` (extension). */
export type LeanProduct = Omit<Product, FieldsWith<'isDetail'>>;

type ListField = keyof LeanProduct;

const isListField = (name: FieldName): name is ListField => !isDetail(name);
const listFields = fieldNames.filter(isListField);

const leanProduct = (product: Product, hasPreviews: boolean): LeanProduct => {
  const lean = Object.fromEntries(listFields.map((name) => [name, product[name]])) as LeanProduct;
  return {
    ...lean,
    images: leanImages(product).map(({ src, color, preview }) => ({
      src,
      alt: '',
      ...(color !== undefined && { color }),
      ...(hasPreviews && preview !== undefined && { preview }),
    })),
  };
};

/** Reduces products to what lists carry. */
export function* leanInChunks(products: readonly Product[]): Chunked<LeanProduct[]> {
  const hasPreviews = products.length <= maxListLengthWithPreviews;
  const lean: LeanProduct[] = [];
  for (const product of products) {
    lean.push(leanProduct(product, hasPreviews));
    if (lean.length % rowsPerChunk === 0) yield;
  }
  return lean;
}

/** The same without pauses. */
export const leanProducts = (products: readonly Product[]): LeanProduct[] => runToEnd(leanInChunks(products));

type ColumnName = Exclude<ListField, '_id'>;

/** `_id` is the same as `id`, so it is no column. */
const columnNames = listFields.filter((name): name is ColumnName => name !== '_id');

/** One field of all products: a value each or, if few values repeat, the distinct `values` and in `places` an index for each product. */
type Column<Value> = Value[] | { values: Value[]; places: number[] };
type Columns = { [Name in ColumnName]: Column<LeanProduct[Name]> };

const columnOf = (value: z.core.$ZodType): z.core.$ZodType =>
  z.union([z.array(value), z.object({ values: z.array(value), places: z.array(z.int().check(z.nonnegative())) })]);

const columnSchemas = Object.fromEntries(columnNames.map((name) => [name, columnOf(product.shape[name])])) as {
  [Name in ColumnName]: z.core.$ZodType<Columns[Name]>;
};

/**
 * `GET client/products?form=columns` (extension): the lean list field by field instead of product by product, a third of the size and of
 * the parsing time, with the number of products in the shop; a list of more than `maxListLength` comes without columns.
 */
export const productColumns = z.object({
  total: z.int().check(z.nonnegative()),
  columns: z.optional(z.object(columnSchemas)),
  /** The slugs of all categories in the seller's order, also of those without products. */
  categories: z.optional(z.array(z.string())),
  /** The seller's synonyms for the search. */
  synonyms: z.optional(synonymList),
  /** Names this state of the list, for `&since=`. */
  cursor: z.optional(z.string()),
  /** Instead of columns, for a cursor whose list only sales have changed: the products that were sold since. */
  changes: z.optional(z.array(z.pick(product, { _id: true, stock: true, saleCount: true, variation: true, types: true }))),
});

const valuesPerChunk = 1000;

function* pack(column: readonly unknown[]): Chunked<unknown> {
  const indexByText = new Map<string, number>();
  const values: unknown[] = [];
  const places: number[] = [];
  for (const value of column) {
    const text = JSON.stringify(value);
    const index = indexByText.get(text) ?? values.length;
    if (index === values.length) {
      indexByText.set(text, index);
      values.push(value);
    }
    places.push(index);
    if (places.length % valuesPerChunk === 0) yield;
  }
  return values.length * 2 < column.length ? { values, places } : column;
}

/** The lean list field by field. */
export function* packInChunks(products: readonly LeanProduct[]): Chunked<Columns> {
  const columns: Record<string, unknown> = {};
  for (const name of columnNames) columns[name] = yield* pack(products.map((product) => product[name]));
  return columns as Columns;
}

/** The same without pauses. */
export const packProducts = (products: readonly LeanProduct[]): Columns => runToEnd(packInChunks(products));

const unpack = (column: Columns[ColumnName]): ((row: number) => unknown) =>
  'places' in column ? (row) => column.values[column.places[row] ?? -1] : (row) => column[row];

/** The value of a missing field; none for `name` and `price`, which are required. */
const defaults = Object.fromEntries(fieldNames.map((name) => [name, product.shape[name].safeParse(undefined).data]));

/** Packed products as a list; rows without a name or a price are invalid and left out, as in `productList`. */
export function* unpackProducts(columns: Columns): Chunked<Product[]> {
  const length = 'places' in columns.id ? columns.id.places.length : columns.id.length;
  const readers = columnNames.map((name) => [name, unpack(columns[name])] as const);
  const products: Product[] = [];
  for (let row = 0; row < length; row += 1) {
    if (row % rowsPerChunk === 0) yield;
    const fields: Record<string, unknown> = { ...defaults };
    for (const [name, read] of readers) fields[name] = read(row) ?? (name === 'id' ? undefined : defaults[name]);
    if (fields.id === undefined || fields.name === undefined || fields.price === undefined) continue;
    // `productColumns` has checked every value, and `defaults` has every field.
    products.push({ ...fields, _id: fields.id } as Product);
  }
  return products;
}
