import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { product } from '#contract/product.ts';
import { availableQuantity, needsChoice, poolsOf, remainingQuantity, type Stocked } from '#contract/stock.ts';
import type { Variant } from '#contract/variant.ts';

const aStocked = (over: Partial<Stocked> = {}): Stocked => ({ _id: 'mug', stock: 10, saleCount: 3, variation: [], types: [], ...over });

const mug = aStocked({
  stock: 30,
  saleCount: 10,
  variation: [
    {
      color: 'Oat',
      size: [
        { name: '250 ml', stock: 8, saleCount: 3 },
        { name: '350 ml', stock: 6, saleCount: 2 },
      ],
    },
    { color: 'Ink', size: [{ name: '350 ml', stock: 4, saleCount: 4 }] },
    { color: 'Sage', size: [] },
  ],
  types: [{ _id: 'plain', stock: 30, saleCount: 8 }, { _id: 'boxed', stock: 5, saleCount: 2 }, { _id: 'uncounted' }],
});

const choose = (color?: string, size?: string, variationId?: string): Variant => ({ color, size, variationId });
const held = (quantity: number, variant: Variant = {}, productId = 'mug') => ({ ...variant, productId, quantity });

const stockCount = fc.integer({ min: 0, max: 12 });
const counted = fc.record({ stock: stockCount, saleCount: stockCount });
const colorName = fc.constantFrom('Oat', 'Ink', 'Black/White', 'Black', '');
const sizeName = fc.constantFrom('S', 'L', 'White/S', '');
const typeId = fc.constantFrom('plain', 'boxed', 'boxed/S');
const anyStocked: fc.Arbitrary<Stocked> = fc
  .tuple(
    counted,
    fc.uniqueArray(
      fc.record({
        color: colorName,
        size: fc.uniqueArray(
          fc.tuple(counted, sizeName).map(([count, name]) => ({ ...count, name })),
          { selector: (size) => size.name, maxLength: 3 },
        ),
      }),
      { selector: (color) => color.color, maxLength: 3 },
    ),
    fc.uniqueArray(
      fc.record({ _id: typeId, stock: fc.option(stockCount, { nil: undefined }), saleCount: fc.option(stockCount, { nil: undefined }) }),
      {
        selector: (type) => type._id,
        maxLength: 3,
      },
    ),
  )
  .map(([count, variation, types]) => ({ ...count, _id: 'mug', variation, types }));
const anyVariant: fc.Arbitrary<Variant> = fc.record({
  color: fc.option(colorName, { nil: undefined }),
  size: fc.option(sizeName, { nil: undefined }),
  variationId: fc.option(typeId, { nil: undefined }),
});

describe('the available quantity', () => {
  test('the available quantity is the stock minus the units sold', { tags: 'cart.available' }, () => {
    expect(availableQuantity(aStocked())).toBe(7);
  });

  test('the available quantity is 0 once everything is sold', () => {
    expect(availableQuantity(aStocked({ saleCount: 10 }))).toBe(0);
  });

  test('the available quantity is 0, not negative, when more units were sold than in stock', () => {
    expect(availableQuantity(aStocked({ saleCount: 14 }))).toBe(0);
  });

  test('the available quantity is rounded down to whole units', () => {
    expect(availableQuantity(aStocked({ stock: 4.9, saleCount: 1 }))).toBe(3);
  });

  test.each([
    ['Oat', '250 ml', 5],
    ['Oat', '350 ml', 4],
    ['Oat', undefined, 9],
    ['Ink', '350 ml', 0],
    ['Ink', undefined, 0],
  ])('the available quantity of the colour %s in the size %s is %d', (color, size, expected) => {
    expect(availableQuantity(mug, choose(color, size))).toBe(expected);
  });

  test('the available quantity of a colour without sizes is that of the product', () => {
    expect(availableQuantity(mug, choose('Sage'))).toBe(20);
    // A size that was chosen while the colour still had sizes.
    expect(availableQuantity(mug, choose('Sage', '250 ml'))).toBe(20);
  });

  test.each([
    ['plain', 20],
    ['boxed', 3],
    ['uncounted', 20],
  ])('the available quantity of the variation %s is %d', (type, expected) => {
    expect(availableQuantity(mug, choose(undefined, undefined, type))).toBe(expected);
  });

  test('the available quantity of a colour, a size and a variation together is the smallest of theirs', () => {
    expect(availableQuantity(mug, choose('Oat', '250 ml', 'boxed'))).toBe(3);
    expect(availableQuantity({ ...mug, saleCount: 29 }, choose('Oat', '250 ml', 'boxed'))).toBe(1);
  });

  test.each([
    ['colour', choose('Puce', '250 ml')],
    ['size', choose('Oat', 'a bucket')],
    ['size of that colour', choose('Ink', '250 ml')],
    ['variation', choose(undefined, undefined, 'gilded')],
  ])('the available quantity is 0 for a %s that the product no longer has', (_, variant) => {
    expect(availableQuantity(mug, variant)).toBe(0);
  });

  test('the available quantity ignores a chosen colour when the product has no variations', () => {
    expect(availableQuantity(aStocked(), choose('Oat', '250 ml'))).toBe(7);
  });

  test('the available quantity of sizes without a stock of their own is that of the product', () => {
    const read = product.parse({
      _id: 'mug',
      name: 'Mug',
      price: { basePrice: 18 },
      stock: 10,
      saleCount: 4,
      variation: [{ color: 'Oat', size: [{ name: '250 ml' }, { name: '350 ml' }] }],
    });
    expect(availableQuantity(read, choose('Oat', '350 ml'))).toBe(6);
    expect(availableQuantity(read, choose('Oat'))).toBe(6);
    expect(remainingQuantity(read, choose('Oat', '250 ml'), [held(5, choose('Oat', '350 ml'))])).toBe(1);
  });

  test('property: is an integer between 0 and the available quantity of the product', () => {
    fc.assert(
      fc.property(anyStocked, anyVariant, (some, variant) => {
        const count = availableQuantity(some, variant);
        expect(Number.isInteger(count)).toBe(true);
        expect(count).toBeGreaterThanOrEqual(0);
        expect(count).toBeLessThanOrEqual(availableQuantity(some));
      }),
    );
  });

  test('property: is never larger with a size than without', () => {
    fc.assert(
      fc.property(anyStocked, anyVariant, (some, variant) => {
        const { size: _, ...coarser } = variant;
        expect(availableQuantity(some, variant)).toBeLessThanOrEqual(availableQuantity(some, coarser));
      }),
    );
  });
});

describe('stock pools', () => {
  test('property: two variants that share a pool see the same available quantity in it', () => {
    fc.assert(
      fc.property(anyStocked, anyVariant, anyVariant, (some, one, other) => {
        const others = new Map(poolsOf(some, other).map((pool) => [pool.key, pool.available]));
        const shared = poolsOf(some, one).filter(({ key }) => others.has(key));
        fc.pre(shared.length > 0);
        for (const pool of shared) expect(others.get(pool.key)).toBe(pool.available);
      }),
      { numRuns: 500 },
    );
  });

  test('the size “White/S” of Black and “S” of Black/White have different pools', () => {
    const tee = aStocked({
      variation: [
        { color: 'Black', size: [{ name: 'White/S', stock: 2, saleCount: 0 }] },
        { color: 'Black/White', size: [{ name: 'S', stock: 2, saleCount: 0 }] },
      ],
    });
    expect(remainingQuantity(tee, choose('Black', 'White/S'), [held(2, choose('Black/White', 'S'))])).toBe(2);
  });

  test('property: the first pool of every variant is the product’s own, and no pool is listed twice', () => {
    fc.assert(
      fc.property(anyStocked, anyVariant, (some, variant) => {
        const keys = poolsOf(some, variant).map((pool) => pool.key);
        expect(keys[0]).toBe('mug');
        expect(new Set(keys).size).toBe(keys.length);
      }),
    );
  });
});

describe('the quantity that can still be added to a cart', () => {
  test('property: is all that is available when the cart is empty', () => {
    fc.assert(
      fc.property(anyStocked, anyVariant, (some, variant) => {
        expect(remainingQuantity(some, variant, [])).toBe(availableQuantity(some, variant));
      }),
    );
  });

  test('the quantity that can still be added to a cart is reduced by what the cart already has', () => {
    expect(remainingQuantity(aStocked(), {}, [held(5)])).toBe(2);
    expect(remainingQuantity(aStocked(), {}, [held(7)])).toBe(0);
  });

  test('the quantity that can still be added to a cart is 0, not negative, when the cart has more than is available', () => {
    expect(remainingQuantity(aStocked(), {}, [held(50)])).toBe(0);
  });

  test('the quantity that can still be added to a cart is not reduced by other products', () => {
    expect(remainingQuantity(aStocked(), {}, [held(5, {}, 'jug'), held(5, {}, 'constructor')])).toBe(7);
  });

  test('the quantity that can still be added to a cart is reduced by another size only through the product’s own pool', () => {
    const few = { ...mug, stock: 12, saleCount: 4 };
    expect(remainingQuantity(few, choose('Oat', '250 ml'), [held(4, choose('Oat', '350 ml'))])).toBe(4);
    expect(remainingQuantity(mug, choose('Oat', '250 ml'), [held(4, choose('Oat', '350 ml'))])).toBe(5);
  });

  test('the quantity that can still be added to a cart is reduced for each size by a line that has the colour but no size', () => {
    expect(remainingQuantity(mug, choose('Oat', '250 ml'), [held(6, choose('Oat'))])).toBe(3);
    expect(remainingQuantity(mug, choose('Oat', '250 ml'), [held(9, choose('Oat'))])).toBe(0);
    expect(remainingQuantity(mug, choose('Oat'), [held(5, choose('Oat', '250 ml'))])).toBe(4);
  });

  test('the quantity that can still be added to a cart is shared by two colours of the same variation', () => {
    expect(remainingQuantity(mug, choose('Oat', '250 ml', 'boxed'), [held(2, choose('Oat', '350 ml', 'boxed'))])).toBe(1);
  });

  test('property: is an integer between 0 and the available quantity, whatever is in the cart', () => {
    const line = fc.tuple(anyVariant, fc.integer({ min: 1, max: 20 })).map(([variant, quantity]) => held(quantity, variant));
    fc.assert(
      fc.property(anyStocked, anyVariant, fc.array(line, { maxLength: 8 }), (some, variant, lines) => {
        const count = remainingQuantity(some, variant, lines);
        expect(Number.isInteger(count)).toBe(true);
        expect(count).toBeGreaterThanOrEqual(0);
        expect(count).toBeLessThanOrEqual(availableQuantity(some, variant));
      }),
    );
  });

  test('property: no sequence of adds to the cart exceeds any stock pool', () => {
    const add = fc.tuple(anyVariant, fc.integer({ min: 1, max: 6 }));
    fc.assert(
      fc.property(anyStocked, fc.array(add, { maxLength: 15 }), (some, adds) => {
        const lines: ReturnType<typeof held>[] = [];
        for (const [variant, wanted] of adds) {
          const quantity = Math.min(wanted, remainingQuantity(some, variant, lines));
          if (quantity > 0) lines.push(held(quantity, variant));
        }
        const count = (wanted: (line: Variant) => boolean) => lines.filter(wanted).reduce((total, line) => total + line.quantity, 0);
        const left = (pool: { stock: number; saleCount: number }) => Math.max(0, pool.stock - pool.saleCount);

        expect(count(() => true)).toBeLessThanOrEqual(left(some));
        for (const type of some.types) {
          if (type.stock === undefined) continue;
          const inCart = count((line) => line.variationId === type._id);
          expect(inCart).toBeLessThanOrEqual(left({ stock: type.stock, saleCount: type.saleCount ?? 0 }));
        }
        for (const { color, size: sizes } of some.variation) {
          if (sizes.length === 0) continue;
          const inColor = count((line) => line.color === color);
          expect(inColor).toBeLessThanOrEqual(sizes.reduce((total, size) => total + left(size), 0));
          for (const size of sizes) {
            const inSize = count((line) => line.color === color && line.size === size.name);
            expect(inSize).toBeLessThanOrEqual(left(size));
          }
        }
      }),
      { numRuns: 1_000 },
    );
  });

  test('property: adding one at a time reaches the same quantity as adding all at once', () => {
    fc.assert(
      fc.property(anyStocked, anyVariant, (some, variant) => {
        const lines: ReturnType<typeof held>[] = [];
        while (lines.length <= some.stock && remainingQuantity(some, variant, lines) > 0) lines.push(held(1, variant));
        expect(lines).toHaveLength(availableQuantity(some, variant));
      }),
    );
  });
});

describe('needsChoice', () => {
  test('a shopper adds a product without variations straight from its card', () => {
    expect(needsChoice({ variation: [], types: [] })).toBe(false);
  });

  test('a shopper must choose where a product comes in colours, in priced variations, or in both', () => {
    expect(needsChoice({ variation: mug.variation, types: [] })).toBe(true);
    expect(needsChoice({ variation: [], types: mug.types })).toBe(true);
    expect(needsChoice(mug)).toBe(true);
  });
});
