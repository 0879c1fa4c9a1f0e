import type { i18n } from 'i18next';
import { type ReactNode, startTransition } from 'react';
import { createRoot, hydrateRoot, type Root } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { type HydrationData, hydrationDataId } from '#contract/hydration-data.ts';
import { loadProducts } from '#features/catalogue/catalogue-slice.ts';
import { followApis } from '#shared/api/lazy-api.tsx';
import { persistedState } from '#shared/browser-storage.ts';
import { waitForFirstUse, whenFirstUsed } from '#shared/first-use.ts';
import { serverLanguageOf, startLanguage } from '#shared/i18n/language.ts';
import { restoreFailed, restoreRetried, selectRestoreState } from '#shared/restored-slice.ts';
import { startTab } from '#shared/sign-out.ts';
import { App } from './app.tsx';
import { reportUncaughtErrors, rootOptions } from './error-reports.ts';
import { matchRow } from './match-row.ts';
import { prefetchChunks } from './prefetch-chunks.ts';
import { makeStore } from './store.ts';

/** `ready` does not wait longer for the persisted state, which is still merged when it comes later. */
const maxRestoreWaitMs = 3000;

/** Parsed without validation: the server wrote it into this document with the same build. */
const readHydrationData = (): HydrationData | undefined => {
  const json = document.getElementById(hydrationDataId)?.textContent;
  return json ? JSON.parse(json) : undefined;
};

/** Before chunks that could not be fetched are requested again. */
const retryPausesMs = [500, 2000] as const;

/** The chunks for persisted state and other tabs, which the first render does not need. */
const importPersistence = () => Promise.all([import('./persistence.ts'), import('./tabs.ts'), import('./account-lists.ts')]);

/** What differs between a browser's page and a test's. Aborting `signal` removes listeners and unmounts the shop. */
export type StartOptions = {
  readonly pathname: string;
  readonly query?: string;
  readonly hydrationData?: HydrationData | undefined;
  readonly loadLanguage: (namespaces: readonly string[]) => Promise<i18n>;
  readonly router: (shop: ReactNode) => ReactNode;
  /** Renders the shop; resolves with `hydrated`, which is when the first screen can be used. */
  readonly mount: (shop: (language: i18n) => ReactNode, language: i18n, hydrated: Promise<void>) => Promise<void>;
  readonly loadPersistence?: typeof importPersistence;
  readonly reload?: () => void;
  readonly signal?: AbortSignal | undefined;
};

/**
 * Starts the shop: loads texts, products and the first screen's chunk, renders, then merges the persisted state, which the server's HTML
 * does not have. `ready` resolves after that, and rejects where the shop cannot start. A first visit defers products and persistence.
 */
export const startShop = ({
  pathname,
  query,
  hydrationData,
  loadLanguage,
  router,
  mount,
  loadPersistence = importPersistence,
  reload = () => window.location.reload(),
  signal = new AbortController().signal,
}: StartOptions) => {
  const hasMissedSignOut = startTab();
  const { row } = matchRow(pathname);
  let onHydrated: () => void = () => undefined;
  const hydrated = new Promise<void>((resolve) => {
    onHydrated = resolve;
  });
  const store = makeStore(hydrationData, hydrated);
  followApis(store.injectApi, signal);
  // Others may have a cart and a session, which change what the page shows.
  const isFirstVisit = hydrationData !== undefined && persistedState.read() === null;
  if (hydrationData) waitForFirstUse(hydrated, isFirstVisit, signal);

  const markAsRestored = () => {
    store.dispatch({ type: 'persist/REHYDRATE' });
  };

  const fetchPersistence = async (): ReturnType<typeof importPersistence> => {
    for (const pauseMs of retryPausesMs)
      try {
        return await loadPersistence();
      } catch {
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
      }
    return loadPersistence();
  };

  const startRestored = async ([{ startPersistence }, { joinTabs }, { startAccountLists }]: Awaited<
    ReturnType<typeof importPersistence>
  >): Promise<void> => {
    try {
      const tellSignedOut = joinTabs(store, { reload, signal });
      const restoreState = () => startPersistence(store, signal, query);
      await startAccountLists(store, { restore: restoreState, hasMissedSignOut, tellSignedOut, reload, signal });
    } catch {
      // The cart must not stay in its loading state.
      markAsRestored();
    }
  };

  /** Where its chunks cannot be fetched, a note says so, and the shopper can try again: a reload would lose what was added since. */
  const restore = async (): Promise<void> => {
    const chunks = await fetchPersistence().catch(() => undefined);
    if (signal?.aborted) return;
    if (chunks) await startRestored(chunks);
    else store.dispatch(restoreFailed());
  };

  store.addMiddleware(({ getState }) => (next) => (action) => {
    if (restoreRetried.match(action) && selectRestoreState(getState()) === 'failed') void restore();
    return next(action);
  });

  const open = async (): Promise<void> => {
    const texts = loadLanguage(row.namespaces);
    void store.dispatch(loadProducts());
    // A chunk that fails here is shown by the error screen, which needs the shop to be rendered.
    const chunk = row.screen.preload().catch(() => undefined);
    const [language] = await Promise.all([texts, chunk]);
    await mount((current) => <App store={store} language={current} router={router} onHydrated={onHydrated} />, language, hydrated);
    prefetchChunks(language, signal);
    if (isFirstVisit) {
      // Nothing to restore, so its chunk can wait.
      markAsRestored();
      void whenFirstUsed().then(restore);
    } else await Promise.race([restore(), new Promise((resolve) => setTimeout(resolve, maxRestoreWaitMs))]);
  };

  return { store, hydrated, ready: open() };
};

/** Gives a document's first history entry a key of its own, as scroll positions need. React Router would call that of each document `default`. */
const ensureEntryKey = (): void => {
  const { state } = window.history;
  if (typeof state?.key !== 'string') window.history.replaceState({ ...state, key: Math.random().toString(36).slice(2, 10) }, '');
};

/**
 * Starts the shop in its document: hydrates what was server-rendered, or else renders anew. `hydrated` resolves when the first screen can
 * be used, `ready` when the persisted state has been merged, too; both reject where the shop cannot start.
 */
export const start = (signal?: AbortSignal): { readonly hydrated: Promise<void>; readonly ready: Promise<void> } => {
  const root = document.getElementById('root');
  if (!root) return { hydrated: Promise.resolve(), ready: Promise.resolve() };
  const hydrationData = root.childElementCount > 0 ? readHydrationData() : undefined;
  reportUncaughtErrors(signal);

  const mount: StartOptions['mount'] = async (shop, language, isHydrated) => {
    // Without the data it was rendered from, the server's HTML would not match React's first render.
    if (hydrationData) {
      // Nothing more is done in a document that is about to be replaced.
      if (window.documentScript?.reloadIfLeft()) return new Promise(() => undefined);
      const serverLanguage = serverLanguageOf(language);
      // In a transition, because React otherwise hydrates everything outside of Suspense boundaries in one long task.
      let reactRoot: Root | undefined;
      startTransition(() => {
        reactRoot = hydrateRoot(root, shop(serverLanguage), rootOptions);
      });
      signal?.addEventListener('abort', () => reactRoot?.unmount());
      await isHydrated;
      if (serverLanguage !== language) reactRoot?.render(shop(language));
    } else {
      document.querySelector('title')?.remove();
      const reactRoot = createRoot(root, rootOptions);
      signal?.addEventListener('abort', () => reactRoot.unmount());
      reactRoot.render(shop(language));
      await isHydrated;
    }
  };

  ensureEntryKey();
  const router = (shop: ReactNode) => <BrowserRouter>{shop}</BrowserRouter>;
  const { hydrated, ready } = startShop({
    pathname: window.location.pathname,
    query: window.location.search,
    hydrationData,
    loadLanguage: (namespaces) => startLanguage(namespaces, hydrationData?.texts),
    router,
    mount,
    signal,
  });
  // Where the start fails nothing is hydrated: without the race, `hydrated` would stay pending.
  return { hydrated: Promise.race([hydrated, ready]), ready };
};
