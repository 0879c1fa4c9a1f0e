import type { i18n } from 'i18next';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { type FirstKnown, firstKnown } from '#contract/first-view.ts';
import { loadProducts } from '#features/catalogue/catalogue-slice.ts';
import { firstLanguageOf, startLanguage } from '#shared/i18n/language.ts';
import { App } from './app.tsx';
import { fetchAhead } from './fetch-ahead.ts';
import { matchRow } from './match-row.ts';
import { screens } from './screens.tsx';
import { makeStore, type ShopStore } from './store.ts';

/** A shopper who has waited this many milliseconds for what the browser kept is heard without it; it is added when it comes. */
const longestRecollection = 3000;

/** What the first view was rendered from. It came in the shop's own document, written by the shop's own code of this very build. */
const readFirstKnown = (): FirstKnown | undefined => {
  const block = document.getElementById(firstKnown)?.textContent;
  return block ? JSON.parse(block) : undefined;
};

/** Reads what this browser kept, and joins its other tabs. Without the code for it nothing is kept, and the cart must not wait. */
const readMemory = async (store: ShopStore): Promise<void> => {
  try {
    const [{ startMemory }, { shareBetweenTabs, watchSession }] = await Promise.all([import('./persistence.ts'), import('./tabs.ts')]);
    watchSession(store);
    shareBetweenTabs(store, await startMemory(store));
  } catch {
    store.dispatch({ type: 'persist/REHYDRATE' });
  }
};

/**
 * Start-up: the language layer, one initial action, then the root view. Resolves when the shop is ready for the shopper:
 * the first screen stands, and what the browser kept has been read. That comes second, because the first view knew nothing of it.
 */
export const start = async (): Promise<void> => {
  const root = document.getElementById('root');
  if (!root) return;
  const { row } = matchRow(window.location.pathname);
  const known = root.childElementCount > 0 ? readFirstKnown() : undefined;
  let isShown: () => void = () => undefined;
  const shown = new Promise<void>((resolve) => {
    isShown = resolve;
  });
  const store = makeStore(known, shown);
  const words = startLanguage(row.words);
  void store.dispatch(loadProducts());
  // A screen that cannot be fetched is told by the error screen, once the shop is there to tell it.
  const screen = screens[row.screen].preload().catch(() => undefined);

  const [language] = await Promise.all([words, screen]);
  fetchAhead(language);

  const shop = (spoken: i18n) => (
    <App store={store} language={spoken} router={(content) => <BrowserRouter>{content}</BrowserRouter>} onShown={isShown} />
  );
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
  await Promise.race([readMemory(store), new Promise((resolve) => setTimeout(resolve, longestRecollection))]);
};
