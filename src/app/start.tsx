import type { i18n } from 'i18next';
import type { ReactNode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { type FirstKnown, firstKnown } from '#contract/first-view.ts';
import { loadProducts } from '#features/catalogue/catalogue-slice.ts';
import { firstLanguageOf, startLanguage } from '#shared/i18n/language.ts';
import { App } from './app.tsx';
import { fetchAhead } from './fetch-ahead.ts';
import { matchRow } from './match-row.ts';
import { screens } from './screens.tsx';
import { makeStore } from './store.ts';

/** A shopper who has waited this many milliseconds for what the browser kept is heard without it; it is added when it comes. */
const longestRecollection = 3000;

/** What the first view was rendered from. It came in the shop's own document, written by the shop's own code of this very build. */
const readFirstKnown = (): FirstKnown | undefined => {
  const block = document.getElementById(firstKnown)?.textContent;
  return block ? JSON.parse(block) : undefined;
};

/** The code that reads what this browser kept and joins its other tabs: not part of the first download. */
const fetchMemory = () => Promise.all([import('./persistence.ts'), import('./tabs.ts')]);

/** Where a shop is opened: the browser's page, or a test's. `until` ends what it follows of its surroundings. */
export type Place = {
  readonly pathname: string;
  readonly known?: FirstKnown | undefined;
  readonly speak: (words: readonly string[]) => Promise<i18n>;
  readonly router: (shop: ReactNode) => ReactNode;
  /** Puts the shop on the page; resolves when its first screen stands, which `shown` tells. */
  readonly show: (shop: (language: i18n) => ReactNode, language: i18n, shown: Promise<void>) => Promise<void>;
  readonly memory?: typeof fetchMemory;
  readonly until?: AbortSignal | undefined;
};

/**
 * Start-up: the language layer, one initial action, then the root view. `ready` when the first screen stands and what the browser
 * kept has been read. That comes second, because the first view knew nothing of it.
 */
export const startShop = ({ pathname, known, speak, router, show, memory = fetchMemory, until }: Place) => {
  const { row } = matchRow(pathname);
  let isShown: () => void = () => undefined;
  const shown = new Promise<void>((resolve) => {
    isShown = resolve;
  });
  const store = makeStore(known, shown);

  /** Without the code for it nothing is kept, and the cart must not wait. */
  const readMemory = async (): Promise<void> => {
    try {
      const [{ startMemory }, { shareBetweenTabs, watchSession }] = await memory();
      watchSession(store, until);
      shareBetweenTabs(store, await startMemory(store, until), until);
    } catch {
      store.dispatch({ type: 'persist/REHYDRATE' });
    }
  };

  const open = async (): Promise<void> => {
    const words = speak(row.words);
    void store.dispatch(loadProducts());
    // A screen that cannot be fetched is told by the error screen, once the shop is there to tell it.
    const screen = screens[row.screen].preload().catch(() => undefined);
    const [language] = await Promise.all([words, screen]);
    fetchAhead(language, until);
    await show((spoken) => <App store={store} language={spoken} router={router} onShown={isShown} />, language, shown);
    await Promise.race([readMemory(), new Promise((resolve) => setTimeout(resolve, longestRecollection))]);
  };

  return { store, shown, ready: open() };
};

/**
 * Starts the shop in its document: what was rendered there before becomes the shop, or makes way for it. `shown` resolves when the first
 * screen can be used, `ready` when what the browser kept has been read, too; it rejects where the shop cannot start.
 */
export const start = (until?: AbortSignal): { readonly shown: Promise<void>; readonly ready: Promise<void> } => {
  const root = document.getElementById('root');
  if (!root) return { shown: Promise.resolve(), ready: Promise.resolve() };
  const known = root.childElementCount > 0 ? readFirstKnown() : undefined;

  const show: Place['show'] = async (shop, language, shown) => {
    // Without what it was rendered from, the first view would not match what React is about to render.
    if (known) {
      const first = firstLanguageOf(language);
      const hydrated = hydrateRoot(root, shop(first));
      await shown;
      if (first !== language) hydrated.render(shop(language));
    } else {
      document.querySelector('title')?.remove();
      createRoot(root).render(shop(language));
      await shown;
    }
  };

  const router = (shop: ReactNode) => <BrowserRouter>{shop}</BrowserRouter>;
  const { shown, ready } = startShop({ pathname: window.location.pathname, known, speak: startLanguage, router, show, until });
  // A start that fails shows nothing, and nobody is to wait for it.
  return { shown: Promise.race([shown, ready]), ready };
};
