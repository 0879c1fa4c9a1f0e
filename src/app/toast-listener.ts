import { createListenerMiddleware, isAnyOf } from '@reduxjs/toolkit';
import * as cart from '#features/cart/cart-slice.ts';
import * as compare from '#features/compare/compare-slice.ts';
import * as wishlist from '#features/wishlist/wishlist-slice.ts';
import { toasts } from './toasts.ts';

const isFact = isAnyOf(
  cart.added,
  cart.addRefused,
  cart.decremented,
  cart.removed,
  wishlist.added,
  wishlist.addRefused,
  wishlist.removed,
  compare.added,
  compare.addRefused,
  compare.removed,
);

/** Listens to the facts and tells them: the only place from which toasts come (ruling 10). */
export const toastListener = createListenerMiddleware();

toastListener.startListening({
  matcher: isFact,
  effect: async (action) => {
    const toast = toasts[action.type] ?? toasts[`${action.type}/${String(action.payload)}`];
    if (!toast) return;
    // Loaded after the first view: nothing is told before something was done.
    const { showToast } = await import('./toaster.tsx');
    showToast(toast);
  },
});
