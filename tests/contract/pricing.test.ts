import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { times } from '#contract/money.ts';
import { type PricedItem, unitPrice, withCheapestVariation } from '#contract/pricing.ts';
import { product } from '#contract/product.ts';
import { aProduct, aType } from '#tests/support/product-builders.ts';

const since = '2025-08-12';
const aPriced = (over: Partial<PricedItem> = {}): PricedItem => ({
  price: { basePrice: 18 },
  reducedSince: since,
  discount: 0,
  resellerPrice: 0,
  ...over,
});

const written = fc.integer({ min: 0, max: 1_000_000 }).map((whole) => Number(`${whole}e-2`));
const anyPriced: fc.Arbitrary<PricedItem> = fc.record({
  price: fc.record({ basePrice: written }),
  reducedSince: fc.constantFrom('', since),
  discount: fc.oneof(fc.integer({ min: -50, max: 150 }), fc.double({ min: -50, max: 150, noNaN: true })),
  resellerPrice: written,
  selectedVariation: fc.option(fc.record({ price: fc.record({ basePrice: written }) }), { nil: undefined }),
});

describe('what a shopper pays for one unit', () => {
  test('a shopper pays the base price where there is no discount', () => {
    expect(unitPrice(aPriced(), false)).toEqual({ unit: 1800, before: 1800, saved: 0, percent: 0, since: '' });
  });

  test('a shopper pays the base price less the discount and is told what that saves', () => {
    expect(unitPrice(aPriced({ price: { basePrice: 89 }, discount: 15 }), false)).toEqual({
      unit: 7565,
      before: 8900,
      saved: 1335,
      percent: 15,
      since,
    });
  });

  test('a product without the field discount costs a shopper the whole price', { tags: 'price.no-discount' }, () => {
    const read = product.parse({ name: 'Salt pot', price: { basePrice: 26 } });
    expect(unitPrice(read, false)).toEqual({ unit: 2600, before: 2600, saved: 0, percent: 0, since: '' });
  });

  test.each([
    [0, 1800, 0],
    [100, 0, 100],
    [150, 0, 100],
    [-5, 1800, 0],
  ])('a discount of %d percent makes £18 cost %d pence and is shown as %d percent', (discount, unit, percent) => {
    expect(unitPrice(aPriced({ discount }), false)).toMatchObject({ unit, before: 1800, saved: 1800 - unit, percent });
  });

  test('a discount of 12.5 percent is applied exactly and shown as a whole percentage', () => {
    expect(unitPrice(aPriced({ price: { basePrice: 10 }, discount: 12.5 }), false)).toEqual({
      unit: 875,
      before: 1000,
      saved: 125,
      percent: 13,
      since,
    });
  });
});

describe('a reduction whose higher price is not proven', () => {
  test.each([
    ['a product', aPriced({ discount: 15, reducedSince: '' })],
    ['a variation', aPriced({ discount: 15, selectedVariation: { price: { basePrice: 18 } } })],
    ['less than half a percent', aPriced({ discount: 0.4, price: { basePrice: 18 } })],
  ])('a reduction of %s is charged but not shown where the higher price is not proven', (_, priced) => {
    const { unit } = unitPrice({ ...priced, reducedSince: since }, false);
    expect(unit).toBeLessThan(1800);
    expect(unitPrice(priced, false)).toEqual({ unit, before: unit, saved: 0, percent: 0, since: '' });
  });

  test('property: a shopper pays the reduced price whether or not its former price is proven', () => {
    fc.assert(
      fc.property(anyPriced, fc.boolean(), (some, isReseller) => {
        const { unit } = unitPrice({ ...some, reducedSince: '' }, isReseller);
        expect(unit).toBe(unitPrice({ ...some, reducedSince: since }, isReseller).unit);
      }),
    );
  });
});

describe('a chosen variation', () => {
  test('a shopper who chooses a variation pays its price instead of the product’s', () => {
    expect(unitPrice(aPriced({ selectedVariation: { price: { basePrice: 21.5 } } }), false).unit).toBe(2150);
  });

  test('a cheaper variation is cheaper, and a free one is free', () => {
    expect(unitPrice(aPriced({ selectedVariation: { price: { basePrice: 12 } } }), false).unit).toBe(1200);
    expect(unitPrice(aPriced({ selectedVariation: { price: { basePrice: 0 } } }), false).unit).toBe(0);
  });

  test('reseller price and discount come off the variation’s price, not off the product’s', () => {
    const boxed = aPriced({ discount: 10, resellerPrice: 3.5, selectedVariation: { price: { basePrice: 21.5 }, reducedSince: since } });
    expect(unitPrice(boxed, true)).toEqual({ unit: 1620, before: 1800, saved: 180, percent: 10, since });
  });

  test('property: the product’s own price and reduction have no effect once a variation is chosen', () => {
    fc.assert(
      fc.property(anyPriced, written, written, fc.boolean(), (some, chosen, other, isReseller) => {
        const selectedVariation = { price: { basePrice: chosen }, reducedSince: some.reducedSince };
        expect(unitPrice({ ...some, price: { basePrice: other }, reducedSince: '', selectedVariation }, isReseller)).toEqual(
          unitPrice({ ...some, price: { basePrice: chosen }, selectedVariation: undefined }, isReseller),
        );
      }),
    );
  });
});

describe('a reseller', () => {
  test('a reseller pays the base price minus the reseller price', { tags: 'price.reseller' }, () => {
    expect(unitPrice(aPriced({ resellerPrice: 3.5 }), true)).toEqual({ unit: 1450, before: 1450, saved: 0, percent: 0, since: '' });
  });

  test('any other shopper pays the base price, whatever the reseller price is', () => {
    expect(unitPrice(aPriced({ resellerPrice: 3.5 }), false).unit).toBe(1800);
  });

  test('the reseller price comes off before the discount, not after it', { tags: 'price.reseller' }, () => {
    const half = aPriced({ price: { basePrice: 20 }, discount: 50, resellerPrice: 4 });
    expect(unitPrice(half, true)).toEqual({ unit: 800, before: 1600, saved: 800, percent: 50, since });
  });

  test('property: without a reseller price, a reseller pays what a customer pays', { tags: 'price.reseller' }, () => {
    fc.assert(
      fc.property(anyPriced, (some) => {
        const plain = { ...some, resellerPrice: 0 };
        expect(unitPrice(plain, true)).toEqual(unitPrice(plain, false));
      }),
    );
  });

  test('a reseller price above the base price makes the product free, never negative', () => {
    expect(unitPrice(aPriced({ resellerPrice: 40, discount: 10 }), true)).toEqual({ unit: 0, before: 0, saved: 0, percent: 10, since });
  });

  test('property: a reseller never pays more than a customer', () => {
    fc.assert(
      fc.property(anyPriced, (some) => {
        expect(unitPrice(some, true).unit).toBeLessThanOrEqual(unitPrice(some, false).unit);
      }),
    );
  });
});

describe('any price', () => {
  test('property: a price is an integer between 0 and the price before the discount', () => {
    fc.assert(
      fc.property(anyPriced, fc.boolean(), (some, isReseller) => {
        const { unit, before, saved, percent } = unitPrice(some, isReseller);
        expect(Number.isInteger(unit)).toBe(true);
        expect(unit).toBeGreaterThanOrEqual(0);
        expect(unit).toBeLessThanOrEqual(before);
        expect(unit + saved).toBe(before);
        expect(Number.isInteger(percent)).toBe(true);
        expect(percent).toBeGreaterThanOrEqual(0);
        expect(percent).toBeLessThanOrEqual(100);
      }),
    );
  });

  test('property: a price is rounded once, half up, from the price in pounds', () => {
    const whole = fc.integer({ min: 0, max: 1_000_000 });
    fc.assert(
      fc.property(whole, whole, fc.integer({ min: 0, max: 10_000 }), fc.boolean(), (base, off, hundredths, isReseller) => {
        const before = isReseller ? Math.max(0, base - off) : base;
        const expected = Number((BigInt(before) * BigInt(10_000 - hundredths) * 2n + 10_000n) / 20_000n);
        const priced = aPriced({
          price: { basePrice: Number(`${base}e-2`) },
          resellerPrice: Number(`${off}e-2`),
          discount: Number(`${hundredths}e-2`),
        });
        expect(unitPrice(priced, isReseller).unit).toBe(expected);
      }),
      { numRuns: 1_000 },
    );
  });

  test('rounding is per unit: three at £9.99 less 33 percent cost a shopper three times 669p, not 2008p', () => {
    const { unit } = unitPrice(aPriced({ price: { basePrice: 9.99 }, discount: 33 }), false);
    expect(unit).toBe(669);
    expect(times(unit, 3)).toBe(2007);
  });

  test('property: the calculation is deterministic and does not mutate the product', () => {
    fc.assert(
      fc.property(anyPriced, fc.boolean(), (some, isReseller) => {
        const untouched = structuredClone(some);
        expect(unitPrice(some, isReseller)).toEqual(unitPrice(structuredClone(some), isReseller));
        expect(some).toEqual(untouched);
      }),
    );
  });
});

describe('the cheapest variation of a product', () => {
  test('the cheapest variation of a product is the product itself, or its only variation, and is not a “from” price', () => {
    const mug = aProduct({ types: [] });
    expect(withCheapestVariation(mug)).toEqual({ product: { ...mug, selectedVariation: undefined }, isFrom: false });
    const jar = aProduct({ types: [aType('small', 5)] });
    expect(withCheapestVariation(jar)).toEqual({ product: { ...jar, selectedVariation: aType('small', 5) }, isFrom: false });
  });

  test('the cheapest variation of a product is the one with the lowest price, and the variations stay in their order', () => {
    const jar = aProduct({ types: [aType('large', 9), aType('small', 5), aType('middle', 7)] });
    expect(withCheapestVariation(jar)).toEqual({ product: { ...jar, selectedVariation: aType('small', 5) }, isFrom: true });
  });

  test('the cheapest variation of a product is a “from” price only if another variation costs at least a penny more', () => {
    expect(withCheapestVariation(aProduct({ types: [aType('red', 5), aType('blue', 5.001)] })).isFrom).toBe(false);
    expect(withCheapestVariation(aProduct({ types: [aType('red', 5), aType('blue', 5), aType('gold', 5.01)] })).isFrom).toBe(true);
  });
});
