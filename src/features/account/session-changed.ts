import { createAction } from '@reduxjs/toolkit';

/** This browser's user signs in or out, or has changed their account: dispatched before the profile changes. `src/app/tabs.ts` tells its other tabs. */
export const sessionChanged = createAction('account/sessionChanged');

/** A call of this tab may have ended its session: the next profile tells, and the shopper knows why. */
export const sessionEnding = createAction('account/sessionEnding');
