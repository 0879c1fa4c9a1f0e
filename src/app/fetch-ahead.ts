import type { i18n } from 'i18next';
import { type RouteRow, routeTable } from './route-table.ts';
import { screens } from './screens.tsx';

/** What the first view needs goes first. */
const delay = 3000;

const nothing = () => undefined;

/** The screens between the first look at the goods and the payment. What is read once in a while comes when it is asked for. */
const onTheWayToBuy: readonly RouteRow['screen'][] = [
  'home',
  'shop',
  'product',
  'cart',
  'wishlist',
  'compare',
  'checkout',
  'loginRegister',
];

/**
 * Fetches the screens that a shopper buys by, the mini-cart, the menu and their words a while after start-up: the list and the cart then
 * open at once, and they still open when the shop cannot be reached any more. What does not come is asked for again when it is needed.
 */
export const fetchAhead = (language: i18n, until?: AbortSignal): void => {
  const timer = setTimeout(() => {
    for (const screen of onTheWayToBuy) screens[screen].preload().catch(nothing);
    import('#blocks/mini-cart/mini-cart.tsx').catch(nothing);
    import('#blocks/compare-drawer/compare-drawer.tsx').catch(nothing);
    import('#blocks/mobile-menu/mobile-menu.tsx').catch(nothing);
    const rows = routeTable.filter(({ screen }) => onTheWayToBuy.includes(screen));
    language.loadNamespaces([...new Set(rows.flatMap(({ words }) => words))]).catch(nothing);
  }, delay);
  until?.addEventListener('abort', () => clearTimeout(timer));
};
