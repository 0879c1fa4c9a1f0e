import type { Action } from '@reduxjs/toolkit';

/** The `meta` of an action that was dispatched in another tab and is replayed here. */
export const replayed = { isReplayed: true } as const;

export const isReplayed = (action: Action): boolean => 'meta' in action && action.meta === replayed;
