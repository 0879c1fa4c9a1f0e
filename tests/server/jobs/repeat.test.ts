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
  await vi.advanceTimersByTimeAsync(390);
  expect(starts).toBe(10);
  expect(maxRunning).toBe(1);
  expect(running).toBe(1);
  const runningAtTheEnd = slow.stop().then(() => running);
  await vi.advanceTimersByTimeAsync(400);
  expect(await runningAtTheEnd).toBe(0);
  expect([starts, running]).toEqual([10, 0]);
});

test('an error is reported and the job goes on, after a longer pause with each further one', async () => {
  const reported: unknown[] = [];
  const startedAtMs: number[] = [];
  const firstMs = Date.now();
  let tries = 0;
  const failing = repeat(
    async () => {
      tries += 1;
      startedAtMs.push(Date.now() - firstMs);
      if (tries < 5) throw new Error(`try ${tries}`);
    },
    10,
    (problem) => reported.push(problem),
  );
  await vi.advanceTimersByTimeAsync(185);
  expect(reported.map(String)).toEqual(['Error: try 1', 'Error: try 2', 'Error: try 3', 'Error: try 4']);
  expect(startedAtMs).toEqual([10, 20, 40, 80, 160, 170, 180]);
  await failing.stop();
});

test('the pause after errors is at most half a minute, unless the job’s own is longer', async () => {
  const starts = { often: 0, rarely: 0 };
  const fail = (name: keyof typeof starts) => async () => {
    starts[name] += 1;
    throw new Error('no');
  };
  const jobs = [repeat(fail('often'), 1000, () => undefined), repeat(fail('rarely'), 60_000, () => undefined)];
  // 1, 1, 2, 4, 8, 16 s, then 30 s each.
  await vi.advanceTimersByTimeAsync(32_500 + 5 * 30_000);
  expect(starts).toEqual({ often: 11, rarely: 3 });
  await Promise.all(jobs.map((job) => job.stop()));
});
