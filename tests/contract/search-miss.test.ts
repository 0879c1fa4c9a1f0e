import { expect, test } from 'vitest';
import { withoutIdentifiers } from '#contract/search-miss.ts';

test.each([
  ['blue mug', 'blue mug'],
  ['mug 350 ml', 'mug 350 ml'],
  ['ada@example.com mug', 'mug'],
  ['07700900123', ''],
  ['07700 900 123', ''],
  ['+44 (0)113 496-0142 teapot', '+ teapot'],
  ['4242 4242 4242 4242', ''],
])('a search for “%s” without results is counted as “%s”', (text, counted) => {
  expect(withoutIdentifiers(text)).toBe(counted);
});
