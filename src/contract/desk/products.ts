import '#contract/zod-config.ts';
import * as z from 'zod/mini';
import { pageOf } from '#contract/desk/page.ts';
import { csvFields, type FieldsWith } from '#contract/product-fields.ts';

/** `low` and `out`: something of it runs low, or is sold out. A draft is not for sale yet. */
export const productViews = ['sold', 'low', 'out', 'draft', 'withdrawn'] as const;

export type ProductView = (typeof productViews)[number];

const productState = z.enum(['sold', 'draft', 'withdrawn']);

/** Messages of the fields of a product that are no number, by their keyword. */
export const productProblems = {
  productPrice: 'Give it a price, such as 28.',
  productNumber: 'Enter a number, such as 3.95, or 0.',
} as const satisfies Readonly<Record<string, string>>;

const rule = (problem: keyof typeof productProblems): string => problem;

const pieces = z.int().check(z.gte(0));

/** The stock as it was seen before somebody went to the shelf; a count is refused if it has changed since other than by sales, see `countStock`. */
const seenStock = z.object({ stock: pieces, saleCount: pieces, promised: z.number().check(z.gte(0)) });

/** A stock counter: of a product, a type, or a size of a colour (`choice`). `promised` are units on the shelf that belong to buyers. */
const stockRow = z.object({ key: z.string(), choice: z.string(), onShelf: z.number(), toSell: z.number(), seen: seenStock });

export type StockRow = z.output<typeof stockRow>;

const productRow = z.object({
  id: z.string(),
  name: z.string(),
  sku: z.string(),
  /** The URL of the product's first picture; '' without one. */
  picture: z.string(),
  state: productState,
  /** What shoppers pay, before a discount if there is one, and what resellers pay: pounds. `isFrom`: other types cost more. */
  price: z.number(),
  before: z.nullable(z.number()),
  reseller: z.number(),
  isFrom: z.boolean(),
  counters: z.array(stockRow),
  /** Units of the whole product: for sale, in unsent orders, sold in the last 30 days; and the number of stock alerts (`waiting`). */
  toSell: z.number(),
  unsent: z.number(),
  soldLately: z.number(),
  waiting: z.number(),
});

export type ProductRow = z.output<typeof productRow>;

/** GET /desk/api/products?view=&q=&category=&after= */
export const productPage = z.object({ ...pageOf(productRow), counts: z.object({ low: z.number(), out: z.number(), draft: z.number() }) });

export type ProductPage = z.output<typeof productPage>;

const texts = z.array(z.string()).check(z.maxLength(200));

/** What sellers write of a product, as in their files: `ImportRow` of the server, which checks it, without numbers of units. */
const productFields = z.object({
  sku: z.string(),
  name: z.string(),
  shortDescription: z.string(),
  fullDescription: z.string(),
  basePrice: z.number(rule('productPrice')),
  discount: z.number(rule('productNumber')),
  resellerPrice: z.number(rule('productNumber')),
  deliveryCost: z.number(rule('productNumber')),
  makingDays: z.number(rule('productNumber')),
  categories: texts,
  tags: texts,
  ...(Object.fromEntries(csvFields.map((name) => [name, z.string()])) as Record<FieldsWith<'csv'>, z.ZodMiniString>),
  new: z.boolean(),
  personalised: z.boolean(),
  featured: z.number(),
  images: z.array(z.object({ file: z.string(), alt: z.string(), color: z.optional(z.string()) })).check(z.maxLength(40)),
  /** `was`: its name until now, if it gets another. `pieces`: how many a new size has to sell. */
  colors: z
    .array(
      z.object({
        color: z.string(),
        was: z.optional(z.string()),
        hex: z.string(),
        image: z.string(),
        sizes: z.array(z.object({ name: z.string(), was: z.optional(z.string()), pieces: z.optional(pieces) })).check(z.maxLength(200)),
      }),
    )
    .check(z.maxLength(60)),
  /** `isCounted`: it has a stock of its own, of so many `pieces` to sell if it had none. */
  types: z
    .array(
      z.object({
        id: z.string(),
        name: z.string(),
        basePrice: z.number(rule('productPrice')),
        netQuantity: z.string(),
        isCounted: z.boolean(),
        pieces: z.optional(pieces),
      }),
    )
    .check(z.maxLength(60)),
});

export type ProductFields = z.output<typeof productFields>;

const someFields = z.partial(productFields);

export type ProductChanges = z.output<typeof someFields>;

/** GET /desk/api/products/:productId, and the answer of each change. */
export const deskProduct = z.object({
  id: z.string(),
  revision: z.number(),
  state: productState,
  fields: productFields,
  /** URLs of its pictures by file. */
  pictures: z.record(z.string(), z.string()),
  counters: z.array(stockRow),
  /** Pieces of the whole product that can be sold. */
  toSell: z.number(),
  sold: z.number(),
  soldLately: z.number(),
  waiting: z.number(),
  /** What shoppers see of its reduction, or why they see none, and when one can show: a sentence, or one for each type. */
  reduction: z.array(z.object({ isHidden: z.boolean(), text: z.string() })),
  /** A question about facts that it lacks and others of its category have, or ''. */
  missingFacts: z.string(),
  rating: z.number(),
  reviews: z.number(),
});

export type DeskProduct = z.output<typeof deskProduct>;

/** POST /desk/api/products: a draft. */
export const newProduct = z.object({ id: z.string(), fields: someFields });

/**
 * POST …/save: the fields that were changed. 409 with the code `changed` where the product has another revision by now; so in each step; and with the
 * code `pieces` where a choice is removed that has some, unless `dropsPieces`. `piecesSeen`: the pieces to sell that were seen when first sizes got theirs.
 */
export const productChange = z.object({
  revision: z.int(),
  fields: someFields,
  piecesSeen: z.optional(pieces),
  dropsPieces: z.optional(z.boolean()),
});

/** POST …/sell, …/withdraw, …/remove. */
export const productStep = z.object({ revision: z.int() });

/** `withdrawn`: it is kept for its orders. */
export const productRemoval = z.object({ outcome: z.enum(['removed', 'withdrawn']) });

/** POST /desk/api/stock: what is on the shelf now; 409 with the code `changed` where `seen` says nothing about that any more. */
export const stockCount = z.object({
  key: z.string().check(z.regex(/^[^\0\p{Surrogate}]{1,500}$/u)),
  onShelf: z.int().check(z.gte(0), z.lte(999_999)),
  seen: seenStock,
});

/** `sold`: units sold since `seen`. `missing`: units promised to buyers that are not on the shelf. */
export const countedStock = z.object({ counter: stockRow, sold: z.number(), missing: z.number() });

export type CountedStock = z.output<typeof countedStock>;

/** POST /desk/api/pictures: a form with one picture. It is deleted a day later unless a product has it. */
export const uploadForm = z.object({});
export const uploadedPicture = z.object({ file: z.string(), src: z.string() });

export const maxPictureBytes = 12 * 1024 * 1024;
