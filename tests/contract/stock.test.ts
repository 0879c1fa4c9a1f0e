import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { product } from '#contract/product.ts';
import { available, type Choice, isSameLine, needsChoice, poolsOf, remaining, type Stocked, withoutReservations } from '#contract/stock.ts';

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

const choose = (color?: string, size?: string, type?: string): Choice => ({
  selectedProductColor: color,
  selectedProductSize: size,
  selectedVariation: type === undefined ? undefined : { _id: type },
});
const held = (quantity: number, choice: Choice = {}, _id = 'mug') => ({ ...choice, _id, quantity });

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
const anyChoice: fc.Arbitrary<Choice> = fc.record({
  selectedProductColor: fc.option(colorName, { nil: undefined }),
  selectedProductSize: fc.option(sizeName, { nil: undefined }),
  selectedVariation: fc.option(fc.record({ _id: typeId }), { nil: undefined }),
});

describe('the available quantity', () => {
  test('the available quantity is the stock minus the sold pieces', { tags: 'cart.available' }, () => {
    expect(available(aStocked())).toBe(7);
  });

  test('the available quantity is 0 once everything is sold', () => {
    expect(available(aStocked({ saleCount: 10 }))).toBe(0);
  });

  test('the available quantity is 0, not negative, when more pieces were sold than in stock', () => {
    expect(available(aStocked({ saleCount: 14 }))).toBe(0);
  });

  test('the available quantity is rounded down to whole pieces', () => {
    expect(available(aStocked({ stock: 4.9, saleCount: 1 }))).toBe(3);
  });

  test.each([
    ['Oat', '250 ml', 5],
    ['Oat', '350 ml', 4],
    ['Oat', undefined, 9],
    ['Ink', '350 ml', 0],
    ['Ink', undefined, 0],
  ])('the available quantity of the colour %s in the size %s is %d', (color, size, expected) => {
    expect(available(mug, choose(color, size))).toBe(expected);
  });

  test('the available quantity of a colour without sizes is that of the product', () => {
    expect(available(mug, choose('Sage'))).toBe(20);
    // A size that was chosen while the colour still had sizes.
    expect(available(mug, choose('Sage', '250 ml'))).toBe(20);
  });

  test.each([
    ['plain', 20],
    ['boxed', 3],
    ['uncounted', 20],
  ])('the available quantity of the variation %s is %d', (type, expected) => {
    expect(available(mug, choose(undefined, undefined, type))).toBe(expected);
  });

  test('the available quantity of a colour, a size and a variation together is the smallest of theirs', () => {
    expect(available(mug, choose('Oat', '250 ml', 'boxed'))).toBe(3);
    expect(available({ ...mug, saleCount: 29 }, choose('Oat', '250 ml', 'boxed'))).toBe(1);
  });

  test.each([
    ['colour', choose('Puce', '250 ml')],
    ['size', choose('Oat', 'a bucket')],
    ['size of that colour', choose('Ink', '250 ml')],
    ['variation', choose(undefined, undefined, 'gilded')],
  ])('the available quantity is 0 for a %s that the product no longer has', (_, choice) => {
    expect(available(mug, choice)).toBe(0);
  });

  test('the available quantity ignores a chosen colour when the product has no variations', () => {
    expect(available(aStocked(), choose('Oat', '250 ml'))).toBe(7);
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
    expect(available(read, choose('Oat', '350 ml'))).toBe(6);
    expect(available(read, choose('Oat'))).toBe(6);
    expect(remaining(read, choose('Oat', '250 ml'), [held(5, choose('Oat', '350 ml'))])).toBe(1);
  });

  test('law: is an integer between 0 and the available quantity of the product', () => {
    fc.assert(
      fc.property(anyStocked, anyChoice, (some, choice) => {
        const count = available(some, choice);
        expect(Number.isInteger(count)).toBe(true);
        expect(count).toBeGreaterThanOrEqual(0);
        expect(count).toBeLessThanOrEqual(available(some));
      }),
    );
  });

  test('law: is never larger with a size than without', () => {
    fc.assert(
      fc.property(anyStocked, anyChoice, (some, choice) => {
        const { selectedProductSize: _, ...coarser } = choice;
        expect(available(some, choice)).toBeLessThanOrEqual(available(some, coarser));
      }),
    );
  });
});

describe('stock pools', () => {
  test('law: two choices that share a pool see the same available quantity in it', () => {
    fc.assert(
      fc.property(anyStocked, anyChoice, anyChoice, (some, one, other) => {
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
    expect(remaining(tee, choose('Black', 'White/S'), [held(2, choose('Black/White', 'S'))])).toBe(2);
  });

  test('law: the first pool of every choice is the product’s own, and no pool is listed twice', () => {
    fc.assert(
      fc.property(anyStocked, anyChoice, (some, choice) => {
        const keys = poolsOf(some, choice).map((pool) => pool.key);
        expect(keys[0]).toBe('mug');
        expect(new Set(keys).size).toBe(keys.length);
      }),
    );
  });
});

describe('the quantity that can still be added to a cart', () => {
  test('law: is all that is available when the cart is empty', () => {
    fc.assert(
      fc.property(anyStocked, anyChoice, (some, choice) => {
        expect(remaining(some, choice, [])).toBe(available(some, choice));
      }),
    );
  });

  test('the quantity that can still be added to a cart is reduced by what the cart already has', () => {
    expect(remaining(aStocked(), {}, [held(5)])).toBe(2);
    expect(remaining(aStocked(), {}, [held(7)])).toBe(0);
  });

  test('the quantity that can still be added to a cart is 0, not negative, when the cart has more than is left', () => {
    expect(remaining(aStocked(), {}, [held(50)])).toBe(0);
  });

  test('the quantity that can still be added to a cart is not reduced by other products', () => {
    expect(remaining(aStocked(), {}, [held(5, {}, 'jug'), held(5, {}, 'constructor')])).toBe(7);
  });

  test('the quantity that can still be added to a cart is reduced by another size only through the product’s own pool', () => {
    const few = { ...mug, stock: 12, saleCount: 4 };
    expect(remaining(few, choose('Oat', '250 ml'), [held(4, choose('Oat', '350 ml'))])).toBe(4);
    expect(remaining(mug, choose('Oat', '250 ml'), [held(4, choose('Oat', '350 ml'))])).toBe(5);
  });

  test('the quantity that can still be added to a cart is reduced for each size by a line that has the colour but no size', () => {
    expect(remaining(mug, choose('Oat', '250 ml'), [held(6, choose('Oat'))])).toBe(3);
    expect(remaining(mug, choose('Oat', '250 ml'), [held(9, choose('Oat'))])).toBe(0);
    expect(remaining(mug, choose('Oat'), [held(5, choose('Oat', '250 ml'))])).toBe(4);
  });

  test('the quantity that can still be added to a cart is shared by two colours of the same variation', () => {
    expect(remaining(mug, choose('Oat', '250 ml', 'boxed'), [held(2, choose('Oat', '350 ml', 'boxed'))])).toBe(1);
  });

  test('law: is an integer between 0 and the available quantity, whatever is in the cart', () => {
    const line = fc.tuple(anyChoice, fc.integer({ min: 1, max: 20 })).map(([choice, quantity]) => held(quantity, choice));
    fc.assert(
      fc.property(anyStocked, anyChoice, fc.array(line, { maxLength: 8 }), (some, choice, lines) => {
        const count = remaining(some, choice, lines);
        expect(Number.isInteger(count)).toBe(true);
        expect(count).toBeGreaterThanOrEqual(0);
        expect(count).toBeLessThanOrEqual(available(some, choice));
      }),
    );
  });

  test('law: no sequence of adds exceeds any pool', () => {
    const add = fc.tuple(anyChoice, fc.integer({ min: 1, max: 6 }));
    fc.assert(
      fc.property(anyStocked, fc.array(add, { maxLength: 15 }), (some, adds) => {
        const lines: ReturnType<typeof held>[] = [];
        for (const [choice, wanted] of adds) {
          const quantity = Math.min(wanted, remaining(some, choice, lines));
          if (quantity > 0) lines.push(held(quantity, choice));
        }
        const count = (wanted: (line: Choice) => boolean) => lines.filter(wanted).reduce((total, line) => total + line.quantity, 0);
        const left = (pool: { stock: number; saleCount: number }) => Math.max(0, pool.stock - pool.saleCount);

        expect(count(() => true)).toBeLessThanOrEqual(left(some));
        for (const type of some.types) {
          if (type.stock === undefined) continue;
          const inCart = count((line) => line.selectedVariation?._id === type._id);
          expect(inCart).toBeLessThanOrEqual(left({ stock: type.stock, saleCount: type.saleCount ?? 0 }));
        }
        for (const { color, size: sizes } of some.variation) {
          if (sizes.length === 0) continue;
          const inColor = count((line) => line.selectedProductColor === color);
          expect(inColor).toBeLessThanOrEqual(sizes.reduce((total, size) => total + left(size), 0));
          for (const size of sizes) {
            const inSize = count((line) => line.selectedProductColor === color && line.selectedProductSize === size.name);
            expect(inSize).toBeLessThanOrEqual(left(size));
          }
        }
      }),
      { numRuns: 1_000 },
    );
  });

  test('law: adding one at a time reaches the same quantity as adding all at once', () => {
    fc.assert(
      fc.property(anyStocked, anyChoice, (some, choice) => {
        const lines: ReturnType<typeof held>[] = [];
        while (lines.length <= some.stock && remaining(some, choice, lines) > 0) lines.push(held(1, choice));
        expect(lines).toHaveLength(available(some, choice));
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

describe('isSameLine', () => {
  const anyLine = fc.tuple(fc.constantFrom('mug', 'jug'), anyChoice).map(([_id, choice]) => ({ ...choice, _id }));

  test('the same product without a choice is the same cart line', () => {
    expect(isSameLine({ _id: 'mug' }, { _id: 'mug' })).toBe(true);
  });

  test('a missing option and an undefined option are the same', () => {
    expect(isSameLine({ _id: 'mug' }, { _id: 'mug', ...choose() })).toBe(true);
  });

  test.each([
    ['product', { _id: 'jug', ...choose('Oat', 'S', 'boxed') }],
    ['colour', { _id: 'mug', ...choose('Ink', 'S', 'boxed') }],
    ['size', { _id: 'mug', ...choose('Oat', 'L', 'boxed') }],
    ['variation', { _id: 'mug', ...choose('Oat', 'S', 'plain') }],
    ['colour left out', { _id: 'mug', ...choose(undefined, 'S', 'boxed') }],
    ['size left out', { _id: 'mug', ...choose('Oat', undefined, 'boxed') }],
    ['variation left out', { _id: 'mug', ...choose('Oat', 'S') }],
  ])('another %s is another cart line', (_, other) => {
    const line = { _id: 'mug', ...choose('Oat', 'S', 'boxed') };
    expect(isSameLine(line, other)).toBe(false);
    expect(isSameLine(line, { ...line })).toBe(true);
  });

  test('law: a line equals its clone', () => {
    fc.assert(
      fc.property(anyLine, (line) => {
        expect(isSameLine(line, structuredClone(line))).toBe(true);
      }),
    );
  });

  test('law: the comparison is symmetric', () => {
    fc.assert(
      fc.property(anyLine, anyLine, (one, other) => {
        expect(isSameLine(one, other)).toBe(isSameLine(other, one));
      }),
    );
  });

  /** A choice, its clone, and its JSON copy, which leaves out `undefined`. */
  const sameAs = <Made extends Choice>(made: Made): fc.Arbitrary<Made> =>
    fc.constantFrom<Made>(made, structuredClone(made), JSON.parse(JSON.stringify(made)));

  test('law: the comparison is transitive', () => {
    fc.assert(
      fc.property(
        anyLine.chain((line) => fc.tuple(sameAs(line), sameAs(line), fc.oneof(sameAs(line), anyLine))),
        ([one, two, three]) => {
          expect(isSameLine(one, two)).toBe(true);
          expect(isSameLine(one, three)).toBe(isSameLine(two, three));
        },
      ),
    );
  });

  test('law: equal choices have the same pools, so merging their lines changes no stock', () => {
    fc.assert(
      fc.property(
        anyStocked,
        anyChoice.chain((choice) => fc.tuple(sameAs(choice), sameAs(choice))),
        (some, [one, other]) => {
          expect(poolsOf(some, one)).toEqual(poolsOf(some, other));
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe('a product without the reservations of an order', () => {
  const reserved = (quantity: number, over = {}) => ({ quantity, product: { _id: 'mug' }, color: 'Oat', size: '350 ml', ...over });

  test('a product without the reservations of an order has their pieces in stock again, also those of size and variation', () => {
    const free = withoutReservations(mug, [reserved(2, { variation: { _id: 'boxed' } }), reserved(1)]);
    expect(available(free)).toBe(available(mug) + 3);
    expect(available(free, choose('Oat', '350 ml'))).toBe(available(mug, choose('Oat', '350 ml')) + 3);
    expect(available(free, choose('Oat', '250 ml'))).toBe(available(mug, choose('Oat', '250 ml')));
    expect(available(free, choose(undefined, undefined, 'boxed'))).toBe(available(mug, choose(undefined, undefined, 'boxed')) + 2);
  });

  test('a size of the same name in another colour stays reserved', () => {
    const free = withoutReservations(mug, [reserved(1)]);
    expect(available(free, choose('Oat', '350 ml'))).toBe(5);
    expect(available(free, choose('Ink', '350 ml'))).toBe(0);
  });

  test('a variation whose sold pieces are not counted keeps its whole stock', () => {
    const uncounted = aStocked({ types: [{ _id: 'boxed', stock: 5 }] });
    const free = withoutReservations(uncounted, [reserved(2, { variation: { _id: 'boxed' } })]);
    expect(available(free, choose(undefined, undefined, 'boxed'))).toBe(5);
  });

  test('a product is unchanged when the reservations are of other products only', () => {
    expect(withoutReservations(mug, [reserved(2, { product: { _id: 'bowl' } })])).toBe(mug);
  });
});
