import { combineSlices, configureStore, createDynamicMiddleware } from '@reduxjs/toolkit';
import type { FirstKnown } from '#contract/first-view.ts';
import { cartSlice } from '#features/cart/cart-slice.ts';
import { catalogueKnowing, catalogueSlice } from '#features/catalogue/catalogue-slice.ts';
import { compareSlice } from '#features/compare/compare-slice.ts';
import { currencySlice } from '#features/currency/currency-slice.ts';
import { wishlistSlice } from '#features/wishlist/wishlist-slice.ts';
import type { LateApi } from '#shared/api/late-query.ts';
import { toastListener } from './toast-listener.ts';

/**
 * A store of its own for every shop that is opened: one in a browser, one per test, one per first view. `known` is what the first
 * view in the document was rendered from; `shown` resolves when it has become the shop, and only then may more be known.
 */
export const makeStore = (known?: FirstKnown, shown: Promise<void> = Promise.resolve()) => {
  // All that the shop knows: five slices; the two caches join when they are first asked.
  const reducer = combineSlices(catalogueSlice, currencySlice, cartSlice, wishlistSlice, compareSlice);
  const late = createDynamicMiddleware();
  const attached = new Set<string>();

  const attach = (api: LateApi) => {
    if (attached.has(api.reducerPath)) return;
    attached.add(api.reducerPath);
    reducer.inject({ reducerPath: api.reducerPath, reducer: api.reducer });
    late.addMiddleware(api.middleware);
    store.dispatch({ type: 'api/attached' });
  };

  const store = configureStore({
    reducer,
    ...(known && { preloadedState: { product: catalogueKnowing(known) } }),
    middleware: (getDefault) =>
      // redux-persist's own actions carry functions and errors.
      getDefault({
        thunk: { extraArgument: { attach, shown } },
        serializableCheck: {
          ignoredActionPaths: ['register', 'rehydrate', 'result', 'err', 'payload.products'],
          ignoredPaths: ['product'],
        },
        // Thousands of products, frozen as they came, are not worth looking through after every action.
        immutableCheck: { ignoredPaths: ['product'] },
      }).concat(toastListener, late.middleware),
  });
  return Object.assign(store, { reducer, addMiddleware: late.addMiddleware });
};

export type ShopStore = ReturnType<typeof makeStore>;

/** The state of the slices. */
export type ShopState = ReturnType<ShopStore['getState']>;
