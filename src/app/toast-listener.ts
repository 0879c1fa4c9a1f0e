import { isAction, type Middleware } from '@reduxjs/toolkit';
import { isReplayed } from './replayed.ts';

/** The prefixes of actions that may have a toast; the table is loaded with the first of them. */
const mayHaveToast = /^(?:cart|wishlist|compare|savedLists)\/(?!replaced)/;

/** Shows the toast of each action that has one. Nothing else raises toasts. */
export const toastListener: Middleware = () => (next) => (action) => {
  const result = next(action);
  // The tab where a replayed action happened has shown its toast.
  if (isAction(action) && mayHaveToast.test(action.type) && !isReplayed(action)) {
    // Not part of the first download: toasts follow user actions.
    import('./toaster.tsx').then(
      ({ showToastOf }) => showToastOf(action),
      () => {
        // The layout loads the same module, and shows a note when that fails.
      },
    );
  }
  return result;
};
