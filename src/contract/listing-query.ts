import { facetFields } from './product-fields.ts';

/** The orders of a list; the first is the default. */
export const sortings = ['featured', 'newest', 'best-selling', 'price-low', 'price-high', 'saving', 'rating', 'name'] as const;

export type Sorting = (typeof sortings)[number];

/** What a list can be filtered by: the names and the order of the query parameters. */
export const facets = ['category', 'colour', 'size', ...facetFields, 'tag', 'rating', 'price', 'availability', 'sale', 'new'] as const;

export type Facet = (typeof facets)[number];

/** The values chosen in each facet: values of one facet are alternatives, facets narrow each other. */
export type ChosenFacetValues = Readonly<Record<Facet, readonly string[]>>;

/** The search, filters and order of a list. */
export type ListingChoice = { readonly searchText: string; readonly chosen: ChosenFacetValues; readonly sorting: Sorting };

/** One page of a list. Pages count from 1. */
export type ListingQuery = ListingChoice & { readonly page: number; readonly perPage: number };

/** A browser loads the list of so many products and filters it itself; of a longer one it asks for pages. */
export const maxListLength = 1000;

/** Longer searches are cut. */
export const maxSearchTextLength = 200;
const maxValueLength = 100;
/** Half of a surrogate pair, left by cutting: URL encoding would change it. */
const trailingSurrogate = /[\uD800-\uDBFF]$/;
const maxValuesPerFacet = 50;

const maxPerPage = 60;
const defaultPerPage = 15;

export const perFacet = <Value>(make: (facet: Facet) => Value): Readonly<Record<Facet, Value>> =>
  Object.fromEntries(facets.map((facet) => [facet, make(facet)])) as Record<Facet, Value>;

const none: readonly string[] = [];

export const noFacetValues: ChosenFacetValues = perFacet(() => none);

/** No search, no filters, default order. */
export const defaultChoice: ListingChoice = { searchText: '', chosen: noFacetValues, sorting: 'featured' };

const valuesOf = (params: URLSearchParams, facet: Facet): readonly string[] => {
  const values = params.getAll(facet).filter((value) => value !== '' && value.length <= maxValueLength);
  return [...new Set(values)].slice(0, maxValuesPerFacet);
};

/** A page number in a URL; 1 for anything invalid. */
export const readPage = (text: string | null | undefined): number => {
  const page = Number(text ?? 1);
  return Number.isSafeInteger(page) && page > 1 ? page : 1;
};

/** Parses search, filters and order; anything invalid is ignored. */
export const readChoice = (params: URLSearchParams): ListingChoice => {
  const sort = params.get('sort');
  return {
    searchText: (params.get('q') ?? '').trim().slice(0, maxSearchTextLength).replace(trailingSurrogate, '').trim(),
    chosen: perFacet((facet) => valuesOf(params, facet)),
    sorting: sortings.find((sorting) => sorting === sort) ?? 'featured',
  };
};

/** The inverse of `readChoice`: only what differs from the default, in a fixed order. */
export const writeChoice = ({ searchText, chosen, sorting }: ListingChoice): URLSearchParams => {
  const params = new URLSearchParams();
  if (searchText !== '') params.set('q', searchText);
  for (const facet of facets) for (const value of chosen[facet]) params.append(facet, value);
  if (sorting !== 'featured') params.set('sort', sorting);
  return params;
};

/** The query of `GET /client/products` that asks for one page; `prices=reseller` orders and counts by what a reseller pays. */
export const writeListingQuery = (query: ListingQuery, isReseller: boolean): URLSearchParams => {
  const params = writeChoice(query);
  params.set('page', String(query.page));
  params.set('perPage', String(query.perPage));
  if (isReseller) params.set('prices', 'reseller');
  return params;
};

/** The inverse of `writeListingQuery`, with `perPage` limited to `maxPerPage`. */
export const readListingQuery = (params: URLSearchParams): { readonly query: ListingQuery; readonly isReseller: boolean } => {
  const perPage = Number(params.get('perPage') ?? defaultPerPage);
  return {
    query: {
      ...readChoice(params),
      page: readPage(params.get('page')),
      perPage: Number.isSafeInteger(perPage) && perPage > 0 ? Math.min(perPage, maxPerPage) : defaultPerPage,
    },
    isReseller: params.get('prices') === 'reseller',
  };
};
