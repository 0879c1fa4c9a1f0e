import { combineSlices, configureStore } from '@reduxjs/toolkit';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { restoreWishlist } from '#features/wishlist/restore-wishlist.ts';
import { addToWishlist, cleared, putBack, removed, selectHas, selectItems, wishlistSlice } from '#features/wishlist/wishlist-slice.ts';
import { aProduct } from '#tests/support/product-builders.ts';

const aWishlist = () => {
  const store = configureStore({ reducer: combineSlices(wishlistSlice) });
  return { ...store, ids: () => selectItems(store.getState()).map(({ _id }) => _id) };
};

test('a shopper wishes for products, takes one off, and clears the list', {
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

test('a product that was taken off comes back in its place, once', () => {
  const { dispatch, ids } = aWishlist();
  for (const _id of ['jug', 'mug', 'vase']) dispatch(addToWishlist(aProduct({ _id })));
  dispatch(removed('mug'));
  dispatch(putBack({ item: aProduct(), index: 1 }));
  dispatch(putBack({ item: aProduct(), index: 0 }));
  expect(ids()).toEqual(['jug', 'mug', 'vase']);
});

test('a product that is there already is ignored, by its _id', { tags: ['wishlist.key', 'wishlist.duplicate'] }, () => {
  const { dispatch, ids } = aWishlist();
  dispatch(addToWishlist(aProduct({ id: 'one' })));
  dispatch(addToWishlist(aProduct({ id: 'two', name: 'Another name' })));
  expect(ids()).toEqual(['mug']);
});

test('what has no _id is no product', () => {
  const { dispatch, ids } = aWishlist();
  dispatch(addToWishlist(aProduct({ _id: '' })));
  expect(ids()).toEqual([]);
});

test('a browser gives a wishlist back: what can be read, each once, beside what was added meanwhile', () => {
  const stored = { items: [aProduct(), { name: 7 }, null, aProduct({ _id: '' }), aProduct({ name: 'Twice' }), aProduct({ _id: 'jug' })] };
  const { items } = restoreWishlist(stored, { items: [aProduct({ _id: 'jug', name: 'Newer' }), aProduct({ _id: 'vase' })] });
  expect(items.map(({ _id, name }) => [_id, name])).toEqual([
    ['mug', 'Mug'],
    ['jug', 'Mug'],
    ['vase', 'Mug'],
  ]);
});

test('law: whatever a browser kept, no wishlist holds a product twice or one without _id', () => {
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
