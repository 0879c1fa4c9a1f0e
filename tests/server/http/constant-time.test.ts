import { expect, test } from 'vitest';
import { constantTimeRefusal } from '#server/http/constant-time.ts';

test('a result is given at once, a refusal not before the minimum', async () => {
  const anHourMs = 60 * 60 * 1000;
  await expect(constantTimeRefusal(anHourMs, async () => 'the order')).resolves.toBe('the order');
  const start = performance.now();
  await expect(constantTimeRefusal(50, () => Promise.reject(new Error('unknown')))).rejects.toThrow('unknown');
  expect(performance.now() - start).toBeGreaterThan(45);
});
