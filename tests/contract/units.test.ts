import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Pence, roundPence } from '#contract/money.ts';
import { isNetQuantity, pricePerUnit } from '#contract/units.ts';

describe('the price of a kilogram, litre or metre', () => {
  test.each([
    [750, '100 g', 7500, 'kg'],
    [650, '100 g', 6500, 'kg'],
    [1999, '300 g', 6663, 'kg'],
    [1200, '1.5 kg', 800, 'kg'],
    [450, '250 ml', 1800, 'l'],
    [450, '2 l', 225, 'l'],
    [300, '20 m', 15, 'm'],
    [300, '50 cm', 600, 'm'],
  ] as const)('%d pence for %s are %d pence per %s', (price, quantity, amount, unit) => {
    expect(pricePerUnit(price as Pence, quantity)).toEqual({ amount, unit });
  });

  test.each(['', '0 g', '100', 'g', '100g', '100 oz', '-5 g', '1,5 kg', '1.2345 kg', '1e3 g', ' 100 g', '100 g\n', '9999999 g'])(
    'goods with the net quantity “%s” have no price per unit',
    (quantity) => {
      expect(pricePerUnit(100 as Pence, quantity)).toBeUndefined();
      expect(isNetQuantity(quantity)).toBe(quantity === '');
    },
  );

  test('property: the price per kilogram is the price divided by the weight, to the penny', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000 }), fc.integer({ min: 1, max: 999_999 }), (price, grams) => {
        expect(pricePerUnit(price as Pence, `${grams} g`)).toEqual({ amount: roundPence((price * 1000) / grams), unit: 'kg' });
      }),
    );
  });
});
