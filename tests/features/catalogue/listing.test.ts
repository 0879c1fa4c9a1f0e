import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { unitPrice } from '#contract/pricing.ts';
import type { Product } from '#contract/product.ts';
import { available } from '#contract/stock.ts';
import { chosenProducts, pageOf, sortings, sortProducts } from '#features/catalogue/listing.ts';
import { aProduct, aType } from '#tests/support/build.ts';

const pounds = fc.integer({ min: 0, max: 9999 }).map((pence) => pence / 100);
const anyProduct = fc
  .record({
    _id: fc.uuid(),
    name: fc.constantFrom('Bowl', 'Mug', 'Vase', 'ämne', 'Zinc'),
    price: fc.record({ basePrice: pounds }),
    resellerPrice: pounds,
    discount: fc.constantFrom(0, 5, 12.5, 50, 100),
    stock: fc.nat(5),
    saleCount: fc.nat(5),
    new: fc.boolean(),
    createdAt: fc.constantFrom('2025-01-01T00:00:00.000Z', '2025-06-01T00:00:00.000Z', ''),
    types: fc.array(
      pounds.map((price) => aType('type', price)),
      { maxLength: 3 },
    ),
  })
  .map(aProduct);
const products = fc.array(anyProduct, { maxLength: 12 });

/** What the cheapest way to buy it costs this shopper. */
const cheapest = (product: Product, isReseller: boolean): number =>
  product.types.length === 0
    ? unitPrice(product, isReseller).unit
    : Math.min(...product.types.map((selectedVariation) => unitPrice({ ...product, selectedVariation }, isReseller).unit));

const rises = (numbers: readonly number[]) => numbers.every((each, at) => at === 0 || each >= (numbers[at - 1] ?? 0));

describe('goods in an order', () => {
  test('law: every order holds exactly the same goods, and asking twice gives the same', () => {
    fc.assert(
      fc.property(products, fc.constantFrom(...sortings), fc.boolean(), (goods, sorting, isReseller) => {
        const sorted = sortProducts(goods, sorting, isReseller);
        expect(sorted).toHaveLength(goods.length);
        expect(new Set(sorted)).toEqual(new Set(goods));
        expect(sortProducts(goods, sorting, isReseller)).toEqual(sorted);
      }),
    );
  });

  test('[6] law: by price means what THIS shopper pays, discount and variations counted', () => {
    fc.assert(
      fc.property(products, fc.boolean(), (goods, isReseller) => {
        expect(rises(sortProducts(goods, 'price-low', isReseller).map((each) => cheapest(each, isReseller)))).toBe(true);
        expect(rises(sortProducts(goods, 'price-high', isReseller).map((each) => -cheapest(each, isReseller)))).toBe(true);
      }),
    );
  });

  test('[6] a reseller sees another order than a customer', () => {
    const goods = [aProduct({ _id: 'a', price: { basePrice: 10 } }), aProduct({ _id: 'b', price: { basePrice: 12 }, resellerPrice: 5 })];
    expect(sortProducts(goods, 'price-low', false).map(({ _id }) => _id)).toEqual(['a', 'b']);
    expect(sortProducts(goods, 'price-low', true).map(({ _id }) => _id)).toEqual(['b', 'a']);
  });

  test('law: sales, savings, age and name each rule their own order', () => {
    fc.assert(
      fc.property(products, (goods) => {
        expect(rises(sortProducts(goods, 'best-selling', false).map(({ saleCount }) => -saleCount))).toBe(true);
        expect(rises(sortProducts(goods, 'saving', false).map(({ discount }) => -discount))).toBe(true);
        const dates = sortProducts(goods, 'newest', false).map(({ createdAt }) => createdAt);
        expect(dates).toEqual(dates.toSorted().toReversed());
        const names = sortProducts(goods, 'name', false).map(({ name }) => name);
        expect(names).toEqual(names.toSorted((one, other) => one.localeCompare(other, 'en-GB')));
      }),
    );
  });

  test('law: featured puts what can be bought first', () => {
    fc.assert(
      fc.property(products, (goods) => {
        expect(rises(sortProducts(goods, 'featured', false).map((each) => (available(each) > 0 ? 0 : 1)))).toBe(true);
      }),
    );
  });

  test('equals stand by name', () => {
    const goods = ['Vase', 'Bowl', 'Mug'].map((name) => aProduct({ _id: name, name }));
    for (const sorting of sortings) expect(sortProducts(goods, sorting, false).map(({ name }) => name)).toEqual(['Bowl', 'Mug', 'Vase']);
  });
});

describe('the goods that a shopper asked for', () => {
  const goods = [
    aProduct({ _id: 'mug', name: 'Stoneware mug', category: ['kitchen'], tag: ['gift'], material: 'Stoneware' }),
    aProduct({
      _id: 'bowl',
      name: 'Oak bowl',
      category: ['kitchen', 'home'],
      tag: ['serving', 'gift'],
      shortDescription: 'Turned by hand',
    }),
    aProduct({ _id: 'soap', name: 'Soap', category: ['bath'], tag: [] }),
  ];
  const ids = (over: Partial<Parameters<typeof chosenProducts>[1]>) =>
    chosenProducts(goods, { words: '', category: '', tag: '', ...over }).map(({ _id }) => _id);

  test.each([
    [{}, ['mug', 'bowl', 'soap']],
    [{ category: 'kitchen' }, ['mug', 'bowl']],
    [{ category: 'kitch' }, []],
    [{ tag: 'gift' }, ['mug', 'bowl']],
    [{ category: 'home', tag: 'gift' }, ['bowl']],
    [{ words: 'OAK' }, ['bowl']],
    [{ words: 'mug stone' }, ['mug']],
    [{ words: '  ' }, ['mug', 'bowl', 'soap']],
    [{ words: 'hand' }, ['bowl']],
    [{ words: 'bath' }, ['soap']],
    [{ words: 'soap oak' }, []],
    [{ words: '.*' }, []],
  ])('for %j are %j', (asked, found) => {
    expect(ids(asked)).toEqual(found);
  });

  test('law: every one found fits, and narrowing never finds more', () => {
    const asked = fc.record({
      words: fc.constantFrom('', 'oak', 'stoneware mug', 'gift'),
      category: fc.constantFrom('', 'kitchen', 'bath', 'none'),
      tag: fc.constantFrom('', 'gift'),
    });
    fc.assert(
      fc.property(asked, (choice) => {
        const found = ids(choice);
        for (const loosened of [{ words: '' }, { category: '' }, { tag: '' }])
          expect(ids({ ...choice, ...loosened })).toEqual(expect.arrayContaining(found));
      }),
    );
  });
});

describe('a page of a list', () => {
  test.each([
    [1, 1, 15],
    [2, 2, 14],
    [99, 2, 14],
    [0, 1, 15],
    [-3, 1, 15],
    [1.9, 1, 15],
    [Number.NaN, 1, 15],
    [Number.POSITIVE_INFINITY, 2, 14],
  ])('%d of 29 goods is page %d with %d', (asked, page, count) => {
    const shown = pageOf(
      Array.from({ length: 29 }, (_, at) => at),
      asked,
      15,
    );
    expect([shown.page, shown.items.length, shown.pages]).toEqual([page, count, 2]);
  });

  test('of an empty list is one empty page', () => {
    expect(pageOf([], 3, 15)).toEqual({ items: [], page: 1, pages: 1 });
  });

  test('law: all pages together are the list, none is too long', () => {
    fc.assert(
      fc.property(fc.array(fc.nat()), fc.integer({ min: 1, max: 20 }), (items, perPage) => {
        const { pages } = pageOf(items, 1, perPage);
        const all = Array.from({ length: pages }, (_, at) => pageOf(items, at + 1, perPage).items);
        expect(all.flat()).toEqual(items);
        for (const page of all) expect(page.length).toBeLessThanOrEqual(perPage);
      }),
    );
  });
});
