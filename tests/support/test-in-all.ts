import { test } from 'vitest';
import { isQuick } from '#tests/quick.ts';

/** A test that only `npm run test:all` runs, beside the tests of the same screen that `npm test` runs, too. */
export const testInAll = (title: string, prove: () => void | Promise<void>): void => {
  if (!isQuick) test(title, prove);
};
