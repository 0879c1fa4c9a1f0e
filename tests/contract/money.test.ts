import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatPrice, formatSterling, lessAmount, lessPercent, type Pence, pence, pounds, sum, times } from '#contract/money.ts';

const inPence = (whole: number): Pence => whole as Pence;
const amount = fc.integer({ min: 0, max: 10_000_000 }).map(inPence);
const gbp = { currencySymbol: '£', currencyRate: 1 };

/** Rounding half up with integers only, as the reference for `lessPercent`. */
const roundedHalfUp = (price: bigint, hundredthsOfPercent: bigint): number =>
  Number((price * (10_000n - hundredthsOfPercent) * 2n + 10_000n) / 20_000n);

describe('pence', () => {
  test.each([
    [1.005, 101],
    [0.615, 62],
    [8.345, 835],
    [1.115, 112],
    [2.675, 268],
    [10.235, 1024],
    [0.145, 15],
    [1.255, 126],
    [2.175, 218],
    [1.004, 100],
    [0.004, 0],
    [0.005, 1],
    [19.99, 1999],
    [4.35, 435],
    [1.1, 110],
    [0, 0],
    [0.01, 1],
    [0.1 + 0.2, 30],
    [1e-7, 0],
    [95, 9500],
    [1_204.5, 120_450],
    [1_000_000, 100_000_000],
  ])('%d pounds are %d pence', (written, expected) => {
    expect(pence(written)).toBe(expected);
  });

  test('property: a price of whole pence is exact in spite of floating-point fractions', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100_000_000 }), (whole) => {
        expect(pence(Number(`${whole}e-2`))).toBe(whole);
      }),
    );
  });

  test('property: a price with three decimals is rounded half up', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000_000 }), fc.constantFrom(0, 4, 5, 9), (whole, thousandths) => {
        expect(pence(Number(`${whole}${thousandths}e-3`))).toBe(thousandths < 5 ? whole : whole + 1);
      }),
      { numRuns: 2_000 },
    );
  });

  test('property: an amount in pence is an integer and at most half a penny off', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1_000_000, noNaN: true }), (written) => {
        const charged = pence(written);
        expect(Number.isInteger(charged)).toBe(true);
        expect(Math.abs(charged - written * 100)).toBeLessThan(0.5001);
      }),
    );
  });
});

describe('pounds', () => {
  test('property: pence converted to pounds and back are the same pence', () => {
    fc.assert(
      fc.property(amount, (whole) => {
        expect(pence(pounds(whole))).toBe(whole);
      }),
    );
  });

  test('property: pounds with two decimals converted to pence and back are the same pounds', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000_000 }), (whole) => {
        const written = Number((whole / 100).toFixed(2));
        expect(pounds(pence(written))).toBe(written);
      }),
    );
  });

  test('property: an amount in pounds has at most two decimals', () => {
    fc.assert(
      fc.property(amount, (whole) => {
        expect(String(pounds(whole))).toMatch(/^\d+(\.\d{1,2})?$/);
      }),
    );
  });
});

describe('lessPercent', () => {
  test.each([
    [1000, 10, 900],
    [1999, 10, 1799],
    [8900, 15, 7565],
    [999, 33, 669],
    [50, 33, 34],
    [1, 50, 1],
    [3, 50, 2],
    [1000, 12.5, 875],
    [125, 64.4, 45],
    [125, 80.4, 25],
    [333, 33.33, 222],
  ])('%d pence less %d percent are %d pence', { tags: 'price.discount' }, (price, percent, expected) => {
    expect(lessPercent(inPence(price), percent)).toBe(expected);
  });

  test('property: a discount of 0 leaves the whole price', { tags: 'price.no-discount' }, () => {
    fc.assert(
      fc.property(amount, (price) => {
        expect(lessPercent(price, 0)).toBe(price);
      }),
    );
  });

  test('property: a discount of 100 percent or more makes the price 0, never negative', () => {
    fc.assert(
      fc.property(amount, fc.double({ min: 100, max: 1e9, noNaN: true }), (price, percent) => {
        expect(lessPercent(price, percent)).toBe(0);
      }),
    );
  });

  test('property: a negative discount does not raise the price', () => {
    fc.assert(
      fc.property(amount, fc.double({ min: -1e9, max: 0, noNaN: true }), (price, percent) => {
        expect(lessPercent(price, percent)).toBe(price);
      }),
    );
  });

  test('property: every discount with two decimals gives the price that integer arithmetic gives', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000 }), fc.integer({ min: 0, max: 10_000 }), (price, hundredths) => {
        expect(lessPercent(inPence(price), Number(`${hundredths}e-2`))).toBe(roundedHalfUp(BigInt(price), BigInt(hundredths)));
      }),
      { numRuns: 2_000 },
    );
  });

  test('property: a discounted price is an integer between 0 and the full price', () => {
    fc.assert(
      fc.property(amount, fc.double({ min: -1_000, max: 1_000, noNaN: true }), (price, percent) => {
        const left = lessPercent(price, percent);
        expect(Number.isInteger(left)).toBe(true);
        expect(left).toBeGreaterThanOrEqual(0);
        expect(left).toBeLessThanOrEqual(price);
      }),
    );
  });

  test('property: a bigger discount never gives a higher price, and a higher price never a lower one', () => {
    const percent = fc.integer({ min: 0, max: 100 });
    fc.assert(
      fc.property(amount, amount, percent, percent, (onePrice, otherPrice, onePercent, otherPercent) => {
        const [low, high] = onePrice < otherPrice ? [onePrice, otherPrice] : [otherPrice, onePrice];
        expect(lessPercent(low, onePercent)).toBeLessThanOrEqual(lessPercent(high, onePercent));
        expect(lessPercent(high, Math.max(onePercent, otherPercent))).toBeLessThanOrEqual(
          lessPercent(high, Math.min(onePercent, otherPercent)),
        );
      }),
    );
  });
});

describe('lessAmount', () => {
  test('lessAmount subtracts an amount from a price', () => {
    expect(lessAmount(inPence(1800), inPence(350))).toBe(1450);
  });

  test('property: an amount larger than the price gives 0, never a negative price', () => {
    fc.assert(
      fc.property(amount, amount, (price, off) => {
        expect(lessAmount(price, off)).toBe(price > off ? price - off : 0);
      }),
    );
  });
});

describe('times and sum', () => {
  test('three times £3.95 is exactly £11.85', { tags: 'cart.total-delivery-cost' }, () => {
    expect(pounds(times(pence(3.95), 3))).toBe(11.85);
  });

  test('the sum of nothing is 0', () => {
    expect(sum([])).toBe(0);
  });

  test('property: a sum has every penny of every amount, as counting them one by one would find', () => {
    fc.assert(
      fc.property(fc.array(amount, { maxLength: 20 }), (amounts) => {
        let pennies = 0n;
        for (const each of amounts) pennies += BigInt(each);
        expect(BigInt(sum(amounts))).toBe(pennies);
      }),
    );
  });

  test('property: a sum depends neither on order nor on grouping', () => {
    fc.assert(
      fc.property(fc.array(amount, { maxLength: 20 }), fc.array(amount, { maxLength: 20 }), (some, others) => {
        expect(sum([...some, ...others])).toBe(sum([...others, ...some]));
        expect(sum([...some, ...others])).toBe(sum([sum(some), sum(others)]));
      }),
    );
  });

  test('property: an amount times a count is the sum of that many amounts', () => {
    fc.assert(
      fc.property(amount, fc.integer({ min: 0, max: 50 }), (price, count) => {
        expect(times(price, count)).toBe(sum(Array.from({ length: count }, () => price)));
      }),
    );
  });

  test('ten times 10p sum to exactly £1', () => {
    expect(pounds(sum(Array.from({ length: 10 }, () => pence(0.1))))).toBe(1);
  });
});

describe('formatPrice', () => {
  test.each([
    [-1230, '-£12.30'],
    [-5, '-£0.05'],
    [0, '£0.00'],
    [5, '£0.05'],
    [50, '£0.50'],
    [1800, '£18.00'],
    [1999, '£19.99'],
    [99_999, '£999.99'],
    [120_450, '£1,204.50'],
    [123_456_789, '£1,234,567.89'],
  ])('a shopper reads %d pence as %s', (whole, expected) => {
    expect(formatPrice(inPence(whole), gbp)).toBe(expected);
  });

  test.each([
    ['$', '$18.00'],
    ['€', '€18.00'],
  ])('a shopper who reads prices in %s sees the same figure, because the rate is 1', (currencySymbol, expected) => {
    expect(formatPrice(inPence(1800), { currencySymbol, currencyRate: 1 })).toBe(expected);
  });

  test.each([
    [1000, 1.25, '£12.50'],
    [1, 0.5, '£0.01'],
    [100, 1.005, '£1.01'],
    [1999, 1.1, '£21.99'],
    [1999, 0, '£0.00'],
  ])(
    'a price of %d pence at the rate %d is multiplied and rounded to two decimals: %s',
    { tags: 'currency.rate' },
    (whole, currencyRate, expected) => {
      expect(formatPrice(inPence(whole), { currencySymbol: '£', currencyRate })).toBe(expected);
    },
  );

  test.each([
    ['en-US', '£1,204.50'],
    ['de', '1.204,50 £'],
    ['fr', '1 204,50 £'],
    ['ar', '1,204.50 £'],
  ])('a price in the language %s is written as %s', (language, expected) => {
    const read = formatPrice(inPence(120_450), gbp, language);
    // The kind of space and the bidi marks depend on the ICU version.
    expect(
      read
        .replaceAll(/[\u00a0\u202f]/g, ' ')
        .replaceAll(/\p{Cf}/gu, '')
        .trim(),
    ).toBe(expected);
  });

  test('every price a shopper reads has the symbol, groups of three and two decimals, and says what is charged', () => {
    const intl = new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'GBP' });
    fc.assert(
      fc.property(amount, (whole) => {
        const read = formatPrice(whole, gbp);
        expect(read).toMatch(/^£\d{1,3}(,\d{3})*\.\d{2}$/);
        expect(read).toBe(intl.format(pounds(whole)));
        expect(pence(Number(read.slice(1).replaceAll(',', '')))).toBe(whole);
      }),
    );
  });
});

test.each([
  ['en', '£1,204.50'],
  ['de', '1.204,50 £'],
])('an amount that was paid in pounds is written in the language %s as %s', (language, expected) => {
  expect(formatSterling(inPence(120_450), language).replaceAll(/[\u00a0\u202f]/g, ' ')).toBe(expected);
  expect(formatSterling(inPence(120_450))).toBe('£1,204.50');
});
