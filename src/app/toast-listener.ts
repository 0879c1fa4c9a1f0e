import { isAction, type Middleware } from '@reduxjs/toolkit';
import { isReplayed } from './replayed.ts';
import { toasts } from './toasts.ts';

/** What a fact is called in the table: its type, and its reason where it is a refusal. */
const factOf = (action: { readonly type: string; readonly payload?: unknown }): string =>
  action.type.endsWith('/addRefused') ? `${action.type}/${String(action.payload)}` : action.type;

/** Listens to the facts and tells them: the only place from which toasts come. */
export const toastListener: Middleware = () => (next) => (action) => {
  const result = next(action);
  // What happened in another tab was told there.
  const toast = isAction(action) && !isReplayed(action) ? toasts[factOf(action)] : undefined;
  // Loaded after the first view: nothing is told before something was done.
  if (toast) void import('./toaster.tsx').then(({ showToast }) => showToast(toast));
  return result;
};
