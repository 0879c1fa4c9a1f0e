import { nanoid } from '@reduxjs/toolkit';
import { browserStorage, removeKeys } from './browser-storage.ts';

/** A random text, new whenever an account leaves this browser. */
const lastSignOut = browserStorage('localStorage', 'flone:signed-out');
/** The last sign-out that this tab has heard of. */
const heardSignOut = browserStorage('sessionStorage', 'flone:signed-out');
const never = 'never';

/** The colour scheme is kept, because it belongs to the browser and not to a person. */
const keptKey = 'flone:theme';

/**
 * Whether this tab has missed a sign-out: tab A signs out while tab B is frozen, or closed and restored later. Then what B shows and stores belongs
 * to the former account.
 */
export const hasMissedSignOut = (): boolean => {
  const heard = heardSignOut.read();
  return heard !== null && heard !== (lastSignOut.read() ?? never);
};

/** Starts a tab: drops what it stores if it has missed a sign-out. Returns whether it has. */
export const startTab = (): boolean => {
  const hasMissed = hasMissedSignOut();
  if (hasMissed) removeKeys('sessionStorage', 'flone:');
  heardSignOut.write(lastSignOut.read() ?? never);
  return hasMissed;
};

/** Removes what is stored of an account that leaves this browser, but for the persisted slices. Then every tab, this one too, must be reloaded. */
export const forgetShopper = (): void => {
  removeKeys('localStorage', 'flone:', keptKey);
  lastSignOut.write(nanoid());
};
