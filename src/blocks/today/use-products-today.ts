import { useSelector } from 'react-redux';
import type { Product } from '#contract/product.ts';
import { selectIsKnown, selectProducts } from '#features/catalogue/catalogue-slice.ts';

/** A product that a shopper kept, as it stands today; gone when the catalogue no longer has it. */
export type ProductToday = { readonly product: Product; readonly isGone: boolean };

/** Kept products by today's catalogue; as they were kept while that is not known. */
export const useProductsToday = (kept: readonly Product[]): ProductToday[] => {
  const products = useSelector(selectProducts);
  const isKnown = useSelector(selectIsKnown);
  return kept.map((item) => {
    const today = products.find(({ _id }) => _id === item._id);
    return { product: today ?? item, isGone: isKnown && !today };
  });
};
