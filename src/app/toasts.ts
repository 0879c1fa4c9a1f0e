import type { ParseKeys } from 'i18next';
import { compareLimit } from '#features/compare/compare-slice.ts';

export type ToastTone = 'success' | 'info' | 'warning' | 'error';

export type Toast = {
  readonly tone: ToastTone;
  readonly words: ParseKeys<'toasts'>;
  readonly values?: Readonly<Record<string, number>>;
};

/** THE table: which fact is told in which tone and words. */
export const toasts: Readonly<Record<string, Toast>> = {
  'cart/added': { tone: 'success', words: 'cart.added' },
  'cart/addRefused/invalidProduct': { tone: 'error', words: 'invalidProduct' },
  'cart/addRefused/limitReached': { tone: 'warning', words: 'cart.limitReached' },
  'cart/decremented': { tone: 'warning', words: 'cart.decremented' },
  'cart/removed': { tone: 'error', words: 'cart.removed' },
  'wishlist/added': { tone: 'success', words: 'wishlist.added' },
  'wishlist/addRefused/invalidProduct': { tone: 'error', words: 'invalidProduct' },
  'wishlist/addRefused/duplicate': { tone: 'info', words: 'wishlist.duplicate' },
  'wishlist/removed': { tone: 'error', words: 'wishlist.removed' },
  'compare/added': { tone: 'success', words: 'compare.added' },
  'compare/addRefused/invalidProduct': { tone: 'error', words: 'invalidProduct' },
  'compare/addRefused/duplicate': { tone: 'info', words: 'compare.duplicate' },
  'compare/addRefused/full': { tone: 'warning', words: 'compare.full', values: { limit: compareLimit } },
  'compare/removed': { tone: 'error', words: 'compare.removed' },
};
