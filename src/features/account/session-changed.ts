import { createAction } from '@reduxjs/toolkit';

/** This browser's user signed in or out, or changed their account; sent to all its tabs by `src/app/tabs.ts`. */
export const sessionChanged = createAction('account/sessionChanged');
