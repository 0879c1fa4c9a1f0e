import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { product } from '#contract/product.ts';
import { available, type Choice, isSameGoods, needsChoice, poolsOf, remaining, type Stocked } from '#contract/stock.ts';

const goods = (over: Partial<Stocked> = {}): Stocked => ({ _id: 'mug', stock: 10, saleCount: 3, variation: [], types: [], ...over });

const mug = goods({
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

describe('how many a shopper can have', () => {
  test('stock minus what has been sold', { tags: 'cart.available' }, () => {
    expect(available(goods())).toBe(7);
  });

  test('nothing once everything has been sold', () => {
    expect(available(goods({ saleCount: 10 }))).toBe(0);
  });

  test('nothing, and not less, where more was sold than there was', () => {
    expect(available(goods({ saleCount: 14 }))).toBe(0);
  });

  test('only whole things: half a mug is not offered to a shopper', () => {
    expect(available(goods({ stock: 4.9, saleCount: 1 }))).toBe(3);
  });

  test.each([
    ['Oat', '250 ml', 5],
    ['Oat', '350 ml', 4],
    ['Oat', undefined, 9],
    ['Ink', '350 ml', 0],
    ['Ink', undefined, 0],
  ])('of the colour %s in the size %s a shopper can have %d', (color, size, expected) => {
    expect(available(mug, choose(color, size))).toBe(expected);
  });

  test('a colour without sizes draws on the product’s own stock', () => {
    expect(available(mug, choose('Sage'))).toBe(20);
  });

  test.each([
    ['plain', 20],
    ['boxed', 3],
    ['uncounted', 20],
  ])('of the variation %s a shopper can have %d', (type, expected) => {
    expect(available(mug, choose(undefined, undefined, type))).toBe(expected);
  });

  test('of a colour, a size and a variation together a shopper can have what the scarcest of them allows', () => {
    expect(available(mug, choose('Oat', '250 ml', 'boxed'))).toBe(3);
    expect(available({ ...mug, saleCount: 29 }, choose('Oat', '250 ml', 'boxed'))).toBe(1);
  });

  test.each([
    ['colour', choose('Puce', '250 ml')],
    ['size', choose('Oat', 'a bucket')],
    ['size of that colour', choose('Ink', '250 ml')],
    ['variation', choose(undefined, undefined, 'gilded')],
  ])('a %s that the maker no longer has leaves a shopper none', (_, choice) => {
    expect(available(mug, choice)).toBe(0);
  });

  test('a colour chosen of a product that has no variations changes nothing for the shopper', () => {
    expect(available(goods(), choose('Oat', '250 ml'))).toBe(7);
  });

  test('sizes that carry only a name and no stock draw on the product’s stock', () => {
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

  test('what a shopper can have is a whole number, never below zero and never above the product’s own stock', () => {
    fc.assert(
      fc.property(anyStocked, anyChoice, (some, choice) => {
        const count = available(some, choice);
        expect(Number.isInteger(count)).toBe(true);
        expect(count).toBeGreaterThanOrEqual(0);
        expect(count).toBeLessThanOrEqual(available(some));
      }),
    );
  });

  test('choosing more exactly never offers a shopper more', () => {
    fc.assert(
      fc.property(anyStocked, anyChoice, (some, choice) => {
        const { selectedProductSize: _, ...coarser } = choice;
        expect(available(some, choice)).toBeLessThanOrEqual(available(some, coarser));
      }),
    );
  });
});

describe('pools', () => {
  test('two different choices of a shopper share a pool only when they draw on the same goods', () => {
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

  test('the sizes “White/S” of Black and “S” of Black/White are not confused for a shopper', () => {
    const tee = goods({
      variation: [
        { color: 'Black', size: [{ name: 'White/S', stock: 2, saleCount: 0 }] },
        { color: 'Black/White', size: [{ name: 'S', stock: 2, saleCount: 0 }] },
      ],
    });
    expect(remaining(tee, choose('Black', 'White/S'), [held(2, choose('Black/White', 'S'))])).toBe(2);
  });

  test('every choice draws on the product’s own pool, first of all', () => {
    fc.assert(
      fc.property(anyStocked, anyChoice, (some, choice) => {
        const keys = poolsOf(some, choice).map((pool) => pool.key);
        expect(keys[0]).toBe('mug');
        expect(new Set(keys).size).toBe(keys.length);
      }),
    );
  });
});

describe('how many more fit beside what the cart holds', () => {
  test('an empty cart leaves a shopper everything that is available', () => {
    fc.assert(
      fc.property(anyStocked, anyChoice, (some, choice) => {
        expect(remaining(some, choice, [])).toBe(available(some, choice));
      }),
    );
  });

  test('what the shopper’s cart already holds is no longer on offer', () => {
    expect(remaining(goods(), {}, [held(5)])).toBe(2);
    expect(remaining(goods(), {}, [held(7)])).toBe(0);
  });

  test('a cart that holds more than there is left (bought by another shopper meanwhile) leaves none, not fewer than none', () => {
    expect(remaining(goods(), {}, [held(50)])).toBe(0);
  });

  test('other products in the cart take nothing away from a shopper', () => {
    expect(remaining(goods(), {}, [held(5, {}, 'jug'), held(5, {}, 'constructor')])).toBe(7);
  });

  test('another size takes from the product, not from this size', () => {
    const few = { ...mug, stock: 12, saleCount: 4 };
    expect(remaining(few, choose('Oat', '250 ml'), [held(4, choose('Oat', '350 ml'))])).toBe(4);
    expect(remaining(mug, choose('Oat', '250 ml'), [held(4, choose('Oat', '350 ml'))])).toBe(5);
  });

  test('a line of a colour without a size takes from that colour’s sizes', () => {
    expect(remaining(mug, choose('Oat', '250 ml'), [held(6, choose('Oat'))])).toBe(3);
    expect(remaining(mug, choose('Oat', '250 ml'), [held(9, choose('Oat'))])).toBe(0);
    expect(remaining(mug, choose('Oat'), [held(5, choose('Oat', '250 ml'))])).toBe(4);
  });

  test('the same variation in two colours draws on one pool', () => {
    expect(remaining(mug, choose('Oat', '250 ml', 'boxed'), [held(2, choose('Oat', '350 ml', 'boxed'))])).toBe(1);
  });

  test('what remains for a shopper is a whole number and never negative, whatever the cart holds', () => {
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

  test('no sequence of adds, in any order, sells a shopper more than any pool holds', () => {
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

  test('adding one at a time or all at once gives a shopper the same number in the end', () => {
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

describe('isSameGoods', () => {
  const anyLine = fc.tuple(fc.constantFrom('mug', 'jug'), anyChoice).map(([_id, choice]) => ({ ...choice, _id }));

  test('the same product without a choice is the same cart line', () => {
    expect(isSameGoods({ _id: 'mug' }, { _id: 'mug' })).toBe(true);
  });

  test('a choice left out and a choice of nothing are the same to a shopper', () => {
    expect(isSameGoods({ _id: 'mug' }, { _id: 'mug', ...choose() })).toBe(true);
  });

  test.each([
    ['product', { _id: 'jug', ...choose('Oat', 'S', 'boxed') }],
    ['colour', { _id: 'mug', ...choose('Ink', 'S', 'boxed') }],
    ['size', { _id: 'mug', ...choose('Oat', 'L', 'boxed') }],
    ['variation', { _id: 'mug', ...choose('Oat', 'S', 'plain') }],
    ['colour left out', { _id: 'mug', ...choose(undefined, 'S', 'boxed') }],
    ['size left out', { _id: 'mug', ...choose('Oat', undefined, 'boxed') }],
    ['variation left out', { _id: 'mug', ...choose('Oat', 'S') }],
  ])('another %s gives a shopper a line of its own', (_, other) => {
    const line = { _id: 'mug', ...choose('Oat', 'S', 'boxed') };
    expect(isSameGoods(line, other)).toBe(false);
    expect(isSameGoods(line, { ...line })).toBe(true);
  });

  test('every line is the same goods as itself, however it was read back', () => {
    fc.assert(
      fc.property(anyLine, (line) => {
        expect(isSameGoods(line, structuredClone(line))).toBe(true);
      }),
    );
  });

  test('which of two lines a shopper added first makes no difference', () => {
    fc.assert(
      fc.property(anyLine, anyLine, (one, other) => {
        expect(isSameGoods(one, other)).toBe(isSameGoods(other, one));
      }),
    );
  });

  /** A choice as it was made, as it was read back, and as it was read back from where nothing stands for nothing. */
  const sameAs = <Made extends Choice>(made: Made): fc.Arbitrary<Made> =>
    fc.constantFrom<Made>(made, structuredClone(made), JSON.parse(JSON.stringify(made)));

  test('two lines that are the same goods as a third are the same as each other', () => {
    fc.assert(
      fc.property(
        anyLine.chain((line) => fc.tuple(sameAs(line), sameAs(line), fc.oneof(sameAs(line), anyLine))),
        ([one, two, three]) => {
          expect(isSameGoods(one, two)).toBe(true);
          expect(isSameGoods(one, three)).toBe(isSameGoods(two, three));
        },
      ),
    );
  });

  test('the same goods draw on the same pools, so merging two of a shopper’s lines changes no stock', () => {
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
