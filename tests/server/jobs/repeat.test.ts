import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { repeat } from '#server/jobs/repeat.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('a job is repeated, never concurrently with itself, until it is stopped', async () => {
  let starts = 0;
  let running = 0;
  let maxRunning = 0;
  const slow = repeat(
    async () => {
      starts += 1;
      running += 1;
      maxRunning = Math.max(maxRunning, running);
      await new Promise((resolve) => setTimeout(resolve, 30));
      running -= 1;
    },
    10,
    () => undefined,
  );
  await vi.advanceTimersByTimeAsync(400);
  expect(starts).toBe(10);
  expect(maxRunning).toBe(1);
  const stopping = slow.stop();
  await vi.advanceTimersByTimeAsync(400);
  await stopping;
  expect([starts, running]).toEqual([10, 0]);
});

test('an error is reported and the job goes on', async () => {
  const reported: unknown[] = [];
  let tries = 0;
  const failing = repeat(
    async () => {
      tries += 1;
      if (tries < 3) throw new Error(`try ${tries}`);
    },
    10,
    (problem) => reported.push(problem),
  );
  await vi.advanceTimersByTimeAsync(35);
  expect(reported.map(String)).toEqual(['Error: try 1', 'Error: try 2']);
  expect(tries).toBe(3);
  await failing.stop();
});
