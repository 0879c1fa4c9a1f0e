import { describe, expect, test } from 'vitest';
import {
  fromSavedVariant,
  hasChoice,
  isWishlistToken,
  keyOfLine,
  listChange,
  ownWishlistLink,
  savedLists,
  sharedWishlist,
  toSavedVariant,
  wishlistLinkForm,
} from '#contract/saved-lists.ts';
import { adding, lineOf, taking } from '#tests/support/saved-lists.ts';
import { expectFields } from '#tests/support/schema-fields.ts';

const inCart = (productId: string) => lineOf(productId);
const wished = (productId: string) => lineOf(productId, 'wishlist');

describe('a change of an account’s lists', () => {
  const choice = { variation: 'boxed', color: 'Oat', size: '350 ml' };

  test('a change has its account, its id and up to 200 operations, of which a wish has its choice', () => {
    const operations = [{ ...adding('mug', 1, 'wishlist'), choice }, taking('mug', 3)];
    expectFields(listChange, { account: 'ada', id: 'a-change_of-10', operations }, {}, ['', 'x'.repeat(201)]);
    const many = (count: number) => ({ account: 'ada', id: '0123456789', operations: Array.from({ length: count }, () => taking('mug')) });
    expect([0, 200, 201].map((count) => listChange.safeParse(many(count)).success)).toEqual([true, true, false]);
  });

  test.each(['012345678', '0'.repeat(65), 'ten letters', 'ünïcödé-key', '0123456789\n', ''])('the id %j of a change is refused', (id) => {
    expect(listChange.safeParse({ account: 'ada', id: '0'.repeat(64), operations: [] }).success).toBe(true);
    expect(listChange.safeParse({ account: 'ada', id, operations: [] }).success).toBe(false);
  });

  test.each([
    { quantity: 0 },
    { quantity: -1 },
    { quantity: 1.5 },
    { quantity: 10_000 },
    { does: 'set' },
    { list: 'basket' },
    { productId: '' },
    { productId: 'two\nlines' },
    { color: 'x'.repeat(201) },
    { choice: { color: 'Oat' } },
  ])('an operation with %j is refused', (over) => {
    const change = (operation: object) => ({ account: 'ada', id: 'a-change-of-mine', operations: [operation] });
    expect(listChange.safeParse(change(adding('mug', 9999))).success).toBe(true);
    expect(listChange.safeParse(change({ ...adding('mug', 1), ...over })).success).toBe(false);
  });

  test('the answer to a change has all lines, and how many operations found a list full', () => {
    const line = { ...wished('mug'), quantity: 1, choice };
    expectFields(savedLists, { lines: [line], leftOut: 1 }, {}, [[7]]);
    for (const over of [{ quantity: 0 }, { list: 'basket' }])
      expect(savedLists.safeParse({ lines: [{ ...line, ...over }], leftOut: 0 }).success).toBe(false);
  });
});

describe('a link to a wishlist', () => {
  test('a link has its token and the name that it shows, and there may be none', () => {
    expectFields(ownWishlistLink, { link: { token: 't', name: '' } }, {}, [{ token: 't' }, { name: '' }]);
    expect(ownWishlistLink.parse({ link: null })).toEqual({ link: null });
    expectFields(wishlistLinkForm, { showsName: true });
  });

  test('a visitor sees the name, the products, and what was chosen of them', () => {
    const choices = [{ productId: 'mug', variation: '', color: 'Oat', size: '' }];
    expectFields(sharedWishlist, { name: 'Ada', productIds: ['mug'] }, { choices }, [[7]]);
    expect(sharedWishlist.safeParse({ name: '', productIds: [], choices: [{ productId: 'mug' }] }).success).toBe(false);
  });

  test('only a text of 43 letters, digits, dashes and underscores is such a token', () => {
    expect(isWishlistToken('a-_9'.padEnd(43, 'x'))).toBe(true);
    for (const text of ['', 'x'.repeat(42), 'x'.repeat(44), ' '.padEnd(43, 'x'), `${'x'.repeat(42)}/`])
      expect(isWishlistToken(text)).toBe(false);
  });
});

describe('the variant of a saved line', () => {
  test('what is not chosen is empty in a saved line, and left out of the variant', () => {
    expect(toSavedVariant({ color: 'Oat', size: 'L', variationId: 'boxed' })).toEqual({ variation: 'boxed', color: 'Oat', size: 'L' });
    expect(toSavedVariant({})).toEqual({ variation: '', color: '', size: '' });
    for (const variant of [{}, { color: 'Oat' }, { color: 'Oat', size: 'L' }, { variationId: 'boxed' }])
      expect(fromSavedVariant(toSavedVariant(variant))).toEqual(variant);
  });

  test('another list, product, or variant is another line', () => {
    const line = { ...inCart('mug'), variation: 'boxed', color: 'Oat', size: 'L' };
    expect(new Set([line, { ...line }, inCart('mug'), wished('mug'), inCart('jug'), { ...line, size: '' }].map(keyOfLine)).size).toBe(5);
  });

  test.each([
    [{ variation: '', color: '', size: '' }, false],
    [{ variation: 'boxed', color: '', size: '' }, true],
    [{ variation: '', color: 'Oat', size: '' }, true],
    [{ variation: '', color: '', size: 'L' }, true],
  ])('whether the variant %j has a chosen option: %s', (choice, isChosen) => {
    expect(hasChoice(choice)).toBe(isChosen);
  });
});
