import { combineSlices, configureStore, isAction, type Middleware } from '@reduxjs/toolkit';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addToCompare, cleared, compareSlice, putBack, removed, selectHas, selectItems } from '#features/compare/compare-slice.ts';
import { restoreCompare } from '#features/compare/restore-compare.ts';
import { aProduct } from '#tests/support/product-builders.ts';

const aComparison = () => {
  const facts: string[] = [];
  const note: Middleware = () => (next) => (action) => {
    if (isAction(action) && 'payload' in action) facts.push(String(action.payload));
    return next(action);
  };
  const store = configureStore({ reducer: combineSlices(compareSlice), middleware: (getDefault) => getDefault().concat(note) });
  return { ...store, facts, ids: () => selectItems(store.getState()).map(({ id }) => id) };
};
const product = (id: string) => aProduct({ id, _id: `_${id}` });

test('a shopper compares products by their id, and takes one out', { tags: ['compare.key', 'compare.add', 'compare.delete'] }, () => {
  const { dispatch, ids, getState } = aComparison();
  dispatch(addToCompare(product('a')));
  dispatch(addToCompare(product('b')));
  expect(selectHas(getState(), 'a')).toBe(true);
  dispatch(removed('a'));
  expect(ids()).toEqual(['b']);
});

test('the fifth product is refused, and so is one that is there or has no id', () => {
  const { dispatch, ids, facts } = aComparison();
  for (const id of ['a', 'b', 'c', 'd']) dispatch(addToCompare(product(id)));
  facts.length = 0;
  dispatch(addToCompare(product('e')));
  dispatch(addToCompare(product('a')));
  dispatch(addToCompare(product('')));
  expect(ids()).toEqual(['a', 'b', 'c', 'd']);
  expect(facts).toEqual(['full', 'duplicate', 'invalidProduct']);
});

test('a product that was taken out comes back in its place, unless it is there again or four others are', () => {
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

test('a browser gives a comparison back: at most four, each once, beside what was added meanwhile', () => {
  const stored = { items: [product('a'), { id: 'broken' }, product('a'), product('b'), product('')] };
  const { items } = restoreCompare(stored, { items: [product('b'), product('c'), product('d'), product('e')] });
  expect(items.map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd']);
});

test('law: no comparison ever holds more than four, whatever is added, removed or given back', () => {
  const id = fc.constantFrom('', 'a', 'b', 'c', 'd', 'e', 'f');
  fc.assert(
    fc.property(fc.array(id), fc.array(fc.record({ id, isAdded: fc.boolean() })), (kept, steps) => {
      const { dispatch, ids } = aComparison();
      for (const each of steps) {
        if (each.isAdded) dispatch(addToCompare(product(each.id)));
        else dispatch(removed(each.id));
      }
      const restored = restoreCompare({ items: kept.map(product) }, { items: ids().map(product) }).items.map((item) => item.id);
      for (const list of [ids(), restored]) {
        expect(list.length).toBeLessThanOrEqual(4);
        expect(new Set(list).size).toBe(list.length);
        expect(list).not.toContain('');
      }
    }),
  );
});
