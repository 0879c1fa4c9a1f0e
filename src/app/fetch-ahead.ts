import type { i18n } from 'i18next';
import { routeTable } from './route-table.ts';
import { screens } from './screens.tsx';

/** What the first view needs goes first. */
const delay = 3000;

const nothing = () => undefined;

/**
 * Fetches the screens, the mini-cart, the menu, the chat and their words a while after start-up: the list and the cart then open at once,
 * and they still open when the shop cannot be reached any more. What does not come is asked for again when it is needed.
 */
export const fetchAhead = (language: i18n, until?: AbortSignal): void => {
  const timer = setTimeout(() => {
    for (const { preload } of Object.values(screens)) preload().catch(nothing);
    import('#blocks/mini-cart/mini-cart.tsx').catch(nothing);
    import('#blocks/compare-drawer/compare-drawer.tsx').catch(nothing);
    import('#blocks/mobile-menu/mobile-menu.tsx').catch(nothing);
    import('#features/chat/shop-chat.tsx').catch(nothing);
    language.loadNamespaces([...new Set(['chat', ...routeTable.flatMap(({ words }) => words)])]).catch(nothing);
  }, delay);
  until?.addEventListener('abort', () => clearTimeout(timer));
};
