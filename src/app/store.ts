import { combineSlices, configureStore, createListenerMiddleware } from '@reduxjs/toolkit';
import type { HydrationData } from '#contract/hydration-data.ts';
import { accountApi } from '#features/account/account-api.ts';
import { shopperSlice } from '#features/account/shopper-slice.ts';
import { cartSlice } from '#features/cart/cart-slice.ts';
import { hydrationEntries } from '#features/catalogue/catalogue-api.ts';
import { catalogueSlice } from '#features/catalogue/catalogue-slice.ts';
import { compareSlice } from '#features/compare/compare-slice.ts';
import { currencySlice } from '#features/currency/currency-slice.ts';
import { wishlistSlice } from '#features/wishlist/wishlist-slice.ts';
import { shopApi } from '#shared/api/shop-api.ts';
import { restoredSlice } from '#shared/restored-slice.ts';
import { toastOf } from './toasts.ts';

/**
 * Creates a store: one per browser page, test and server-rendered page. It starts with what the page was server-rendered from: with anything
 * else, the first render would not match the server's HTML.
 */
export const makeStore = (hydrationData?: HydrationData) => {
  const reducer = combineSlices(
    restoredSlice,
    catalogueSlice,
    currencySlice,
    cartSlice,
    wishlistSlice,
    compareSlice,
    shopperSlice,
    shopApi,
    accountApi,
  );
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
  const store = configureStore({
    reducer,
    ...(hydrationData && { preloadedState: { product: { ...catalogueSlice.getInitialState(), total: hydrationData.total } } }),
    middleware: (getDefault) =>
      getDefault({
        serializableCheck: {
          // The first two are the defaults, for the arguments of RTK Query; redux-persist's own actions carry functions and errors.
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
        // A thousand products, already frozen: checking them would slow down every action in development.
        immutableCheck: { ignoredPaths: ['product'] },
      }).concat(shopApi.middleware, accountApi.middleware, listeners.middleware),
  });
  if (hydrationData) store.dispatch(hydrationEntries(hydrationData));
  return Object.assign(store, { reducer, startListening: listeners.startListening });
};

export type ShopStore = ReturnType<typeof makeStore>;

/** The state of the slices and of the two API caches. */
export type ShopState = ReturnType<ShopStore['getState']>;
