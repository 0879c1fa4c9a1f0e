import { combineSlices, configureStore } from '@reduxjs/toolkit';
import { setupListeners } from '@reduxjs/toolkit/query';
import { createRoot } from 'react-dom/client';
import { I18nextProvider } from 'react-i18next';
import { Provider } from 'react-redux';
import { createBrowserRouter, type DataRouter, type RouteObject, RouterProvider } from 'react-router-dom';
import { accountApi } from '#features/account/account-api.ts';
import { shopApi } from '#shared/api/shop-api.ts';
import { followAutofill } from '#shared/autofill.ts';
import { startLanguage } from '#shared/i18n/language.ts';
import { loadShop } from '#shared/load-shop.ts';
import { ShopProvider } from '#shared/shop.tsx';
import { deskRoutes } from './routes.tsx';

const namespaces = [
  'desk',
  'desk-orders',
  'desk-refunds',
  'desk-messages',
  'desk-reviews',
  'desk-products',
  'desk-vouchers',
  'desk-shelf',
  'desk-delivery',
  'desk-shop',
  'desk-lead',
  'account',
  'checkout',
  'contact',
  'product',
];

/** What differs between a browser's page and a test's. */
type DeskOptions = {
  readonly root: HTMLElement;
  readonly createRouter: (routes: RouteObject[]) => DataRouter;
  readonly signal?: AbortSignal;
};

/** Renders the desk in `root`, with a store that has the caches of the API alone. Aborting `signal` removes it. */
export const renderDesk = async ({ root, createRouter, signal }: DeskOptions): Promise<void> => {
  const store = configureStore({
    reducer: combineSlices(shopApi, accountApi),
    middleware: (getDefault) => getDefault().concat(shopApi.middleware, accountApi.middleware),
    // By default subscribers are notified in the next frame. With `tick` a page shows what a call has changed before the message about it.
    enhancers: (getDefault) => getDefault({ autoBatch: { type: 'tick' } }),
  });
  followAutofill(signal);
  const stopListening = setupListeners(store.dispatch);
  const [shop, language] = await Promise.all([loadShop(), startLanguage(namespaces)]);
  const router = createRouter(deskRoutes);
  const reactRoot = createRoot(root);
  signal?.addEventListener('abort', () => {
    reactRoot.unmount();
    router.dispose();
    stopListening();
    store.dispatch(shopApi.util.resetApiState());
    store.dispatch(accountApi.util.resetApiState());
  });
  // The document's own title is the shop's.
  document.querySelector('title')?.remove();
  reactRoot.render(
    <ShopProvider shop={shop}>
      <Provider store={store}>
        <I18nextProvider i18n={language}>
          <RouterProvider router={router} />
        </I18nextProvider>
      </Provider>
    </ShopProvider>,
  );
};

/** Starts the desk in its document, in place of the shop. */
export const startDesk = (root: HTMLElement): Promise<void> => renderDesk({ root, createRouter: createBrowserRouter });
