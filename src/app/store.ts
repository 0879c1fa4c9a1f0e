import { combineSlices, configureStore, createDynamicMiddleware } from '@reduxjs/toolkit';
import type { HydrationData } from '#contract/hydration-data.ts';
import { cartSlice } from '#features/cart/cart-slice.ts';
import { catalogueSlice, stateFromHydration } from '#features/catalogue/catalogue-slice.ts';
import { compareSlice } from '#features/compare/compare-slice.ts';
import { currencySlice } from '#features/currency/currency-slice.ts';
import { wishlistSlice } from '#features/wishlist/wishlist-slice.ts';
import type { LateApi } from '#shared/api/late-query.ts';
import { toastListener } from './toast-listener.ts';

/**
 * Creates a store: one per browser page, test and server-rendered page. Nothing but `hydrationData` may be in its state before `hydrated`
 * resolves, or the first render would not match the server's HTML.
 */
export const makeStore = (hydrationData?: HydrationData, hydrated: Promise<void> = Promise.resolve()) => {
  // The two RTK Query caches are injected with their first use.
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
    ...(hydrationData && { preloadedState: { product: stateFromHydration(hydrationData) } }),
    middleware: (getDefault) =>
      // redux-persist's own actions carry functions and errors.
      getDefault({
        thunk: { extraArgument: { attach, hydrated } },
        serializableCheck: {
          ignoredActionPaths: ['register', 'rehydrate', 'result', 'err', 'payload.products', 'payload.index'],
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
