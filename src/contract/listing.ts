import * as z from 'zod/mini';
import { type Chosen, type Facet, type ListingQuery, perFacet } from './listing-query.ts';
import { type Product, productList } from './product.ts';

/** One value of a facet, and how many products choosing it alone would show beside all that is chosen in the other facets. */
export type FacetCount = { readonly value: string; readonly count: number };

/**
 * One page of a list of goods with everything that stands beside it. `count` products were found on `pages` pages; `page` is the
 * nearest there is to the one asked for; `chosen` are the values that the catalogue knows; `total` products are in the shop.
 */
export type Listing = {
  readonly items: readonly Product[];
  readonly count: number;
  readonly page: number;
  readonly pages: number;
  readonly total: number;
  /** The lowest delivery cost of any product, in pounds; none in an empty shop. */
  readonly lowestDelivery?: number | undefined;
  readonly chosen: Chosen;
  readonly counts: Readonly<Record<Facet, readonly FacetCount[]>>;
};

/** What a catalogue can be asked, wherever it is held. */
export type CatalogueIndex = {
  /** How many products there are. */
  readonly total: number;
  /** One page; nothing while words were asked for and cannot be searched yet. */
  readonly list: (query: ListingQuery, isReseller: boolean) => Listing | undefined;
  /** Makes words searchable. */
  readonly prepareSearch: () => Promise<void>;
  readonly find: (id: string) => Product | undefined;
};

const whole = z.int().check(z.nonnegative());
const values = z._default(z.array(z.string()), []);
const valueCounts = z._default(z.array(z.object({ value: z.string(), count: whole })), []);

/** `GET client/products?page=…` (ours): one page with counts. */
export const listing = z.object({
  items: productList,
  count: whole,
  page: whole,
  pages: whole,
  total: whole,
  lowestDelivery: z.optional(z.number().check(z.nonnegative())),
  chosen: z.object(perFacet(() => values)),
  counts: z.object(perFacet(() => valueCounts)),
});
