import { describe, expect, test } from 'vitest';
import { cheapest } from '#catalogue/cheapest.ts';
import { aProduct } from '#tests/support/product-builders.ts';

const type = (_id: string, basePrice: number) => ({ _id, name: _id, price: { basePrice } });

describe('the cheapest variation of a product', () => {
  test('the cheapest variation of a product is the product itself, or its only variation, and is not a “from” price', () => {
    const mug = aProduct({ types: [] });
    expect(cheapest(mug)).toEqual({ product: { ...mug, selectedVariation: undefined }, isFrom: false });
    const jar = aProduct({ types: [type('small', 5)] });
    expect(cheapest(jar)).toEqual({ product: { ...jar, selectedVariation: type('small', 5) }, isFrom: false });
  });

  test('the cheapest variation of a product is the one with the lowest price, and the variations stay in their order', () => {
    const jar = aProduct({ types: [type('large', 9), type('small', 5), type('middle', 7)] });
    expect(cheapest(jar)).toEqual({ product: { ...jar, selectedVariation: type('small', 5) }, isFrom: true });
  });

  test('the cheapest variation of a product is a “from” price only if another variation costs at least a penny more', () => {
    expect(cheapest(aProduct({ types: [type('red', 5), type('blue', 5.001)] })).isFrom).toBe(false);
    expect(cheapest(aProduct({ types: [type('red', 5), type('blue', 5), type('gold', 5.01)] })).isFrom).toBe(true);
  });
});
