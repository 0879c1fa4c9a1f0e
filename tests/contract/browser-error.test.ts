import { expect, test } from 'vitest';
import { browserError, browserErrorLimits } from '#contract/browser-error.ts';
import { expectFields } from '#tests/support/schema-fields.ts';

test('an error of a browser has a message, a stack and a path, each up to its limit', () => {
  const { message, stack, path } = browserErrorLimits;
  const longest = { message: 'm'.repeat(message), stack: 's'.repeat(stack), path: 'p'.repeat(path) };
  expectFields(browserError, longest);
  expect(browserError.safeParse({ message: '', stack: '', path: '' }).success).toBe(true);
  for (const [field, text] of Object.entries(longest))
    expect(browserError.safeParse({ ...longest, [field]: `${text}x` }).success).toBe(false);
});
