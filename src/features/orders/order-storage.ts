import { browserStorage } from '#shared/browser-storage.ts';

/** All tabs share the cart, so they share the attempt to order it and cannot place two orders. Once paid, it moves to sessionStorage. */
export const cartOrderStorage = browserStorage('localStorage', 'flone:cart-order');

/** Shared by all tabs: only the first tab that sees the order paid removes its lines from the cart. */
export const orderedStorage = browserStorage('localStorage', 'flone:ordered');
