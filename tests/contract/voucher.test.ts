import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Pence, pounds, sum } from '#contract/money.ts';
import { maxOrderTotal } from '#contract/order.ts';
import { applyVoucher, type VoucherLine, type VoucherTerms, voucherCode, voucherKinds, voucherTerms } from '#contract/voucher.ts';
import { expectFields } from '#tests/support/schema-fields.ts';

const terms = (over: Partial<VoucherTerms> = {}): VoucherTerms => ({
  code: 'SPRING10',
  kind: 'percent',
  value: 10,
  minimum: 0,
  minTotal: 0.3,
  products: [],
  categories: [],
  ...over,
});

const line = (
  goods: number,
  over: Partial<Omit<VoucherLine, 'goods' | 'delivery'>> & { readonly delivery?: number } = {},
): VoucherLine => ({
  productId: 'mug',
  categories: ['kitchen'],
  ...over,
  goods: goods as Pence,
  delivery: (over.delivery ?? 0) as Pence,
});

const discountOf = (result: ReturnType<typeof applyVoucher>): Pence => ('discount' in result ? result.discount : sum([]));

describe('what a voucher takes off', () => {
  test('a percentage comes off the goods and not off their delivery, and is rounded once for the whole order', () => {
    // 10 % of £10.05 + £10.05 is £2.01; rounded line by line it would be £2.00 or £2.02.
    expect(applyVoucher(terms(), [line(1005, { delivery: 500 }), line(1005)])).toEqual({ discount: 201, shares: [100, 101] });
  });

  test('a sum comes off once, in proportion to the lines, to the penny', () => {
    expect(applyVoucher(terms({ kind: 'amount', value: 5 }), [line(1000), line(1000), line(1000)])).toEqual({
      discount: 500,
      shares: [166, 167, 167],
    });
  });

  test('a sum larger than the goods takes off the goods and leaves their delivery', () => {
    expect(applyVoucher(terms({ kind: 'amount', value: 50 }), [line(1000, { delivery: 250 })])).toEqual({ discount: 1000, shares: [1000] });
  });

  test('free delivery takes off the delivery and leaves the goods', () => {
    const free = terms({ kind: 'delivery', value: 0 });
    expect(applyVoucher(free, [line(1000, { delivery: 250 }), line(500), line(500, { delivery: 100 })])).toEqual({
      discount: 350,
      shares: [250, 0, 100],
    });
    expect(applyVoucher(free, [line(1000)])).toEqual({ problem: 'nothing' });
  });
});

describe('what a voucher is for', () => {
  test('a voucher for a product and a category takes off these goods only', () => {
    const limited = terms({ kind: 'amount', value: 100, products: ['mug'], categories: ['garden'] });
    const lines = [line(1000), line(2000, { productId: 'trowel', categories: ['tools', 'garden'] }), line(4000, { productId: 'soap' })];
    expect(applyVoucher(limited, lines)).toEqual({ discount: 3000, shares: [1000, 2000, 0] });
    expect(applyVoucher(limited, lines.slice(2))).toEqual({ problem: 'goods' });
  });

  test('free delivery of a category leaves the delivery of other goods', () => {
    const limited = terms({ kind: 'delivery', value: 0, categories: ['garden'] });
    expect(applyVoucher(limited, [line(1000, { delivery: 250 }), line(10, { categories: ['garden'], delivery: 90 })])).toEqual({
      discount: 90,
      shares: [0, 90],
    });
  });

  test('the minimum of a voucher counts only the goods that the voucher is for, and says how much is missing', () => {
    const limited = terms({ minimum: 30, categories: ['garden'] });
    const garden = line(2550, { categories: ['garden'], delivery: 900 });
    expect(applyVoucher(limited, [garden, line(9000)])).toEqual({ problem: 'minimum', missing: 450 });
    expect(applyVoucher(limited, [line(3000, { categories: ['garden'] })])).toEqual({ discount: 300, shares: [300] });
  });

  test('goods and delivery that cost nothing have nothing that a voucher could take off', () => {
    for (const kind of voucherKinds)
      expect(applyVoucher(terms({ kind, minTotal: 0 }), [line(0), line(0)]), kind).toEqual({ problem: 'nothing' });
  });
});

describe('what is left to pay', () => {
  test.each([
    ['would leave 29p leaves the 30p that the provider takes', 9.71, 970],
    ['leaves exactly 30p takes off all it says', 9.7, 970],
    ['takes off everything leaves nothing to pay', 10, 1000],
  ])('a voucher that %s', (_, value, discount) => {
    expect(applyVoucher(terms({ kind: 'amount', value }), [line(1000)])).toEqual({ discount, shares: [discount] });
  });

  test('a voucher that cannot take anything off without leaving less than the provider’s minimum takes nothing off and says so', () => {
    expect(applyVoucher(terms(), [line(30)])).toEqual({ problem: 'nothing' });
    expect(applyVoucher(terms(), [line(20)])).toEqual({ problem: 'nothing' });
  });
});

const amount = fc.integer({ min: 0, max: 200_000 });
const lines = fc.array(
  fc
    .record({ goods: amount, delivery: amount, productId: fc.constantFrom('mug', 'soap', 'pot'), category: fc.constantFrom('a', 'b', 'c') })
    .map(({ goods, delivery, productId, category }) => line(goods, { delivery, productId, categories: [category] })),
  { minLength: 1, maxLength: 12 },
);
const vouchers: fc.Arbitrary<VoucherTerms> = fc
  .record({
    kind: fc.constantFrom(...voucherKinds),
    percent: fc.integer({ min: 1, max: 100 }),
    pence: fc.integer({ min: 1, max: 500_000 }),
    minimum: fc.constantFrom(0, 0, 20, 500),
    minTotal: fc.constantFrom(0, 0.3),
    products: fc.subarray(['mug', 'soap']),
    categories: fc.subarray(['a', 'b']),
  })
  .map(({ percent, pence, ...rest }) => terms({ ...rest, value: rest.kind === 'percent' ? percent : pounds(pence as Pence) }));

const isFor = ({ products, categories }: VoucherTerms, one: VoucherLine): boolean =>
  products.length + categories.length === 0 || products.includes(one.productId) || one.categories.some((each) => categories.includes(each));

describe('for any voucher and any lines', () => {
  test('the discount is never negative, and never more than what it comes off', () => {
    fc.assert(
      fc.property(vouchers, lines, (voucher, all) => {
        const base = sum(all.filter((one) => isFor(voucher, one)).map((one) => (voucher.kind === 'delivery' ? one.delivery : one.goods)));
        const discount = discountOf(applyVoucher(voucher, all));
        expect(discount).toBeGreaterThanOrEqual(0);
        expect(discount).toBeLessThanOrEqual(base);
      }),
    );
  });

  test('the shares of the lines add up to the discount, and no line is paid less than nothing', () => {
    fc.assert(
      fc.property(vouchers, lines, (voucher, all) => {
        const result = applyVoucher(voucher, all);
        const shares = 'shares' in result ? result.shares : all.map(() => sum([]));
        expect(sum(shares)).toBe(discountOf(result));
        for (const [index, { goods, delivery }] of all.entries()) {
          expect(shares[index]).toBeGreaterThanOrEqual(0);
          expect(shares[index]).toBeLessThanOrEqual(voucher.kind === 'delivery' ? delivery : goods);
        }
      }),
    );
  });

  test('what is paid for the lines, each refunded on its own, is what was paid for the order', () => {
    fc.assert(
      fc.property(vouchers, lines, (voucher, all) => {
        const result = applyVoucher(voucher, all);
        const shares = 'shares' in result ? result.shares : [];
        const refunds = all.map(({ goods, delivery }, index) => goods + delivery - (shares[index] ?? 0));
        const total = sum(all.flatMap(({ goods, delivery }) => [goods, delivery])) - discountOf(result);
        expect(refunds.reduce((all, each) => all + each, 0)).toBe(total);
      }),
    );
  });

  test('with a voucher, an order that the payment provider accepts becomes free or stays at or above the provider’s minimum', () => {
    fc.assert(
      fc.property(vouchers, lines, (voucher, all) => {
        const full = sum(all.flatMap(({ goods, delivery }) => [goods, delivery]));
        fc.pre(full >= voucher.minTotal * 100);
        const total = full - discountOf(applyVoucher(voucher, all));
        expect(total === 0 || total >= voucher.minTotal * 100).toBe(true);
      }),
    );
  });

  test('the largest order that can be paid is spread to the penny, too', () => {
    const each = Math.floor(maxOrderTotal / 3);
    const result = applyVoucher(terms({ value: 99 }), [line(each), line(each - 1), line(each - 2)]);
    expect('shares' in result && sum(result.shares)).toBe(discountOf(result));
    expect(discountOf(result)).toBeGreaterThan(98_000_000);
  });
});

test('the terms of a voucher say what it takes off and what it is for, and no sum of them is below zero', () => {
  expectFields(voucherTerms, terms({ products: ['mug'], categories: ['garden'] }), {}, [[7]]);
  expect(voucherTerms.safeParse(terms({ value: 0 })).success).toBe(true);
  for (const field of ['value', 'minimum', 'minTotal']) expect(voucherTerms.safeParse(terms({ [field]: -1 })).success).toBe(false);
});

describe('a typed code', () => {
  test.each([
    [' spring10 ', 'SPRING10'],
    ['Spring 10', 'SPRING10'],
    ['we-love-you!', 'WE-LOVE-YOU!'],
  ])('the voucher code typed as %j is read as %s', (typed, read) => {
    expect(voucherCode.parse(typed)).toBe(read);
  });

  test('a code of nothing, of control characters or of a whole page is refused', () => {
    for (const typed of ['', '   ', 'a\u0000b', 'x'.repeat(61)]) expect(voucherCode.safeParse(typed).success).toBe(false);
  });
});
