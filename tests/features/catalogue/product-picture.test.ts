import { describe, expect, test } from 'vitest';
import { listedProducts } from '#catalogue/listed-product.ts';
import type { Product } from '#contract/product.ts';
import { chosenPictures } from '#features/catalogue/product-picture.tsx';
import { aColor, aProduct, aType } from '#tests/support/product-builders.ts';

const image = (name: string, color?: string) => ({ src: `/pictures/${name}.webp`, alt: '', ...(color !== undefined && { color }) });
const first = (product: Product, chosen: Parameters<typeof chosenPictures>[1]) => chosenPictures(product, chosen)[0]?.src;

const mug = aProduct({
  images: [image('oat', 'Oat'), image('oat-side', 'Oat'), image('sage', 'Sage'), image('boxed', 'Boxed'), image('ink', 'Ink')],
  variation: ['Oat', 'Sage'].map((name) => ({ ...aColor(name, { S: 4 }), image: `/pictures/${name.toLowerCase()}.webp` })),
  types: [aType('plain', 10, { name: 'Plain' }), aType('boxed', 12, { name: 'Boxed' })],
});
/** The mug as the packed list has it, with the pictures of its card only. */
const listed: Product = { ...mug, ...listedProducts([mug])[0] };

describe.each([
  ['with every field', mug],
  ['as a list carries it', listed],
])('the pictures of a product %s', (_, product) => {
  test('the pictures of a product begin with the chosen colour’s', () => {
    expect(first(product, { color: 'Sage' })).toBe('/pictures/sage.webp');
    expect(chosenPictures(product, { color: 'Oat' }).map(({ src }) => src)).toEqual([
      '/pictures/oat.webp',
      '/pictures/oat-side.webp',
      ...product.images.slice(2).map(({ src }) => src),
    ]);
  });

  test('the pictures of a product begin with that of the chosen variation, or of the colour if the variation has none', () => {
    expect(first(product, { variationId: 'boxed', color: 'Sage' })).toBe('/pictures/boxed.webp');
    expect(first(product, { variationId: 'plain', color: 'Sage' })).toBe('/pictures/sage.webp');
  });

  test('the pictures of a product keep the seller’s order when nothing is chosen, or the choice has no picture', () => {
    expect(chosenPictures(product, {})).toEqual(product.images);
    expect(chosenPictures(product, { variationId: 'plain', color: 'Blush dip' })).toEqual(product.images);
  });
});

test('a list has the picture that belongs to a colour without a picture field', () => {
  const product = { ...mug, variation: [...mug.variation, aColor('Ink', { S: 4 })] };
  expect(first({ ...product, ...listedProducts([product])[0] }, { color: 'Ink' })).toBe('/pictures/ink.webp');
});

test('a colour’s own picture comes first among pictures without a colour', () => {
  const product = { ...mug, images: [image('oat'), image('sage')] };
  expect(chosenPictures(product, { color: 'Sage' })).toEqual([image('sage'), image('oat')]);
});

test('a product without pictures has none for a colour either, unless the colour has its own', () => {
  expect(chosenPictures(aProduct(), { color: 'Oat' })).toEqual([]);
  expect(chosenPictures({ ...mug, images: [], mainImage: '' }, { color: 'Oat' })).toEqual([image('oat', 'Oat')]);
});
