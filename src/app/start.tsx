import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { loadProducts } from '#features/catalogue/catalogue-slice.ts';
import { startLanguage } from '#shared/i18n/language.ts';
import { App } from './app.tsx';
import { fetchAhead } from './fetch-ahead.ts';
import { matchRow } from './match-row.ts';
import { screens } from './screens.tsx';
import { makeStore, type ShopStore } from './store.ts';

/** Reads what this browser kept. Without the code for it nothing is kept, and the cart must not wait. */
const readMemory = (store: ShopStore): Promise<unknown> =>
  import('./persistence.ts').then(
    ({ startMemory }) => startMemory(store),
    () => store.dispatch({ type: 'persist/REHYDRATE' }),
  );

/**
 * Start-up (spec 4): the language layer, one initial action, then the root view. Resolves when the first screen stands and hears
 * the shopper. What the browser kept is read after that, because the first view knew nothing of it.
 */
export const start = async (): Promise<void> => {
  const root = document.getElementById('root');
  if (!root) return;
  const { row } = matchRow(window.location.pathname);
  const store = makeStore();
  const words = startLanguage(row.words);
  const products = store.dispatch(loadProducts());
  // A screen that cannot be fetched is told by the error screen, once the shop is there to tell it.
  const screen = screens[row.screen].preload().catch(() => undefined);

  const hasFirstView = root.childElementCount > 0;
  const [language] = await Promise.all([words, screen, hasFirstView && products]);
  fetchAhead(language);

  await new Promise<void>((resolve) => {
    const shop = <App store={store} language={language} router={(content) => <BrowserRouter>{content}</BrowserRouter>} onShown={resolve} />;
    // The first view was rendered from the products; without them it would not match what React is about to render.
    if (hasFirstView && store.getState().product.status === 'succeeded') hydrateRoot(root, shop);
    else {
      document.querySelector('title')?.remove();
      createRoot(root).render(shop);
    }
  });
  await readMemory(store);
};
