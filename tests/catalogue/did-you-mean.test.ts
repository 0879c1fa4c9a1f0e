import { expect, test } from 'vitest';
import { didYouMean } from '#catalogue/did-you-mean.ts';
import { aColor, aProduct } from '#tests/support/product-builders.ts';

const products = [
  aProduct({ name: 'Chopping board', material: 'Beech', tag: ['kitchen'], variation: [] }),
  aProduct({ name: 'Candle', material: 'Soy wax', tag: [], variation: [aColor('Lavender', {})] }),
  aProduct({ name: 'XL weatherproofed throw', material: 'Wool', tag: [], variation: [] }),
];

test.each([
  ['choping bord', 'chopping board'],
  ['Cnadel', 'candle'],
  ['lavander candle', 'lavender candle'],
  ['kitcen', 'kitchen'],
  // One typo for each three letters, three at most.
  ['wex', 'wax'],
  ['acandle', 'candle'],
  ['wetherprofd', 'weatherproofed'],
  // A word of two letters stays as it is.
  ['a cnadle', 'a candle'],
])('a search for %j is corrected to %j', (searchText, meant) => {
  expect(didYouMean(searchText, products)).toBe(meant);
});

test.each([
  'candle',
  'lavender candle',
  'zzzzzz',
  'candle zzzzzz',
  '',
  '…',
  // More typos than one for each three letters, whatever they are.
  'boraq',
  'ndle',
  'borzd',
  'bozad',
  'obxrd',
  'xoadr',
  'weathxrprxxfxd',
  // The goods have no such word of three letters or more.
  'xlo',
])('a search for %j is not corrected', (searchText) => {
  expect(didYouMean(searchText, products)).toBeUndefined();
});
