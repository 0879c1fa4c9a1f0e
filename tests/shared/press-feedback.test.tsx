import { act, renderHook } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { usePressFeedback } from '#shared/ui/press-feedback.tsx';

beforeEach(() => {
  vi.useFakeTimers();
});

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTime(milliseconds));

test('a button shows its feedback for two seconds after the last of several presses', () => {
  const { result } = renderHook(() => usePressFeedback('Added'));
  const press = () => act(() => result.current[1]());
  expect(result.current[0]).toBeUndefined();
  press();
  pass(1500);
  press();
  pass(1500);
  expect(result.current[0]).toBe('Added');
  pass(500);
  expect(result.current[0]).toBeUndefined();
});
