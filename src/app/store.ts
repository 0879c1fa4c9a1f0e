import { combineSlices, configureStore, createDynamicMiddleware, createListenerMiddleware } from '@reduxjs/toolkit';
import type { HydrationData } from '#contract/hydration-data.ts';
import { shopperSlice } from '#features/account/shopper-slice.ts';
import { cartSlice } from '#features/cart/cart-slice.ts';
import { catalogueSlice, stateFromHydration } from '#features/catalogue/catalogue-slice.ts';
import { compareSlice } from '#features/compare/compare-slice.ts';
import { currencySlice } from '#features/currency/currency-slice.ts';
import { wishlistSlice } from '#features/wishlist/wishlist-slice.ts';
import { type LazyApi, loadedApis } from '#shared/api/lazy-api.tsx';
import { restoredSlice } from '#shared/restored-slice.ts';
import { toastOf } from './toasts.ts';

/**
 * Creates a store: one per browser page, test and server-rendered page. Nothing but `hydrationData` may be in its state before `hydrated`
 * resolves, or the first render would not match the server's HTML.
 */
export const makeStore = (hydrationData?: HydrationData, hydrated: Promise<void> = Promise.resolve()) => {
  const reducer = combineSlices(restoredSlice, catalogueSlice, currencySlice, cartSlice, wishlistSlice, compareSlice, shopperSlice);
  const dynamicMiddleware = createDynamicMiddleware();
  const listeners = createListenerMiddleware();
  listeners.startListening({
    predicate: (action) => toastOf(action) !== undefined,
    effect: (action) =>
      // Not part of the first download: toasts follow user actions.
      import('./toaster.tsx').then(
        ({ showToastOf }) => showToastOf(action),
        () => {
          // The layout loads the same module, and shows a note when that fails.
        },
      ),
  });

  const addApi = ({ reducerPath, reducer: apiReducer, middleware }: LazyApi) => {
    reducer.inject({ reducerPath, reducer: apiReducer });
    dynamicMiddleware.addMiddleware(middleware);
  };
  for (const api of loadedApis()) addApi(api);

  const store = configureStore({
    reducer,
    ...(hydrationData && { preloadedState: { product: stateFromHydration(hydrationData) } }),
    middleware: (getDefault) =>
      // redux-persist's own actions carry functions and errors.
      getDefault({
        thunk: { extraArgument: { hydrated } },
        serializableCheck: {
          // The first two are the defaults, for the arguments of RTK Query.
          ignoredActionPaths: [
            'meta.arg',
            'meta.baseQueryMeta',
            'register',
            'rehydrate',
            'result',
            'err',
            'payload.products',
            'payload.index',
          ],
          ignoredPaths: ['product'],
        },
        // Thousands of products, already frozen: checking them would slow down every action in development.
        immutableCheck: { ignoredPaths: ['product'] },
      }).concat(listeners.middleware, dynamicMiddleware.middleware),
  });

  /** Adds an API that was loaded after the store was created. Any action initialises its state, which its hooks expect. */
  const injectApi = (api: LazyApi) => {
    addApi(api);
    store.dispatch({ type: 'store/apiInjected', payload: api.reducerPath });
  };
  return Object.assign(store, {
    reducer,
    addMiddleware: dynamicMiddleware.addMiddleware,
    startListening: listeners.startListening,
    injectApi,
  });
};

export type ShopStore = ReturnType<typeof makeStore>;

/** The state of the slices. */
export type ShopState = ReturnType<ShopStore['getState']>;
