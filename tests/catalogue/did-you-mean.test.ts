import { expect, test } from 'vitest';
import { didYouMean } from '#catalogue/did-you-mean.ts';
import { aColor, aProduct } from '#tests/support/product-builders.ts';

const products = [
  aProduct({ name: 'Chopping board', material: 'Beech', tag: ['kitchen'], variation: [] }),
  aProduct({ name: 'Candle', material: 'Soy wax', tag: [], variation: [aColor('Lavender', {})] }),
];

test.each([
  ['choping bord', 'chopping board'],
  ['Cnadel', 'candle'],
  ['lavander candle', 'lavender candle'],
  ['kitcen', 'kitchen'],
])('a search for %j is put right to %j', (searchText, meant) => {
  expect(didYouMean(searchText, products)).toBe(meant);
});

test.each(['candle', 'zzzzzz', 'candle zzzzzz', '', '…'])('a search for %j has nothing to put right', (searchText) => {
  expect(didYouMean(searchText, products)).toBeUndefined();
});
