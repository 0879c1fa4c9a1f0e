import type { ThunkDispatch, UnknownAction, WithSlice } from '@reduxjs/toolkit';
import { useDispatch, useSelector } from 'react-redux';
import type { Product } from '#contract/product.ts';
import { addToWishlist, cleared, putBack, removed, selectHas, selectItems, type wishlistSlice } from './wishlist-slice.ts';

/** Whether a product is on the wishlist, and its actions. */
export const useWishlist = (product: Product) => {
  const dispatch = useDispatch<ThunkDispatch<WithSlice<typeof wishlistSlice>, unknown, UnknownAction>>();
  const isWished = useSelector((state: WithSlice<typeof wishlistSlice>) => selectHas(state, product._id));
  return {
    isWished,
    add: () => dispatch(addToWishlist(product)),
    toggle: () => (isWished ? dispatch(removed(product._id)) : dispatch(addToWishlist(product))),
  };
};

/** The wishlist and its actions. */
export const useWishlistItems = () => {
  const dispatch = useDispatch<ThunkDispatch<WithSlice<typeof wishlistSlice>, unknown, UnknownAction>>();
  return {
    items: useSelector(selectItems),
    remove: (product: Product) => dispatch(removed(product._id)),
    putBack: (item: Product, index: number) => dispatch(putBack({ item, index })),
    clear: () => dispatch(cleared()),
  };
};
