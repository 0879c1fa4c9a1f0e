import { createAsyncThunk, createSlice } from '@reduxjs/toolkit';
import { copyWithStructuralSharing } from '@reduxjs/toolkit/query';
import { endpoints } from '#contract/endpoints.ts';
import type { CatalogueFacts, CatalogueIndex } from '#contract/listing.ts';
import { maxListLength } from '#contract/listing-query.ts';
import type { Product } from '#contract/product.ts';
import { type ApiError, networkError } from '#shared/api/api-error.ts';
import { getTaggedJson } from '#shared/api/get-json.ts';
import { recover } from '#shared/recovery.ts';

/**
 * The product list. A catalogue of up to `maxListLength` products is in this state as a whole; of a larger one only `total` is, and its pages are
 * requested from the API (`catalogueApi`).
 */
export type CatalogueState = {
  readonly products: readonly Product[];
  readonly status: 'idle' | 'loading' | 'succeeded' | 'failed';
  readonly error: ApiError | null;
  /** How many products the shop has; null until that is known. */
  readonly total: number | null;
  /** What the list needs besides its products; null while it is not here as a whole. */
  readonly facts: CatalogueFacts | null;
  /** Built from products and facts. Derived state, but stored, because its code is loaded with the first list and not in the first download. */
  readonly index: CatalogueIndex | null;
  readonly etag: string | null;
  /** The latest request for the list; the answers of earlier ones are ignored. */
  readonly requestId: string | null;
};

type LoadedList = Pick<CatalogueState, 'products' | 'total' | 'facts' | 'index' | 'etag'>;

const initialState: CatalogueState = {
  products: [],
  status: 'idle',
  error: null,
  total: null,
  facts: null,
  index: null,
  etag: null,
  requestId: null,
};

const answerSchema = async () => (await import('#contract/listing.ts')).catalogueAnswer;

/** The latest request, by the `getState` of its store. */
const requests = new WeakMap<() => unknown, { readonly controller: AbortController; readonly startedAt: number }>();

/** Time in ms after which a request without an answer is given up for another one: of a navigation, and of Retry. */
const patienceMs = { refresh: 30_000, retry: 2000 } as const;

/** Loads the products: at start-up, with each navigation, and for every Retry. Ignored while a load is pending that may still be answered. */
export const loadProducts = createAsyncThunk<
  LoadedList | 'unchanged',
  keyof typeof patienceMs | undefined,
  { rejectValue: ApiError; state: { readonly product: CatalogueState } }
>(
  'product/load',
  async (_, { getState, rejectWithValue }) => {
    const held = getState().product;
    requests.get(getState)?.controller.abort();
    const controller = new AbortController();
    requests.set(getState, { controller, startedAt: Date.now() });
    const catalogueCode = import('#catalogue/catalogue-index.ts');
    // Its failure is handled below, if the answer needs it.
    catalogueCode.catch(() => undefined);
    const answer = await getTaggedJson(`${endpoints.products.path}?form=list`, answerSchema, held.etag, controller);
    if (answer === 'unchanged') return answer;
    if ('error' in answer) return rejectWithValue(answer.error);
    const { data, etag } = answer;
    const list = Array.isArray(data) ? { total: data.length, products: data } : data;
    if (!list.products) return { products: [], total: list.total, facts: null, index: null, etag };
    const { total, products: loaded, ...loadedFacts } = list;
    // Unchanged products stay the same objects, so that their tiles are not rendered again.
    const products = Object.freeze(copyWithStructuralSharing(held.products, loaded));
    const facts = copyWithStructuralSharing(held.facts, loadedFacts);
    if (held.index && products === held.products && facts === held.facts) return { products, total, facts, index: held.index, etag };
    try {
      await catalogueCode;
    } catch (cause) {
      return rejectWithValue(await recover(cause));
    }
    const { indexCatalogue } = await catalogueCode;
    return { products, total, facts, index: indexCatalogue(products, facts), etag };
  },
  {
    condition: (reason = 'refresh', { getState }) =>
      getState().product.status !== 'loading' || Date.now() - (requests.get(getState)?.startedAt ?? 0) > patienceMs[reason],
  },
);

const isOvertaken = (state: CatalogueState, { requestId }: { readonly requestId: string }): boolean =>
  state.requestId !== null && state.requestId !== requestId;

/** The product slice. Products of an earlier load stay when a later one fails, and an error stays until a later load succeeds. */
export const catalogueSlice = createSlice({
  name: 'product',
  initialState,
  reducers: {},
  extraReducers: (builder) => {
    builder
      .addCase(loadProducts.pending, (state, { meta: { requestId } }) => ({ ...state, status: 'loading', requestId }))
      .addCase(loadProducts.fulfilled, (state, { payload, meta }) =>
        isOvertaken(state, meta) ? state : { ...state, ...(payload !== 'unchanged' && payload), status: 'succeeded', error: null },
      )
      .addCase(loadProducts.rejected, (state, { payload, meta }) =>
        isOvertaken(state, meta) ? state : { ...state, status: 'failed', error: payload ?? networkError },
      );
  },
  selectors: {
    selectProducts: (catalogue) => catalogue.products,
    selectStatus: (catalogue) => catalogue.status,
    selectError: (catalogue) => catalogue.error,
    /** The number of products in the shop; null until it is known. */
    selectTotal: (catalogue) => catalogue.total,
    /** The index of the list; undefined while it is not here as a whole. */
    selectIndex: ({ index }) => index ?? undefined,
    /** Whether the catalogue is so large that the API answers its pages. */
    selectIsPaged: ({ facts, total }) => facts === null && total !== null && total > maxListLength,
    /** Whether the list was asked for: until then, what the page was server-rendered from is current. */
    selectIsChecked: ({ status }) => status !== 'idle',
  },
});

export const { selectProducts, selectStatus, selectError, selectTotal, selectIndex, selectIsPaged, selectIsChecked } =
  catalogueSlice.selectors;
