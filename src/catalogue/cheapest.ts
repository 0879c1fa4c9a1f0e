import { pence } from '#contract/money.ts';
import type { Product, VariationType } from '#contract/product.ts';

/** A product with its cheapest variation selected, for lists; `isFrom` if other variations cost more. */
export const cheapest = (
  product: Product,
): { readonly product: Product & { selectedVariation?: VariationType | undefined }; readonly isFrom: boolean } => {
  const [first, ...others] = [...product.types].sort((one, other) => one.price.basePrice - other.price.basePrice);
  const isFrom = others.some((other) => pence(other.price.basePrice) !== pence(first?.price.basePrice ?? 0));
  return { product: { ...product, selectedVariation: first }, isFrom };
};
