import type { Action, PayloadAction } from '@reduxjs/toolkit';
import type { ParseKeys } from 'i18next';
import * as cart from '#features/cart/cart-slice.ts';
import * as compare from '#features/compare/compare-slice.ts';
import { changesLeftOut, guestListsAdded, itemsArrived, saveDelayed, saveFailed, signedOut } from '#features/saved-lists/list-facts.ts';
import * as wishlist from '#features/wishlist/wishlist-slice.ts';

export type ToastTone = 'success' | 'info' | 'warning' | 'error';

export type Toast = {
  readonly tone: ToastTone;
  readonly messageKey: ParseKeys<'toasts'>;
  readonly values?: Readonly<Record<string, number>>;
  /** The action's payload is the number in the message. */
  readonly isCounted?: true;
};

/** An action with this payload, e.g. a refusal for one reason. */
const withReason =
  <Reason extends string>({ match }: { readonly match: (action: Action) => action is PayloadAction<Reason> }, reason: Reason) =>
  (action: Action): boolean =>
    match(action) && action.payload === reason;

/** The toast of each action that has one. Nothing else raises toasts. */
export const toasts: readonly (Toast & { readonly of: (action: Action) => boolean })[] = [
  { of: cart.added.match, tone: 'success', messageKey: 'cart.added' },
  { of: withReason(cart.addRefused, 'invalidProduct'), tone: 'error', messageKey: 'invalidProduct' },
  { of: withReason(cart.addRefused, 'limitReached'), tone: 'warning', messageKey: 'cart.limitReached' },
  { of: cart.decremented.match, tone: 'warning', messageKey: 'cart.decremented' },
  { of: cart.removed.match, tone: 'error', messageKey: 'cart.removed' },
  { of: wishlist.added.match, tone: 'success', messageKey: 'wishlist.added' },
  { of: withReason(wishlist.addRefused, 'invalidProduct'), tone: 'error', messageKey: 'invalidProduct' },
  { of: withReason(wishlist.addRefused, 'duplicate'), tone: 'info', messageKey: 'wishlist.duplicate' },
  { of: wishlist.removed.match, tone: 'error', messageKey: 'wishlist.removed' },
  { of: compare.added.match, tone: 'success', messageKey: 'compare.added' },
  { of: withReason(compare.addRefused, 'invalidProduct'), tone: 'error', messageKey: 'invalidProduct' },
  { of: withReason(compare.addRefused, 'duplicate'), tone: 'info', messageKey: 'compare.duplicate' },
  { of: withReason(compare.addRefused, 'full'), tone: 'warning', messageKey: 'compare.full', values: { limit: compare.compareLimit } },
  { of: compare.removed.match, tone: 'error', messageKey: 'compare.removed' },
  { of: itemsArrived.cart.match, tone: 'info', messageKey: 'savedLists.cart', isCounted: true },
  { of: itemsArrived.wishlist.match, tone: 'info', messageKey: 'savedLists.wishlist', isCounted: true },
  { of: itemsArrived.compare.match, tone: 'info', messageKey: 'savedLists.compare', isCounted: true },
  { of: guestListsAdded.match, tone: 'info', messageKey: 'savedLists.kept' },
  { of: changesLeftOut.match, tone: 'warning', messageKey: 'savedLists.leftOut', isCounted: true },
  { of: saveFailed.match, tone: 'error', messageKey: 'savedLists.failed' },
  { of: saveDelayed.match, tone: 'warning', messageKey: 'savedLists.delayed' },
  { of: withReason(signedOut, 'empty'), tone: 'info', messageKey: 'savedLists.signedOut' },
  { of: withReason(signedOut, 'withUnsaved'), tone: 'info', messageKey: 'savedLists.signedOutWithUnsaved' },
];

export const toastOf = (action: Action): Toast | undefined => toasts.find(({ of }) => of(action));
