import './zod-config.ts';
import * as z from 'zod/mini';
import { type FieldName, fieldNames, productFields } from './product-fields.ts';

const text = z._default(z.string(), '');
const count = z._default(z.number().check(z.nonnegative()), 0);
const price = z.object({ basePrice: z.number().check(z.nonnegative()) });

/** Parsed as a number, default 0: some APIs send text; "Infinity" becomes 0. */
const deliveryCost = z.catch(
  z._default(
    z.pipe(
      z.union([z.number(), z.string()]),
      z.transform((value) => (Number.isFinite(Number(value)) ? Math.max(0, Number(value)) : 0)),
    ),
    0,
  ),
  0,
);

/** An array, or a single value that becomes one. */
const oneOrMany = z._default(
  z.pipe(
    z.union([z.array(z.string()), z.string()]),
    z.transform((value) => (Array.isArray(value) ? value : [value])),
  ),
  [],
);

/** What the seller called a colour or size before; carts, alerts and links that name it so still mean it. Left out if it was never renamed. */
const formerNames = z.optional(z.array(z.string()));

/**
 * One size of one colour, with its own stock. `stock - saleCount` are available. A size without `stock`
 * has no limit of its own: the product's stock applies.
 */
const size = z.object({
  name: z.string(),
  formerNames,
  stock: z._default(z.number().check(z.nonnegative()), Number.MAX_SAFE_INTEGER),
  saleCount: count,
});

/** One colour of a product; `hex` is its swatch, `image` the URL of its picture. */
const color = z.object({
  color: z.string(),
  formerNames,
  hex: text,
  image: z.optional(z.string()),
  size: z._default(z.array(size), []),
});

/** A variation with a price of its own; without `stock` it draws on the product's. */
export const variationType = z.object({
  _id: z.string(),
  name: z.string(),
  price,
  stock: z.optional(z.number()),
  saleCount: z.optional(z.number()),
  /** The variation's own, where the product's does not hold for it. */
  netQuantity: z.optional(z.string()),
  /** As `reducedSince` of the product, for this variation alone. */
  reducedSince: z.optional(z.string()),
});

/** A picture: a URL under the API host, its alt text, the colour it shows, a tiny data-URL preview. */
const image = z.object({ src: z.string(), alt: text, color: z.optional(z.string()), preview: z.optional(z.string()) });

/** The schema of every field type. Missing fields get a neutral default, so that an API that sends only the required fields is enough. */
const fieldTypes = {
  text,
  name: z.string(),
  price,
  number: z._default(z.number(), 0),
  count,
  deliveryCost,
  texts: oneOrMany,
  flag: z._default(z.boolean(), false),
  images: z._default(z.array(image), []),
  colors: z._default(z.array(color), []),
  types: z._default(z.array(variationType), []),
} as const;

type Shape = { [Name in FieldName]: (typeof fieldTypes)[(typeof productFields)[Name]['type']] };

/**
 * A product on the wire: pounds with at most 2 decimals, `discount` in percent, `category` holds category slugs. An empty `_id` marks
 * a product that cannot be bought ("Invalid product data"). `rating` is the average of `reviewCount` approved reviews, to one decimal; 0
 * without any.
 */
export const product = z.object(Object.fromEntries(fieldNames.map((name) => [name, fieldTypes[productFields[name].type]])) as Shape);

export type Product = z.output<typeof product>;
export type ProductColor = Product['variation'][number];
export type ProductImage = Product['images'][number];
export type VariationType = z.output<typeof variationType>;

/** GET productVariation/getVariations: every priced variation of every product. */
export const variationList = z.array(z.extend(variationType, { productId: z.string() }));

/** GET colorVariation/getColorVariationsByProduct/{productId}: the colours of one product. */
export const colorVariationList = z.array(z.extend(color, { _id: z.string(), productId: z.string() }));

export type Variation = z.output<typeof variationList>[number];
export type ColorVariation = z.output<typeof colorVariationList>[number];

/** GET sales/getCategories: `slug` is what products carry in `category`, `count` how many do, `description` the seller's sentence. */
export const categoryList = z.array(
  z.object({ _id: z.string(), name: z.string(), slug: z.string(), description: text, image: text, count: z.number() }),
);

export type Category = z.output<typeof categoryList>[number];

/** GET client/products. Invalid rows are dropped one by one. */
export const productList = z.pipe(
  z.array(z.unknown()),
  z.transform((rows) =>
    rows.flatMap((row) => {
      const parsed = product.safeParse(row);
      return parsed.success ? [parsed.data] : [];
    }),
  ),
);
