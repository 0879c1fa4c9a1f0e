import { createSlice } from '@reduxjs/toolkit';

/** Whether the persisted slices have been restored, or could not be. Before that, an empty cart or list is not yet known to be empty. */
export const restoredSlice = createSlice({
  name: 'restored',
  initialState: false as boolean,
  reducers: {},
  extraReducers: (builder) => {
    builder.addCase('persist/REHYDRATE', () => true);
  },
  selectors: { selectIsRestored: (isRestored) => isRestored },
});

export const { selectIsRestored } = restoredSlice.selectors;
