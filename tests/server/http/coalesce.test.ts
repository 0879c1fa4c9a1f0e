import fc from 'fast-check';
import { expect, test } from 'vitest';
import { coalesce } from '#server/http/coalesce.ts';

test('calls that come during a run share the next one, which begins when that has ended', async () => {
  const ends: ((value: string) => void)[] = [];
  const read = coalesce(() => new Promise<string>((resolve) => ends.push(resolve)));
  const first = read();
  const later = [read(), read()];
  expect(ends).toHaveLength(1);
  ends[0]?.('before');
  expect(await first).toBe('before');
  await expect.poll(() => ends.length).toBe(2);
  ends[1]?.('after');
  expect(await Promise.all(later)).toEqual(['after', 'after']);
});

test('a run that fails rejects its own calls, not those that wait for the next run', async () => {
  let count = 0;
  const read = coalesce(async () => {
    count += 1;
    if (count === 1) throw new Error('The database is away.');
    return count;
  });
  const outcomes = await Promise.allSettled([read(), read(), read()]);
  expect(outcomes).toMatchObject([{ status: 'rejected' }, { value: 2 }, { value: 2 }]);
  expect(await read()).toBe(3);
});

test('property: whenever calls come, each gets what was read after it came, and never do two runs overlap', async () => {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), fc.integer({ min: 1, max: 20 }), async (scheduler, calls) => {
      let written = 0;
      let isRunning = false;
      const read = coalesce(async () => {
        expect(isRunning).toBe(false);
        isRunning = true;
        const value = written;
        await scheduler.schedule(Promise.resolve());
        isRunning = false;
        return value;
      });
      const call = async () => {
        written += 1;
        const atCall = written;
        expect(await read()).toBeGreaterThanOrEqual(atCall);
      };
      const done = Promise.all(Array.from({ length: calls }, () => scheduler.schedule(Promise.resolve()).then(call)));
      await scheduler.waitFor(done);
    }),
  );
});
