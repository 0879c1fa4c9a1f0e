import { describe, expect, test } from 'vitest';
import { cartLine } from '#contract/cart-line.ts';
import { choiceOf } from '#contract/choice.ts';
import {
  hasChoice,
  identityOfCartLine,
  isWishlistToken,
  keyOfLine,
  listChange,
  ownWishlistLink,
  savedLists,
  sharedWishlist,
  wishlistLinkForm,
} from '#contract/saved-lists.ts';
import { wishlistItem } from '#contract/wishlist-item.ts';
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

describe('the line of a product and its choice', () => {
  const product = { _id: 'mug', name: 'Mug', price: { basePrice: 18 } };
  const chosen = {
    selectedVariation: { _id: 'boxed', name: 'Boxed', price: { basePrice: 20 } },
    selectedProductColor: 'Oat',
    selectedProductSize: 'L',
  };
  const inBrowser = { ...product, cartItemId: 'c1', quantity: 1, totalDeliveryCost: 0 };

  test('a line of a browser’s cart is the saved line of its product, variation, colour and size', () => {
    expect(identityOfCartLine(cartLine.parse(inBrowser))).toEqual(inCart('mug'));
    const identity = { ...inCart('mug'), variation: 'boxed', color: 'Oat', size: 'L' };
    expect(identityOfCartLine(cartLine.parse({ ...inBrowser, ...chosen }))).toEqual(identity);
    expect(new Set([identity, inCart('mug'), wished('mug'), { ...identity, size: '' }].map(keyOfLine)).size).toBe(4);
  });

  test('a wish keeps what was chosen of its product, and what was not chosen is left out', () => {
    expect(wishlistItem.parse({ ...product, ...chosen })).toMatchObject({ ...product, ...chosen });
    expect(choiceOf(chosen)).toEqual(chosen);
    expect(
      Object.keys(choiceOf({ selectedVariation: undefined, selectedProductColor: undefined, selectedProductSize: undefined })),
    ).toEqual([]);
    expect(choiceOf({ selectedProductColor: '', selectedProductSize: '' })).toEqual({ selectedProductColor: '', selectedProductSize: '' });
  });

  test.each([
    [{ variation: '', color: '', size: '' }, false],
    [{ variation: 'boxed', color: '', size: '' }, true],
    [{ variation: '', color: 'Oat', size: '' }, true],
    [{ variation: '', color: '', size: 'L' }, true],
  ])('whether something is chosen in %j: %s', (choice, isChosen) => {
    expect(hasChoice(choice)).toBe(isChosen);
  });
});
