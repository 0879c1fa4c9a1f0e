import type { Product } from '#contract/product.ts';
import type { WishlistItem } from '#contract/wishlist-item.ts';

/** A product as it is sold today, with what it still has of an item's choice. */
export const currentItem = (product: Product, item: WishlistItem): WishlistItem => {
  const color = product.variation.find((each) => each.color === item.selectedProductColor);
  return {
    ...product,
    selectedVariation: product.types.find(({ _id }) => _id === item.selectedVariation?._id),
    selectedProductColor: color?.color,
    selectedProductSize: color?.size.find(({ name }) => name === item.selectedProductSize)?.name,
  };
};
