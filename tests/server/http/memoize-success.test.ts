import { expect, test, vi } from 'vitest';
import { memoizeSuccess } from '#server/http/memoize-success.ts';

test('a value is loaded once, also for concurrent calls', async () => {
  const load = vi.fn(async () => 'robots');
  const read = memoizeSuccess(load);
  expect(await Promise.all([read(), read()])).toEqual(['robots', 'robots']);
  expect(await read()).toBe('robots');
  expect(load).toHaveBeenCalledOnce();
});

test('a failed load rejects the calls that waited for it, and the next call loads again', async () => {
  const load = vi.fn(async () => 'robots').mockRejectedValueOnce(new Error('too many open files'));
  const read = memoizeSuccess(load);
  const outcomes = await Promise.allSettled([read(), read()]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await read()).toBe('robots');
  expect(load).toHaveBeenCalledTimes(2);
});
