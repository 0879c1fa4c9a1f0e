import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cartLine } from '#contract/cart-line.ts';
import { choiceOf } from '#contract/choice.ts';
import {
  applyChanges,
  changesOf,
  hasChoice,
  identityOfCartLine,
  isWishlistToken,
  keyOfLine,
  type LineDelta,
  type LineIdentity,
  lineDelta,
  maxSavedLines,
  maxSavedPieces,
  ownWishlistLink,
  piecesOf,
  type SavedChange,
  type SavedLine,
  type SavedState,
  savedBatch,
  savedLists,
  sharedWishlist,
  shownLines,
  sumDeltas,
  type WishChoice,
  wishlistLinkForm,
} from '#contract/saved-lists.ts';
import { wishlistItem } from '#contract/wishlist-item.ts';
import { expectFields } from '#tests/support/schema-fields.ts';

const inCart = (productId: string): LineIdentity => ({ list: 'cart', productId, variation: '', color: '', size: '' });
const wished = (productId: string): LineIdentity => ({ ...inCart(productId), list: 'wishlist' });
const nothing: SavedState = { counter: 0, lines: [] };

const apply = (state: SavedState, ...changes: readonly SavedChange[]): SavedState => applyChanges(state, changes).state;
const pieces = ({ lines }: SavedState): Record<string, number> =>
  Object.fromEntries(lines.map((line) => [`${line.list}/${line.productId}`, piecesOf(line)]));
const holding = (...lines: readonly [LineIdentity, number][]): SavedState =>
  apply(nothing, ...lines.map(([line, add]) => ({ ...line, add })));
/** What a device that has seen `state` sends for this. */
const sends = ({ lines }: SavedState, ...deltas: readonly (readonly [LineIdentity, number])[]): SavedChange[] =>
  changesOf(
    lines,
    deltas.map(([line, delta]) => ({ ...line, delta })),
  );

describe('what several devices do to the same lists', () => {
  test('two phones that add the same mug at once leave both in the cart', () => {
    const start = holding([inCart('mug'), 1]);
    expect(pieces(apply(start, ...sends(start, [inCart('mug'), 1]), ...sends(start, [inCart('mug'), 2])))).toEqual({ 'cart/mug': 4 });
  });

  test('a device that removes a line takes the pieces that it has seen, and leaves those that another added meanwhile', () => {
    const start = holding([inCart('mug'), 2]);
    const remove = sends(start, [inCart('mug'), -2]);
    const add = sends(start, [inCart('mug'), 1]);
    expect(pieces(apply(start, ...remove, ...add))).toEqual({ 'cart/mug': 1 });
    expect(pieces(apply(start, ...add, ...remove))).toEqual({ 'cart/mug': 1 });
  });

  test('two devices that take the same piece take it once', () => {
    const start = holding([inCart('mug'), 3]);
    const take = sends(start, [inCart('mug'), -1]);
    expect(pieces(apply(start, ...take, ...take))).toEqual({ 'cart/mug': 2 });
  });

  test('a late removal does not touch a line that was removed and added again meanwhile', () => {
    const start = holding([inCart('mug'), 2]);
    const late = sends(start, [inCart('mug'), -2]);
    const again = apply(start, ...sends(start, [inCart('mug'), -2]), { ...inCart('mug'), add: 1 });
    expect(pieces(apply(again, ...late))).toEqual({ 'cart/mug': 1 });
  });

  test('a product that two devices wish for is on the wishlist once, and gone when it is removed', () => {
    const both = apply(nothing, { ...wished('mug'), add: 1 }, { ...wished('mug'), add: 1 });
    expect(pieces(both)).toEqual({ 'wishlist/mug': 1 });
    expect(pieces(apply(both, ...sends(both, [wished('mug'), -1])))).toEqual({});
  });

  test('adding and removing before anything was sent sends nothing', () => {
    expect(sends(nothing, [inCart('mug'), 2], [inCart('mug'), -2])).toEqual([]);
    expect(sends(nothing, [inCart('mug'), -1])).toEqual([]);
    const more = (delta: number): LineDelta => ({ ...inCart('mug'), delta });
    expect(sumDeltas([more(2), more(-2)])).toEqual([]);
    expect(sumDeltas([more(2), more(-3)])).toEqual([more(-1)]);
  });
});

describe('what is chosen of a wish', () => {
  const choose = (color: string): WishChoice => ({ variation: '', color, size: '' });
  const [sage, clay, plain] = ['Sage', 'Clay', ''].map(choose) as [WishChoice, WishChoice, WishChoice];
  const wish = (choice?: WishChoice) => ({ ...wished('mug'), add: 1, ...(choice && { choice }) });
  const less = (choice: WishChoice): LineDelta => ({ ...wished('mug'), delta: -1, choice });
  const more = (choice: WishChoice): LineDelta => ({ ...wished('mug'), delta: 1, choice });
  const chosen = ({ lines }: Pick<SavedState, 'lines'>) => lines.map(({ choice }) => choice?.color);

  test('a wish is one line with the choice of the later of two devices, and a plain one does not undo a choice', () => {
    expect(chosen(apply(nothing, wish(sage), wish(clay)))).toEqual(['Clay']);
    expect(chosen(apply(nothing, wish(sage), wish(plain)))).toEqual(['Sage']);
    expect(chosen(apply(nothing, wish(sage), wish()))).toEqual(['Sage']);
    expect(chosen(apply(nothing, wish(plain), wish(sage)))).toEqual(['Sage']);
  });

  test('a line of the cart has no such choice', () => {
    expect(chosen(apply(nothing, { ...inCart('mug'), add: 1, choice: sage }))).toEqual([undefined]);
  });

  test('a wish that is removed and made again with another choice, or with none, has that one, in whatever order it was stored', () => {
    const start = apply(nothing, wish(sage));
    for (const [choice, color] of [
      [clay, 'Clay'],
      [plain, ''],
    ] as const)
      for (const some of [
        [less(sage), more(choice)],
        [more(choice), less(sage)],
      ]) {
        expect(chosen(apply(start, ...changesOf(start.lines, some)))).toEqual([color]);
        expect(chosen({ lines: shownLines(start.lines, [], some).map((each) => ({ ...each, added: 1, taken: 0 })) })).toEqual([color]);
      }
  });

  test('a wish that is removed and put back sends nothing', () => {
    const start = apply(nothing, wish(sage));
    expect(changesOf(start.lines, [less(sage), more(sage)])).toEqual([]);
    expect(changesOf(start.lines, [less(sage), more(clay), less(clay), more(sage)])).toEqual([]);
  });

  test('a wish whose new choice is the one that the account already has sends nothing', () => {
    const start = apply(nothing, wish(sage));
    expect(changesOf(start.lines, [less(clay), more(sage)])).toEqual([]);
  });

  test('a device shows a wish once, with its choice, and none that was removed', () => {
    const { lines } = apply(nothing, wish(sage));
    expect(shownLines(lines, [], [])).toEqual([{ ...wished('mug'), pieces: 1, choice: sage }]);
    expect(shownLines(lines, [], [less(sage)])).toEqual([]);
    expect(shownLines([], [], [more(clay), more(clay)])).toEqual([{ ...wished('mug'), pieces: 1, choice: clay }]);
  });

  test('a wish that another device removed is made again by one that chose anew', () => {
    const start = apply(nothing, wish(sage));
    expect(changesOf([], [less(sage), more(clay)])).toEqual([wish(clay)]);
    const gone = apply(start, ...changesOf(start.lines, [less(sage)]));
    expect(chosen(apply(gone, ...changesOf(start.lines, [less(sage), more(clay)])))).toEqual(['Clay']);
  });

  test('no more changes are sent than there are sums of deltas', () => {
    const choice = fc.constantFrom(sage, clay, plain);
    const some = fc.array(
      fc.record({
        list: fc.constant('wishlist' as const),
        id: fc.constantFrom('mug', 'bowl'),
        choice,
        delta: fc.integer({ min: -2, max: 2 }),
      }),
    );
    fc.assert(
      fc.property(some, (each) => {
        const deltasOfWishes = each.map(({ id, choice: picked, delta }) => ({ ...wished(id), delta, choice: picked }));
        const start = apply(nothing, wish(sage));
        expect(changesOf(start.lines, deltasOfWishes).length).toBeLessThanOrEqual(sumDeltas(deltasOfWishes).length);
      }),
    );
  });
});

const products = ['mug', 'bowl', 'spoon'] as const;
const line = fc.constantFrom(...products.map(inCart), ...products.map(wished));
const adds = fc.record({ line, add: fc.integer({ min: 1, max: 5 }) });
const start = fc
  .array(adds, { maxLength: 8 })
  .map((each) => apply(nothing, ...each.map(({ line: identity, add }) => ({ ...identity, add: identity.list === 'cart' ? add : 1 }))));
/** What one device does: pieces more or fewer, of lines that it may not have. */
const deltas: fc.Arbitrary<LineDelta[]> = fc.array(
  fc.record({ line, delta: fc.integer({ min: -6, max: 6 }) }).map(({ line: identity, delta }) => ({ ...identity, delta })),
  { maxLength: 6 },
);

describe('the laws of the rule', () => {
  test('changes of two devices give the same lists in either order', () => {
    fc.assert(
      fc.property(start, deltas, deltas, (state, one, other) => {
        const first = changesOf(state.lines, one);
        const second = changesOf(state.lines, other);
        expect(pieces(apply(state, ...first, ...second))).toEqual(pieces(apply(state, ...second, ...first)));
      }),
    );
  });

  test('no change of another device takes a piece that was just added', () => {
    fc.assert(
      fc.property(start, deltas, line, fc.integer({ min: 1, max: 5 }), (state, others, identity, count) => {
        const theirs = changesOf(state.lines, others);
        const own = changesOf(state.lines, [{ ...identity, delta: count }]);
        const key = `${identity.list}/${identity.productId}`;
        expect(pieces(apply(state, ...own, ...theirs))[key] ?? 0).toBeGreaterThanOrEqual(identity.list === 'cart' ? count : 1);
      }),
    );
  });

  test('what was taken twice is taken once, and never comes back', () => {
    fc.assert(
      fc.property(start, deltas, (state, some) => {
        const taking = changesOf(state.lines, some).filter((change) => 'upTo' in change);
        const once = apply(state, ...taking);
        expect(apply(once, ...taking)).toEqual(once);
      }),
    );
  });

  test('a device shows the same before a call, during it, and after its answer, if no other device did anything', () => {
    const inAnyOrder = (lines: ReturnType<typeof shownLines>) => lines.map((each) => JSON.stringify(each)).toSorted();
    const ofCart = deltas.map((some) => some.filter(({ list }) => list === 'cart'));
    fc.assert(
      fc.property(start, ofCart, (state, some) => {
        const changes = changesOf(state.lines, some);
        const after = inAnyOrder(shownLines(apply(state, ...changes).lines, [], []));
        expect(inAnyOrder(shownLines(state.lines, changes, []))).toEqual(after);
        expect(inAnyOrder(shownLines(state.lines, [], some))).toEqual(after);
      }),
    );
  });

  test('numbers of pieces are never used again, and no line without pieces is kept', () => {
    fc.assert(
      fc.property(start, fc.array(deltas, { maxLength: 4 }), (state, rounds) => {
        let current = state;
        for (const some of rounds) {
          const next = apply(current, ...changesOf(current.lines, some));
          expect(next.counter).toBeGreaterThanOrEqual(current.counter);
          for (const { added, taken } of next.lines) {
            expect(added).toBeGreaterThan(taken);
            expect(added).toBeLessThanOrEqual(next.counter);
          }
          current = next;
        }
      }),
    );
  });
});

describe('limits', () => {
  test.each(['cart', 'wishlist', 'compare'] as const)('a full %s takes no more lines, says so, and keeps what it has', (list) => {
    const many = Array.from({ length: maxSavedLines[list] + 2 }, (_, at) => ({ ...inCart(`p${at}`), list, add: 1 }));
    const { state, leftOut } = applyChanges(nothing, many);
    expect([state.lines.length, leftOut]).toEqual([maxSavedLines[list], 2]);
    expect(applyChanges(state, [{ ...inCart('p0'), list, add: 1 }]).leftOut).toBe(0);
  });

  test('a full list leaves the others their room', () => {
    const full = apply(nothing, ...Array.from({ length: maxSavedLines.compare }, (_, at) => ({ ...wished(`p${at}`), add: 1 })));
    const { state, leftOut } = applyChanges(full, [{ ...wished('mug'), list: 'compare', add: 1 }]);
    expect([state.lines.length, leftOut]).toEqual([maxSavedLines.compare + 1, 0]);
  });

  test('a line is filled up to its last piece, also after pieces of it were taken, and nothing counts as left out', () => {
    const filled = applyChanges(holding([inCart('mug'), 9998]), [{ ...inCart('mug'), add: 1 }]);
    expect([pieces(filled.state), filled.leftOut]).toEqual([{ 'cart/mug': 9999 }, 0]);
    const refilled = applyChanges(filled.state, [
      { ...inCart('mug'), upTo: 10 },
      { ...inCart('mug'), add: 10 },
    ]);
    expect([pieces(refilled.state), refilled.leftOut]).toEqual([{ 'cart/mug': 9999 }, 0]);
  });

  test('a line holds 9,999 pieces at most', () => {
    const { state, leftOut } = applyChanges(holding([inCart('mug'), maxSavedPieces]), [{ ...inCart('mug'), add: 5 }]);
    expect([pieces(state), leftOut]).toEqual([{ 'cart/mug': 9999 }, 1]);
  });

  test('an account whose numbers are used up keeps its lists and adds nothing', () => {
    const full: SavedState = { ...holding([inCart('mug'), 1]), counter: 999_999_999 };
    const { state, leftOut } = applyChanges(full, [{ ...inCart('bowl'), add: 1 }]);
    expect([state, leftOut]).toEqual([full, 1]);
    const last = applyChanges({ ...full, counter: 999_999_998 }, [{ ...inCart('bowl'), add: 1 }]);
    expect([pieces(last.state), last.leftOut]).toEqual([{ 'cart/mug': 1, 'cart/bowl': 1 }, 0]);
  });

  test('a device leaves out what the server would refuse, and sends the rest', () => {
    const long: LineIdentity = { ...inCart('mug'), color: 'x'.repeat(201) };
    expect(sends(nothing, [long, 1], [inCart('bowl'), 1])).toEqual([{ ...inCart('bowl'), add: 1 }]);
  });

  test.each([
    ['no pieces', { ...inCart('mug'), add: 0 }],
    ['too many pieces', { ...inCart('mug'), add: maxSavedPieces + 1 }],
    ['a list that there is not', { ...inCart('mug'), list: 'basket', add: 1 }],
    ['a product without an id', { ...inCart(''), add: 1 }],
    ['a colour with a line break', { ...inCart('mug'), color: 'a\nb', add: 1 }],
    ['neither adding nor taking', inCart('mug')],
    ['a removal up to piece 0', { ...inCart('mug'), upTo: 0 }],
    ['a removal beyond the last number', { ...inCart('mug'), upTo: 1_000_000_000 }],
    ['a product of more than 200 characters', { ...inCart('x'.repeat(201)), add: 1 }],
    ['a size that is missing', { ...inCart('mug'), size: undefined, add: 1 }],
    ['a choice that lacks its size', { ...wished('mug'), add: 1, choice: { variation: '', color: 'Oat' } }],
  ])('a change with %s is invalid', (_, change) => {
    const good: SavedLine = { ...inCart('mug'), added: 1, taken: 0 };
    expect(savedBatch.safeParse({ account: 'ada', batch: 'a-batch-of-mine', changes: [{ ...good, add: 1 }] }).success).toBe(true);
    expect(savedBatch.safeParse({ account: 'ada', batch: 'a-batch-of-mine', changes: [change] }).success).toBe(false);
  });
});

describe('a call that saves lists', () => {
  const choice = { variation: 'boxed', color: 'Oat', size: '350 ml' };
  const line = { ...wished('mug'), added: 2, taken: 1, choice };

  test('a batch has its account, its key and changes with the choice of a wish, up to 200 of them', () => {
    const changes = [
      { ...wished('mug'), add: 1, choice },
      { ...inCart('mug'), upTo: 3 },
    ];
    expectFields(savedBatch, { account: 'ada', batch: 'a-batch_of-10', changes }, {}, ['', 'x'.repeat(201)]);
    const many = (count: number) => ({ account: 'ada', batch: '0123456789', changes: Array.from({ length: count }, () => changes[1]) });
    expect([0, 200, 201].map((count) => savedBatch.safeParse(many(count)).success)).toEqual([true, true, false]);
  });

  test.each(['012345678', '0'.repeat(65), 'ten letters', 'ünïcödé-key', '0123456789\n', ''])(
    'the key %j of a batch is refused',
    (batch) => {
      expect(savedBatch.safeParse({ account: 'ada', batch: '0'.repeat(64), changes: [] }).success).toBe(true);
      expect(savedBatch.safeParse({ account: 'ada', batch, changes: [] }).success).toBe(false);
    },
  );

  test('the answer to a call that saves lists has all lines, how many changes found a list full, and the products that the shop does not have', () => {
    expectFields(savedLists, { lines: [line], leftOut: 1, unknown: ['gone'] }, {}, [[7]]);
    expectFields(lineDelta, { ...wished('mug'), delta: -1 }, { choice }, [null]);
    for (const over of [{ list: 'basket' }, { delta: 0.5 }, { choice: { color: 'Oat' } }])
      expect(lineDelta.safeParse({ ...wished('mug'), delta: 1, ...over }).success).toBe(false);
    for (const over of [{ added: -1 }, { taken: 1.5 }, { added: 1_000_000_000 }])
      expect(savedLists.safeParse({ lines: [{ ...line, ...over }], leftOut: 0, unknown: [] }).success).toBe(false);
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
