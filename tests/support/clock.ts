import { act } from '@testing-library/react';
import { vi } from 'vitest';

/**
 * From now on time passes only by `timePasses`. Testing Library knows fake clocks by Jest's name: it then looks at the screen again and
 * again, and lets what is due at once happen meanwhile.
 */
export const theClockStands = (): void => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
  vi.stubGlobal('jest', { advanceTimersByTime: () => vi.advanceTimersByTime(0) });
};

/** So many milliseconds pass for the shopper. */
export const timePasses = (milliseconds: number): Promise<unknown> => act(() => vi.advanceTimersByTimeAsync(milliseconds));
