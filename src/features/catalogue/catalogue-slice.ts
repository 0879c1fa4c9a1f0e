import { createAsyncThunk, createSelector, createSlice } from '@reduxjs/toolkit';
import { copyWithStructuralSharing } from '@reduxjs/toolkit/query';
import { indexCatalogue } from '#catalogue/catalogue-index.ts';
import { endpoints } from '#contract/endpoints.ts';
import type { CatalogueFacts } from '#contract/listing.ts';
import { maxListLength } from '#contract/listing-query.ts';
import type { Product } from '#contract/product.ts';
import { type ApiError, networkError } from '#shared/api/api-error.ts';
import { getTaggedJson } from '#shared/api/get-json.ts';

/**
 * The product list. A catalogue of up to `maxListLength` products is here as a whole; of a larger one only `total` is, and its pages come
 * from the API (`catalogueApi`).
 */
export type CatalogueState = {
  readonly products: readonly Product[];
  readonly status: 'idle' | 'loading' | 'succeeded' | 'failed';
  readonly error: ApiError | null;
  /** How many products the shop has; null until that is known. */
  readonly total: number | null;
  /** What the list needs besides its products; null while it is not here as a whole. */
  readonly facts: CatalogueFacts | null;
  /** The ETag of the list. */
  readonly etag: string | null;
};

type LoadedList = Pick<CatalogueState, 'products' | 'total' | 'facts' | 'etag'>;

const initialState: CatalogueState = { products: [], status: 'idle', error: null, total: null, facts: null, etag: null };

const answerSchema = async () => (await import('#contract/listing.ts')).catalogueAnswer;

/** Loads the products: at start-up, with each navigation, and for every Retry. Ignored while a load is pending. */
export const loadProducts = createAsyncThunk<
  LoadedList | 'unchanged',
  void,
  { rejectValue: ApiError; state: { readonly product: CatalogueState } }
>(
  'product/load',
  async (_, { getState, rejectWithValue }) => {
    const held = getState().product;
    const answer = await getTaggedJson(`${endpoints.products.path}?form=list`, answerSchema, held.etag);
    if (answer === 'unchanged') return answer;
    if ('error' in answer) return rejectWithValue(answer.error);
    const { data, etag } = answer;
    const list = Array.isArray(data) ? { total: data.length, products: data } : data;
    if (!list.products) return { products: [], total: list.total, facts: null, etag };
    const { total, products, ...facts } = list;
    return {
      // Products that have not changed stay the same objects, so that their tiles are not rendered again.
      products: Object.freeze(copyWithStructuralSharing(held.products, products)),
      total,
      facts: copyWithStructuralSharing(held.facts, facts),
      etag,
    };
  },
  { condition: (_, { getState }) => getState().product.status !== 'loading' },
);

/** The product slice. Products of an earlier load stay when a later one fails, and an error stays until a later load succeeds. */
export const catalogueSlice = createSlice({
  name: 'product',
  initialState,
  reducers: {},
  extraReducers: (builder) => {
    builder
      .addCase(loadProducts.pending, (state) => ({ ...state, status: 'loading' }))
      .addCase(loadProducts.fulfilled, (state, { payload }) => ({
        ...state,
        ...(payload !== 'unchanged' && payload),
        status: 'succeeded',
        error: null,
      }))
      .addCase(loadProducts.rejected, (state, { payload }) => ({ ...state, status: 'failed', error: payload ?? networkError }));
  },
  selectors: {
    selectProducts: (catalogue) => catalogue.products,
    selectStatus: (catalogue) => catalogue.status,
    selectError: (catalogue) => catalogue.error,
    /** The number of products in the shop; null until it is known. */
    selectTotal: (catalogue) => catalogue.total,
    /** The index of the list; undefined while it is not here as a whole. */
    selectIndex: createSelector(
      [(catalogue: CatalogueState) => catalogue.products, (catalogue: CatalogueState) => catalogue.facts],
      (products, facts) => (facts ? indexCatalogue(products, facts) : undefined),
    ),
    /** Whether the catalogue is so large that the API answers its pages. */
    selectIsPaged: ({ facts, total }) => facts === null && total !== null && total > maxListLength,
    /** Whether the list was asked for: until then, what the page was server-rendered from is current. */
    selectIsChecked: ({ status }) => status !== 'idle',
  },
});

export const { selectProducts, selectStatus, selectError, selectTotal, selectIndex, selectIsPaged, selectIsChecked } =
  catalogueSlice.selectors;
