import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatPrice, lessAmount, lessPercent, type Pence, pence, pounds, sum, times } from '#contract/money.ts';

const inPence = (whole: number): Pence => whole as Pence;
const amount = fc.integer({ min: 0, max: 10_000_000 }).map(inPence);
const gbp = { currencySymbol: '£', currencyRate: 1 };

/** Half up on whole numbers only, as a person with pencil and paper would do it. */
const onPaper = (price: bigint, hundredthsOfPercent: bigint): number =>
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
  ])('a shopper is charged for %d pounds written by the maker %d pence', (written, expected) => {
    expect(pence(written)).toBe(expected);
  });

  test('every price of whole pence costs a shopper exactly that, whatever the machine makes of the fraction', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100_000_000 }), (whole) => {
        expect(pence(Number(`${whole}e-2`))).toBe(whole);
      }),
    );
  });

  test('a price written with three decimals is rounded half up for every shopper', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000_000 }), fc.constantFrom(0, 4, 5, 9), (whole, thousandths) => {
        expect(pence(Number(`${whole}${thousandths}e-3`))).toBe(thousandths < 5 ? whole : whole + 1);
      }),
      { numRuns: 2_000 },
    );
  });

  test('what a shopper is charged is always a whole number of pence and never more than half a penny off', () => {
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
  test('pence that travel to the shopper as pounds come back as the same pence', () => {
    fc.assert(
      fc.property(amount, (whole) => {
        expect(pence(pounds(whole))).toBe(whole);
      }),
    );
  });

  test('a two-decimal price survives the way into pence and back to the shopper', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000_000 }), (whole) => {
        const written = Number((whole / 100).toFixed(2));
        expect(pounds(pence(written))).toBe(written);
      }),
    );
  });

  test('no shopper ever receives a price with more than two decimals', () => {
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
  ])('a shopper pays for %d pence less %d percent %d pence', { tags: 'price.discount' }, (price, percent, expected) => {
    expect(lessPercent(inPence(price), percent)).toBe(expected);
  });

  test('a discount of 0 leaves the shopper the whole price', { tags: 'price.no-discount' }, () => {
    fc.assert(
      fc.property(amount, (price) => {
        expect(lessPercent(price, 0)).toBe(price);
      }),
    );
  });

  test('a discount of 100 percent or more gives the shopper the goods for nothing, never for less', () => {
    fc.assert(
      fc.property(amount, fc.double({ min: 100, max: 1e9, noNaN: true }), (price, percent) => {
        expect(lessPercent(price, percent)).toBe(0);
      }),
    );
  });

  test('a discount below zero never raises what a shopper pays', () => {
    fc.assert(
      fc.property(amount, fc.double({ min: -1e9, max: 0, noNaN: true }), (price, percent) => {
        expect(lessPercent(price, percent)).toBe(price);
      }),
    );
  });

  test('a shopper pays what pencil and paper give, for every discount of two decimals', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000 }), fc.integer({ min: 0, max: 10_000 }), (price, hundredths) => {
        expect(lessPercent(inPence(price), Number(`${hundredths}e-2`))).toBe(onPaper(BigInt(price), BigInt(hundredths)));
      }),
      { numRuns: 2_000 },
    );
  });

  test('a discounted price lies between nothing and the full price, in whole pence', () => {
    fc.assert(
      fc.property(amount, fc.double({ min: -1_000, max: 1_000, noNaN: true }), (price, percent) => {
        const left = lessPercent(price, percent);
        expect(Number.isInteger(left)).toBe(true);
        expect(left).toBeGreaterThanOrEqual(0);
        expect(left).toBeLessThanOrEqual(price);
      }),
    );
  });

  test('a bigger discount never costs a shopper more, and a dearer thing never costs less', () => {
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
  test('an amount off the price leaves the shopper the difference', () => {
    expect(lessAmount(inPence(1800), inPence(350))).toBe(1450);
  });

  test('an amount larger than the price leaves nothing to pay and never pays the shopper', () => {
    fc.assert(
      fc.property(amount, amount, (price, off) => {
        expect(lessAmount(price, off)).toBe(price > off ? price - off : 0);
      }),
    );
  });
});

describe('times and sum', () => {
  test('a shopper who takes three at £3.95 delivery pays £11.85, not a fraction beside it', { tags: 'cart.total-delivery-cost' }, () => {
    expect(pounds(times(pence(3.95), 3))).toBe(11.85);
  });

  test('an empty cart costs a shopper nothing', () => {
    expect(sum([])).toBe(0);
  });

  test('one line sums to itself', () => {
    fc.assert(
      fc.property(amount, (price) => {
        expect(sum([price])).toBe(price);
      }),
    );
  });

  test('the order of the lines never changes a total, nor does adding them in two parts', () => {
    fc.assert(
      fc.property(fc.array(amount, { maxLength: 20 }), fc.array(amount, { maxLength: 20 }), (some, others) => {
        expect(sum([...some, ...others])).toBe(sum([...others, ...some]));
        expect(sum([...some, ...others])).toBe(sum([sum(some), sum(others)]));
      }),
    );
  });

  test('taking several of one thing costs a shopper as much as taking them one by one', () => {
    fc.assert(
      fc.property(amount, fc.integer({ min: 0, max: 50 }), (price, count) => {
        expect(times(price, count)).toBe(sum(Array.from({ length: count }, () => price)));
      }),
    );
  });

  test('ten things at 10p cost a shopper one pound to the penny', () => {
    expect(pounds(sum(Array.from({ length: 10 }, () => pence(0.1))))).toBe(1);
  });
});

describe('formatPrice', () => {
  test.each([
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
  ])('a price is written as its language writes money, %s: %s', (language, expected) => {
    const read = formatPrice(inPence(120_450), gbp, language);
    // Which of the spaces stands between, and marks of direction, are the browser's.
    expect(
      read
        .replaceAll(/[\u00a0\u202f]/g, ' ')
        .replaceAll(/\p{Cf}/gu, '')
        .trim(),
    ).toBe(expected);
  });

  test('every price a shopper reads has the symbol, groups of three and two decimals, and says what is charged', () => {
    fc.assert(
      fc.property(amount, (whole) => {
        const read = formatPrice(whole, gbp);
        expect(read).toMatch(/^£\d{1,3}(,\d{3})*\.\d{2}$/);
        expect(pence(Number(read.slice(1).replaceAll(',', '')))).toBe(whole);
      }),
    );
  });
});
