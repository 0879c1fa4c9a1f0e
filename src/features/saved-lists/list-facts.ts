import { createAction } from '@reduxjs/toolkit';

/** Units or products that came from the account, from another device. */
export const arrived = {
  cart: createAction<number>('savedLists/cartArrived'),
  wishlist: createAction<number>('savedLists/wishlistArrived'),
  compare: createAction<number>('savedLists/compareArrived'),
} as const;
/** A guest's lists were added to the account. */
export const kept = createAction('savedLists/kept');
/** So many changes found a list full. */
export const leftOut = createAction<number>('savedLists/leftOut');
/** Changes do not reach the account at the moment: they wait, and are sent again. */
export const saveDelayed = createAction('savedLists/saveDelayed');
/** Changes were refused, and are not in the account. */
export const saveFailed = createAction('savedLists/saveFailed');
/** The session has ended elsewhere, and the account's lists have left this browser with it: its own are empty, or have what the account never got. */
export const signedOut = createAction<'empty' | 'withUnsaved'>('savedLists/signedOut');
/** The account's lists may have changed on the server, e.g. because an order was paid. */
export const listsOutdated = createAction('savedLists/listsOutdated');
