import { createAction } from '@reduxjs/toolkit';

/** How many units (cart) or products another device has added to the account's list. */
export const itemsArrived = {
  cart: createAction<number>('savedLists/cartArrived'),
  wishlist: createAction<number>('savedLists/wishlistArrived'),
  compare: createAction<number>('savedLists/compareArrived'),
} as const;
export const guestListsAdded = createAction('savedLists/kept');
/** The number of changes that the account refused because the list was full. */
export const changesLeftOut = createAction<number>('savedLists/leftOut');
/** Changes do not reach the account at the moment: they wait, and are sent again. */
export const saveDelayed = createAction('savedLists/saveDelayed');
/** Changes were refused, and are not in the account. */
export const saveFailed = createAction('savedLists/saveFailed');
/** The session has ended elsewhere, and the account's lists have left this browser with it: its own are empty, or have what the account never got. */
export const signedOut = createAction<'empty' | 'withUnsaved'>('savedLists/signedOut');
/** The account's lists may have changed on the server, e.g. because an order was paid. */
export const listsOutdated = createAction('savedLists/listsOutdated');
