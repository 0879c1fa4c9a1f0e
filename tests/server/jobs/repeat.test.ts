import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { repeat } from '#server/jobs/repeat.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('a job is repeated, never concurrently with itself, until it is stopped', async () => {
  let begun = 0;
  let atOnce = 0;
  let most = 0;
  const slow = repeat(
    async () => {
      begun += 1;
      atOnce += 1;
      most = Math.max(most, atOnce);
      await new Promise((resolve) => setTimeout(resolve, 30));
      atOnce -= 1;
    },
    10,
    () => undefined,
  );
  await vi.advanceTimersByTimeAsync(400);
  expect(begun).toBe(10);
  expect(most).toBe(1);
  const stopping = slow.stop();
  await vi.advanceTimersByTimeAsync(400);
  await stopping;
  expect([begun, atOnce]).toEqual([10, 0]);
});

test('an error is reported and the job goes on', async () => {
  const told: unknown[] = [];
  let tries = 0;
  const failing = repeat(
    async () => {
      tries += 1;
      if (tries < 3) throw new Error(`try ${tries}`);
    },
    10,
    (problem) => told.push(problem),
  );
  await vi.advanceTimersByTimeAsync(35);
  expect(told.map(String)).toEqual(['Error: try 1', 'Error: try 2']);
  expect(tries).toBe(3);
  await failing.stop();
});
