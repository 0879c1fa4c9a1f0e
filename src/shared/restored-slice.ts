import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { ApiError } from './api/api-error.ts';

type RestoreState = 'pending' | 'restored' | 'failed' | 'updated' | 'retrying';

/**
 * Whether the persisted slices have been restored. While that is pending, an empty cart or list is not yet known to be empty; where it has
 * failed, the shop goes on with what is added from then on.
 */
export const restoredSlice = createSlice({
  name: 'restored',
  initialState: 'pending' as RestoreState,
  reducers: {
    /** The code that restores could not be fetched; after an update of the shop it never will be. */
    restoreFailed: (_, { payload }: PayloadAction<ApiError>): RestoreState => (payload.status === 'updated' ? 'updated' : 'failed'),
    /** The shopper asks for another try. */
    restoreRetried: (state): RestoreState => (state === 'failed' ? 'retrying' : state),
  },
  extraReducers: (builder) => {
    builder.addCase('persist/REHYDRATE', (): RestoreState => 'restored');
  },
  selectors: {
    selectIsRestored: (state) => state !== 'pending',
    /** Whether the lists in this page are those that are stored. */
    selectIsStored: (state) => state === 'restored',
    selectRestoreState: (state) => state,
  },
});

export const { restoreFailed, restoreRetried } = restoredSlice.actions;
export const { selectIsRestored, selectIsStored, selectRestoreState } = restoredSlice.selectors;
