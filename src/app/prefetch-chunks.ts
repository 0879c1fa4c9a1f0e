import type { i18n } from 'i18next';
import { routes } from './routes.ts';

/** Leaves the network to the first screen. */
const prefetchDelayMs = 3000;

const ignoreFailure = () => undefined;

/**
 * Prefetches the routes with `isPrefetched`, the mini-cart, the menu and their texts some time after start-up: they then open at once, and
 * offline. A chunk that fails here is fetched again when it is needed.
 */
export const prefetchChunks = (language: i18n, signal?: AbortSignal): void => {
  const timer = setTimeout(() => {
    const rows = routes.filter(({ isPrefetched }) => isPrefetched);
    for (const { screen } of rows) screen.preload().catch(ignoreFailure);
    import('#blocks/mini-cart/mini-cart.tsx').catch(ignoreFailure);
    import('#blocks/compare-drawer/compare-drawer.tsx').catch(ignoreFailure);
    import('#blocks/mobile-menu/mobile-menu.tsx').catch(ignoreFailure);
    language.loadNamespaces([...new Set(rows.flatMap(({ namespaces }) => namespaces))]).catch(ignoreFailure);
  }, prefetchDelayMs);
  signal?.addEventListener('abort', () => clearTimeout(timer));
};
