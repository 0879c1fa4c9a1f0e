import { combineSlices, configureStore, createDynamicMiddleware } from '@reduxjs/toolkit';
import { cartSlice } from '#features/cart/cart-slice.ts';
import { catalogueSlice } from '#features/catalogue/catalogue-slice.ts';
import { compareSlice } from '#features/compare/compare-slice.ts';
import { currencySlice } from '#features/currency/currency-slice.ts';
import { wishlistSlice } from '#features/wishlist/wishlist-slice.ts';
import type { LateApi } from '#shared/api/late-query.ts';
import { toastListener } from './toast-listener.ts';

/** A store of its own for every shop that is opened: one in a browser, one per test, one per first view. */
export const makeStore = () => {
  // All that the shop knows: five slices (spec 3, client state); the two caches join when they are first asked.
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
    middleware: (getDefault) =>
      // redux-persist's own actions carry functions and errors.
      getDefault({
        thunk: { extraArgument: { attach } },
        serializableCheck: { ignoredActionPaths: ['register', 'rehydrate', 'result', 'err'] },
      }).concat(toastListener, late.middleware),
  });
  return Object.assign(store, { reducer, addMiddleware: late.addMiddleware });
};

export type ShopStore = ReturnType<typeof makeStore>;

/** The state of the slices. */
export type ShopState = ReturnType<ShopStore['getState']>;
