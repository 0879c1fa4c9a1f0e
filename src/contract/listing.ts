import * as z from 'zod/mini';
import { type ChosenFacetValues, type Facet, type ListingQuery, perFacet } from './listing-query.ts';
import { type Product, productList } from './product.ts';
import './zod-config.ts';

/** A word or phrase of shoppers, and the words of products that a search for it also finds; not the reverse. */
const synonym = z.object({ word: z.string(), finds: z.array(z.string()) });

export const synonymList = z.array(synonym);

export type Synonym = z.output<typeof synonym>;

/** One value of a facet, with the number of products if it alone were chosen in its facet, the other facets staying as they are. */
export type FacetCount = { readonly value: string; readonly count: number };

/**
 * One page of products. `count` products match, on `pages` pages; `page` is clamped to these; `chosen` lacks values that no product has;
 * `total` is the number of products in the shop.
 */
export type Listing = {
  readonly items: readonly Product[];
  readonly count: number;
  readonly page: number;
  readonly pages: number;
  readonly total: number;
  /** The lowest delivery cost of any product that has one, in pounds; 0 where all are delivered for free, none in an empty shop. */
  readonly lowestDelivery?: number | undefined;
  readonly chosen: ChosenFacetValues;
  readonly counts: Readonly<Record<Facet, readonly FacetCount[]>>;
};

export type CatalogueFacts = {
  /** The slugs of all categories in the seller's order, so that the list of one without products is empty. */
  readonly categories?: readonly string[] | undefined;
  readonly synonyms?: readonly Synonym[] | undefined;
};

/** The products of a shop, indexed for lists. */
export type CatalogueIndex = {
  readonly products: readonly Product[];
  readonly total: number;
  /** One page; undefined for a search before `prepareSearch` has resolved. */
  readonly list: (query: ListingQuery, isReseller: boolean) => Listing | undefined;
  /** Builds the search index. Rejects if its chunk cannot be loaded; another call tries again. */
  readonly prepareSearch: () => Promise<void>;
  readonly find: (id: string) => Product | undefined;
  /**
   * Returns the index after sales and reviews, which replaces this one. `changed` replace the products with the same ids, and differ from them in
   * stock and rating only. Other products stay the same objects, and the order of a sorting changes only when a product sells out, is in stock again
   * or has another rating.
   */
  readonly withProducts: (changed: readonly Product[]) => CatalogueIndex;
};

const count = z.int().check(z.nonnegative());
const values = z._default(z.array(z.string()), []);
const valueCounts = z._default(z.array(z.object({ value: z.string(), count })), []);

/** `GET client/products?page=…` (extension): one page with counts. */
export const listing = z.object({
  items: productList,
  count,
  page: count,
  pages: count,
  total: count,
  lowestDelivery: z.optional(z.number().check(z.nonnegative())),
  chosen: z.object(perFacet(() => values)),
  counts: z.object(perFacet(() => valueCounts)),
});

/**
 * `GET client/products?form=list` (extension): the number of products in the shop and, if they are at most `maxListLength`, all of them as
 * lists carry them, with what their index needs.
 */
export const productCatalogue = z.object({
  total: count,
  products: z.optional(productList),
  /** The slugs of all categories in the seller's order, also of those without products. */
  categories: z.optional(z.array(z.string())),
  /** The seller's synonyms for the search. */
  synonyms: z.optional(synonymList),
});

/** The answer of this shop's API to `?form=list`, or of another one, which has only the plain list. */
export const catalogueAnswer = z.union([productCatalogue, productList]);
