import { wishlistItem } from '#contract/cart-line.ts';
import { storedList } from '#shared/stored-list.ts';
import type { WishlistState } from './wishlist-slice.ts';

/** Merges the valid items of a stored wishlist with those added before it was restored, each once. */
export const restoreWishlist = (stored: unknown, now: WishlistState): WishlistState => {
  const items = storedList(stored, 'items', wishlistItem, (one, other) => one._id === other._id).filter((item) => item._id !== '');
  return { items: [...items, ...now.items.filter((item) => !items.some(({ _id }) => _id === item._id))] };
};
