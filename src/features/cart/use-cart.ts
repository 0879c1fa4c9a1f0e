import type { ThunkDispatch, UnknownAction, WithSlice } from '@reduxjs/toolkit';
import { useDispatch } from 'react-redux';
import type { CartLine } from '#contract/cart-line.ts';
import type { Product } from '#contract/product.ts';
import {
  addRefused,
  addToCart,
  type CartChoice,
  type cartSlice,
  changeAcknowledged,
  changeQuantity,
  cleared,
  purchased,
  putBack,
  removed,
} from './cart-slice.ts';

/** All that a shopper can do with the cart. `add` says whether it was done. */
export const useCart = () => {
  const dispatch = useDispatch<ThunkDispatch<WithSlice<typeof cartSlice>, unknown, UnknownAction>>();
  return {
    add: (product: Product, choice?: CartChoice, quantity?: number) => dispatch(addToCart(product, choice, quantity)),
    /** Tells a shopper that no more can be had. */
    refuse: () => dispatch(addRefused('limitReached')),
    change: (line: CartLine, today: Product, quantity: number) => dispatch(changeQuantity(line, today, quantity)),
    remove: (line: CartLine) => dispatch(removed(line.cartItemId)),
    putBack: (line: CartLine, index: number) => dispatch(putBack({ line, index })),
    acknowledgeChange: (line: CartLine) => dispatch(changeAcknowledged(line)),
    clear: () => dispatch(cleared()),
    /** Takes out what was paid for. */
    removePurchased: (lines: readonly { readonly cartItemId: string; readonly quantity: number }[]) => dispatch(purchased(lines)),
  };
};
