import type { Product } from '#contract/product.ts';
import { useLookup } from '#features/catalogue/use-products.ts';

/** A product that a shopper kept, as it stands today; gone when the catalogue no longer has it. */
export type CurrentProduct = { readonly product: Product; readonly isGone: boolean };

/** Kept products by today's catalogue; as they were kept while that is not known. */
export const useCurrentProducts = (kept: readonly Product[]): CurrentProduct[] => {
  const find = useLookup(kept.map(({ _id }) => _id));
  return kept.map((item) => {
    const { product, isKnown } = find(item._id);
    return { product: product ?? item, isGone: isKnown && !product };
  });
};
