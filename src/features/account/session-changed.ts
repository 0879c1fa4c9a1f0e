import { createAction } from '@reduxjs/toolkit';

/** The fact that somebody signed in or out, or changed their account; every tab of the browser hears it (`src/app/tabs.ts`). */
export const sessionChanged = createAction('account/sessionChanged');
