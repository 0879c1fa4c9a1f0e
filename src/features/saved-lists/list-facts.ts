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
/** Changes did not reach the account. */
export const saveFailed = createAction('savedLists/saveFailed');
/** The session has ended elsewhere, and the lists have left this browser with it. */
export const signedOut = createAction('savedLists/signedOut');
/** The account's lists may have changed on the server, e.g. because an order was paid. */
export const listsOutdated = createAction('savedLists/listsOutdated');
