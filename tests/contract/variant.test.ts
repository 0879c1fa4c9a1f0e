import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { resolveVariant, withCurrentNames, withOnlySize } from '#contract/resolve-variant.ts';
import { isSameVariant, orderLineOf, readVariant, type Variant, variantOf, withVariant, writeVariant } from '#contract/variant.ts';
import { aCartLine, aColor, aProduct, aType } from '#tests/support/product-builders.ts';

const oatBoxed: Variant = { color: 'Oat', size: 'S', variationId: 'boxed' };
const mug = aProduct({
  variation: [aColor('Oat', { S: 3, L: 5 }), aColor('Ink', { S: 2 }), aColor('Sage', {})],
  types: [aType('plain', 10), aType('boxed', 13)],
});

const text = fc.option(fc.constantFrom('Oat', 'a & b = c', '350 ml', '%2F'), { nil: undefined });
const anyVariant: fc.Arbitrary<Variant> = fc.record({ color: text, size: text, variationId: text }, { requiredKeys: [] });

describe('two variants of a product', () => {
  test('what is left out is the same as what is undefined', () => {
    expect(isSameVariant({}, { color: undefined, size: undefined, variationId: undefined })).toBe(true);
  });

  test.each([
    ['colour', { color: 'Ink' }],
    ['size', { size: 'L' }],
    ['priced variation', { variationId: 'plain' }],
    ['colour left out', { color: undefined }],
    ['size left out', { size: undefined }],
    ['priced variation left out', { variationId: undefined }],
  ])('another %s is another variant', (_, over) => {
    expect(isSameVariant(oatBoxed, { ...oatBoxed, ...over })).toBe(false);
    expect(isSameVariant(oatBoxed, { ...oatBoxed })).toBe(true);
  });
});

test.each([
  ['a colour', { color: 'Blush', size: 'S' }],
  ['a size', { color: 'Oat', size: 'XL' }],
  ['a size of another colour', { color: 'Ink', size: 'L' }],
])('%s that is not sold any more stays in a variant, so that it is taken for no other', (_, sold) => {
  expect(withCurrentNames(mug, sold)).toEqual(sold);
});

describe('a variant in a URL', () => {
  test('a variant is written by the names that shoppers read, and other parameters stay', () => {
    expect(writeVariant(new URLSearchParams('review=7'), oatBoxed).toString()).toBe('review=7&colour=Oat&size=S&option=boxed');
  });

  test('another variant replaces the one in the query, and what is not chosen is removed from it', () => {
    expect(writeVariant(new URLSearchParams('colour=Ink&size=L&review=7'), { color: 'Oat', size: '' }).toString()).toBe(
      'colour=Oat&review=7',
    );
  });

  test('property: a variant is read as it was written', () => {
    fc.assert(
      fc.property(anyVariant, (variant) => {
        expect(readVariant(new URLSearchParams(writeVariant(new URLSearchParams(), variant).toString()))).toEqual(variant);
      }),
    );
  });
});

describe('a variant of an item of cart and wishlist', () => {
  test('an item has colour and size by name, and the priced variation with its price of today', () => {
    const item = withVariant(mug, oatBoxed);
    expect(item).toEqual({ ...mug, selectedProductColor: 'Oat', selectedProductSize: 'S', selectedVariation: aType('boxed', 13) });
    expect(variantOf(item)).toEqual(oatBoxed);
  });

  test('another variant takes the place of all that was chosen, and a priced variation that is not sold is none', () => {
    expect(variantOf(withVariant(withVariant(mug, oatBoxed), { color: 'Ink' }))).toEqual({ color: 'Ink' });
    expect(variantOf(withVariant(mug, { variationId: 'lost' }))).toEqual({});
  });

  test('a cart line is ordered by its product, quantity and variant', () => {
    expect(orderLineOf(aCartLine({ ...withVariant(mug, oatBoxed), quantity: 2 }))).toEqual({ productId: 'mug', quantity: 2, ...oatBoxed });
  });
});

describe('what a product offers of a variant', () => {
  test.each<[string, Variant, Variant, (keyof Variant)[]]>([
    ['is all of a variant that is sold', oatBoxed, oatBoxed, []],
    ['lacks a colour that is not sold, and its size', { ...oatBoxed, color: 'Puce' }, { variationId: 'boxed' }, ['color']],
    ['lacks a size of another colour', { ...oatBoxed, color: 'Ink', size: 'L' }, { color: 'Ink', variationId: 'boxed' }, ['size']],
    ['lacks a priced variation that is not sold', { ...oatBoxed, variationId: 'lost' }, { color: 'Oat', size: 'S' }, ['variationId']],
    ['has no size in a colour without sizes', { ...oatBoxed, color: 'Sage' }, { color: 'Sage', variationId: 'boxed' }, []],
    ['is nothing where nothing is chosen', {}, {}, ['color', 'variationId']],
  ])('what a product offers of a wanted variant %s', (_, asked, offered, lacking) => {
    const { variant, missing } = resolveVariant(mug, asked);
    expect(variant).toEqual(offered);
    expect(missing).toEqual(lacking);
  });

  test('a product without options offers nothing to choose, whatever is asked for', () => {
    expect(resolveVariant(aProduct(), oatBoxed)).toMatchObject({ variant: {}, missing: [] });
  });

  test('the only size of a colour needs no choice', () => {
    expect(withOnlySize(mug, { color: 'Ink', size: 'L' })).toEqual({ color: 'Ink', size: 'S' });
    expect(withOnlySize(mug, { color: 'Oat' })).toEqual({ color: 'Oat' });
    expect(withOnlySize(mug, { color: 'Sage' })).toEqual({ color: 'Sage' });
  });
});
