import { choiceOf, type ProductChoice } from '#contract/choice.ts';
import type { Product } from '#contract/product.ts';
import { available, type Choice } from '#contract/stock.ts';
import type { WishlistItem } from '#contract/wishlist-item.ts';

/** A product as it is sold today, with what it still has of a choice. */
export const currentItem = (product: Product, choice: Choice): WishlistItem => {
  const color = product.variation.find((each) => each.color === choice.selectedProductColor);
  return {
    ...product,
    selectedVariation: product.types.find(({ _id }) => _id === choice.selectedVariation?._id),
    selectedProductColor: color?.color,
    selectedProductSize: color?.size.find(({ name }) => name === choice.selectedProductSize)?.name,
  };
};

/** What is chosen of a current item, if nothing is left to choose and it is available; otherwise undefined. */
export const wholeChoice = (item: WishlistItem): ProductChoice | undefined => {
  const { selectedVariation, selectedProductColor } = item;
  const sizes = item.variation.find(({ color }) => color === selectedProductColor)?.size ?? [];
  const selectedProductSize = item.selectedProductSize ?? (sizes.length === 1 ? sizes[0]?.name : undefined);
  const isMissing =
    (item.types.length > 0 && !selectedVariation) ||
    (item.variation.length > 0 && selectedProductColor === undefined) ||
    (sizes.length > 0 && selectedProductSize === undefined);
  if (isMissing) return undefined;
  const choice = choiceOf({ selectedVariation, selectedProductColor, selectedProductSize });
  return available(item, choice) > 0 ? choice : undefined;
};
