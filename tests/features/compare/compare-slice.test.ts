import { combineSlices, configureStore, isAction, type Middleware } from '@reduxjs/toolkit';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addToCompare, cleared, compareSlice, putBack, removed, selectHas, selectItems } from '#features/compare/compare-slice.ts';
import { restoreCompare } from '#features/compare/restore-compare.ts';
import { aProduct } from '#tests/support/product-builders.ts';

const aComparison = () => {
  const payloads: string[] = [];
  const recordPayload: Middleware = () => (next) => (action) => {
    if (isAction(action) && 'payload' in action) payloads.push(String(action.payload));
    return next(action);
  };
  const store = configureStore({ reducer: combineSlices(compareSlice), middleware: (getDefault) => getDefault().concat(recordPayload) });
  return { ...store, payloads, ids: () => selectItems(store.getState()).map(({ id }) => id) };
};
const product = (id: string) => aProduct({ id, _id: `_${id}` });

test('a shopper adds products to the comparison by id, and removes one', { tags: ['compare.key', 'compare.add', 'compare.delete'] }, () => {
  const { dispatch, ids, getState } = aComparison();
  dispatch(addToCompare(product('a')));
  dispatch(addToCompare(product('b')));
  expect(selectHas(getState(), 'a')).toBe(true);
  dispatch(removed('a'));
  expect(ids()).toEqual(['b']);
});

test('a fifth product is refused, and so is a duplicate or one without id', () => {
  const { dispatch, ids, payloads } = aComparison();
  for (const id of ['a', 'b', 'c', 'd']) dispatch(addToCompare(product(id)));
  payloads.length = 0;
  dispatch(addToCompare(product('e')));
  dispatch(addToCompare(product('a')));
  dispatch(addToCompare(product('')));
  expect(ids()).toEqual(['a', 'b', 'c', 'd']);
  expect(payloads).toEqual(['full', 'duplicate', 'invalidProduct']);
});

test('a removed product is restored at its position, unless it was added again or the comparison is full', () => {
  const { dispatch, ids } = aComparison();
  for (const id of ['a', 'b', 'c']) dispatch(addToCompare(product(id)));
  dispatch(removed('b'));
  dispatch(putBack({ item: product('b'), index: 1 }));
  dispatch(putBack({ item: product('b'), index: 0 }));
  expect(ids()).toEqual(['a', 'b', 'c']);
  dispatch(addToCompare(product('d')));
  dispatch(putBack({ item: product('e'), index: 0 }));
  expect(ids()).toEqual(['a', 'b', 'c', 'd']);
  dispatch(cleared());
  expect(ids()).toEqual([]);
});

test('a stored comparison is merged with products added meanwhile: valid ones only, each once, at most four', () => {
  const stored = { items: [product('a'), { id: 'broken' }, product('a'), product('b'), product('')] };
  const { items } = restoreCompare(stored, { items: [product('b'), product('c'), product('d'), product('e')] });
  expect(items.map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd']);
});

test('property: a comparison never has more than four products, whatever is added, removed or restored', () => {
  const id = fc.constantFrom('', 'a', 'b', 'c', 'd', 'e', 'f');
  fc.assert(
    fc.property(fc.array(id), fc.array(fc.record({ id, isAdded: fc.boolean() })), (storedIds, steps) => {
      const { dispatch, ids } = aComparison();
      for (const each of steps) {
        if (each.isAdded) dispatch(addToCompare(product(each.id)));
        else dispatch(removed(each.id));
      }
      const restored = restoreCompare({ items: storedIds.map(product) }, { items: ids().map(product) }).items.map((item) => item.id);
      for (const list of [ids(), restored]) {
        expect(list.length).toBeLessThanOrEqual(4);
        expect(new Set(list).size).toBe(list.length);
        expect(list).not.toContain('');
      }
    }),
  );
});
