import { useSelector } from 'react-redux';
import type { Product } from '#contract/product.ts';
import { useCategoriesQuery, useColorVariationsQuery, useVariationsQuery } from './catalogue-api.ts';
import { selectIndex } from './catalogue-slice.ts';

/** Subscribes to the categories. */
export const CategoriesQuery = () => {
  useCategoriesQuery();
  return null;
};

/** Subscribes to the priced variations of all products and to the colours of this one: each only if the product has any. */
export const VariationsQuery = ({ product }: { readonly product: Product }) => {
  // This call returns the variations of every product; in a paged catalogue, the product's details have its own and are smaller.
  const isComplete = useSelector(selectIndex) !== undefined;
  useVariationsQuery(undefined, { skip: !isComplete || product.types.length === 0 });
  useColorVariationsQuery(product._id, { skip: product.variation.length === 0 });
  return null;
};
