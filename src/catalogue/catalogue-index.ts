import { fold } from '#contract/fold.ts';
import type { CatalogueFacts, CatalogueIndex, Listing } from '#contract/listing.ts';
import {
  type ChosenFacetValues,
  type Facet,
  facets,
  type ListingQuery,
  perFacet,
  type Sorting,
  writeChoice,
  writeListingQuery,
} from '#contract/listing-query.ts';
import type { Pence } from '#contract/money.ts';
import { percentOff, unitPrice, withCheapestVariation } from '#contract/pricing.ts';
import type { Product } from '#contract/product.ts';
import { availableQuantity } from '#contract/stock.ts';
import { bandOf, priceBands } from './price-bands.ts';
import type { Search } from './search.ts';

const maxCachedListings = 40;
const maxCachedMatches = 10;

/** Values of the facet `rating`: this many stars or more. A product without reviews has 0. */
const ratingSteps = [4, 3] as const;

/** Values that are offered even if no product has them; they come first. */
const fixedValues: Readonly<Partial<Record<Facet, readonly string[]>>> = {
  availability: ['in', 'out'],
  sale: ['yes'],
  new: ['yes'],
  price: priceBands.map(({ value }) => value),
};

/** What a product costs a shopper the cheapest way, reduced or not. */
type Price = { readonly lowest: Pence; readonly band: readonly string[] };

/** A product with what it is filtered and sorted by, which is worked out once. */
export type CatalogueRow = {
  readonly product: Product;
  readonly isAvailable: boolean;
  /** The name without case and accents. */
  readonly sortName: string;
  /** In ms since 1970. */
  readonly createdAt: number;
  readonly customerPrice: Price;
  readonly resellerPrice: Price;
  readonly values: Readonly<Record<Exclude<Facet, 'price'>, readonly string[]>>;
};

const priceOf = (product: Product, isReseller: boolean): Price => {
  const lowest = unitPrice(withCheapestVariation(product).product, isReseller).unit;
  return { lowest, band: [bandOf(lowest)] };
};

const facetValues = (product: Product, facet: Exclude<Facet, 'price'>, isAvailable: boolean): readonly string[] => {
  switch (facet) {
    case 'category':
    case 'tag':
      return product[facet];
    case 'colour':
      return product.variation.map(({ color }) => color);
    case 'size':
      return product.variation.flatMap(({ size }) => size.map(({ name }) => name));
    case 'availability':
      return [isAvailable ? 'in' : 'out'];
    case 'rating':
      return ratingSteps.filter((stars) => product.rating >= stars).map(String);
    case 'sale':
      return percentOff(product) > 0 ? ['yes'] : [];
    case 'new':
      return product.new ? ['yes'] : [];
    default:
      return [product[facet]];
  }
};

const isNamed = (facet: Facet): facet is Exclude<Facet, 'price'> => facet !== 'price';
const namedFacets = facets.filter(isNamed);

export const rowOf = (product: Product): CatalogueRow => {
  const isAvailable = availableQuantity(product) > 0;
  const values = namedFacets.map((facet) => [
    facet,
    [...new Set(facetValues(product, facet, isAvailable))].filter((value) => value !== ''),
  ]);
  return {
    product,
    isAvailable,
    // No Intl.Collator: the order must not depend on the locales of the runtime.
    sortName: fold(product.name),
    createdAt: Date.parse(product.createdAt) || 0,
    customerPrice: priceOf(product, false),
    resellerPrice: priceOf(product, true),
    values: Object.fromEntries(values),
  };
};

const priceFor = (row: CatalogueRow, isReseller: boolean): Price => (isReseller ? row.resellerPrice : row.customerPrice);

const valuesOf = (row: CatalogueRow, facet: Facet, isReseller: boolean): readonly string[] =>
  isNamed(facet) ? row.values[facet] : priceFor(row, isReseller).band;

/** Available before sold out, with a picture before without. */
const readiness = ({ product, isAvailable }: CatalogueRow): number =>
  (isAvailable ? 2 : 0) + (product.images.length > 0 || product.mainImage !== '' ? 1 : 0);

/** The seller's order; products without a place come after it. */
const sellersChoice = ({ product: { featured } }: CatalogueRow): number => (featured > 0 ? 1 / featured : 0);

type SortKey = (row: CatalogueRow, isReseller: boolean) => number;

/** The numbers that a list is sorted by, largest first; equal ones are sorted by name. */
const sortKeys: Readonly<Record<Exclude<Sorting, 'name'>, readonly SortKey[]>> = {
  featured: [readiness, sellersChoice, ({ product }) => product.saleCount],
  newest: [({ createdAt }) => createdAt],
  'best-selling': [({ product }) => product.saleCount],
  'price-low': [(row, isReseller) => -priceFor(row, isReseller).lowest],
  'price-high': [(row, isReseller) => priceFor(row, isReseller).lowest],
  saving: [({ product }) => percentOff(product)],
  rating: [({ product }) => product.rating, ({ product }) => product.reviewCount],
};

/** The places of the rows in an order. */
const placesBy = (rows: readonly CatalogueRow[], compare: (one: number, other: number) => number): readonly number[] =>
  Array.from(rows.keys()).sort(compare);

/** The rows that a search and filters leave, by place, and the counts of each facet. */
type Matches = { readonly matchFlags: readonly boolean[]; readonly counts: Listing['counts'] };

/** What an index keeps when only the stock or the rating of some products changes. */
type SharedIndexState = {
  /** All values of each facet, in the order of the products. */
  readonly values: Readonly<Record<Facet, readonly string[]>>;
  readonly placeById: ReadonlyMap<string, number>;
  readonly lowestDelivery: number | undefined;
  /** Places of the rows by sorting, computed at first use. */
  readonly orders: Map<string, readonly number[]>;
  /** By search and filters; the last that were asked for, so that pages and sortings of one choice need not filter again. */
  readonly matches: Map<string, Matches>;
  readonly search: { read: Search | undefined; preparing: Promise<void> | undefined };
};

const collect = (rows: readonly CatalogueRow[], { categories = [] }: CatalogueFacts): SharedIndexState => {
  const values = perFacet((facet) => new Set(facet === 'category' ? categories : fixedValues[facet]));
  const placeById = new Map<string, number>();
  let lowestDelivery: number | undefined;
  for (const [place, row] of rows.entries()) {
    const { _id, deliveryCost } = row.product;
    if (_id !== '' && !placeById.has(_id)) placeById.set(_id, place);
    // That some are delivered for free says nothing of the rest.
    if (!lowestDelivery || deliveryCost > 0) lowestDelivery = Math.min(lowestDelivery || deliveryCost, deliveryCost);
    // Every price is in a band, which is fixed.
    for (const facet of namedFacets) for (const value of row.values[facet]) values[facet].add(value);
  }
  return {
    values: perFacet((facet) => [...values[facet]]),
    placeById,
    lowestDelivery,
    orders: new Map(),
    matches: new Map(),
    search: { read: undefined, preparing: undefined },
  };
};

/** What `cache` has for a key, or else what `make` gives; of more than `max` entries, the oldest goes. */
const remember = <Value>(cache: Map<string, Value>, max: number, key: string, make: () => Value): Value => {
  const value = cache.get(key) ?? make();
  cache.set(key, value);
  const [oldest] = cache.keys();
  if (cache.size > max && oldest !== undefined) cache.delete(oldest);
  return value;
};

/** An index of rows. Uses no API of a browser or of Node. */
export const indexRows = (
  rows: readonly CatalogueRow[],
  facts: CatalogueFacts = {},
  sharedState: SharedIndexState = collect(rows, facts),
): CatalogueIndex => {
  const products = rows.map(({ product }) => product);
  const listings = new Map<string, Listing>();
  const { values, placeById, lowestDelivery, orders, matches, search } = sharedState;

  const orderBy = (key: string, make: () => readonly number[]): readonly number[] => {
    const places = orders.get(key) ?? make();
    orders.set(key, places);
    return places;
  };

  const orderOf = (sorting: Sorting, isReseller: boolean): readonly number[] => {
    const byName = orderBy('name', () => {
      const names = rows.map(({ sortName }) => sortName);
      return placesBy(rows, (one, other) => {
        const [first = '', second = ''] = [names[one], names[other]];
        return first < second ? -1 : first > second ? 1 : one - other;
      });
    });
    if (sorting === 'name') return byName;
    return orderBy(`${sorting} ${isReseller && sorting.startsWith('price')}`, () => {
      const keys = sortKeys[sorting].map((keyOf) => rows.map((row) => keyOf(row, isReseller)));
      // Sorting is stable: equal rows stay in the order of their names.
      return [...byName].sort((one, other) => {
        for (const key of keys) {
          const difference = (key[other] ?? 0) - (key[one] ?? 0);
          if (difference !== 0) return difference;
        }
        return 0;
      });
    });
  };

  const match = (chosen: ChosenFacetValues, isReseller: boolean, ranked: readonly number[] | undefined): Matches => {
    const narrowing = facets.filter((facet) => chosen[facet].length > 0);
    const counts = perFacet((facet) => new Map(values[facet].map((value) => [value, 0])));
    const isMatch = rows.map(() => false);
    const count = (row: CatalogueRow, facet: Facet): void => {
      for (const value of valuesOf(row, facet, isReseller)) counts[facet].set(value, (counts[facet].get(value) ?? 0) + 1);
    };
    for (const place of ranked ?? rows.keys()) {
      const row = rows[place];
      if (!row) continue;
      let failures = 0;
      let failed: Facet | undefined;
      for (const facet of narrowing) {
        const isChosen = valuesOf(row, facet, isReseller).some((value) => chosen[facet].includes(value));
        if (isChosen) continue;
        failures += 1;
        failed = facet;
      }
      // A facet counts what the other facets leave.
      if (failures === 1 && failed) count(row, failed);
      if (failures > 0) continue;
      isMatch[place] = true;
      for (const facet of facets) count(row, facet);
    }
    return { matchFlags: isMatch, counts: perFacet((facet) => [...counts[facet]].map(([value, number]) => ({ value, count: number }))) };
  };

  const compute = (query: ListingQuery, isReseller: boolean, ranked: readonly number[] | undefined): Listing => {
    const chosen = perFacet((facet) => query.chosen[facet].filter((value) => values[facet].includes(value)));
    const choice = `${writeChoice({ ...query, chosen, sorting: 'featured' })} ${isReseller}`;
    const { matchFlags, counts } = remember(matches, maxCachedMatches, choice, () => match(chosen, isReseller, ranked));
    // By default, the matches of a search are sorted by relevance.
    const sortedPlaces = ranked && query.sorting === 'featured' ? ranked : orderOf(query.sorting, isReseller);
    const found = sortedPlaces.filter((place) => matchFlags[place]);
    const pages = Math.max(1, Math.ceil(found.length / query.perPage));
    const page = Math.min(pages, Math.max(1, query.page));
    return {
      items: found.slice((page - 1) * query.perPage, page * query.perPage).flatMap((place) => rows[place]?.product ?? []),
      count: found.length,
      page,
      pages,
      total: rows.length,
      lowestDelivery,
      chosen,
      counts,
    };
  };

  return {
    products,
    total: rows.length,
    find: (id) => rows[placeById.get(id) ?? -1]?.product,
    prepareSearch: () => {
      // Lazy: most visits search for nothing.
      search.preparing ??= import('./search.ts').then(async ({ buildSearch }) => {
        search.read = await buildSearch(products, facts.synonyms);
      });
      search.preparing.catch(() => {
        search.preparing = undefined;
      });
      return search.preparing;
    },
    list: (query, isReseller) => {
      if (query.searchText !== '' && !search.read) return undefined;
      const key = writeListingQuery(query, isReseller).toString();
      const ranked = () => (query.searchText === '' ? undefined : search.read?.(query.searchText));
      return remember(listings, maxCachedListings, key, () => compute(query, isReseller, ranked()));
    },
    withProducts: (current) => {
      const changed = rows.slice();
      let hasAvailabilityChanged = false;
      let hasRatingChanged = false;
      for (const product of current) {
        const place = placeById.get(product._id) ?? -1;
        const former = changed[place];
        if (!former) continue;
        const row = rowOf(product);
        changed[place] = row;
        hasAvailabilityChanged ||= row.isAvailable !== former.isAvailable;
        hasRatingChanged ||= product.rating !== former.product.rating || product.reviewCount !== former.product.reviewCount;
      }
      if (!hasAvailabilityChanged && !hasRatingChanged) return indexRows(changed, facts, sharedState);
      const isOutdated = (order: string): boolean =>
        (hasAvailabilityChanged && isOrderOfSales(order)) || (hasRatingChanged && order.startsWith('rating'));
      return indexRows(changed, facts, {
        ...sharedState,
        values: hasRatingChanged ? { ...values, rating: [...new Set(changed.flatMap((row) => row.values.rating))] } : values,
        orders: new Map([...orders].filter(([order]) => !isOutdated(order))),
        matches: new Map(),
      });
    },
  };
};

const isOrderOfSales = (key: string): boolean => key.startsWith('featured') || key.startsWith('best-selling');

/** Indexes products for facets, search, sorting and pages, for browser and server alike. */
export const indexCatalogue = (products: readonly Product[], facts?: CatalogueFacts): CatalogueIndex =>
  indexRows(products.map(rowOf), facts);
