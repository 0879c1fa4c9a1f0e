import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bandOf, priceBands } from '#catalogue/price-bands.ts';
import { pence } from '#contract/money.ts';

test.each([
  [0, '0-10'],
  [9.99, '0-10'],
  [10, '10-20'],
  [19.99, '10-20'],
  [20, '20-40'],
  [40, '40-80'],
  [79.99, '40-80'],
  [80, '80-'],
  [99_999, '80-'],
])('£%d is in the range %s', (pounds, value) => {
  expect(bandOf(pence(pounds))).toBe(value);
});

test('property: every price is in exactly one range, the one that bandOf returns', () => {
  fc.assert(
    fc.property(fc.nat(20_000), (amount) => {
      const price = pence(amount / 100);
      const holding = priceBands.filter(({ from, to }) => price >= from && (to === undefined || price < to));
      expect(holding.map(({ value }) => value)).toEqual([bandOf(price)]);
    }),
  );
});

test('the ranges follow one another without a gap', () => {
  for (const [at, { from }] of priceBands.entries()) expect(from).toBe(at === 0 ? 0 : priceBands[at - 1]?.to);
  expect(priceBands.at(-1)?.to).toBeUndefined();
});
