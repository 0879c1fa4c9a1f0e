import type { CatalogueIndex, FacetCount, Listing } from '#contract/listing.ts';
import { type Facet, facets, type ListingQuery, perFacet, type Sorting, writeListingQuery } from '#contract/listing-query.ts';
import type { Pence } from '#contract/money.ts';
import { unitPrice } from '#contract/pricing.ts';
import type { Product } from '#contract/product.ts';
import { available } from '#contract/stock.ts';
import type { Synonym } from '#contract/synonym.ts';
import { cheapest } from './cheapest.ts';
import type { Chunked } from './chunked.ts';
import { bandOf, priceBands } from './price-bands.ts';
import type { Search } from './search.ts';

const rowsPerChunk = 200;
const maxCachedListings = 40;

/** One facet of all products: row `r` has the values at `cells[starts[r]]` to `cells[starts[r + 1] - 1]`, each an index into `values`. */
type Column = { readonly values: readonly string[]; readonly starts: Uint32Array; readonly cells: Uint32Array };

/** Collects a column row by row; `fixed` values come first and are included even if no product has them. */
const columnBuilder = (fixed: readonly string[] = []) => {
  const values = [...fixed];
  const indexByValue = new Map(values.map((value, index) => [value, index]));
  const starts = [0];
  const cells: number[] = [];
  const add = (row: readonly string[]): void => {
    for (const value of new Set(row)) {
      if (value === '') continue;
      const index = indexByValue.get(value) ?? values.length;
      if (index === values.length) {
        indexByValue.set(value, index);
        values.push(value);
      }
      cells.push(index);
    }
    starts.push(cells.length);
  };
  const build = (): Column => ({ values, starts: Uint32Array.from(starts), cells: Uint32Array.from(cells) });
  return { add, build };
};

/** The sort key of a name. No Intl.Collator: the order must not depend on the locales of the runtime. */
const sortKey = (name: string): string => name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();

const compareText = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

/** Row numbers in an order. */
const sorted = (length: number, compare: (one: number, other: number) => number): Uint32Array =>
  Uint32Array.from({ length }, (_, row) => row).sort(compare);

/** What one unit costs the cheapest way, discount included, in pence. */
const lowestPrice = (product: Product, isReseller: boolean): Pence => unitPrice(cheapest(product).product, isReseller).unit;

/** The values of a facet; prices differ between customers and resellers, so they are indexed separately. */
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
      return product.discount > 0 ? ['yes'] : [];
    case 'new':
      return product.new ? ['yes'] : [];
    default:
      return [product[facet]];
  }
};

/** Values of the facet `rating`: this many stars or more. A product without reviews has 0. */
const ratingSteps = [4, 3] as const;

const availabilities = ['in', 'out'];
const availableRank = 4;

const fixedValues: Readonly<Partial<Record<Facet, readonly string[]>>> = {
  availability: availabilities,
  sale: ['yes'],
  new: ['yes'],
  price: priceBands.map(({ value }) => value),
};

const isPrice = (facet: Facet): facet is 'price' => facet === 'price';

/** What lists need besides the products. */
export type CatalogueFacts = {
  /** The slugs of all categories, so that the list of one without products is empty. */
  readonly categories?: readonly string[] | undefined;
  readonly synonyms?: readonly Synonym[] | undefined;
};

/**
 * Indexes products for facets, search, sorting and pages, a few rows per chunk: columns that are built once, for browser and server
 * alike. Uses no API of a browser or of Node.
 */
export function* buildCatalogueIndex(products: readonly Product[], { categories, synonyms }: CatalogueFacts = {}): Chunked<CatalogueIndex> {
  const total = products.length;
  const builders = perFacet((facet) => columnBuilder(facet === 'category' ? categories : fixedValues[facet]));
  const resellerPriceBuilder = columnBuilder(fixedValues.price);
  const prices = new Int32Array(total);
  const resellerPrices = new Int32Array(total);
  const sold = new Float64Array(total);
  const discounts = new Float64Array(total);
  const created = new Float64Array(total);
  const ratings = new Float64Array(total);
  const reviewCounts = new Float64Array(total);
  const ranks = new Uint8Array(total);
  const names: string[] = [];
  const rowsById = new Map<string, number>();
  let lowestDelivery: number | undefined;

  for (const [row, product] of products.entries()) {
    const isAvailable = available(product) > 0;
    const hasPicture = product.images.length > 0 || product.mainImage !== '';
    const price = lowestPrice(product, false);
    const resellerPrice = lowestPrice(product, true);
    prices[row] = price;
    resellerPrices[row] = resellerPrice;
    sold[row] = product.saleCount;
    discounts[row] = product.discount;
    ratings[row] = product.rating;
    reviewCounts[row] = product.reviewCount;
    created[row] = Date.parse(product.createdAt) || 0;
    // Featured: available before sold out, with a picture before without, new before old.
    ranks[row] = (isAvailable ? availableRank : 0) + (hasPicture ? 2 : 0) + (product.new ? 1 : 0);
    names.push(sortKey(product.name));
    if (product._id !== '' && !rowsById.has(product._id)) rowsById.set(product._id, row);
    if (lowestDelivery === undefined || product.deliveryCost < lowestDelivery) lowestDelivery = product.deliveryCost;
    for (const facet of facets) builders[facet].add(isPrice(facet) ? [bandOf(price)] : facetValues(product, facet, isAvailable));
    resellerPriceBuilder.add([bandOf(resellerPrice)]);
    if (row % rowsPerChunk === rowsPerChunk - 1) yield;
  }

  const byName = sorted(total, (one, other) => compareText(names[one] ?? '', names[other] ?? '') || one - other);
  yield;
  const nameRanks = new Uint32Array(total);
  for (const [rank, row] of byName.entries()) nameRanks[row] = rank;
  // Equal rows are sorted by name, so that pages are stable.
  const by = (...keys: readonly (readonly [ArrayLike<number>, 1 | -1])[]) =>
    sorted(total, (one, other) => {
      for (const [key, direction] of keys) {
        const difference = (key[one] ?? 0) - (key[other] ?? 0);
        if (difference !== 0) return difference * direction;
      }
      return (nameRanks[one] ?? 0) - (nameRanks[other] ?? 0);
    });
  const sorters: Readonly<Record<Sorting, (isReseller: boolean) => Uint32Array>> = {
    featured: () => by([ranks, -1], [sold, -1]),
    newest: () => by([created, -1]),
    'best-selling': () => by([sold, -1]),
    'price-low': (isReseller) => by([isReseller ? resellerPrices : prices, 1]),
    'price-high': (isReseller) => by([isReseller ? resellerPrices : prices, -1]),
    saving: () => by([discounts, -1]),
    rating: () => by([ratings, -1], [reviewCounts, -1]),
    name: () => byName,
  };
  const orders = new Map<string, Uint32Array>();
  const orderOf = (sorting: Sorting, isReseller: boolean): Uint32Array => {
    const key = `${sorting} ${isReseller && sorting.startsWith('price')}`;
    const order = orders.get(key) ?? sorters[sorting](isReseller);
    orders.set(key, order);
    return order;
  };
  const customer = perFacet((facet) => builders[facet].build());
  const reseller = { ...customer, price: resellerPriceBuilder.build() };
  const setStock: Columns['setStock'] = (row, product, wasAvailable) => {
    sold[row] = product.saleCount;
    const isAvailable = available(product) > 0;
    if (isAvailable === wasAvailable) return false;
    ranks[row] = (ranks[row] ?? 0) + (isAvailable ? availableRank : -availableRank);
    customer.availability.cells[row] = availabilities.indexOf(isAvailable ? 'in' : 'out');
    for (const sorting of ['featured', 'best-selling']) orders.delete(`${sorting} false`);
    return true;
  };
  for (const sorting of ['featured', 'newest', 'best-selling', 'price-low', 'price-high', 'saving'] as const) {
    orderOf(sorting, false);
    yield;
  }

  return indexFromColumns(
    products,
    {
      columns: { customer, reseller },
      orderOf,
      rowsById,
      lowestDelivery,
      setStock,
      searching: { search: undefined, preparing: undefined, synonyms },
    },
    new Map(),
  );
}

type Columns = {
  readonly columns: Readonly<Record<'customer' | 'reseller', Readonly<Record<Facet, Column>>>>;
  readonly orderOf: (sorting: Sorting, isReseller: boolean) => ArrayLike<number> & Iterable<number>;
  readonly rowsById: ReadonlyMap<string, number>;
  readonly lowestDelivery: number | undefined;
  /** Applies the stock of a changed product; returns whether it sold out or came back, which changes facets and sortings. */
  readonly setStock: (row: number, product: Product, wasAvailable: boolean) => boolean;
  readonly searching: { search: Search | undefined; preparing: Promise<void> | undefined; readonly synonyms: CatalogueFacts['synonyms'] };
};

/** Adds 1 to `failures` of every row that has none of the chosen values; `failedFacet` keeps the facet of the latest failure. */
const markFailures = (
  { values, starts, cells }: Column,
  chosen: readonly string[],
  facet: number,
  failures: Uint8Array,
  failedFacet: Uint8Array,
) => {
  const isChosen = values.map((value) => chosen.includes(value));
  for (let row = 0; row < failures.length; row += 1) {
    let hasChosen = false;
    for (let cell = starts[row] ?? 0; cell < (starts[row + 1] ?? 0) && !hasChosen; cell += 1)
      hasChosen = isChosen[cells[cell] ?? 0] === true;
    if (hasChosen) continue;
    failures[row] = (failures[row] ?? 0) + 1;
    failedFacet[row] = facet;
  }
};

/** Counts the rows that no other facet filters out, by value. */
const countValues = ({ values, starts, cells }: Column, facet: number, failures: Uint8Array, failedFacet: Uint8Array): FacetCount[] => {
  const counts = new Uint32Array(values.length);
  for (let row = 0; row < failures.length; row += 1) {
    const failed = failures[row] ?? 0;
    if (failed > 1 || (failed === 1 && failedFacet[row] !== facet)) continue;
    for (let cell = starts[row] ?? 0; cell < (starts[row + 1] ?? 0); cell += 1) {
      const value = cells[cell] ?? 0;
      counts[value] = (counts[value] ?? 0) + 1;
    }
  }
  return values.map((value, index) => ({ value, count: counts[index] ?? 0 }));
};

/** The `failures` of a row that the search does not match: with two, no facet counts it. */
const unmatched = 2;

const indexFromColumns = (products: readonly Product[], shared: Columns, listings: Map<string, Listing>): CatalogueIndex => {
  const { columns, orderOf, rowsById, lowestDelivery, setStock, searching } = shared;
  const total = products.length;

  const compute = (query: ListingQuery, isReseller: boolean, ranked: readonly number[] | undefined): Listing => {
    const columnOf = columns[isReseller ? 'reseller' : 'customer'];
    const chosen = perFacet((facet) => query.chosen[facet].filter((value) => columnOf[facet].values.includes(value)));
    const failures = new Uint8Array(total);
    const failedFacet = new Uint8Array(total);
    if (ranked) {
      failures.fill(unmatched);
      for (const row of ranked) failures[row] = 0;
    }
    for (const [index, facet] of facets.entries())
      if (chosen[facet].length > 0) markFailures(columnOf[facet], chosen[facet], index, failures, failedFacet);
    // By default, the matches of a search are sorted by relevance.
    const order = ranked && query.sorting === 'featured' ? ranked : orderOf(query.sorting, isReseller);
    const found: number[] = [];
    for (const row of order) if (failures[row] === 0) found.push(row);
    const pages = Math.max(1, Math.ceil(found.length / query.perPage));
    const page = Math.min(pages, Math.max(1, query.page));
    return {
      items: found.slice((page - 1) * query.perPage, page * query.perPage).flatMap((row) => products[row] ?? []),
      count: found.length,
      page,
      pages,
      total,
      lowestDelivery,
      chosen,
      counts: perFacet((facet) => countValues(columnOf[facet], facets.indexOf(facet), failures, failedFacet)),
    };
  };

  return {
    total,
    find: (id) => products[rowsById.get(id) ?? -1],
    prepareSearch: () => {
      // Lazy: most visits search for nothing.
      searching.preparing ??= import('./search.ts').then(async ({ buildSearch }) => {
        searching.search = await buildSearch(products, searching.synonyms);
      });
      searching.preparing.catch(() => {
        searching.preparing = undefined;
      });
      return searching.preparing;
    },
    list: (query, isReseller) => {
      const { search } = searching;
      if (query.searchText !== '' && !search) return undefined;
      const key = writeListingQuery(query, isReseller).toString();
      const cached = listings.get(key);
      if (cached) return cached;
      const listing = compute(query, isReseller, query.searchText === '' ? undefined : search?.(query.searchText));
      listings.set(key, listing);
      const [oldest] = listings.keys();
      if (listings.size > maxCachedListings && oldest !== undefined) listings.delete(oldest);
      return listing;
    },
    withStock: (changes) => {
      const changed = products.slice();
      const changedIds = new Set<string>();
      let hasAvailabilityChanged = false;
      for (const change of changes) {
        const row = rowsById.get(change._id) ?? -1;
        const product = changed[row];
        if (!product) continue;
        const current = { ...product, ...change };
        changed[row] = current;
        changedIds.add(change._id);
        hasAvailabilityChanged = setStock(row, current, available(product) > 0) || hasAvailabilityChanged;
      }
      const unchanged = [...listings].filter(([, { items }]) => !items.some(({ _id }) => changedIds.has(_id)));
      Object.freeze(changed);
      return {
        index: indexFromColumns(changed, shared, new Map(hasAvailabilityChanged ? [] : unchanged)),
        products: changed,
        hasAvailabilityChanged,
      };
    },
  };
};
