import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isRealSize, outlines, readRealSize } from '#contract/real-size.ts';

const millimetres = fc.integer({ min: 1, max: 9999 });

test('property: an outline with its width and height in millimetres is read as it is written', () => {
  fc.assert(
    fc.property(fc.constantFrom(...outlines), millimetres, millimetres, (outline, width, height) => {
      for (const text of [`${outline} ${width} × ${height}`, `${outline} ${width}x${height}`]) {
        expect(readRealSize(text)).toEqual({ outline, width, height });
        expect(isRealSize(text)).toBe(true);
      }
    }),
  );
});

test.each([
  '',
  'mug',
  '85 × 90',
  'mug 85',
  'mug 0 × 90',
  'mug 85 × 0',
  'mug 8.5 × 9',
  'mug 85 × 90 mm',
  'Mug 85 × 90',
  'cup 85 × 90',
  'mug 10000 × 1',
])('goods with the outline “%s” are not drawn', (text) => {
  expect(readRealSize(text)).toBeUndefined();
  expect(isRealSize(text)).toBe(text === '');
});
