import { combineSlices, configureStore } from '@reduxjs/toolkit';
import { expect, test } from 'vitest';
import { restoredSlice, selectIsRestored } from '#shared/restored-slice.ts';

test('the persisted slices are restored once storage has been read, even when there was nothing in it', () => {
  const store = configureStore({ reducer: combineSlices(restoredSlice) });
  expect(selectIsRestored(store.getState())).toBe(false);
  store.dispatch({ type: 'persist/REHYDRATE' });
  expect(selectIsRestored(store.getState())).toBe(true);
});
