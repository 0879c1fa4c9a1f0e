import { combineSlices, configureStore, isAction, type Middleware } from '@reduxjs/toolkit';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { restoreWishlist } from '#features/wishlist/restore-wishlist.ts';
import { addToWishlist, cleared, putBack, removed, selectHas, selectItems, wishlistSlice } from '#features/wishlist/wishlist-slice.ts';
import { aProduct } from '#tests/support/product-builders.ts';

const aWishlist = () => {
  const payloads: unknown[] = [];
  const recordPayload: Middleware = () => (next) => (action) => {
    if (isAction(action) && 'payload' in action) payloads.push(action.payload);
    return next(action);
  };
  const store = configureStore({ reducer: combineSlices(wishlistSlice), middleware: (getDefault) => getDefault().concat(recordPayload) });
  return { ...store, payloads, ids: () => selectItems(store.getState()).map(({ _id }) => _id) };
};

test('a shopper adds products to the wishlist, removes one, and clears it', {
  tags: ['wishlist.add', 'wishlist.delete', 'wishlist.delete-all'],
}, () => {
  const { dispatch, ids, getState } = aWishlist();
  dispatch(addToWishlist(aProduct()));
  dispatch(addToWishlist(aProduct({ _id: 'jug' })));
  dispatch(addToWishlist(aProduct({ _id: 'vase' })));
  expect(selectHas(getState(), 'jug')).toBe(true);
  dispatch(removed('jug'));
  expect(ids()).toEqual(['mug', 'vase']);
  expect(selectHas(getState(), 'jug')).toBe(false);
  dispatch(cleared());
  expect(ids()).toEqual([]);
});

test('a removed product is restored at its position, once', () => {
  const { dispatch, ids } = aWishlist();
  for (const _id of ['jug', 'mug', 'vase']) dispatch(addToWishlist(aProduct({ _id })));
  dispatch(removed('mug'));
  dispatch(putBack({ item: aProduct(), index: 1 }));
  dispatch(putBack({ item: aProduct(), index: 0 }));
  expect(ids()).toEqual(['jug', 'mug', 'vase']);
});

test('a product with the same _id is not added twice, but refused as a duplicate', { tags: ['wishlist.key', 'wishlist.duplicate'] }, () => {
  const { dispatch, ids, payloads } = aWishlist();
  dispatch(addToWishlist(aProduct({ id: 'one' })));
  dispatch(addToWishlist(aProduct({ id: 'two', name: 'Another name' })));
  expect(ids()).toEqual(['mug']);
  expect(payloads).toEqual([aProduct({ id: 'one' }), 'duplicate']);
});

test('a product without _id is not added, but refused as invalid', () => {
  const { dispatch, ids, payloads } = aWishlist();
  dispatch(addToWishlist(aProduct({ _id: '' })));
  expect(ids()).toEqual([]);
  expect(payloads).toEqual(['invalidProduct']);
});

test('a stored wishlist is merged with products added meanwhile: valid ones only, each once', () => {
  const stored = { items: [aProduct(), { name: 7 }, null, aProduct({ _id: '' }), aProduct({ name: 'Twice' }), aProduct({ _id: 'jug' })] };
  const { items } = restoreWishlist(stored, { items: [aProduct({ _id: 'jug', name: 'Newer' }), aProduct({ _id: 'vase' })] });
  expect(items.map(({ _id, name }) => [_id, name])).toEqual([
    ['mug', 'Mug'],
    ['jug', 'Mug'],
    ['vase', 'Mug'],
  ]);
});

test('a stored wishlist keeps what was chosen of its products; a newer choice of the same product is ignored', () => {
  const choice = {
    selectedVariation: { _id: 'boxed', name: 'Gift boxed', price: { basePrice: 21 } },
    selectedProductColor: 'Sage',
    selectedProductSize: '350 ml',
  };
  const stored = {
    items: [{ ...aProduct(), ...choice }, aProduct({ _id: 'jug' }), { ...aProduct({ _id: 'vase' }), selectedProductColor: 7 }],
  };
  const { items } = restoreWishlist(stored, { items: [{ ...aProduct(), selectedProductColor: 'Chalk' }] });
  expect(items.map(({ _id }) => _id)).toEqual(['mug', 'jug']);
  expect(items[0]).toMatchObject(choice);
  expect(items[1]).not.toHaveProperty('selectedProductColor');
});

test('property: whatever was stored, a wishlist has no product twice and none without _id', () => {
  const row = fc.oneof(
    fc.anything(),
    fc.record({ _id: fc.constantFrom('', 'a', 'b'), name: fc.string(), price: fc.record({ basePrice: fc.double() }) }),
  );
  fc.assert(
    fc.property(fc.oneof(fc.anything(), fc.record({ items: fc.array(row) })), (stored) => {
      const ids = restoreWishlist(stored, { items: [] }).items.map(({ _id }) => _id);
      expect(new Set(ids).size).toBe(ids.length);
      expect(ids).not.toContain('');
    }),
  );
});
