import { createAsyncThunk, createSlice } from '@reduxjs/toolkit';
import { endpoints } from '#contract/endpoints.ts';
import { type Product, productList } from '#contract/product.ts';
import type { ApiError } from '#shared/api/api-error.ts';
import { getList } from '#shared/api/get-list.ts';

/** Spec 3, product list state; the failure is kept with its message (spec 4). */
type CatalogueState = {
  readonly products: readonly Product[];
  readonly status: 'idle' | 'loading' | 'succeeded' | 'failed';
  readonly error: ApiError | null;
};

const initialState: CatalogueState = { products: [], status: 'idle', error: null };

/** Loads the products: the one action of start-up, and of every Retry. Never twice at once. */
export const loadProducts = createAsyncThunk<readonly Product[], void, { rejectValue: ApiError; state: { product: CatalogueState } }>(
  'product/load',
  async (_, { rejectWithValue }) => {
    const outcome = await getList(endpoints.products.path, productList);
    return 'error' in outcome ? rejectWithValue(outcome.error) : outcome.data;
  },
  { condition: (_, { getState }) => getState().product.status !== 'loading' },
);

/** The product slice (spec 3): idle, loading, succeeded or failed. Products of an earlier load stay when a later one
 * fails, and a failure stays told until a later load succeeds. */
export const catalogueSlice = createSlice({
  name: 'product',
  initialState,
  reducers: {},
  extraReducers: (builder) => {
    builder
      .addCase(loadProducts.pending, (state) => ({ ...state, status: 'loading' }))
      .addCase(loadProducts.fulfilled, (_, { payload }) => ({ products: payload, status: 'succeeded', error: null }))
      .addCase(loadProducts.rejected, (state, { payload }) => ({ ...state, status: 'failed', error: payload ?? { status: 'network' } }));
  },
  selectors: {
    selectProducts: (catalogue) => catalogue.products,
    selectStatus: (catalogue) => catalogue.status,
    selectError: (catalogue) => catalogue.error,
    /** Has any load brought the products yet? What it brought stays while a later one is under way or fails. */
    selectIsKnown: (catalogue) => catalogue.status === 'succeeded' || catalogue.products.length > 0,
    selectProduct: (catalogue, id: string) => catalogue.products.find((product) => product._id !== '' && product._id === id),
  },
});

export const { selectProducts, selectStatus, selectError, selectIsKnown, selectProduct } = catalogueSlice.selectors;
