import { isAction, type Middleware } from '@reduxjs/toolkit';
import { isReplayed } from './replayed.ts';
import { toasts } from './toasts.ts';

/** The key of an action in the table of toasts. */
const toastKeyOf = (action: { readonly type: string; readonly payload?: unknown }): string =>
  action.type.endsWith('/addRefused') ? `${action.type}/${String(action.payload)}` : action.type;

/** Shows the toast of each action that has one. Nothing else raises toasts. */
export const toastListener: Middleware = () => (next) => (action) => {
  const result = next(action);
  // The tab where a replayed action happened has shown its toast.
  const toast = isAction(action) && !isReplayed(action) ? toasts[toastKeyOf(action)] : undefined;
  // Not part of the first download: toasts follow user actions.
  if (toast) void import('./toaster.tsx').then(({ showToast }) => showToast(toast));
  return result;
};
