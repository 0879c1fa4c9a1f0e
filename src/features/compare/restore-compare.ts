import { product } from '#contract/product.ts';
import { storedList } from '#shared/stored-list.ts';
import { type CompareState, compareLimit } from './compare-slice.ts';

/** Merges the valid items of a stored list with those added before it was restored: each once, at most 4. */
export const restoreCompare = (stored: unknown, now: CompareState): CompareState => {
  const items = storedList(stored, 'items', product, (one, other) => one.id === other.id).filter((item) => item.id !== '');
  return { items: [...items, ...now.items.filter((item) => !items.some(({ id }) => id === item.id))].slice(0, compareLimit) };
};
