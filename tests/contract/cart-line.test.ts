import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cartLine } from '#contract/cart-line.ts';
import { unitPrice } from '#contract/pricing.ts';
import { product } from '#contract/product.ts';

const line = (over: Readonly<Record<string, unknown>> = {}) => ({
  _id: 'stoneware-mug',
  id: 'stoneware-mug',
  name: 'Stoneware mug',
  price: { basePrice: 18 },
  cartItemId: 'c1',
  quantity: 2,
  deliveryCost: 3.95,
  totalDeliveryCost: 7.9,
  ...over,
});
const without = (field: string) => Object.fromEntries(Object.entries(line()).filter(([name]) => name !== field));
const isLine = (value: unknown): boolean => cartLine.safeParse(value).success;

describe('a line of a shopper’s cart', () => {
  test('a line of a shopper’s cart has the product’s fields and its own quantity, id and delivery cost', {
    tags: 'cart-line.fields',
  }, () => {
    const read = cartLine.parse(line());
    expect(read).toMatchObject({ name: 'Stoneware mug', quantity: 2, cartItemId: 'c1', deliveryCost: 3.95, totalDeliveryCost: 7.9 });
    expect(Object.keys(read)).toEqual(expect.arrayContaining(Object.keys(product.parse(line()))));
  });

  test('a line without a choice has none after it was stored and restored', () => {
    const read = cartLine.parse(JSON.parse(JSON.stringify(cartLine.parse(line()))));
    expect(read.selectedVariation).toBeUndefined();
    expect(read.selectedProductColor).toBeUndefined();
    expect(read.selectedProductSize).toBeUndefined();
  });

  test('the chosen variation, colour and size are kept, and the variation’s price is what the shopper pays', {
    tags: ['cart-line.fields', 'product.variations'],
  }, () => {
    const read = cartLine.parse(
      line({
        selectedVariation: { _id: 'boxed', name: 'Gift boxed', price: { basePrice: 21.5 } },
        selectedProductColor: 'Oat',
        selectedProductSize: '350 ml',
      }),
    );
    expect(read).toMatchObject({ selectedProductColor: 'Oat', selectedProductSize: '350 ml', selectedVariation: { name: 'Gift boxed' } });
    expect(unitPrice(read, false).unit).toBe(2150);
  });

  test('a stored line is restored unchanged', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1_000_000 }),
        fc.string({ minLength: 1 }),
        fc.option(fc.string(), { nil: undefined }),
        (quantity, id, color) => {
          const read = cartLine.parse(line({ quantity, _id: id, cartItemId: id, selectedProductColor: color }));
          expect(cartLine.parse(JSON.parse(JSON.stringify(read)))).toEqual(read);
        },
      ),
    );
  });

  test.each([1, 2, 99, 1_000_000])('a line of a shopper’s cart may hold the quantity %d', (quantity) => {
    expect(isLine(line({ quantity }))).toBe(true);
  });
});

describe('a broken line in a shopper’s stored cart', () => {
  test.each(['_id', 'cartItemId', 'quantity', 'totalDeliveryCost', 'name', 'price'])(
    'a broken line in a shopper’s stored cart is refused without the field %s',
    (field) => {
      expect(isLine(without(field))).toBe(false);
      expect(isLine(line())).toBe(true);
    },
  );

  test.each([0, -1, 1.5, 1_000_001, Number.NaN, Number.POSITIVE_INFINITY, '2', null])(
    'a broken line in a shopper’s stored cart is refused with the quantity %j',
    (quantity) => {
      expect(isLine(line({ quantity }))).toBe(false);
    },
  );

  test.each([
    ['an empty _id', { _id: '' }],
    ['an empty cartItemId', { cartItemId: '' }],
    ['delivery below zero', { totalDeliveryCost: -1 }],
    ['delivery that is text', { totalDeliveryCost: '7.90' }],
    ['endless delivery', { totalDeliveryCost: Number.POSITIVE_INFINITY }],
    ['a price below zero', { price: { basePrice: -18 } }],
    ['a price that is text', { price: { basePrice: '18' } }],
    ['a variation without a price', { selectedVariation: { _id: 'boxed', name: 'Gift boxed' } }],
    ['a colour that is no text', { selectedProductColor: { color: 'Oat' } }],
    ['a size that is no text', { selectedProductSize: 350 }],
  ])('a broken line in a shopper’s stored cart is refused with %s', (_, over) => {
    expect(isLine(line(over))).toBe(false);
  });

  test('any other stored value is refused without an exception', () => {
    fc.assert(
      fc.property(fc.anything(), (found) => {
        expect(isLine(found)).toBe(false);
      }),
    );
  });

  test('a line without a delivery cost per unit is delivered for free', () => {
    expect(cartLine.parse(without('deliveryCost')).deliveryCost).toBe(0);
  });
});
