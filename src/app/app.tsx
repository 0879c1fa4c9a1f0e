import type { i18n } from 'i18next';
import { type ReactNode, Suspense, useEffect, useMemo, useState } from 'react';
import { I18nextProvider, useTranslation } from 'react-i18next';
import { Provider } from 'react-redux';
import { Navigate, useLocation, useRoutes } from 'react-router-dom';
import { PageTitle } from '#shared/page-title.tsx';
import { shop } from '#shared/shop.ts';
import { Spinner } from '#shared/ui/spinner.tsx';
import { ErrorBoundary } from './error-screen.tsx';
import { MainLayout } from './layout/main-layout.tsx';
import { isCaseSensitive } from './match-row.ts';
import { notFoundRow, type RouteRow, redirects, routes } from './routes.ts';
import type { ShopStore } from './store.ts';
import { forgetFailure, SuspendUntilLoaded, SuspendUntilTexts } from './suspend-until-loaded.tsx';

type WithHydrated = { readonly onHydrated?: (() => void) | undefined };

/**
 * Calls `onHydrated` in the commit after the one that hydrates a screen: in the latter its controls report what was typed and chosen before
 * hydration, and only the next one has rendered that.
 */
const Hydrated = ({ onHydrated }: WithHydrated) => {
  const [isHydrated, setIsHydrated] = useState(false);
  useEffect(() => {
    if (isHydrated) onHydrated?.();
    else setIsHydrated(true);
  }, [isHydrated, onHydrated]);
  return null;
};

/** A screen in its Suspense and error boundaries, which are reset on navigation. */
const Screen = ({ row, onHydrated }: { readonly row: RouteRow } & WithHydrated) => {
  const { t } = useTranslation('common');
  const { pathname } = useLocation();
  return (
    <ErrorBoundary resetKey={pathname} onHydrated={onHydrated} onCatch={() => forgetFailure(row)}>
      <SuspendUntilLoaded row={row}>
        <Suspense
          key={row.path}
          fallback={
            <>
              <PageTitle title={t('loading')} titleTemplate={shop.name} />
              <Spinner isFullPage label={t('loading')} />
            </>
          }
        >
          <SuspendUntilTexts row={row}>
            {row.render()}
            <Hydrated onHydrated={onHydrated} />
          </SuspendUntilTexts>
        </Suspense>
      </SuspendUntilLoaded>
    </ErrorBoundary>
  );
};

/** The screen of the URL in the layout that all screens share, or a redirect. */
const Screens = ({ onHydrated }: WithHydrated) => {
  const routeObjects = useMemo(
    () => [
      {
        element: <MainLayout />,
        children: [...routes, notFoundRow].map((row) => ({
          path: row.path,
          caseSensitive: isCaseSensitive(row.path),
          element: <Screen row={row} onHydrated={onHydrated} />,
        })),
      },
      ...redirects.map(({ from, to }) => ({ path: from, caseSensitive: true, element: <Navigate to={to} replace /> })),
    ],
    [onHydrated],
  );
  return useRoutes(routeObjects);
};

type AppProps = WithHydrated & { readonly store: ShopStore; readonly language: i18n; readonly router: (shop: ReactNode) => ReactNode };

/** The root component. `router` wraps its content in a browser's, test's or server's router; `onHydrated` is called for every mounted screen. */
export const App = ({ store, language, router, onHydrated }: AppProps) => (
  <Provider store={store}>
    <I18nextProvider i18n={language}>
      <ErrorBoundary resetKey="" onHydrated={onHydrated}>
        {router(<Screens onHydrated={onHydrated} />)}
      </ErrorBoundary>
    </I18nextProvider>
  </Provider>
);
