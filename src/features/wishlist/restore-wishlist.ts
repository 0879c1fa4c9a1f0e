import { product } from '#contract/product.ts';
import { storedList } from '#shared/stored-list.ts';
import type { WishlistState } from './wishlist-slice.ts';

/** The items of a stored wishlist that can still be read, and those added before it was, each once. */
export const restoreWishlist = (stored: unknown, now: WishlistState): WishlistState => {
  const items = storedList(stored, 'items', product, (one, other) => one._id === other._id).filter((item) => item._id !== '');
  return { items: [...items, ...now.items.filter((item) => !items.some(({ _id }) => _id === item._id))] };
};
