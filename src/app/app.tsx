import type { i18n } from 'i18next';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { I18nextProvider, useTranslation } from 'react-i18next';
import { Provider } from 'react-redux';
import { Navigate, Route, Routes, useLocation } from 'react-router-dom';
import { PageTitle } from '#shared/page-title.tsx';
import { shop } from '#shared/shop.ts';
import { Spinner } from '#shared/ui/spinner.tsx';
import { ErrorBoundary } from './error-screen.tsx';
import { MainLayout } from './layout/main-layout.tsx';
import { isCaseSensitive } from './match-row.ts';
import { notFoundRow, type RouteRow, redirects, routeTable } from './route-table.ts';
import { screenOf } from './screens.tsx';
import type { ShopStore } from './store.ts';

type WithShown = { readonly onShown?: (() => void) | undefined };

/**
 * Calls `onShown` when a screen can be used. Its hydration comes last, and what a browser remembers must not come before it. In the commit
 * that hydrates it, its controls report what was typed and chosen before; only the next one has rendered that.
 */
const Shown = ({ onShown }: WithShown) => {
  const [isHydrated, setIsHydrated] = useState(false);
  useEffect(() => {
    if (isHydrated) onShown?.();
    else setIsHydrated(true);
  }, [isHydrated, onShown]);
  return null;
};

/** A screen behind its spinner and its error screen; both start afresh when another screen takes the place. */
const Screen = ({ row, onShown }: { readonly row: RouteRow } & WithShown) => {
  const { t } = useTranslation('common');
  const { pathname } = useLocation();
  return (
    <ErrorBoundary resetKey={pathname} onShown={onShown}>
      <Suspense
        key={row.path}
        fallback={
          <>
            <PageTitle title={t('loading')} titleTemplate={shop.name} />
            <Spinner isFullPage label={t('loading')} />
          </>
        }
      >
        {screenOf(row)}
        <Shown onShown={onShown} />
      </Suspense>
    </ErrorBoundary>
  );
};

type AppProps = WithShown & { readonly store: ShopStore; readonly language: i18n; readonly router: (shop: ReactNode) => ReactNode };

/** The whole shop. `router` is the browser's, a test's or a server's; `onShown` hears of every screen that has come to stand. */
export const App = ({ store, language, router, onShown }: AppProps) => (
  <Provider store={store}>
    <I18nextProvider i18n={language}>
      <ErrorBoundary resetKey="" onShown={onShown}>
        {router(
          <Routes>
            <Route element={<MainLayout />}>
              {[...routeTable, notFoundRow].map((row) => (
                <Route
                  key={row.path}
                  path={row.path}
                  caseSensitive={isCaseSensitive(row.path)}
                  element={<Screen row={row} onShown={onShown} />}
                />
              ))}
            </Route>
            {redirects.map(({ from, to }) => (
              <Route key={from} path={from} caseSensitive element={<Navigate to={to} replace />} />
            ))}
          </Routes>,
        )}
      </ErrorBoundary>
    </I18nextProvider>
  </Provider>
);
