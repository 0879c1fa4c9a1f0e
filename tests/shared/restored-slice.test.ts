import { combineSlices, configureStore } from '@reduxjs/toolkit';
import { expect, test } from 'vitest';
import { networkError } from '#shared/api/api-error.ts';
import {
  restoredSlice,
  restoreFailed,
  restoreRetried,
  selectIsRestored,
  selectIsStored,
  selectRestoreState,
} from '#shared/restored-slice.ts';

const aStore = () => configureStore({ reducer: combineSlices(restoredSlice) });

test('the persisted slices are restored once storage has been read, even when there was nothing in it', () => {
  const store = aStore();
  expect(selectIsRestored(store.getState())).toBe(false);
  store.dispatch({ type: 'persist/REHYDRATE' });
  expect(selectIsRestored(store.getState())).toBe(true);
  expect(selectIsStored(store.getState())).toBe(true);
});

test('a failed restore ends the wait for it, does not count as the stored state, and can be retried, one retry at a time', () => {
  const store = aStore();
  store.dispatch(restoreRetried());
  expect(selectRestoreState(store.getState())).toBe('pending');
  store.dispatch(restoreFailed(networkError));
  expect(selectIsRestored(store.getState())).toBe(true);
  expect(selectIsStored(store.getState())).toBe(false);
  store.dispatch(restoreRetried());
  store.dispatch(restoreRetried());
  expect(selectRestoreState(store.getState())).toBe('retrying');
  expect(selectIsStored(store.getState())).toBe(false);
  store.dispatch({ type: 'persist/REHYDRATE' });
  expect(selectRestoreState(store.getState())).toBe('restored');
});
