import type { ParseKeys } from 'i18next';
import { compareLimit } from '#features/compare/compare-slice.ts';

export type ToastTone = 'success' | 'info' | 'warning' | 'error';

export type Toast = {
  readonly tone: ToastTone;
  readonly messageKey: ParseKeys<'toasts'>;
  readonly values?: Readonly<Record<string, number>>;
  /** The action's payload is the number in the message. */
  readonly isCounted?: true;
};

/** The toast of each action type; a refusal's key ends with its reason. */
export const toasts: Readonly<Record<string, Toast>> = {
  'cart/added': { tone: 'success', messageKey: 'cart.added' },
  'cart/addRefused/invalidProduct': { tone: 'error', messageKey: 'invalidProduct' },
  'cart/addRefused/limitReached': { tone: 'warning', messageKey: 'cart.limitReached' },
  'cart/decremented': { tone: 'warning', messageKey: 'cart.decremented' },
  'cart/removed': { tone: 'error', messageKey: 'cart.removed' },
  'wishlist/added': { tone: 'success', messageKey: 'wishlist.added' },
  'wishlist/addRefused/invalidProduct': { tone: 'error', messageKey: 'invalidProduct' },
  'wishlist/addRefused/duplicate': { tone: 'info', messageKey: 'wishlist.duplicate' },
  'wishlist/removed': { tone: 'error', messageKey: 'wishlist.removed' },
  'compare/added': { tone: 'success', messageKey: 'compare.added' },
  'compare/addRefused/invalidProduct': { tone: 'error', messageKey: 'invalidProduct' },
  'compare/addRefused/duplicate': { tone: 'info', messageKey: 'compare.duplicate' },
  'compare/addRefused/full': { tone: 'warning', messageKey: 'compare.full', values: { limit: compareLimit } },
  'compare/removed': { tone: 'error', messageKey: 'compare.removed' },
  'savedLists/cartArrived': { tone: 'info', messageKey: 'savedLists.cart', isCounted: true },
  'savedLists/wishlistArrived': { tone: 'info', messageKey: 'savedLists.wishlist', isCounted: true },
  'savedLists/compareArrived': { tone: 'info', messageKey: 'savedLists.compare', isCounted: true },
  'savedLists/kept': { tone: 'info', messageKey: 'savedLists.kept' },
  'savedLists/leftOut': { tone: 'warning', messageKey: 'savedLists.leftOut', isCounted: true },
};
