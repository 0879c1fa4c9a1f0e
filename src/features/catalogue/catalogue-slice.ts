import { createAsyncThunk, createSlice, original } from '@reduxjs/toolkit';
import type { HydrationData } from '#contract/hydration-data.ts';
import type { CatalogueIndex, Listing } from '#contract/listing.ts';
import { type ListingQuery, writeListingQuery } from '#contract/listing-query.ts';
import type { Category, Product } from '#contract/product.ts';
import { type ApiError, networkError } from '#shared/api/api-error.ts';
import type { StoreExtra } from '#shared/api/lazy-api.tsx';
import type { ApiResult } from '#shared/api/read-answer.ts';
import { whenFirstUsed } from '#shared/first-use.ts';
import type { FetchedCatalogue } from './fetch-catalogue.ts';

/**
 * How much of the catalogue this browser holds.
 *
 *     none ---- list ----> complete    `products` is every product, with its index
 *       |                   |    ^
 *   total only              |    |     a catalogue grows beyond `maxListLength`, or shrinks
 *       |                   v    |
 *       '---------------->  paged      `products` are those looked up so far; pages come from the API
 *
 * A failed request changes nothing here.
 */
export type CatalogueCoverage =
  | { readonly kind: 'none' }
  | {
      readonly kind: 'complete';
      readonly index: CatalogueIndex;
      /** The list came with every field, as from server rendering and other APIs, not lean. */
      readonly hasDetails: boolean;
      /** Names the state of the list for this shop's API. */
      readonly cursor?: string | undefined;
    }
  /** `revision` counts successful checks: pages and products from before the latest one are stale. */
  | { readonly kind: 'paged'; readonly revision: number };

type FailedDetails = Extract<DetailsState, { readonly kind: 'failed' }>;

/** State of the product list. `total` is the number of products in the shop. */
export type CatalogueState = {
  readonly products: readonly Product[];
  readonly status: 'idle' | 'loading' | 'succeeded' | 'failed';
  readonly error: ApiError | null;
  readonly coverage: CatalogueCoverage;
  readonly total: number | null;
  /** The ETag of the list. */
  readonly etag: string | null;
  /** Pages by their query string: from the hydration data and from the API. */
  readonly listings: Readonly<Record<string, Listing>>;
  /** Products with every field; `null` for an id that the API answered with 404. */
  readonly details: Readonly<Record<string, Product | null>>;
  /** The ids of products whose details are being loaded. */
  readonly loadingDetails: readonly string[];
  /** Products whose details could not be loaded, by id. */
  readonly failedDetails: Readonly<Record<string, FailedDetails>>;
  /** From the hydration data, until the API answers. */
  readonly categories: readonly Category[] | null;
};

/** Whether the fields that lists leave out are loaded. */
export type DetailsState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly error: ApiError; readonly isRetrying: boolean }
  | { readonly kind: 'loaded' };

type WithCatalogue = { readonly product: CatalogueState };
type Thunk = { rejectValue: ApiError; state: WithCatalogue; extra: StoreExtra };

const initialState: CatalogueState = {
  products: [],
  status: 'idle',
  error: null,
  coverage: { kind: 'none' },
  total: null,
  etag: null,
  listings: {},
  details: {},
  loadingDetails: [],
  failedDetails: {},
  categories: null,
};

/** The initial state of the catalogue on a server-rendered page. */
export const stateFromHydration = (data: HydrationData): CatalogueState => ({ ...initialState, ...data });

/** While a list of more products than this is loading, pages are requested from the API. */
const slowListLength = 500;
const maxListings = 30;

const loading: DetailsState = { kind: 'loading' };
const loaded: DetailsState = { kind: 'loaded' };

/** Requests and schemas are in a lazy chunk: hydration needs neither. */
const importRequests = () => import('./fetch-catalogue.ts');

const maxIdleWaitMs = 2000;
const whenIdle = (): Promise<void> =>
  new Promise((resolve) => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(() => resolve(), { timeout: maxIdleWaitMs });
    else setTimeout(resolve);
  });

/** Loads the products: at start-up and for every Retry. Ignored while a load is pending. */
export const loadProducts = createAsyncThunk<FetchedCatalogue | 'unchanged', void, Thunk>(
  'product/load',
  async (_, { getState, extra, rejectWithValue }) => {
    // The hydration data is enough to begin with: the list must not compete with the scripts for bandwidth.
    const { total, etag } = getState().product;
    if (total !== null && etag === null) await extra.hydrated.then(whenFirstUsed).then(whenIdle);
    const { fetchCatalogue } = await importRequests();
    const outcome = await fetchCatalogue(getState().product);
    return outcome !== 'unchanged' && 'error' in outcome ? rejectWithValue(outcome.error) : outcome;
  },
  { condition: (_, { getState }) => getState().product.status !== 'loading' },
);

const requestListing = async (query: ListingQuery, isReseller: boolean): Promise<ApiResult<Listing>> =>
  (await importRequests()).fetchListing(query, isReseller);

/** How long a page that was requested ahead is kept for the screen that shows it. */
const maxAheadMs = 2000;
/** The last page that was requested ahead; `at` is when, of `performance.now()`. */
let ahead: { readonly key: string; readonly at: number; readonly answer: Promise<ApiResult<Listing>> } | undefined;

const takeAhead = (key: string): Promise<ApiResult<Listing>> | undefined => {
  const requested = ahead;
  ahead = undefined;
  return requested?.key === key && performance.now() - requested.at < maxAheadMs ? requested.answer : undefined;
};

/** Requests a page that is about to be rendered, if it comes from the API, so that the request does not wait for the render. */
export const requestListingAhead =
  (query: ListingQuery, isReseller: boolean) =>
  (_: unknown, getState: () => WithCatalogue): void => {
    if (!selectIsServerPaged(getState())) return;
    const answer = requestListing(query, isReseller);
    // That the chunk did not come is the error of `loadListing`, if it takes this answer.
    answer.catch(() => undefined);
    ahead = { key: writeListingQuery(query, isReseller).toString(), at: performance.now(), answer };
  };

/** Requests one page of a catalogue that this browser does not hold (yet), unless it was requested ahead. */
export const loadListing = createAsyncThunk<Listing, { readonly query: ListingQuery; readonly isReseller: boolean }, Thunk>(
  'product/loadListing',
  async ({ query, isReseller }, { rejectWithValue }) => {
    const key = writeListingQuery(query, isReseller).toString();
    const outcome = await (takeAhead(key) ?? requestListing(query, isReseller));
    return 'error' in outcome ? rejectWithValue(outcome.error) : outcome.data;
  },
);

/** Requests one product with every field. */
export const loadProduct = createAsyncThunk<Product, string, Thunk>(
  'product/loadOne',
  async (id, { getState, rejectWithValue }) => {
    // That of a server-rendered page is current, until somebody uses the page.
    if (Object.hasOwn(getState().product.details, id)) await whenFirstUsed();
    const { fetchProduct } = await importRequests();
    const outcome = await fetchProduct(id);
    return 'error' in outcome ? rejectWithValue(outcome.error) : outcome.data;
  },
  { condition: (id, { getState }) => !getState().product.loadingDetails.includes(id) },
);

/** Requests some products of a catalogue that this browser does not hold. */
export const loadProductsById = createAsyncThunk<readonly Product[], readonly string[], Thunk>(
  'product/loadById',
  async (ids, { rejectWithValue }) => {
    const { fetchProductsById } = await importRequests();
    const outcome = await fetchProductsById(ids);
    return 'error' in outcome ? rejectWithValue(outcome.error) : outcome.data;
  },
);

/** A successful page or product clears the error of an earlier one, but not an error of the list itself. */
const errorAfter = ({ status, error }: CatalogueState): ApiError | null => (status === 'failed' ? error : null);

/**
 * Whether the error is that of another product, which one that succeeds must not clear: without it all are requested again, so that of two
 * products on a page a failing one would be requested without end.
 */
const isErrorOfOther = ({ error, failedDetails }: CatalogueState, id: string): boolean =>
  Object.values(without(failedDetails, id)).some((failed) => failed.error === error);

const withListing = (listings: CatalogueState['listings'], key: string, listing: Listing): CatalogueState['listings'] => {
  const { [key]: _, ...others } = listings;
  return Object.fromEntries([...Object.entries(others).slice(1 - maxListings), [key, listing]]);
};

const nextRevision = ({ coverage }: CatalogueState): CatalogueCoverage => ({
  kind: 'paged',
  revision: coverage.kind === 'paged' ? coverage.revision + 1 : 1,
});

const without = <Value>(values: Readonly<Record<string, Value>>, key: string): Readonly<Record<string, Value>> =>
  Object.fromEntries(Object.entries(values).filter(([other]) => other !== key));

/** The product slice. Products of an earlier load stay when a later one fails, and an error stays until a later load succeeds. */
export const catalogueSlice = createSlice({
  name: 'product',
  initialState,
  reducers: {},
  extraReducers: (builder) => {
    builder
      .addCase(loadProducts.pending, (state) => ({ ...state, status: 'loading' }))
      .addCase(loadProducts.fulfilled, (state, { payload }) => {
        const succeeded = { ...state, status: 'succeeded', error: null } as const;
        if (payload === 'unchanged') return state.coverage.kind === 'paged' ? { ...succeeded, coverage: nextRevision(state) } : succeeded;
        const { products, index, hasDetails, cursor, total, etag } = payload;
        const wasComplete = state.coverage.kind === 'complete';
        return {
          ...succeeded,
          products: products ?? (wasComplete ? [] : state.products),
          coverage: index ? { kind: 'complete', index, hasDetails, cursor } : nextRevision(state),
          total,
          etag,
          // Stale pages go. Those of the hydration data stay: until the search is ready, they are the only answer to a search.
          listings: index && wasComplete ? {} : state.listings,
        };
      })
      .addCase(loadProducts.rejected, (state, { payload }) => ({ ...state, status: 'failed', error: payload ?? networkError }))
      .addCase(loadListing.fulfilled, (state, { payload, meta }) => {
        if (state.coverage.kind === 'complete') return state;
        const { query, isReseller } = meta.arg;
        const key = writeListingQuery(query, isReseller).toString();
        return { ...state, total: payload.total, error: errorAfter(state), listings: withListing(state.listings, key, payload) };
      })
      // Without the complete list, a failed page or product is an error of the catalogue.
      .addCase(loadListing.rejected, (state, { payload }) =>
        state.coverage.kind === 'complete' ? state : { ...state, error: payload ?? networkError },
      )
      .addCase(loadProduct.pending, (state, { meta }) => {
        const failed = state.failedDetails[meta.arg];
        return {
          ...state,
          loadingDetails: [...state.loadingDetails, meta.arg],
          failedDetails: failed ? { ...state.failedDetails, [meta.arg]: { ...failed, isRetrying: true } } : state.failedDetails,
        };
      })
      .addCase(loadProduct.fulfilled, (state, { payload, meta }) => ({
        ...state,
        // Of the original, because drafts of the same error at two places are not equal.
        error: state.coverage.kind === 'complete' || isErrorOfOther(original(state) ?? state, meta.arg) ? state.error : errorAfter(state),
        details: { ...state.details, [meta.arg]: payload },
        loadingDetails: state.loadingDetails.filter((id) => id !== meta.arg),
        failedDetails: without(state.failedDetails, meta.arg),
      }))
      .addCase(loadProduct.rejected, (before, { payload = networkError, meta }) => {
        const state = { ...before, loadingDetails: before.loadingDetails.filter((id) => id !== meta.arg) };
        const isComplete = state.coverage.kind === 'complete';
        // The complete list is authoritative: a 404 does not replace details that are already loaded.
        if (payload.status === 404)
          return { ...state, details: isComplete ? { [meta.arg]: null, ...state.details } : { ...state.details, [meta.arg]: null } };
        return {
          ...state,
          error: isComplete ? state.error : payload,
          failedDetails: { ...state.failedDetails, [meta.arg]: { kind: 'failed', error: payload, isRetrying: false } },
        };
      })
      .addCase(loadProductsById.fulfilled, (state, { payload, meta }) => {
        if (state.coverage.kind === 'complete') return state;
        const missing = meta.arg.filter((id) => !payload.some(({ _id }) => _id === id));
        return {
          ...state,
          products: [...state.products.filter(({ _id }) => !meta.arg.includes(_id)), ...payload],
          details: { ...state.details, ...Object.fromEntries(missing.map((id) => [id, null])) },
        };
      })
      .addCase(loadProductsById.rejected, (state, { payload }) =>
        state.coverage.kind === 'complete' ? state : { ...state, error: payload ?? networkError },
      );
  },
  selectors: {
    selectProducts: (catalogue) => catalogue.products,
    selectStatus: (catalogue) => catalogue.status,
    selectError: (catalogue) => catalogue.error,
    /** The number of products in the shop; null until it is loaded. */
    selectTotal: (catalogue) => catalogue.total,
    selectCategories: (catalogue) => catalogue.categories,
    selectCoverage: (catalogue) => catalogue.coverage,
    /** The index over the complete list. */
    selectIndex: ({ coverage }) => (coverage.kind === 'complete' ? coverage.index : undefined),
    /** Of a paged catalogue that has just been checked; pages and products of an earlier revision are requested again. */
    selectRevision: ({ coverage, status }) => (coverage.kind === 'paged' && status === 'succeeded' ? coverage.revision : undefined),
    /** Whether a page or a product failed, but not the list itself. */
    selectHasPageError: ({ coverage, status, error }) => coverage.kind !== 'complete' && status !== 'failed' && error !== null,
    /** Whether pages are requested from the API: without a complete list, or while a long one is loading. */
    selectIsServerPaged: ({ coverage, total }) => coverage.kind === 'paged' || (coverage.kind === 'none' && (total ?? 0) > slowListLength),
    selectListing: ({ listings }, key: string) => (Object.hasOwn(listings, key) ? listings[key] : undefined),
    selectDetails: ({ details }, id: string) => (Object.hasOwn(details, id) ? details[id] : undefined),
    /** A 404 counts as loaded: an API without single products sends every field in its list. */
    selectDetailsState: ({ coverage, details, failedDetails }, id: string): DetailsState => {
      if (coverage.kind === 'complete' && coverage.hasDetails) return loaded;
      if (Object.hasOwn(details, id)) return loaded;
      return (Object.hasOwn(failedDetails, id) && failedDetails[id]) || loading;
    },
    /** Whether the shop certainly does not sell it. A complete list decides: an API without single products answers 404 to every id. */
    selectIsDiscontinued: ({ coverage, total, details }, id: string) =>
      coverage.kind === 'complete'
        ? coverage.index.find(id) === undefined
        : total !== null && Object.hasOwn(details, id) && details[id] === null,
    /** A product as lists carry it. */
    selectListed: ({ products, coverage, listings }, id: string): Product | undefined => {
      if (id === '') return undefined;
      if (coverage.kind === 'complete') return coverage.index.find(id);
      return [products, ...Object.values(listings).map(({ items }) => items)].flat().find(({ _id }) => _id === id);
    },
  },
});

export const {
  selectProducts,
  selectStatus,
  selectError,
  selectTotal,
  selectCategories,
  selectCoverage,
  selectIndex,
  selectRevision,
  selectHasPageError,
  selectIsServerPaged,
  selectListing,
  selectDetails,
  selectDetailsState,
  selectListed,
  selectIsDiscontinued,
} = catalogueSlice.selectors;
