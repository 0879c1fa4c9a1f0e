import type { WishlistItem } from '#contract/cart-line.ts';
import type { Product } from '#contract/product.ts';
import { resolveVariant, withOnlySize } from '#contract/resolve-variant.ts';
import { available } from '#contract/stock.ts';
import { type Variant, variantOf, withVariant } from '#contract/variant.ts';

/** A product as it is sold today, with what it still has of a variant. */
export const currentItem = (product: Product, variant: Variant): WishlistItem =>
  withVariant(product, resolveVariant(product, variant).variant);

/** The variant of a current item, if nothing is left to choose and it is available; otherwise undefined. */
export const wholeVariant = (item: WishlistItem): Variant | undefined => {
  const { variant, missing } = resolveVariant(item, withOnlySize(item, variantOf(item)));
  return missing.length === 0 && available(item, variant) > 0 ? variant : undefined;
};
