import { createAsyncThunk, createSlice } from '@reduxjs/toolkit';
import type { HydrationData } from '#contract/hydration-data.ts';
import type { Listing } from '#contract/listing.ts';
import { type ListingQuery, writeListingQuery } from '#contract/listing-query.ts';
import type { Category, Product } from '#contract/product.ts';
import type { ApiError } from '#shared/api/api-error.ts';
import type { FetchedCatalogue } from './fetch-catalogue.ts';
import { indexOf } from './open-catalogues.ts';

/**
 * State of the product list; a failure is kept with its message. `isWhole` says that `products` is all there is; of
 * a catalogue too large for that, `products` are those looked up so far, and pages come from the API.
 */
export type CatalogueState = {
  readonly products: readonly Product[];
  readonly status: 'idle' | 'loading' | 'succeeded' | 'failed';
  readonly error: ApiError | null;
  readonly isWhole: boolean;
  readonly total: number | null;
  readonly tag: string | null;
  /** How often the catalogue has been asked for and was answered: whatever was looked up before that is of yesterday. */
  readonly checks: number;
  /** Pages by the query that asked for them: what the first view showed, and what the API answered. */
  readonly listings: Readonly<Record<string, Listing>>;
  /** Products with every field; `null` for an id that the shop does not sell. */
  readonly details: Readonly<Record<string, Product | null>>;
  /** As the first view showed them; the API's answer takes their place. */
  readonly categories: readonly Category[] | null;
};

type WithCatalogue = { readonly product: CatalogueState };
/** What a store offers: `hydrated` resolves when the server-rendered page has been hydrated. */
export type WithHydrated = { readonly hydrated: Promise<void> };
type Thunk = { rejectValue: ApiError; state: WithCatalogue; extra: WithHydrated };

const initialState: CatalogueState = {
  products: [],
  status: 'idle',
  error: null,
  isWhole: false,
  total: null,
  tag: null,
  checks: 0,
  listings: {},
  details: {},
  categories: null,
};

/** The initial state of the catalogue on a server-rendered page. */
export const stateFromHydration = (known: HydrationData): CatalogueState => ({ ...initialState, ...known });

/** More products than this are worth a page of their own while the whole list is on its way. */
const slowList = 500;
const mostListings = 30;

const unreachable: ApiError = { status: 'network' };

/** The calls and what reads their answers come when the first call is made: nothing of it is needed for a first view. */
const calls = () => import('./fetch-catalogue.ts');

/** The longest that `whenIdle` waits. */
const maxIdleWaitMs = 2000;
const whenIdle = (): Promise<void> =>
  new Promise((resolve) => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(() => resolve(), { timeout: maxIdleWaitMs });
    else setTimeout(resolve);
  });

/** Loads the products: the one action of start-up, and of every Retry. Never twice at once. */
export const loadProducts = createAsyncThunk<FetchedCatalogue | 'unchanged', void, Thunk>(
  'product/load',
  async (_, { getState, extra, rejectWithValue }) => {
    // The hydration data is enough to begin with: the list must not compete with the scripts for bandwidth.
    const { total, tag } = getState().product;
    if (total !== null && tag === null) await extra.hydrated.then(whenIdle);
    const { fetchCatalogue } = await calls();
    const outcome = await fetchCatalogue(getState().product.tag);
    return outcome !== 'unchanged' && 'error' in outcome ? rejectWithValue(outcome.error) : outcome;
  },
  { condition: (_, { getState }) => getState().product.status !== 'loading' },
);

/** Asks the API for one page, of a catalogue that is not here (yet). */
export const loadListing = createAsyncThunk<Listing, { readonly query: ListingQuery; readonly isReseller: boolean }, Thunk>(
  'product/loadListing',
  async ({ query, isReseller }, { rejectWithValue }) => {
    const { fetchListing } = await calls();
    const outcome = await fetchListing(query, isReseller);
    return 'error' in outcome ? rejectWithValue(outcome.error) : outcome.data;
  },
);

/** Asks the API for one product with every field. */
export const loadProduct = createAsyncThunk<Product, string, Thunk>('product/loadOne', async (id, { rejectWithValue }) => {
  const { fetchProduct } = await calls();
  const outcome = await fetchProduct(id);
  return 'error' in outcome ? rejectWithValue(outcome.error) : outcome.data;
});

/** Asks the API for some products, of a catalogue that is not here. */
export const loadSome = createAsyncThunk<readonly Product[], readonly string[], Thunk>(
  'product/loadSome',
  async (ids, { rejectWithValue }) => {
    const { fetchSome } = await calls();
    const outcome = await fetchSome(ids);
    return 'error' in outcome ? rejectWithValue(outcome.error) : outcome.data;
  },
);

/** A single answer came: a failure of an earlier one is over, but not one of the list itself. */
const errorAfter = ({ status, error }: CatalogueState): ApiError | null => (status === 'failed' ? error : null);

const withListing = (listings: CatalogueState['listings'], key: string, listing: Listing): CatalogueState['listings'] => {
  const { [key]: _, ...others } = listings;
  return Object.fromEntries([...Object.entries(others).slice(1 - mostListings), [key, listing]]);
};

/** The product slice: idle, loading, succeeded or failed. Products of an earlier load stay when a later one
 * fails, and a failure stays told until a later load succeeds. */
export const catalogueSlice = createSlice({
  name: 'product',
  initialState,
  reducers: {},
  extraReducers: (builder) => {
    builder
      .addCase(loadProducts.pending, (state) => ({ ...state, status: 'loading' }))
      .addCase(loadProducts.fulfilled, (state, { payload }) => {
        if (payload === 'unchanged') return { ...state, checks: state.checks + 1, status: 'succeeded', error: null };
        const { products, total, tag } = payload;
        return {
          ...state,
          products: products ?? (state.isWhole ? [] : state.products),
          isWhole: products !== null,
          total,
          tag,
          checks: state.checks + 1,
          // Pages by an earlier state of the catalogue say nothing any more; the first are kept until words can be searched here.
          listings: products && state.isWhole ? {} : state.listings,
          status: 'succeeded',
          error: null,
        };
      })
      .addCase(loadProducts.rejected, (state, { payload }) => ({ ...state, status: 'failed', error: payload ?? unreachable }))
      .addCase(loadListing.fulfilled, (state, { payload, meta }) => {
        if (state.isWhole) return state;
        const { query, isReseller } = meta.arg;
        const key = writeListingQuery(query, isReseller).toString();
        return { ...state, total: payload.total, error: errorAfter(state), listings: withListing(state.listings, key, payload) };
      })
      // Where pages and products are asked for one by one, their failures are the catalogue's.
      .addCase(loadListing.rejected, (state, { payload }) => (state.isWhole ? state : { ...state, error: payload ?? unreachable }))
      .addCase(loadProduct.fulfilled, (state, { payload, meta }) => ({
        ...state,
        error: state.isWhole ? state.error : errorAfter(state),
        details: { ...state.details, [meta.arg]: payload },
      }))
      .addCase(loadProduct.rejected, (state, { payload, meta }) => {
        // Where the whole list is here, it knows.
        if (state.isWhole) return state;
        if (payload?.status !== 404) return { ...state, error: payload ?? unreachable };
        return { ...state, details: { ...state.details, [meta.arg]: null } };
      })
      .addCase(loadSome.fulfilled, (state, { payload, meta }) => {
        if (state.isWhole) return state;
        const gone = meta.arg.filter((id) => !payload.some(({ _id }) => _id === id));
        return {
          ...state,
          products: [...state.products.filter(({ _id }) => !meta.arg.includes(_id)), ...payload],
          details: { ...state.details, ...Object.fromEntries(gone.map((id) => [id, null])) },
        };
      });
  },
  selectors: {
    selectProducts: (catalogue) => catalogue.products,
    selectStatus: (catalogue) => catalogue.status,
    selectError: (catalogue) => catalogue.error,
    /** How many products the shop sells; nothing while that is not known. */
    selectTotal: (catalogue) => catalogue.total,
    selectCategories: (catalogue) => catalogue.categories,
    selectChecks: (catalogue) => catalogue.checks,
    /** Has any load brought the products yet? What it brought stays while a later one is under way or fails. */
    selectIsKnown: (catalogue) => catalogue.status === 'succeeded' || catalogue.isWhole,
    selectIsWhole: (catalogue) => catalogue.isWhole,
    /** Did a page or a product not come, and has nobody tried again? */
    selectIsStuck: ({ isWhole, status, error }) => !isWhole && status !== 'failed' && error !== null,
    /** Is it worth asking the API for a page: because there is nothing else, or because the whole list takes its time? */
    selectIsPaged: (catalogue) => !catalogue.isWhole && (catalogue.status === 'succeeded' || (catalogue.total ?? 0) > slowList),
    selectListing: ({ listings }, key: string) => (Object.hasOwn(listings, key) ? listings[key] : undefined),
    selectDetails: ({ details }, id: string) => (Object.hasOwn(details, id) ? details[id] : undefined),
    /** Is it known that the shop does not sell this? An API without single products says 404 to every id, but brings its whole list. */
    selectIsGone: ({ products, isWhole, total, details }, id: string) =>
      isWhole ? indexOf(products)?.find(id) === undefined : total !== null && Object.hasOwn(details, id) && details[id] === null,
    /** A product as lists carry it. */
    selectListed: ({ products, isWhole, listings }, id: string): Product | undefined => {
      if (id === '') return undefined;
      if (isWhole) return indexOf(products)?.find(id);
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
  selectChecks,
  selectIsKnown,
  selectIsWhole,
  selectIsStuck,
  selectIsPaged,
  selectListing,
  selectDetails,
  selectListed,
  selectIsGone,
} = catalogueSlice.selectors;
