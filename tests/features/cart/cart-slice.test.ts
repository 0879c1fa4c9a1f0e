import { combineSlices, configureStore, isAction, type Middleware } from '@reduxjs/toolkit';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CartLine } from '#contract/cart-line.ts';
import type { Product } from '#contract/product.ts';
import { available, poolsOf } from '#contract/stock.ts';
import {
  added,
  addToCart,
  type CartChoice,
  cartSlice,
  changeAcknowledged,
  changeQuantity,
  cleared,
  decremented,
  putBack,
  removed,
  selectLineCount,
  selectLines,
} from '#features/cart/cart-slice.ts';
import { restoreCart } from '#features/cart/restore-cart.ts';
import { aCartLine, aColor, aProduct, aType } from '#tests/support/product-builders.ts';

/** A cart with a memory of every fact that was told about it. */
const aCart = () => {
  const facts: string[] = [];
  const note: Middleware = () => (next) => (action) => {
    if (isAction(action))
      facts.push('payload' in action && typeof action.payload === 'string' ? `${action.type}/${action.payload}` : action.type);
    return next(action);
  };
  const store = configureStore({ reducer: combineSlices(cartSlice), middleware: (getDefault) => getDefault().concat(note) });
  const lines = () => selectLines(store.getState());
  const line = (at = 0) => lines()[at] ?? aCartLine();
  return { store, facts, lines, line, dispatch: store.dispatch };
};

const mug = aProduct({
  stock: 20,
  variation: [aColor('Oat', { S: 3, L: 5 }), aColor('Ink', { S: 2 })],
  types: [aType('plain', 10), aType('boxed', 13, { stock: 2, saleCount: 0 })],
});
const oatSmall = { selectedProductColor: 'Oat', selectedProductSize: 'S' };
const oatLarge = { selectedProductColor: 'Oat', selectedProductSize: 'L' };

describe('a shopper adds to the cart', () => {
  test('one piece when no number is said, with an id of its own and the delivery counted', {
    tags: ['cart.add.one-by-default', 'cart-line.fields', 'cart.total-delivery-cost'],
  }, () => {
    const { dispatch, lines, facts } = aCart();
    expect(dispatch(addToCart(aProduct()))).toBe(true);
    expect(lines()).toEqual([{ ...aProduct(), cartItemId: expect.stringMatching(/.{10,}/), quantity: 1, totalDeliveryCost: 2.5 }]);
    expect(facts).toEqual(['cart/added']);
  });

  test('the same product again raises its quantity and keeps the line', { tags: 'cart.add.same-line' }, () => {
    const { dispatch, lines, line } = aCart();
    dispatch(addToCart(aProduct()));
    const { cartItemId } = line();
    dispatch(addToCart(aProduct(), {}, 3));
    expect(lines()).toHaveLength(1);
    expect(line()).toMatchObject({ cartItemId, quantity: 4, totalDeliveryCost: 10 });
  });

  test('another product is another line, with another id', { tags: ['cart.add.new-line', 'cart-line.unique-id'] }, () => {
    const { dispatch, store, line } = aCart();
    dispatch(addToCart(aProduct()));
    dispatch(addToCart(aProduct({ _id: 'jug', id: 'jug' })));
    expect(selectLineCount(store.getState())).toBe(2);
    expect(line(0).cartItemId).not.toBe(line(1).cartItemId);
  });

  test.each<[string, CartChoice, CartChoice]>([
    ['another size', oatSmall, oatLarge],
    ['another colour', oatSmall, { ...oatSmall, selectedProductColor: 'Ink' }],
    ['another variation', { ...oatSmall, selectedVariation: aType('plain', 10) }, { ...oatSmall, selectedVariation: aType('boxed', 13) }],
  ])('%s of the same product is another line', { tags: 'cart.add.new-line' }, (_, one, other) => {
    const { dispatch, lines } = aCart();
    dispatch(addToCart(mug, one));
    dispatch(addToCart(mug, other));
    expect(lines()).toHaveLength(2);
  });

  test('the same variation, colour and size is the same line, with the newest copy of the product', { tags: 'cart.add.same-line' }, () => {
    const { dispatch, lines, line } = aCart();
    dispatch(addToCart(mug, { ...oatLarge, selectedVariation: aType('plain', 10) }));
    dispatch(addToCart({ ...mug, name: 'Mug, renamed' }, { ...oatLarge, selectedVariation: aType('plain', 11) }));
    expect(lines()).toHaveLength(1);
    expect(line()).toMatchObject({ quantity: 2, name: 'Mug, renamed', selectedVariation: { price: { basePrice: 11 } } });
  });

  test('what has no _id is no product', { tags: 'cart.add.needs-id' }, () => {
    const { dispatch, lines, facts } = aCart();
    expect(dispatch(addToCart(aProduct({ _id: '' })))).toBe(false);
    expect(lines()).toEqual([]);
    expect(facts).toEqual(['cart/addRefused/invalidProduct']);
  });

  test.each([
    ['more than there are at once', 11, []],
    ['one more than there are, in two goes', 1, [10]],
    ['a lot more beside what is there', 8, [1, 2]],
  ])('%s is refused and changes nothing', { tags: 'cart.limit' }, (_, asked, before) => {
    const { dispatch, lines, facts } = aCart();
    for (const quantity of before) dispatch(addToCart(aProduct(), {}, quantity));
    const held = lines();
    facts.length = 0;
    expect(dispatch(addToCart(aProduct(), {}, asked))).toBe(false);
    expect(lines()).toEqual(held);
    expect(facts).toEqual(['cart/addRefused/limitReached']);
  });

  test('what has sold is not there any more', () => {
    const { dispatch, lines } = aCart();
    dispatch(addToCart(aProduct({ stock: 5, saleCount: 5 })));
    expect(lines()).toEqual([]);
    dispatch(addToCart(aProduct({ stock: 5, saleCount: 4 })));
    expect(lines()).toHaveLength(1);
  });

  test('lines that draw on the same pieces share the limit', () => {
    const { dispatch, line, facts } = aCart();
    const boxed = aType('boxed', 13, { stock: 2, saleCount: 0 });
    const plain = aType('plain', 10);
    expect(dispatch(addToCart(mug, { ...oatSmall, selectedVariation: plain }, 2))).toBe(true);
    expect(dispatch(addToCart(mug, { ...oatSmall, selectedVariation: boxed }, 2))).toBe(false);
    expect(dispatch(addToCart(mug, { ...oatSmall, selectedVariation: boxed }, 1))).toBe(true);
    expect(dispatch(addToCart(mug, { ...oatLarge, selectedVariation: boxed }, 2))).toBe(false);
    expect(line(1).quantity).toBe(1);
    expect(facts.filter((fact) => fact === 'cart/addRefused/limitReached')).toHaveLength(2);
  });

  test('delivery costs nothing where none is said, and is counted in pence', {
    tags: ['cart.delivery-cost', 'cart.total-delivery-cost'],
  }, () => {
    const { dispatch, line } = aCart();
    dispatch(addToCart(aProduct({ deliveryCost: 0 }), {}, 3));
    expect(line().totalDeliveryCost).toBe(0);
    const other = aCart();
    other.dispatch(addToCart(aProduct({ deliveryCost: 0.1 }), {}, 3));
    expect(other.line().totalDeliveryCost).toBe(0.3);
  });
});

describe('a shopper changes a quantity', () => {
  const cartOf = (quantity: number) => {
    const cart = aCart();
    cart.dispatch(addToCart(aProduct(), {}, quantity));
    cart.facts.length = 0;
    return cart;
  };

  test('one less is one less, and is told', { tags: 'cart.decrease' }, () => {
    const { dispatch, line, facts } = cartOf(3);
    dispatch(changeQuantity(line(), aProduct(), 2));
    expect(line()).toMatchObject({ quantity: 2, totalDeliveryCost: 5 });
    expect(facts).toEqual(['cart/decremented']);
  });

  test('one less of one removes the line, and is told as a removal', { tags: 'cart.decrease-last' }, () => {
    const { dispatch, line, lines, facts } = cartOf(1);
    const { cartItemId } = line();
    dispatch(changeQuantity(line(), aProduct(), 0));
    expect(lines()).toEqual([]);
    expect(facts).toEqual([`cart/removed/${cartItemId}`]);
  });

  test('more is an add with all its rules', () => {
    const { dispatch, line, facts } = cartOf(9);
    dispatch(changeQuantity(line(), aProduct(), 10));
    dispatch(changeQuantity(line(), aProduct(), 11));
    expect(line().quantity).toBe(10);
    expect(facts).toEqual(['cart/added', 'cart/addRefused/limitReached']);
  });

  test('more of a chosen one stays the same choice', () => {
    const { dispatch, lines, line } = aCart();
    dispatch(addToCart(mug, { ...oatSmall, selectedVariation: aType('plain', 10) }));
    dispatch(changeQuantity(line(), mug, 3));
    expect(lines()).toHaveLength(1);
    expect(line()).toMatchObject({ quantity: 3, ...oatSmall });
    dispatch(changeQuantity(line(), mug, 4));
    expect(line().quantity).toBe(3);
  });

  test('the quantity it has already says nothing', () => {
    const { dispatch, line, facts } = cartOf(2);
    dispatch(changeQuantity(line(), aProduct(), 2));
    expect(facts).toEqual([]);
  });

  test('no decrease brings a line below one piece', () => {
    const { dispatch, line } = cartOf(3);
    dispatch(decremented({ cartItemId: line().cartItemId, by: 99 }));
    expect(line().quantity).toBe(1);
  });
});

describe('a shopper takes things out', () => {
  test('delete removes that line, delete-all every line', { tags: ['cart.delete', 'cart.delete-all'] }, () => {
    const { dispatch, lines, line, store } = aCart();
    dispatch(addToCart(aProduct()));
    dispatch(addToCart(aProduct({ _id: 'jug', id: 'jug' })));
    dispatch(addToCart(aProduct({ _id: 'vase', id: 'vase' })));
    dispatch(removed(line(1).cartItemId));
    expect(lines().map(({ _id }) => _id)).toEqual(['mug', 'vase']);
    dispatch(cleared());
    expect(selectLineCount(store.getState())).toBe(0);
  });

  test('Undo puts a line back where it stood', () => {
    const { dispatch, lines, line } = aCart();
    for (const _id of ['mug', 'jug', 'vase']) dispatch(addToCart(aProduct({ _id, id: _id })));
    const taken = line(1);
    dispatch(removed(taken.cartItemId));
    dispatch(putBack({ line: taken, index: 1 }));
    expect(lines().map(({ _id }) => _id)).toEqual(['mug', 'jug', 'vase']);
  });

  test('Undo does nothing when the same goods were added again meanwhile', () => {
    const { dispatch, lines, line } = aCart();
    dispatch(addToCart(aProduct(), {}, 2));
    const taken = line();
    dispatch(removed(taken.cartItemId));
    dispatch(addToCart(aProduct()));
    dispatch(putBack({ line: taken, index: 0 }));
    expect(lines()).toHaveLength(1);
    expect(line().quantity).toBe(1);
  });

  test("accepting a new price takes over today's product and keeps the quantity", () => {
    const { dispatch, line } = aCart();
    dispatch(addToCart(aProduct(), {}, 2));
    dispatch(changeAcknowledged({ ...line(), price: { basePrice: 12 }, deliveryCost: 3, quantity: 7 }));
    expect(line()).toMatchObject({ price: { basePrice: 12 }, quantity: 2, totalDeliveryCost: 6 });
  });
});

describe('a browser gives a cart back', () => {
  const empty = { lines: [] };

  test('as it was', () => {
    const line = aCartLine({ quantity: 3, totalDeliveryCost: 7.5, selectedProductColor: 'Oat' });
    expect(restoreCart({ lines: [line] }, empty)).toEqual({ lines: [line] });
  });

  test.each([undefined, null, 'rubbish', 7, [], {}, { lines: 'many' }, { lines: { 0: aCartLine() } }, { cartItems: [aCartLine()] }])(
    'as an empty one when it kept %j',
    (stored) => {
      expect(restoreCart(stored, empty)).toEqual({ lines: [] });
    },
  );

  test.each([
    ['no product', { quantity: 1 }],
    ['no _id', aCartLine({ _id: '' })],
    ['no id of its own', { ...aCartLine(), cartItemId: undefined }],
    ['no quantity', { ...aCartLine(), quantity: undefined }],
    ['none of it', aCartLine({ quantity: 0 })],
    ['less than none', aCartLine({ quantity: -2 })],
    ['half a piece', aCartLine({ quantity: 1.5 })],
    ['no number', { ...aCartLine(), quantity: 'two' }],
    ['more than any shop has', aCartLine({ quantity: 1e9 })],
    ['no price', { ...aCartLine(), price: undefined }],
    ['a price below nothing', aCartLine({ price: { basePrice: -1 } })],
    ['nothing at all', null],
  ])('without a line of %s', (_, broken) => {
    expect(restoreCart({ lines: [broken, aCartLine({ _id: 'jug' })] }, empty).lines.map(({ _id }) => _id)).toEqual(['jug']);
  });

  test('with the same goods once, and the delivery counted anew', () => {
    const first = aCartLine({ quantity: 2, totalDeliveryCost: 99 });
    const { lines } = restoreCart({ lines: [first, { ...first, cartItemId: 'other', quantity: 5 }] }, empty);
    expect(lines).toEqual([{ ...first, totalDeliveryCost: 5 }]);
  });

  test('beside what was added before it could be read', () => {
    const stored = { lines: [aCartLine({ quantity: 2 }), aCartLine({ _id: 'jug' })] };
    const now = { lines: [aCartLine({ cartItemId: 'new', quantity: 1 }), aCartLine({ _id: 'vase' })] };
    const { lines } = restoreCart(stored, now);
    expect(lines.map(({ _id, quantity }) => [_id, quantity])).toEqual([
      ['mug', 3],
      ['jug', 1],
      ['vase', 1],
    ]);
  });

  test('law: it never fails and never gives what the cart could not hold, whatever was kept', () => {
    const anyLine = fc.oneof(
      fc.anything(),
      fc
        .record({ quantity: fc.oneof(fc.integer(), fc.anything()), _id: fc.oneof(fc.string(), fc.anything()), cartItemId: fc.string() })
        .map((over) => ({ ...aCartLine(), ...over })),
    );
    fc.assert(
      fc.property(fc.oneof(fc.anything(), fc.record({ lines: fc.array(anyLine) })), (stored) => {
        const { lines } = restoreCart(stored, empty);
        for (const line of lines) {
          expect(line._id).not.toBe('');
          expect(Number.isInteger(line.quantity) && line.quantity >= 1).toBe(true);
        }
        expect(restoreCart({ lines }, empty).lines).toEqual(lines);
      }),
    );
  });
});

test('law: whatever a shopper does, no line falls below one piece and no pool of pieces is overdrawn', () => {
  const goods: readonly Product[] = [
    mug,
    aProduct({ _id: 'soap', id: 'soap', stock: 4, saleCount: 1 }),
    aProduct({ _id: 'gone', id: 'gone', stock: 2, saleCount: 2 }),
  ];
  const choice = fc.record(
    {
      selectedVariation: fc.constantFrom(aType('plain', 10), aType('boxed', 13), aType('lost', 1)),
      selectedProductColor: fc.constantFrom('Oat', 'Ink', 'Lost'),
      selectedProductSize: fc.constantFrom('S', 'L'),
    },
    { requiredKeys: [] },
  );
  const step = fc.record({
    kind: fc.constantFrom('add', 'change', 'remove', 'undo'),
    product: fc.constantFrom(...goods),
    choice,
    at: fc.nat(5),
    quantity: fc.integer({ min: 1, max: 8 }),
    wanted: fc.integer({ min: -1, max: 12 }),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
      const { dispatch, lines } = aCart();
      for (const { kind, product, choice: chosen, at, quantity, wanted } of steps) {
        const line = lines()[at % Math.max(1, lines().length)];
        const today = goods.find(({ _id }) => _id === line?._id);
        if (kind === 'add') dispatch(addToCart(product, chosen, quantity));
        else if (line && today && kind === 'change') dispatch(changeQuantity(line, today, wanted));
        else if (line && kind === 'remove') dispatch(removed(line.cartItemId));
        else if (line && kind === 'undo') dispatch(putBack({ line, index: at }));

        const taken = new Map<string, number>();
        for (const each of lines()) {
          expect(each.quantity).toBeGreaterThanOrEqual(1);
          expect(each.quantity).toBeLessThanOrEqual(available(each, each));
          for (const { key } of poolsOf(each, each)) taken.set(key, (taken.get(key) ?? 0) + each.quantity);
        }
        for (const each of lines()) for (const pool of poolsOf(each, each)) expect(taken.get(pool.key)).toBeLessThanOrEqual(pool.available);
        expect(new Set(lines().map(({ cartItemId }) => cartItemId)).size).toBe(lines().length);
      }
    }),
  );
});

test('two tabs that began the same line at once call it the same afterwards', () => {
  const mine = aCartLine({ cartItemId: 'b' });
  const theirs = aCartLine({ cartItemId: 'a' });
  const inOrder = (...lines: readonly CartLine[]) =>
    lines.reduce((cart, line) => cartSlice.reducer(cart, added(line)), cartSlice.getInitialState()).lines;
  expect(inOrder(mine, theirs)).toEqual(inOrder(theirs, mine));
  expect(inOrder(mine, theirs)).toMatchObject([{ cartItemId: 'a', quantity: 2 }]);
});
