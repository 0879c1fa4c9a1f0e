import { expect, test } from 'vitest';
import { orderValues } from '#screens/shop/facet-order.ts';

const ordered = (facet: 'colour' | 'size' | 'material', ...values: readonly string[]) =>
  orderValues(
    facet,
    values.map((value) => ({ value, count: 1 })),
    [],
  ).map(({ value }) => value);

test('the colours of a filter are sorted by name, without regard to case and accents', () => {
  expect(ordered('colour', 'Sage', 'écru', 'Oat', 'Ink', 'Émeraude')).toEqual(['écru', 'Émeraude', 'Ink', 'Oat', 'Sage']);
});

test('the sizes of a filter go from small to large, and measured ones by their number', () => {
  expect(ordered('size', '100 ml', 'L', '30 ml', 'S', '9 cm')).toEqual(['S', 'L', '9 cm', '30 ml', '100 ml']);
});
