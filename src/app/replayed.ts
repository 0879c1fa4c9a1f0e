import type { Action } from '@reduxjs/toolkit';

/** Marks a fact that happened in another tab. */
export const replayed = { isReplayed: true } as const;

/** Did this happen in another tab? */
export const isReplayed = (action: Action): boolean => 'meta' in action && action.meta === replayed;
