import { act } from '@testing-library/react';
import { vi } from 'vitest';

/**
 * From now on time passes only by `advanceClock`. Testing Library detects fake timers by the global `jest`: `waitFor` then polls, and runs
 * the timers that are due.
 */
export const useFakeClock = (): void => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
  vi.stubGlobal('jest', { advanceTimersByTime: () => vi.advanceTimersByTime(0) });
};

/** Advances the fake clock and renders what follows. */
export const advanceClock = (milliseconds: number): Promise<unknown> => act(() => vi.advanceTimersByTimeAsync(milliseconds));
