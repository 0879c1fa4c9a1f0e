import type { i18n } from 'i18next';
import type { ReactNode } from 'react';
import { I18nextProvider } from 'react-i18next';
import { Provider } from 'react-redux';
import { Navigate, type RouteObject, useLoaderData, useLocation } from 'react-router-dom';
import { type Shop, ShopProvider } from '#shared/shop.tsx';
import { ErrorScreen } from './error-screen.tsx';
import { MainLayout } from './layout/main-layout.tsx';
import { loadScreen } from './load-screen.ts';
import { isCaseSensitive, notFoundRoute, redirects, type Screen, screenRoutes } from './routes.ts';
import type { ShopStore } from './store.ts';

const LoadedScreen = (): ReactNode => useLoaderData();

const Redirect = ({ to }: { readonly to: string }) => {
  const { search, hash } = useLocation();
  return <Navigate to={{ pathname: to, search, hash }} replace />;
};

type ShopRoutesOptions = {
  /** Loads the texts of a screen; on the server they are there. */
  readonly loadTexts?: (screen: Screen) => Promise<void>;
  /** Called when the first screen can be used. */
  readonly onHydrated?: () => void;
};

/**
 * The routes of React Router. A loader fetches a screen, and not `lazy`, whose failure would be remembered as long as the page is open: a
 * shopper who comes out of a tunnel must get the screen by the next press. Once a screen is shown, a new query loads nothing.
 */
export const shopRoutes = ({ loadTexts, onHydrated }: ShopRoutesOptions = {}): RouteObject[] => [
  {
    element: <MainLayout onHydrated={onHydrated} />,
    errorElement: <ErrorScreen onHydrated={onHydrated} />,
    children: [...screenRoutes, notFoundRoute].map(({ path, handle }) => ({
      id: path,
      path,
      caseSensitive: isCaseSensitive(path),
      handle,
      loader: () => loadScreen(handle, loadTexts && (() => loadTexts(handle))),
      shouldRevalidate: () => false,
      element: <LoadedScreen />,
      errorElement: <ErrorScreen />,
    })),
  },
  ...redirects.map(({ from, to }) => ({ path: from, caseSensitive: true, element: <Redirect to={to} /> })),
];

type AppProps = { readonly shop: Shop; readonly store: ShopStore; readonly language: i18n; readonly children: ReactNode };

/** The root component, around a router's provider. */
export const App = ({ shop, store, language, children }: AppProps) => (
  <ShopProvider shop={shop}>
    <Provider store={store}>
      <I18nextProvider i18n={language}>{children}</I18nextProvider>
    </Provider>
  </ShopProvider>
);
