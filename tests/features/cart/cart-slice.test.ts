import { combineSlices, configureStore, isAction, type Middleware } from '@reduxjs/toolkit';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CartLine } from '#contract/cart-line.ts';
import type { Product } from '#contract/product.ts';
import { resolveVariant } from '#contract/resolve-variant.ts';
import { availableQuantity, poolsOf } from '#contract/stock.ts';
import { type Variant, variantOf } from '#contract/variant.ts';
import {
  added,
  addToCart,
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

/** A store with the cart slice, which records the type of every dispatched action. */
const aCart = () => {
  const actionTypes: string[] = [];
  const recordAction: Middleware = () => (next) => (action) => {
    if (isAction(action))
      actionTypes.push('payload' in action && typeof action.payload === 'string' ? `${action.type}/${action.payload}` : action.type);
    return next(action);
  };
  const store = configureStore({ reducer: combineSlices(cartSlice), middleware: (getDefault) => getDefault().concat(recordAction) });
  const lines = () => selectLines(store.getState());
  const line = (at = 0) => lines()[at] ?? aCartLine();
  return { store, actionTypes, lines, line, dispatch: store.dispatch };
};

const mug = aProduct({
  stock: 20,
  variation: [aColor('Oat', { S: 3, L: 5 }), aColor('Ink', { S: 2 })],
  types: [aType('plain', 10), aType('boxed', 13, { stock: 2, saleCount: 0 })],
});
const oatSmall = { color: 'Oat', size: 'S' };
const oatLarge = { color: 'Oat', size: 'L' };

describe('a shopper adds to the cart', () => {
  test('a shopper adds one unit by default, as a line with its own id and delivery cost', {
    tags: ['cart.add.one-by-default', 'cart-line.fields', 'cart.total-delivery-cost'],
  }, () => {
    const { dispatch, lines, actionTypes } = aCart();
    expect(dispatch(addToCart(aProduct()))).toBe(true);
    expect(lines()).toEqual([{ ...aProduct(), cartItemId: expect.stringMatching(/.{10,}/), quantity: 1, totalDeliveryCost: 2.5 }]);
    expect(actionTypes).toEqual(['cart/added']);
  });

  test.each([
    ['in a size that is sold out', { ...mug, selectedProductColor: 'Rust', selectedProductSize: 'S', selectedVariation: mug.types[0] }],
    ['from before there were colours and options to choose', { ...mug, variation: [], types: [] }],
  ])('a shopper can add all that is left although there is a line in the cart %s', (_, line) => {
    const { dispatch, lines } = aCart();
    dispatch(added(aCartLine({ ...line, quantity: 18 })));
    expect(dispatch(addToCart(mug, { ...oatSmall, variationId: 'plain' }, 4))).toBe(false);
    expect(dispatch(addToCart(mug, { ...oatSmall, variationId: 'plain' }, 3))).toBe(true);
    expect(lines().map(({ quantity }) => quantity)).toEqual([18, 3]);
  });

  test('a shopper raises the quantity of the line when the same product is added again', { tags: 'cart.add.same-line' }, () => {
    const { dispatch, lines, line } = aCart();
    dispatch(addToCart(aProduct()));
    const { cartItemId } = line();
    dispatch(addToCart(aProduct(), {}, 3));
    expect(lines()).toHaveLength(1);
    expect(line()).toMatchObject({ cartItemId, quantity: 4, totalDeliveryCost: 10 });
  });

  test('a shopper adds another product as another line, with another id', { tags: 'cart.add.new-line' }, () => {
    const { dispatch, store, line } = aCart();
    dispatch(addToCart(aProduct()));
    dispatch(addToCart(aProduct({ _id: 'jug', id: 'jug' })));
    expect(selectLineCount(store.getState())).toBe(2);
    expect(line(0).cartItemId).not.toBe(line(1).cartItemId);
  });

  test.each<[string, Variant, Variant]>([
    ['another size', oatSmall, oatLarge],
    ['another colour', oatSmall, { ...oatSmall, color: 'Ink' }],
    ['another variation', { ...oatSmall, variationId: 'plain' }, { ...oatSmall, variationId: 'boxed' }],
  ])('a shopper adds %s of the same product as another line', { tags: 'cart.add.new-line' }, (_, one, other) => {
    const { dispatch, lines } = aCart();
    dispatch(addToCart(mug, one));
    dispatch(addToCart(mug, other));
    expect(lines()).toHaveLength(2);
  });

  test('a shopper adds the same variation, colour and size to the same line, and updates its copy of the product', {
    tags: 'cart.add.same-line',
  }, () => {
    const { dispatch, lines, line } = aCart();
    dispatch(addToCart(mug, { ...oatLarge, variationId: 'plain' }));
    dispatch(addToCart({ ...mug, name: 'Mug, renamed', types: [aType('plain', 11)] }, { ...oatLarge, variationId: 'plain' }));
    expect(lines()).toHaveLength(1);
    expect(line()).toMatchObject({ quantity: 2, name: 'Mug, renamed', selectedVariation: { price: { basePrice: 11 } } });
  });

  test('a shopper cannot add a product without _id', { tags: 'cart.add.needs-id' }, () => {
    const { dispatch, lines, actionTypes } = aCart();
    expect(dispatch(addToCart(aProduct({ _id: '' })))).toBe(false);
    expect(lines()).toEqual([]);
    expect(actionTypes).toEqual(['cart/addRefused/invalidProduct']);
  });

  test.each([
    ['more than are in stock', 11, []],
    ['one more than the stock, counting the cart', 1, [10]],
    ['many more than the stock, counting the cart', 8, [1, 2]],
  ])('adding %s is refused and changes nothing', { tags: 'cart.limit' }, (_, asked, before) => {
    const { dispatch, lines, actionTypes } = aCart();
    for (const quantity of before) dispatch(addToCart(aProduct(), {}, quantity));
    const linesBefore = lines();
    actionTypes.length = 0;
    expect(dispatch(addToCart(aProduct(), {}, asked))).toBe(false);
    expect(lines()).toEqual(linesBefore);
    expect(actionTypes).toEqual(['cart/addRefused/limitReached']);
  });

  test('a shopper cannot add more than the unsold stock', () => {
    const { dispatch, lines } = aCart();
    dispatch(addToCart(aProduct({ stock: 5, saleCount: 5 })));
    expect(lines()).toEqual([]);
    dispatch(addToCart(aProduct({ stock: 5, saleCount: 4 })));
    expect(lines()).toHaveLength(1);
  });

  test('the lines of one stock pool share its limit', () => {
    const { dispatch, line, actionTypes } = aCart();
    expect(dispatch(addToCart(mug, { ...oatSmall, variationId: 'plain' }, 2))).toBe(true);
    expect(dispatch(addToCart(mug, { ...oatSmall, variationId: 'boxed' }, 2))).toBe(false);
    expect(dispatch(addToCart(mug, { ...oatSmall, variationId: 'boxed' }, 1))).toBe(true);
    expect(dispatch(addToCart(mug, { ...oatLarge, variationId: 'boxed' }, 2))).toBe(false);
    expect(line(1).quantity).toBe(1);
    expect(actionTypes.filter((type) => type === 'cart/addRefused/limitReached')).toHaveLength(2);
  });

  test('a shopper gets free delivery with a delivery cost of 0, and delivery totals without floating-point errors', {
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
    cart.actionTypes.length = 0;
    return cart;
  };

  test('a shopper who changes a quantity lowers it by one with the action cart/decremented', { tags: 'cart.decrease' }, () => {
    const { dispatch, line, actionTypes } = cartOf(3);
    dispatch(changeQuantity(line(), aProduct(), 2));
    expect(line()).toMatchObject({ quantity: 2, totalDeliveryCost: 5 });
    expect(actionTypes).toEqual(['cart/decremented']);
  });

  test('a shopper who changes a quantity lowers it from one, which removes the line with the action cart/removed', {
    tags: 'cart.decrease-last',
  }, () => {
    const { dispatch, line, lines, actionTypes } = cartOf(1);
    const { cartItemId } = line();
    dispatch(changeQuantity(line(), aProduct(), 0));
    expect(lines()).toEqual([]);
    expect(actionTypes).toEqual([`cart/removed/${cartItemId}`]);
  });

  test('a shopper who changes a quantity raises it, with the same stock limit as an add', () => {
    const { dispatch, line, actionTypes } = cartOf(9);
    dispatch(changeQuantity(line(), aProduct(), 10));
    dispatch(changeQuantity(line(), aProduct(), 11));
    expect(line().quantity).toBe(10);
    expect(actionTypes).toEqual(['cart/added', 'cart/addRefused/limitReached']);
  });

  test('a shopper who changes a quantity raises it on a line with a choice, and the choice and its stock limit stay', () => {
    const { dispatch, lines, line } = aCart();
    dispatch(addToCart(mug, { ...oatSmall, variationId: 'plain' }));
    dispatch(changeQuantity(line(), mug, 3));
    expect(lines()).toHaveLength(1);
    expect(line().quantity).toBe(3);
    expect(variantOf(line())).toEqual({ ...oatSmall, variationId: 'plain' });
    dispatch(changeQuantity(line(), mug, 4));
    expect(line().quantity).toBe(3);
  });

  test('a shopper who changes a quantity sets the current quantity again, which dispatches nothing', () => {
    const { dispatch, line, actionTypes } = cartOf(2);
    dispatch(changeQuantity(line(), aProduct(), 2));
    expect(actionTypes).toEqual([]);
  });

  test('a shopper who changes a quantity cannot decrement a line below one unit', () => {
    const { dispatch, line } = cartOf(3);
    dispatch(decremented({ cartItemId: line().cartItemId, by: 99 }));
    expect(line().quantity).toBe(1);
  });
});

describe('a shopper removes lines from the cart', () => {
  test('a shopper removes one line, then clears the cart', { tags: ['cart.delete', 'cart.delete-all'] }, () => {
    const { dispatch, lines, line, store } = aCart();
    dispatch(addToCart(aProduct()));
    dispatch(addToCart(aProduct({ _id: 'jug', id: 'jug' })));
    dispatch(addToCart(aProduct({ _id: 'vase', id: 'vase' })));
    dispatch(removed(line(1).cartItemId));
    expect(lines().map(({ _id }) => _id)).toEqual(['mug', 'vase']);
    dispatch(cleared());
    expect(selectLineCount(store.getState())).toBe(0);
  });

  test('a shopper restores a removed line at its position with Undo', () => {
    const { dispatch, lines, line } = aCart();
    for (const _id of ['mug', 'jug', 'vase']) dispatch(addToCart(aProduct({ _id, id: _id })));
    const removedLine = line(1);
    dispatch(removed(removedLine.cartItemId));
    dispatch(putBack({ line: removedLine, index: 1 }));
    expect(lines().map(({ _id }) => _id)).toEqual(['mug', 'jug', 'vase']);
  });

  test('a shopper gets no second line by Undo when the same product was added again meanwhile', () => {
    const { dispatch, lines, line } = aCart();
    dispatch(addToCart(aProduct(), {}, 2));
    const removedLine = line();
    dispatch(removed(removedLine.cartItemId));
    dispatch(addToCart(aProduct()));
    dispatch(putBack({ line: removedLine, index: 0 }));
    expect(lines()).toHaveLength(1);
    expect(line().quantity).toBe(1);
  });

  test('a shopper accepts a changed product, which updates price and delivery and keeps the quantity', () => {
    const { dispatch, line } = aCart();
    dispatch(addToCart(aProduct(), {}, 2));
    dispatch(changeAcknowledged({ ...line(), price: { basePrice: 12 }, deliveryCost: 3, quantity: 7 }));
    expect(line()).toMatchObject({ price: { basePrice: 12 }, quantity: 2, totalDeliveryCost: 6 });
  });
});

describe('a cart is restored from storage', () => {
  const empty = { lines: [] };

  test('a cart is restored from storage unchanged', () => {
    const line = aCartLine({ quantity: 3, totalDeliveryCost: 7.5, selectedProductColor: 'Oat' });
    expect(restoreCart({ lines: [line] }, empty)).toEqual({ lines: [line] });
  });

  test.each([undefined, null, 'rubbish', 7, [], {}, { lines: 'many' }, { lines: { 0: aCartLine() } }, { cartItems: [aCartLine()] }])(
    'a cart is restored from storage as an empty cart when the stored value is %j',
    (stored) => {
      expect(restoreCart(stored, empty)).toEqual({ lines: [] });
    },
  );

  test.each([
    ['no product', { quantity: 1 }],
    ['no _id', aCartLine({ _id: '' })],
    ['no id of its own', { ...aCartLine(), cartItemId: undefined }],
    ['no quantity', { ...aCartLine(), quantity: undefined }],
    ['a quantity of 0', aCartLine({ quantity: 0 })],
    ['a negative quantity', aCartLine({ quantity: -2 })],
    ['half a piece', aCartLine({ quantity: 1.5 })],
    ['a quantity that is no number', { ...aCartLine(), quantity: 'two' }],
    ['a quantity above the limit', aCartLine({ quantity: 1e9 })],
    ['no price', { ...aCartLine(), price: undefined }],
    ['a negative price', aCartLine({ price: { basePrice: -1 } })],
    ['null', null],
  ])('a cart is restored from storage without an invalid line: %s', (_, broken) => {
    expect(restoreCart({ lines: [broken, aCartLine({ _id: 'jug' })] }, empty).lines.map(({ _id }) => _id)).toEqual(['jug']);
  });

  test('a cart is restored from storage with one line for the same product and choice, and its delivery cost recalculated', () => {
    const first = aCartLine({ quantity: 2, totalDeliveryCost: 99 });
    const { lines } = restoreCart({ lines: [first, { ...first, cartItemId: 'other', quantity: 5 }] }, empty);
    expect(lines).toEqual([{ ...first, totalDeliveryCost: 5 }]);
  });

  test('a cart is restored from storage merged with the lines that were added before storage was read', () => {
    const stored = { lines: [aCartLine({ quantity: 2 }), aCartLine({ _id: 'jug' })] };
    const now = { lines: [aCartLine({ cartItemId: 'new', quantity: 1 }), aCartLine({ _id: 'vase' })] };
    const { lines } = restoreCart(stored, now);
    expect(lines.map(({ _id, quantity }) => [_id, quantity])).toEqual([
      ['mug', 3],
      ['jug', 1],
      ['vase', 1],
    ]);
  });

  test('property: with valid lines only, whatever was stored', () => {
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

test('property: no sequence of cart actions makes a line smaller than one unit, exceeds a stock pool or gives two lines the same id', {
  tags: 'cart-line.unique-id',
}, () => {
  const products: readonly Product[] = [
    mug,
    aProduct({ _id: 'soap', id: 'soap', stock: 4, saleCount: 1 }),
    aProduct({ _id: 'gone', id: 'gone', stock: 2, saleCount: 2 }),
  ];
  const anyVariant = fc.record(
    {
      variationId: fc.constantFrom('plain', 'boxed', 'lost'),
      color: fc.constantFrom('Oat', 'Ink', 'Lost'),
      size: fc.constantFrom('S', 'L'),
    },
    { requiredKeys: [] },
  );
  // Most others are refused, and only several lines can share an id or a pool.
  const variant = fc.oneof(fc.constantFrom(oatSmall, oatLarge, { ...oatSmall, color: 'Ink' }), anyVariant);
  const step = fc.record({
    kind: fc.constantFrom('add', 'add', 'change', 'remove', 'undo'),
    product: fc.constantFrom(...products),
    variant,
    at: fc.nat(5),
    quantity: fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 8 })),
    wanted: fc.integer({ min: -1, max: 12 }),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
      const { dispatch, lines } = aCart();
      for (const { kind, product, variant, at, quantity, wanted } of steps) {
        const line = lines()[at % Math.max(1, lines().length)];
        const today = products.find(({ _id }) => _id === line?._id);
        if (kind === 'add') dispatch(addToCart(product, variant, quantity));
        else if (line && today && kind === 'change') dispatch(changeQuantity(line, today, wanted));
        else if (line && kind === 'remove') dispatch(removed(line.cartItemId));
        else if (line && kind === 'undo') dispatch(putBack({ line, index: at }));

        const quantityByPool = new Map<string, number>();
        for (const each of lines()) {
          expect(each.quantity).toBeGreaterThanOrEqual(1);
          expect(each.quantity).toBeLessThanOrEqual(availableQuantity(each, variantOf(each)));
        }
        // A line whose choice is still to be made cannot be ordered, and claims nothing.
        const orderable = lines().filter((each) => resolveVariant(each, variantOf(each)).missing.length === 0);
        for (const each of orderable)
          for (const { key } of poolsOf(each, variantOf(each))) quantityByPool.set(key, (quantityByPool.get(key) ?? 0) + each.quantity);
        for (const each of orderable)
          for (const pool of poolsOf(each, variantOf(each))) expect(quantityByPool.get(pool.key)).toBeLessThanOrEqual(pool.available);
        expect(new Set(lines().map(({ cartItemId }) => cartItemId)).size).toBe(lines().length);
      }
    }),
  );
});

test('two tabs that add the same line at once converge on one line id', () => {
  const first = aCartLine({ cartItemId: 'b' });
  const second = aCartLine({ cartItemId: 'a' });
  const inOrder = (...lines: readonly CartLine[]) =>
    lines.reduce((cart, line) => cartSlice.reducer(cart, added(line)), cartSlice.getInitialState()).lines;
  expect(inOrder(first, second)).toEqual(inOrder(second, first));
  expect(inOrder(first, second)).toMatchObject([{ cartItemId: 'a', quantity: 2 }]);
});
