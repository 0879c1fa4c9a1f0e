import { act, waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import { allRequestsSettled, calls } from './api.ts';

/**
 * The browser loses its connection and has it again, upon which pages make this call again ("GET /order/mine"; any by default), and have its answer.
 */
export const theConnectionBlinks = async (call?: string): Promise<void> => {
  const before = calls.length;
  act(() => {
    window.dispatchEvent(new Event('offline'));
    window.dispatchEvent(new Event('online'));
  });
  await waitFor(() => {
    const since = calls.slice(before);
    expect(since).toContain(call ?? since[0]);
  });
  await act(allRequestsSettled);
};
