type FieldOptions = {
  /** Only in `GET client/products/{id}`; all other fields are in the lean list, too. */
  readonly isDetail?: true;
  /** Searched with the weight of names, tags or running text. */
  readonly search?: 'name' | 'tags' | 'text';
};

/** Text that a seller writes about a product. Needs no code of its own wherever it is shown. */
type TextFieldOptions = FieldOptions & {
  /** Stored in the column of the same name (snake case) and a column of the seller's CSV and JSON files. */
  readonly csv?: true;
  /** Position in the product page's additional information; label: `facts.<name>` in product.json. */
  readonly tab?: number;
  /** A row of the comparison; label: `rows.<name>` in compare.json. */
  readonly compare?: true;
  /** Position among what must be known before buying: shown on the product page without a press; label: `safety.<name>` in product.json. */
  readonly safety?: number;
  /** The schema.org property of a Product. */
  readonly jsonLd?: string;
} & FacetOption;

/** The list can be filtered by it; label: `facets.names.<name>` in shop.json. Not by a detail: lists in the browser do not have it. */
type FacetOption = { readonly facet?: true; readonly isDetail?: never } | { readonly facet?: never };

export type Field =
  | ({ readonly type: 'text' } & TextFieldOptions)
  | ({
      readonly type: 'name' | 'price' | 'number' | 'count' | 'deliveryCost' | 'texts' | 'flag' | 'images' | 'colors' | 'types';
    } & FieldOptions);

/**
 * Every field of a product on the wire: its type (schemas: product.ts) and where it is used. Drives lists, facets,
 * comparison, product page, search, CSV and JSON-LD. Free of zod, which the first download does without.
 *
 * To add a text field: a row here, a migration with its column in server/db/schema.ts, and the texts of its labels.
 */
export const productFields = {
  id: { type: 'text' },
  _id: { type: 'text' },
  name: { type: 'name', search: 'name' },
  mainImage: { type: 'text' },
  images: { type: 'images' },
  price: { type: 'price' },
  discount: { type: 'number' },
  /** UK day of a reduction whose higher price is proven (REFERENCE_DAYS), or '': only then is it shown as one. */
  reducedSince: { type: 'text' },
  resellerPrice: { type: 'count' },
  stock: { type: 'count' },
  saleCount: { type: 'count' },
  deliveryCost: { type: 'deliveryCost' },
  makingDays: { type: 'count' },
  category: { type: 'texts', search: 'tags' },
  tag: { type: 'texts', search: 'tags' },
  material: { type: 'text', csv: true, tab: 1, compare: true, facet: true, search: 'tags', jsonLd: 'material' },
  new: { type: 'flag' },
  /** Made with the buyer's own words: there is no right to cancel it. */
  personalised: { type: 'flag' },
  /** The seller's place for it among the featured products, from 1; 0 for none. */
  featured: { type: 'count' },
  rating: { type: 'number' },
  reviewCount: { type: 'count' },
  variation: { type: 'colors' },
  types: { type: 'types' },
  shortDescription: { type: 'text', search: 'text' },
  fullDescription: { type: 'text', isDetail: true },
  weight: { type: 'text', isDetail: true, csv: true, tab: 3, compare: true },
  dimensions: { type: 'text', isDetail: true, csv: true, tab: 2, compare: true },
  /** Its outline with the width and height in millimetres, such as "mug 85 × 90", as `readRealSize` reads it; '' for none. */
  realSize: { type: 'text', isDetail: true, csv: true },
  care: { type: 'text', isDetail: true, csv: true, tab: 4 },
  madeIn: { type: 'text', isDetail: true, csv: true, tab: 5 },
  /** What is in it, such as "100 g", as `netQuantity` in units.ts reads it: its price per kilogram, litre or metre follows from it. */
  netQuantity: { type: 'text', csv: true, tab: 6 },
  ingredients: { type: 'text', isDetail: true, csv: true, safety: 1 },
  /** Hazards and how to use it safely (CLP, cosmetics). */
  warnings: { type: 'text', isDetail: true, csv: true, safety: 2 },
  /** The maker's name and address, and of whom the law names beside them: in Northern Ireland, or for a cosmetic. */
  maker: { type: 'text', isDetail: true, csv: true, safety: 3 },
  responsiblePerson: { type: 'text', isDetail: true, csv: true, safety: 4 },
  batch: { type: 'text', isDetail: true, csv: true, safety: 5 },
  /** When it is usually back once it is sold out, such as "in about three weeks". */
  usuallyBack: { type: 'text', isDetail: true, csv: true },
  /** What the product's `types` are a choice of, such as "Wrapping". */
  optionLabel: { type: 'text', isDetail: true, csv: true },
  sku: { type: 'text', isDetail: true, jsonLd: 'sku' },
  createdAt: { type: 'text' },
} as const satisfies Readonly<Record<string, Field>>;

type Fields = typeof productFields;

export type FieldName = keyof Fields;

/** The fields that have an option. */
export type FieldsWith<Option extends string> = {
  [Name in FieldName]: Fields[Name] extends Readonly<Record<Option, unknown>> ? Name : never;
}[FieldName];

export const fieldNames = Object.keys(productFields) as FieldName[];

const hasOption =
  <Option extends keyof TextFieldOptions>(option: Option) =>
  (name: FieldName): name is FieldsWith<Option> =>
    option in productFields[name];

export const detailFields = fieldNames.filter(hasOption('isDetail'));
export const searchFields = fieldNames.filter(hasOption('search'));
export const csvFields = fieldNames.filter(hasOption('csv'));
export const tabFields = fieldNames.filter(hasOption('tab')).sort((one, other) => productFields[one].tab - productFields[other].tab);
export const safetyFields = fieldNames
  .filter(hasOption('safety'))
  .sort((one, other) => productFields[one].safety - productFields[other].safety);

/** Labels for facts that are unclear without one. */
const safetyLabels: Readonly<Partial<Record<FieldsWith<'safety'>, string>>> = {
  maker: 'Made by ',
  responsiblePerson: 'Responsible person: ',
  batch: 'Batch: ',
};

/**
 * What must be known before buying, as sentences, for what has no page of its own to list it (mails, the feed): each text of `first`, then the
 * product's facts. A maker who is also responsible is named once; '' for a product without facts.
 */
export const safetyFacts = (product: Readonly<Record<FieldsWith<'safety'>, string>>, ...first: readonly string[]): string =>
  [
    ...first,
    ...safetyFields
      .filter((field) => product[field] !== '' && (field !== 'responsiblePerson' || product.responsiblePerson !== product.maker))
      .map((field) => `${safetyLabels[field] ?? ''}${product[field]}`),
  ]
    .filter(Boolean)
    .map((text) => text.replace(/(?<![.!?])$/, '.'))
    .join(' ');

export const compareFields = fieldNames.filter(hasOption('compare'));
export const facetFields = fieldNames.filter(hasOption('facet'));
export const jsonLdFields = fieldNames.filter(hasOption('jsonLd'));

/** Whether lists lack this field, so that it is unknown until the product's details are loaded. */
export const isDetail = (name: FieldName): name is FieldsWith<'isDetail'> => hasOption('isDetail')(name);
