import type { i18n } from 'i18next';
import { type RouteRow, routeTable } from './route-table.ts';
import { screens } from './screens.tsx';

/** Leaves the network to the first screen. */
const prefetchDelayMs = 3000;

/** The screens between the home page and the payment; rarely visited ones are fetched on navigation. */
const prefetched: readonly RouteRow['screen'][] = ['home', 'shop', 'product', 'cart', 'wishlist', 'compare', 'checkout', 'loginRegister'];

const ignoreFailure = () => undefined;

/**
 * Prefetches the screens that a shopper buys by, the mini-cart, the menu and their texts some time after start-up: they then open at once,
 * and offline. A chunk that fails here is fetched again when it is needed.
 */
export const prefetchChunks = (language: i18n, signal?: AbortSignal): void => {
  const timer = setTimeout(() => {
    for (const screen of prefetched) screens[screen].preload().catch(ignoreFailure);
    import('#blocks/mini-cart/mini-cart.tsx').catch(ignoreFailure);
    import('#blocks/compare-drawer/compare-drawer.tsx').catch(ignoreFailure);
    import('#blocks/mobile-menu/mobile-menu.tsx').catch(ignoreFailure);
    const rows = routeTable.filter(({ screen }) => prefetched.includes(screen));
    language.loadNamespaces([...new Set(rows.flatMap(({ words }) => words))]).catch(ignoreFailure);
  }, prefetchDelayMs);
  signal?.addEventListener('abort', () => clearTimeout(timer));
};
