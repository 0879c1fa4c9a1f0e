import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cutText } from '#contract/cut-text.ts';

test.each([
  ['a short text', 20, 'a short text'],
  ['a long text', 8, 'a long…'],
  ['yyyy🎁', 6, 'yyyy🎁'],
  ['yyyy🎁z', 6, 'yyyy…'],
  ['yyy👩‍🎨z', 8, 'yyy…'],
  ['yyy👋🏽z', 6, 'yyy…'],
  ['cafe\u0301 au lait', 5, 'caf…'],
  [`e${'\u0301'.repeat(9)}`, 4, `e${'\u0301'.repeat(2)}…`],
])('the text %j is cut to %i units: %j', (text, max, cut) => {
  expect(cutText(text, max)).toBe(cut);
});

test('property: a cut text is well-formed, not longer than it may be, and begins as the whole', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 2, max: 12 }), (text, max) => {
      const cut = cutText(text, max);
      expect(cut).not.toMatch(/\p{Surrogate}/u);
      expect(cut.length).toBeLessThanOrEqual(max);
      expect(text.startsWith(cut === text ? cut : cut.slice(0, -1))).toBe(true);
      expect(cutText(text, max, '')).not.toMatch(/\p{Surrogate}/u);
    }),
  );
});
