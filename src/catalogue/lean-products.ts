import * as z from 'zod/mini';
import { type Product, product } from '#contract/product.ts';
import type { Chunked } from './chunked.ts';

/** Lists of more products than this are given and shown by the page; a browser never holds them whole. */
export const maxListLength = 20_000;

/** Up to this many, a list carries the blurred previews of its pictures too. */
const maxListLengthWithPreviews = 200;

/** So many rows are read before others may have their turn. */
const rowsPerChunk = 200;

/** A card shows the first picture, and the second under a pointer. */
const picturesOnCard = 2;

/** The pictures of a card, and the first of each choice that a cart line can name and that has no picture of its own in `variation`. */
const leanImages = ({ images, types, variation }: Product): Product['images'] => {
  const unseen = new Set([...types.map(({ name }) => name), ...variation.filter(({ image }) => !image).map(({ color }) => color)]);
  return images.filter(({ color }, index) => {
    const isFirstOfChoice = color !== undefined && unseen.delete(color);
    return index < picturesOnCard || isFirstOfChoice;
  });
};

/** Fields that only the product's own page shows. */
type Detail = 'fullDescription' | 'weight' | 'dimensions' | 'care' | 'madeIn' | 'sku';

/** A product with what its card and the facets need; the rest comes from `GET client/products/{id}` (ours). */
export type LeanProduct = Omit<Product, Detail>;

/** Products as lists carry them. */
export const leanProducts = (products: readonly Product[]): LeanProduct[] => {
  const withPreviews = products.length <= maxListLengthWithPreviews;
  return products.map((product) => {
    const { fullDescription: _f, weight: _w, dimensions: _d, care: _c, madeIn: _m, sku: _s, ...lean } = product;
    return {
      ...lean,
      images: leanImages(product).map(({ src, color, preview }) => ({
        src,
        alt: '',
        ...(color !== undefined && { color }),
        ...(withPreviews && preview !== undefined && { preview }),
      })),
    };
  });
};

/** One field of all products, a value each; where few values repeat, every one once and then their places. */
const columnOf = <Schema extends z.ZodMiniType>(value: Schema) =>
  z.union([z.array(value), z.object({ values: z.array(value), places: z.array(z.int().check(z.nonnegative())) })]);

const { shape } = product;

/**
 * `GET client/products?form=columns` (ours): the lean list field by field instead of product by product, which is a third of the
 * size and of the reading. Beside it the number of products in the shop; more than `mostInOneList` come without columns.
 */
export const productColumns = z.object({
  total: z.int().check(z.nonnegative()),
  columns: z.optional(
    z.object({
      id: columnOf(shape.id),
      name: columnOf(shape.name),
      mainImage: columnOf(shape.mainImage),
      images: columnOf(shape.images),
      price: columnOf(shape.price),
      discount: columnOf(shape.discount),
      resellerPrice: columnOf(shape.resellerPrice),
      stock: columnOf(shape.stock),
      saleCount: columnOf(shape.saleCount),
      deliveryCost: columnOf(shape.deliveryCost),
      category: columnOf(shape.category),
      tag: columnOf(shape.tag),
      material: columnOf(shape.material),
      new: columnOf(shape.new),
      variation: columnOf(shape.variation),
      types: columnOf(shape.types),
      shortDescription: columnOf(shape.shortDescription),
      createdAt: columnOf(shape.createdAt),
    }),
  ),
});

type Columns = NonNullable<z.output<typeof productColumns>['columns']>;

const pack = <Value>(column: Value[]): Value[] | { values: Value[]; places: number[] } => {
  const known = new Map<string, number>();
  const values: Value[] = [];
  const places = column.map((value) => {
    const text = JSON.stringify(value);
    const place = known.get(text) ?? values.length;
    if (place === values.length) {
      known.set(text, place);
      values.push(value);
    }
    return place;
  });
  return values.length * 2 < column.length ? { values, places } : column;
};

/** The lean list field by field. */
export const packProducts = (products: readonly LeanProduct[]): Columns => ({
  id: pack(products.map((each) => each.id)),
  name: pack(products.map((each) => each.name)),
  mainImage: pack(products.map((each) => each.mainImage)),
  images: pack(products.map((each) => each.images)),
  price: pack(products.map((each) => each.price)),
  discount: pack(products.map((each) => each.discount)),
  resellerPrice: pack(products.map((each) => each.resellerPrice)),
  stock: pack(products.map((each) => each.stock)),
  saleCount: pack(products.map((each) => each.saleCount)),
  deliveryCost: pack(products.map((each) => each.deliveryCost)),
  category: pack(products.map((each) => each.category)),
  tag: pack(products.map((each) => each.tag)),
  material: pack(products.map((each) => each.material)),
  new: pack(products.map((each) => each.new)),
  variation: pack(products.map((each) => each.variation)),
  types: pack(products.map((each) => each.types)),
  shortDescription: pack(products.map((each) => each.shortDescription)),
  createdAt: pack(products.map((each) => each.createdAt)),
});

const unpack = <Value>(column: readonly Value[] | { readonly values: readonly Value[]; readonly places: readonly number[] }) =>
  'places' in column ? (row: number) => column.values[column.places[row] ?? -1] : (row: number) => column[row];

const details = { fullDescription: '', weight: '', dimensions: '', care: '', madeIn: '', sku: '' } as const;

/** Packed products as a list; a row without a name or a price is no product and is left out, as in `productList`. */
export function* unpackProducts(columns: Columns): Chunked<Product[]> {
  const length = 'places' in columns.id ? columns.id.places.length : columns.id.length;
  const of = {
    id: unpack(columns.id),
    name: unpack(columns.name),
    mainImage: unpack(columns.mainImage),
    images: unpack(columns.images),
    price: unpack(columns.price),
    discount: unpack(columns.discount),
    resellerPrice: unpack(columns.resellerPrice),
    stock: unpack(columns.stock),
    saleCount: unpack(columns.saleCount),
    deliveryCost: unpack(columns.deliveryCost),
    category: unpack(columns.category),
    tag: unpack(columns.tag),
    material: unpack(columns.material),
    new: unpack(columns.new),
    variation: unpack(columns.variation),
    types: unpack(columns.types),
    shortDescription: unpack(columns.shortDescription),
    createdAt: unpack(columns.createdAt),
  };
  const products: Product[] = [];
  for (let row = 0; row < length; row += 1) {
    if (row % rowsPerChunk === 0) yield;
    const [id, name, price] = [of.id(row), of.name(row), of.price(row)];
    if (id === undefined || name === undefined || price === undefined) continue;
    products.push({
      ...details,
      id,
      _id: id,
      name,
      price,
      mainImage: of.mainImage(row) ?? '',
      images: of.images(row) ?? [],
      discount: of.discount(row) ?? 0,
      resellerPrice: of.resellerPrice(row) ?? 0,
      stock: of.stock(row) ?? 0,
      saleCount: of.saleCount(row) ?? 0,
      deliveryCost: of.deliveryCost(row) ?? 0,
      category: of.category(row) ?? [],
      tag: of.tag(row) ?? [],
      material: of.material(row) ?? '',
      new: of.new(row) ?? false,
      variation: of.variation(row) ?? [],
      types: of.types(row) ?? [],
      shortDescription: of.shortDescription(row) ?? '',
      createdAt: of.createdAt(row) ?? '',
    });
  }
  return products;
}
