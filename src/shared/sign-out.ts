import { nanoid } from '@reduxjs/toolkit';
import { browserStorage, removeKeys } from './browser-storage.ts';

/** A random text, new whenever an account leaves this browser. */
const lastSignOut = browserStorage('localStorage', 'flone:signed-out');
/** The last sign-out that this tab has heard of. */
const heardSignOut = browserStorage('sessionStorage', 'flone:signed-out');
const never = 'never';

/** A choice of the browser, not of a person. */
const keptKey = 'flone:theme';

/**
 * Whether an account has left this browser unheard by this tab: Tab A signs out while tab B is frozen, or closed and restored later. What B
 * shows and stores belongs to somebody else.
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

/** An account leaves this browser: drops all that is stored of it but the persisted slices. Every tab, this one too, has then to start anew. */
export const forgetShopper = (): void => {
  removeKeys('localStorage', 'flone:', keptKey);
  lastSignOut.write(nanoid());
};
