import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Pence, pence } from '#contract/money.ts';
import { sellerLevel, sellerLevels } from '#contract/reseller.ts';

describe('a reseller’s level', () => {
  test('the levels are Basic, Silver, Gold and Platinum, from 0, 500, 1000 and 2000, with 0, 5, 10 and 15 percent', {
    tags: ['seller-level.names', 'seller-level.table'],
  }, () => {
    expect(sellerLevels.map(({ level, from, commission }) => [level, from, commission])).toEqual([
      ['Basic', 0, 0],
      ['Silver', 500, 5],
      ['Gold', 1000, 10],
      ['Platinum', 2000, 15],
    ]);
  });

  test.each([
    [0, 'Basic', 0],
    [499.99, 'Basic', 0],
    [500, 'Silver', 5],
    [999.99, 'Silver', 5],
    [1000, 'Gold', 10],
    [1999.99, 'Gold', 10],
    [2000, 'Platinum', 15],
    [1_000_000, 'Platinum', 15],
  ])(
    'sales of %d make it %s with %d percent: a level applies only once its threshold is reached',
    { tags: 'seller-level.reached' },
    (sales, level, commission) => {
      expect(sellerLevel(pence(sales))).toMatchObject({ level, commission });
    },
  );

  test('property: more sales never lower the level, and sales lie between its threshold and the next', () => {
    const sales = fc.integer({ min: 0, max: 500_000 });
    fc.assert(
      fc.property(sales, sales, (one, other) => {
        const [less, more] = [Math.min(one, other), Math.max(one, other)].map((amount) => sellerLevel(amount as Pence));
        expect(less?.commission).toBeLessThanOrEqual(more?.commission ?? -1);
        expect(pence(less?.from ?? Number.POSITIVE_INFINITY)).toBeLessThanOrEqual(Math.min(one, other));
        const next = sellerLevels.find(({ from }) => from > (less?.from ?? 0));
        if (next) expect(pence(next.from)).toBeGreaterThan(Math.min(one, other));
      }),
    );
  });
});
