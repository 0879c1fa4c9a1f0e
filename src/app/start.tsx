import { setupListeners } from '@reduxjs/toolkit/query';
import type { i18n } from 'i18next';
import { type ReactNode, startTransition } from 'react';
import { createRoot, hydrateRoot, type Root } from 'react-dom/client';
import { createBrowserRouter, type DataRouter, type DOMRouterOpts, type RouteObject, RouterProvider } from 'react-router-dom';
import { Overlay } from '#blocks/overlay/overlay.ts';
import { type HydrationData, hydrationDataId } from '#contract/hydration-data.ts';
import { accountApi } from '#features/account/account-api.ts';
import { loadProducts } from '#features/catalogue/catalogue-slice.ts';
import { networkError } from '#shared/api/api-error.ts';
import { shopApi } from '#shared/api/shop-api.ts';
import { persistedState } from '#shared/browser-storage.ts';
import { loadNamespaces, startLanguage } from '#shared/i18n/language.ts';
import { loadShop } from '#shared/load-shop.ts';
import { paths } from '#shared/paths.ts';
import { holdReloads, recover } from '#shared/recovery.ts';
import { restoreFailed, restoreRetried, selectRestoreState } from '#shared/restored-slice.ts';
import type { Shop } from '#shared/shop.tsx';
import { startTab } from '#shared/sign-out.ts';
import { whenIdle } from '#shared/when-idle.ts';
import { App, shopRoutes } from './app.tsx';
import { reportFailure, reportLoadError, reportUncaughtErrors, rootOptions } from './error-reports.ts';
import { loadScreen } from './load-screen.ts';
import { routeAt } from './routes.ts';
import { makeStore, type ShopState } from './store.ts';

/** `ready` does not wait longer for the persisted state, which is still merged when it comes later. */
const maxRestoreWaitMs = 3000;

/** Parsed without validation: the server wrote it into this document with the same build. */
const readHydrationData = (): HydrationData | undefined => {
  const json = document.getElementById(hydrationDataId)?.textContent;
  return json ? JSON.parse(json) : undefined;
};

/** Pauses in ms before chunks that could not be fetched are requested again. */
const retryPausesMs = [500, 2000] as const;

/** Imports a chunk that no action of the shopper requests, with retries, because no action would request it again. */
const importRetried = async <Chunk,>(load: () => Promise<Chunk>): Promise<Chunk> => {
  for (const pauseMs of retryPausesMs)
    try {
      return await load();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  return load();
};

/** The chunks for persisted state and other tabs, which the first render does not need. */
const importPersistence = () => Promise.all([import('./persistence.ts'), import('./tabs.ts'), import('./account-lists.ts')]);

/** Throws the load error of the first screen while rendering, so that React shows the error page instead of reporting a hydration mismatch. */
const FailedScreen = ({ error }: { readonly error: unknown }): ReactNode => {
  throw error;
};

/** For the next person at this browser: a page that shows an order by its URL starts without it. */
const startAnew = (): void => {
  const { pathname, search } = window.location;
  if (search !== '' && [paths.orderStatus, paths.refund].some((path) => path === pathname)) window.location.replace(pathname);
  else window.location.reload();
};

/** What differs between a browser's page and a test's. Aborting `signal` removes listeners and unmounts the shop. */
export type StartOptions = {
  readonly pathname: string;
  readonly query?: string;
  readonly hydrationData?: HydrationData | undefined;
  readonly loadShop: () => Promise<Shop>;
  readonly loadLanguage: (namespaces: readonly string[]) => Promise<i18n>;
  readonly createRouter: (routes: RouteObject[], options: Pick<DOMRouterOpts, 'hydrationData'>) => DataRouter;
  /** Renders the shop; resolves with `hydrated`, which is when the first screen can be used. */
  readonly mount: (app: ReactNode, language: i18n, hydrated: Promise<void>) => Promise<void>;
  readonly loadPersistence?: typeof importPersistence;
  readonly reload?: () => void;
  readonly signal?: AbortSignal | undefined;
};

/**
 * Starts the shop: loads texts, products and the first screen's chunk, renders, then merges the persisted state, which the server's HTML
 * does not have. `ready` resolves after that, and rejects where the shop cannot start. What a server-rendered page does not need to be used
 * waits until the browser is idle.
 */
export const startShop = ({
  pathname,
  query,
  hydrationData,
  loadShop,
  loadLanguage,
  createRouter,
  mount,
  loadPersistence = importPersistence,
  reload = startAnew,
  signal = new AbortController().signal,
}: StartOptions) => {
  const hasMissedSignOut = startTab();
  const { path, handle } = routeAt(pathname).route;
  let onHydrated: () => void = () => undefined;
  const hydrated = new Promise<void>((resolve) => {
    onHydrated = resolve;
  });
  const store = makeStore(hydrationData);
  const stopListening = setupListeners(store.dispatch);
  signal.addEventListener('abort', () => {
    stopListening();
    // Ends calls that are still being retried; in a microtask, when no component is mounted that would repeat them.
    queueMicrotask(() => {
      store.dispatch(shopApi.util.resetApiState());
      store.dispatch(accountApi.util.resetApiState());
    });
  });
  // Without stored state the page stays as rendered; a returning shopper may have a cart and a session, which change it.
  const isFirstVisit = hydrationData !== undefined && persistedState.read() === null;
  /** What is server-rendered is enough to begin with: calls must not compete with the scripts for bandwidth. */
  const whenUsable = hydrated.then(whenIdle);
  const startLoading = (): void => {
    if (!signal.aborted) void store.dispatch(loadProducts());
  };

  /** From then on the lists are stored before the page is left. */
  let isStoring = false;
  holdReloads(() => {
    const { cart, wishlist, compare } = store.getState();
    return !isStoring && [cart.lines, wishlist.items, compare.items].some(({ length }) => length > 0);
  }, signal);

  const markAsRestored = () => {
    store.dispatch({ type: 'persist/REHYDRATE' });
  };

  const startRestored = async ([{ startPersistence }, { joinTabs }, { startAccountLists }]: Awaited<
    ReturnType<typeof importPersistence>
  >): Promise<void> => {
    const attempt = new AbortController();
    signal.addEventListener('abort', () => attempt.abort());
    const page = { reload, signal: attempt.signal };
    try {
      const announceSignOut = joinTabs(store, page);
      const restoreState = () => startPersistence(store, page.signal, query);
      await startAccountLists(store, { ...page, restore: restoreState, hasMissedSignOut, announceSignOut });
      isStoring = true;
    } catch (error) {
      attempt.abort();
      if (signal.aborted) return;
      reportFailure(error);
      // Not taken for empty: a note says that nothing is stored, and the shopper can try again.
      store.dispatch(restoreFailed(networkError));
    }
  };

  /** Where its chunks cannot be fetched, a note says so, and the shopper can try again. */
  const restore = async (): Promise<void> => {
    try {
      const chunks = await importRetried(loadPersistence);
      if (!signal.aborted) await startRestored(chunks);
    } catch (cause) {
      const error = await recover(cause);
      if (!signal.aborted) store.dispatch(restoreFailed(error));
    }
  };

  store.startListening({
    // A second press while the first is restoring changes nothing.
    predicate: (action, _, original) => restoreRetried.match(action) && selectRestoreState(original as ShopState) === 'failed',
    effect: () => void restore(),
  });

  const open = async (): Promise<void> => {
    const details = loadShop();
    const texts = loadLanguage(handle.namespaces);
    if (hydrationData) void whenUsable.then(startLoading);
    else startLoading();
    // The router starts with the screen. What fails here is shown by the error screen, which needs the shop to be rendered.
    const first = loadScreen(handle).catch((error: unknown) => <FailedScreen error={error} />);
    const [shop, language, screen] = await Promise.all([details, texts, first]);
    const router = createRouter(shopRoutes({ loadTexts: ({ namespaces }) => loadNamespaces(language, namespaces), onHydrated }), {
      hydrationData: { loaderData: { [path]: screen } },
    });
    signal.addEventListener('abort', () => router.dispose());
    const app = (
      <App shop={shop} store={store} language={language}>
        <RouterProvider router={router} onError={reportLoadError} />
      </App>
    );
    await mount(app, language, hydrated);
    if (signal.aborted) return;
    // Preloaded on a slow line, too, where a press would wait longest for it.
    void Overlay.preload(language);
    // Not before hydration: who is signed in changes what is rendered. The subscription lasts as long as the page.
    store.dispatch(accountApi.endpoints.profile.initiate());
    void import('#shared/autofill.ts').then(
      ({ followAutofill }) => followAutofill(signal),
      () => undefined,
    );
    void import('./prefetch-chunks.ts').then(
      ({ prefetchChunks }) => prefetchChunks(language, signal),
      () => undefined,
    );
    if (isFirstVisit) {
      // Nothing to restore, so its chunk can wait.
      markAsRestored();
      void whenUsable.then(restore);
    } else await Promise.race([restore(), new Promise((resolve) => setTimeout(resolve, maxRestoreWaitMs))]);
  };

  return { store, hydrated, ready: open() };
};

/**
 * Starts the shop in its document: hydrates what was server-rendered, or else renders anew. `hydrated` resolves when the first screen can
 * be used, `ready` when the persisted state has been merged, too; both reject where the shop cannot start.
 */
export const start = (root: HTMLElement, signal?: AbortSignal): { readonly hydrated: Promise<void>; readonly ready: Promise<void> } => {
  const hydrationData = root.childElementCount > 0 ? readHydrationData() : undefined;
  reportUncaughtErrors(signal);

  const mount: StartOptions['mount'] = async (app, language, isHydrated) => {
    // Without the data it was rendered from, the server's HTML would not match React's first render.
    if (hydrationData) {
      // In a transition, because React otherwise hydrates everything outside of Suspense boundaries in one long task.
      let reactRoot: Root | undefined;
      startTransition(() => {
        reactRoot = hydrateRoot(root, app, rootOptions);
      });
      signal?.addEventListener('abort', () => reactRoot?.unmount());
      await isHydrated;
      // Without the detector's code the page stays in English.
      importRetried(() => import('#shared/i18n/detect-language.ts'))
        .then(({ detectLanguage }) => detectLanguage(language))
        .catch(() => undefined);
    } else {
      document.querySelector('title')?.remove();
      const reactRoot = createRoot(root, rootOptions);
      signal?.addEventListener('abort', () => reactRoot.unmount());
      reactRoot.render(app);
      await isHydrated;
    }
  };

  const { hydrated, ready } = startShop({
    pathname: window.location.pathname,
    query: window.location.search,
    hydrationData,
    loadShop,
    loadLanguage: (namespaces) => startLanguage(namespaces, hydrationData?.texts),
    createRouter: createBrowserRouter,
    mount,
    signal,
  });
  // Where the start fails nothing is hydrated: without the race, `hydrated` would stay pending.
  return { hydrated: Promise.race([hydrated, ready]), ready };
};
