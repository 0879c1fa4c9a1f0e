import type { ThunkDispatch, UnknownAction, WithSlice } from '@reduxjs/toolkit';
import { useDispatch, useSelector } from 'react-redux';
import type { WishlistItem } from '#contract/cart-line.ts';
import type { Product } from '#contract/product.ts';
import { type Variant, withVariant } from '#contract/variant.ts';
import { addToWishlist, cleared, putBack, removed, selectHas, selectItems, type wishlistSlice } from './wishlist-slice.ts';

/** Whether a product is on the wishlist, and its actions; a product that is added keeps what is chosen of it. */
export const useWishlist = (product: Product, variant: Variant = {}) => {
  const dispatch = useDispatch<ThunkDispatch<WithSlice<typeof wishlistSlice>, unknown, UnknownAction>>();
  const isWished = useSelector((state: WithSlice<typeof wishlistSlice>) => selectHas(state, product._id));
  const add = () => dispatch(addToWishlist(withVariant(product, variant)));
  return {
    isWished,
    add,
    toggle: () => (isWished ? dispatch(removed(product._id)) : add()),
  };
};

export const useWishlistItems = () => {
  const dispatch = useDispatch<ThunkDispatch<WithSlice<typeof wishlistSlice>, unknown, UnknownAction>>();
  return {
    items: useSelector(selectItems),
    remove: (item: WishlistItem) => dispatch(removed(item._id)),
    putBack: (item: WishlistItem, index: number) => dispatch(putBack({ item, index })),
    clear: () => dispatch(cleared()),
  };
};
