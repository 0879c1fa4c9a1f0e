import { useSelector } from 'react-redux';
import type { Product } from '#contract/product.ts';
import { selectProducts } from './catalogue-slice.ts';

/** The products of these ids as they stand today, in the order of the ids; those that the shop does not sell (or not know yet) are left out. */
export const useProducts = (ids: readonly string[]): Product[] => {
  const products = useSelector(selectProducts);
  return ids.flatMap((id) => products.find(({ _id }) => _id !== '' && _id === id) ?? []);
};
