import type { CatalogueIndex, FacetCount, Listing } from '#contract/listing.ts';
import { type Facet, facets, type ListingQuery, perFacet, type Sorting, writeListingQuery } from '#contract/listing-query.ts';
import type { Pence } from '#contract/money.ts';
import { unitPrice } from '#contract/pricing.ts';
import type { Product } from '#contract/product.ts';
import { available } from '#contract/stock.ts';
import { cheapest } from './cheapest.ts';
import type { Chunked } from './chunked.ts';
import { bandOf, priceBands } from './price-bands.ts';
import type { Search } from './search.ts';

/** So many rows are looked at before others may have their turn. */
const rowsPerChunk = 200;
const maxCachedListings = 40;

/** One facet of every product: which values there are, and which of them each row has, row after row from its start. */
type Column = { readonly values: readonly string[]; readonly starts: Uint32Array; readonly cells: Uint32Array };

/** Notes the values of row after row. */
const startColumn = (known: readonly string[] = []) => {
  const values = [...known];
  const indexOf = new Map(values.map((value, index) => [value, index]));
  const starts = [0];
  const cells: number[] = [];
  const add = (row: readonly string[]): void => {
    for (const value of new Set(row)) {
      if (value === '') continue;
      const index = indexOf.get(value) ?? values.length;
      if (index === values.length) {
        indexOf.set(value, index);
        values.push(value);
      }
      cells.push(index);
    }
    starts.push(cells.length);
  };
  const finish = (): Column => ({ values, starts: Uint32Array.from(starts), cells: Uint32Array.from(cells) });
  return { add, finish };
};

/** A name as it is sorted by: the same everywhere, whatever languages a machine knows. */
const sortKey = (name: string): string => name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();

const compareText = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

/** The row numbers in an order. */
const sorted = (length: number, compare: (one: number, other: number) => number): Uint32Array =>
  Uint32Array.from({ length }, (_, row) => row).sort(compare);

const colours = ({ variation }: Product): string[] => variation.map(({ color }) => color);
const sizes = ({ variation }: Product): string[] => variation.flatMap(({ size }) => size.map(({ name }) => name));

/** Price as a shopper pays it, the cheapest way to buy, in pence. */
const lowest = (product: Product, isReseller: boolean): Pence => unitPrice(cheapest(product).goods, isReseller).unit;

/**
 * Opens products as a catalogue that can be listed, a few rows at a step: facets, search and sort over columns that are built once,
 * for a browser and for the API alike. Pure: it knows nothing of where it runs.
 */
export function* buildCatalogueIndex(products: readonly Product[]): Chunked<CatalogueIndex> {
  const total = products.length;
  const columns = {
    category: startColumn(),
    colour: startColumn(),
    size: startColumn(),
    material: startColumn(),
    tag: startColumn(),
    availability: startColumn(['in', 'out']),
    sale: startColumn(['yes']),
    new: startColumn(['yes']),
    price: startColumn(priceBands.map(({ value }) => value)),
    resellerPrice: startColumn(priceBands.map(({ value }) => value)),
  };
  const [prices, resellerPrices] = [new Int32Array(total), new Int32Array(total)];
  const [sold, discounts, created, appeal] = [
    new Float64Array(total),
    new Float64Array(total),
    new Float64Array(total),
    new Uint8Array(total),
  ];
  const names: string[] = [];
  const rows = new Map<string, number>();
  let lowestDelivery: number | undefined;

  for (const [row, product] of products.entries()) {
    const isLeft = available(product) > 0;
    const [price, resellerPrice] = [lowest(product, false), lowest(product, true)];
    prices[row] = price;
    resellerPrices[row] = resellerPrice;
    sold[row] = product.saleCount;
    discounts[row] = product.discount;
    created[row] = Date.parse(product.createdAt) || 0;
    // What can be bought stands before what cannot, what can be seen before what cannot, new before old.
    appeal[row] = (isLeft ? 4 : 0) + (product.images.length > 0 || product.mainImage !== '' ? 2 : 0) + (product.new ? 1 : 0);
    names.push(sortKey(product.name));
    if (product._id !== '' && !rows.has(product._id)) rows.set(product._id, row);
    if (lowestDelivery === undefined || product.deliveryCost < lowestDelivery) lowestDelivery = product.deliveryCost;
    columns.category.add(product.category);
    columns.colour.add(colours(product));
    columns.size.add(sizes(product));
    columns.material.add([product.material]);
    columns.tag.add(product.tag);
    columns.availability.add([isLeft ? 'in' : 'out']);
    columns.sale.add(product.discount > 0 ? ['yes'] : []);
    columns.new.add(product.new ? ['yes'] : []);
    columns.price.add([bandOf(price)]);
    columns.resellerPrice.add([bandOf(resellerPrice)]);
    if (row % rowsPerChunk === rowsPerChunk - 1) yield;
  }

  const byName = sorted(total, (one, other) => compareText(names[one] ?? '', names[other] ?? '') || one - other);
  yield;
  const place = new Uint32Array(total);
  for (const [at, row] of byName.entries()) place[row] = at;
  // Equals stay by name, so that a page never changes between two looks.
  const by = (...keys: readonly (readonly [ArrayLike<number>, 1 | -1])[]) =>
    sorted(total, (one, other) => {
      for (const [key, direction] of keys) {
        const difference = (key[one] ?? 0) - (key[other] ?? 0);
        if (difference !== 0) return difference * direction;
      }
      return (place[one] ?? 0) - (place[other] ?? 0);
    });
  const orders: Readonly<Record<Sorting, (isReseller: boolean) => Uint32Array>> = {
    featured: () => by([appeal, -1], [sold, -1]),
    newest: () => by([created, -1]),
    'best-selling': () => by([sold, -1]),
    'price-low': (isReseller) => by([isReseller ? resellerPrices : prices, 1]),
    'price-high': (isReseller) => by([isReseller ? resellerPrices : prices, -1]),
    saving: () => by([discounts, -1]),
    name: () => byName,
  };
  const keptOrders = new Map<string, Uint32Array>();
  const orderOf = (sorting: Sorting, isReseller: boolean): Uint32Array => {
    const key = `${sorting} ${isReseller && sorting.startsWith('price')}`;
    const order = keptOrders.get(key) ?? orders[sorting](isReseller);
    keptOrders.set(key, order);
    return order;
  };
  for (const sorting of ['featured', 'newest', 'best-selling', 'price-low', 'price-high', 'saving'] as const) {
    orderOf(sorting, false);
    yield;
  }

  const { resellerPrice, price, ...others } = columns;
  const finished = {
    category: others.category.finish(),
    colour: others.colour.finish(),
    size: others.size.finish(),
    material: others.material.finish(),
    tag: others.tag.finish(),
    availability: others.availability.finish(),
    sale: others.sale.finish(),
    new: others.new.finish(),
  };
  return openColumns(products, {
    columns: { customer: { ...finished, price: price.finish() }, reseller: { ...finished, price: resellerPrice.finish() } },
    orderOf,
    rows,
    lowestDelivery,
  });
}

type Columns = {
  readonly columns: Readonly<Record<'customer' | 'reseller', Readonly<Record<Facet, Column>>>>;
  readonly orderOf: (sorting: Sorting, isReseller: boolean) => ArrayLike<number> & Iterable<number>;
  readonly rows: ReadonlyMap<string, number>;
  readonly lowestDelivery: number | undefined;
};

/** Marks every row that has none of the chosen values; `failing` remembers the facet in which it has none. */
const markFailures = (
  { values, starts, cells }: Column,
  chosen: readonly string[],
  facet: number,
  fails: Uint8Array,
  failing: Uint8Array,
) => {
  const isChosen = values.map((value) => chosen.includes(value));
  for (let row = 0; row < fails.length; row += 1) {
    let isIn = false;
    for (let cell = starts[row] ?? 0; cell < (starts[row + 1] ?? 0) && !isIn; cell += 1) isIn = isChosen[cells[cell] ?? 0] === true;
    if (isIn) continue;
    fails[row] = (fails[row] ?? 0) + 1;
    failing[row] = facet;
  }
};

const tally = ({ values, starts, cells }: Column, facet: number, fails: Uint8Array, failing: Uint8Array): FacetCount[] => {
  const counts = new Uint32Array(values.length);
  for (let row = 0; row < fails.length; row += 1) {
    const failures = fails[row] ?? 0;
    if (failures > 1 || (failures === 1 && failing[row] !== facet)) continue;
    for (let cell = starts[row] ?? 0; cell < (starts[row + 1] ?? 0); cell += 1) {
      const value = cells[cell] ?? 0;
      counts[value] = (counts[value] ?? 0) + 1;
    }
  }
  return values.map((value, index) => ({ value, count: counts[index] ?? 0 }));
};

/** More than one facet: a row that the words leave out counts nowhere. */
const leftOut = 2;

const openColumns = (products: readonly Product[], { columns, orderOf, rows, lowestDelivery }: Columns): CatalogueIndex => {
  const total = products.length;
  const kept = new Map<string, Listing>();
  let search: Search | undefined;
  let preparing: Promise<void> | undefined;

  const compute = (query: ListingQuery, isReseller: boolean, ranked: readonly number[] | undefined): Listing => {
    const of = columns[isReseller ? 'reseller' : 'customer'];
    const chosen = perFacet((facet) => query.chosen[facet].filter((value) => of[facet].values.includes(value)));
    const [fails, failing] = [new Uint8Array(total), new Uint8Array(total)];
    if (ranked) {
      fails.fill(leftOut);
      for (const row of ranked) fails[row] = 0;
    }
    for (const [index, facet] of facets.entries())
      if (chosen[facet].length > 0) markFailures(of[facet], chosen[facet], index, fails, failing);
    // Words bring their own order: the best answer first.
    const order = ranked && query.sorting === 'featured' ? ranked : orderOf(query.sorting, isReseller);
    const found: number[] = [];
    for (const row of order) if (fails[row] === 0) found.push(row);
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
      counts: perFacet((facet) => tally(of[facet], facets.indexOf(facet), fails, failing)),
    };
  };

  return {
    total,
    find: (id) => products[rows.get(id) ?? -1],
    prepareSearch: () => {
      preparing ??= import('./search.ts').then(async ({ buildSearch }) => {
        search = await buildSearch(products);
      });
      preparing.catch(() => {
        preparing = undefined;
      });
      return preparing;
    },
    list: (query, isReseller) => {
      if (query.searchText !== '' && !search) return undefined;
      const key = writeListingQuery(query, isReseller).toString();
      const known = kept.get(key);
      if (known) return known;
      const fresh = compute(query, isReseller, query.searchText === '' ? undefined : search?.(query.searchText));
      kept.set(key, fresh);
      const [oldest] = kept.keys();
      if (kept.size > maxCachedListings && oldest !== undefined) kept.delete(oldest);
      return fresh;
    },
  };
};
