import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type CartView, cartView, makingDaysOf } from '#blocks/cart-view/use-cart-view.ts';
import { deliveryFor } from '#blocks/delivery-ways/use-delivery.ts';
import type { CartLine } from '#contract/cart-line.ts';
import { pounds } from '#contract/money.ts';
import { someDeliveryOptions } from '#tests/support/delivery-options.ts';
import { aCartLine, aColor, aProduct, aType } from '#tests/support/product-builders.ts';

const mug = aProduct({ stock: 5, makingDays: 3, variation: [aColor('Oat', { S: 4, M: 5 }), aColor('Rust', { S: 0 })] });
const vase = aProduct({
  _id: 'vase',
  name: 'Vase',
  stock: 3,
  price: { basePrice: 20 },
  types: [aType('tall', 25), aType('wide', 30, { stock: 1 })],
});
const pin = aProduct({ _id: 'pin', name: 'Pin', stock: 0, makingDays: 9 });
const sold = [mug, vase, pin];

const find = (id: string) => {
  const product = sold.find(({ _id }) => _id === id);
  return { product, isDiscontinued: product === undefined };
};

const rust = { selectedProductColor: 'Rust', selectedProductSize: 'S' };
const oat = { selectedProductColor: 'Oat', selectedProductSize: 'M' };

describe('a cart line that cannot be ordered', () => {
  test.each([
    ['whose colour is sold out', { ...mug, ...rust }],
    ['that was added before there were colours', { ...mug, variation: [] }],
    ['whose size there is no more', { ...mug, selectedProductColor: 'Oat', selectedProductSize: 'XL' }],
  ])('a cart line %s takes no stock from a later line of the same product', (_, earlier) => {
    const lines = [
      aCartLine({ ...earlier, cartItemId: 'gone', quantity: 4 }),
      aCartLine({ ...mug, ...oat, cartItemId: 'sold', quantity: 5 }),
    ];
    const { rows, subtotal, delivery, total } = cartView(lines, find, false);
    expect(rows.map(({ isUnavailable, maxQuantity, line }) => [isUnavailable, maxQuantity, line.quantity])).toEqual([
      [true, 0, 4],
      [false, 5, 5],
    ]);
    expect([subtotal, delivery, total].map(pounds)).toEqual([50, 12.5, 62.5]);
  });

  const anyLine = fc
    .record({
      product: fc.constantFrom(mug, vase, pin, aProduct({ _id: 'gone', makingDays: 20 })),
      choice: fc.constantFrom(
        {},
        rust,
        oat,
        { selectedProductColor: 'Oat', selectedProductSize: 'S' },
        { selectedVariation: aType('wide', 30) },
        { selectedVariation: aType('tall', 25) },
        { selectedVariation: aType('round', 1) },
      ),
      quantity: fc.integer({ min: 1, max: 6 }),
    })
    .map(({ product, choice, quantity }) => ({ ...product, ...choice, quantity }));
  const anyCart = fc
    .array(anyLine, { maxLength: 7 })
    .map((lines) => lines.map((line, at): CartLine => aCartLine({ ...line, cartItemId: `line-${at}` })));

  test('property: lines that cannot be ordered change nothing of the others: no quantity, sum, delivery, day or hint at free delivery', () => {
    const way = { options: { ...someDeliveryOptions, freeFrom: 60 }, id: 'standard', choose: () => undefined, reload: () => undefined };
    const factsOf = (view: CartView) => ({
      rows: view.rows.filter(({ isUnavailable }) => !isUnavailable),
      sums: [view.subtotal, view.delivery, view.total],
      delivery: deliveryFor(way, view, ''),
      days: makingDaysOf(view.rows),
    });
    fc.assert(
      fc.property(anyCart, fc.boolean(), (cart, isReseller) => {
        const view = cartView(cart, find, isReseller);
        const orderable = new Set(view.rows.flatMap(({ isUnavailable, line }) => (isUnavailable ? [] : line.cartItemId)));
        const others = cart.filter(({ cartItemId }) => orderable.has(cartItemId));
        expect(factsOf(view)).toEqual(factsOf(cartView(others, find, isReseller)));
      }),
      { numRuns: 300 },
    );
  });
});
