import type { ThunkDispatch, UnknownAction, WithSlice } from '@reduxjs/toolkit';
import { useDispatch } from 'react-redux';
import type { CartLine } from '#contract/cart-line.ts';
import type { Product } from '#contract/product.ts';
import type { Variant } from '#contract/variant.ts';
import {
  addRefused,
  addToCart,
  type cartSlice,
  changeAcknowledged,
  changeQuantity,
  cleared,
  purchased,
  putBack,
  removed,
  voucherChanged,
} from './cart-slice.ts';

/** The actions of the cart. `add` returns whether the product was added. */
export const useCart = () => {
  const dispatch = useDispatch<ThunkDispatch<WithSlice<typeof cartSlice>, unknown, UnknownAction>>();
  return {
    add: (product: Product, variant?: Variant, quantity?: number) => dispatch(addToCart(product, variant, quantity)),
    /** Reports that no more are in stock. */
    refuse: () => dispatch(addRefused('limitReached')),
    change: (line: CartLine, today: Product, quantity: number) => dispatch(changeQuantity(line, today, quantity)),
    remove: (line: CartLine) => dispatch(removed(line.cartItemId)),
    putBack: (line: CartLine, index: number) => dispatch(putBack({ line, index })),
    acknowledgeChange: (line: CartLine) => dispatch(changeAcknowledged(line)),
    clear: () => dispatch(cleared()),
    /** Uses the voucher of this code, or none for ''. */
    changeVoucher: (code: string) => dispatch(voucherChanged(code)),
    /** Takes out what was paid for. */
    removePurchased: (lines: readonly { readonly cartItemId: string; readonly quantity: number }[]) => dispatch(purchased(lines)),
  };
};

/** Dispatched on `window` when something was added that the mini-cart should show for a moment. */
export const cartAddedEvent = 'flone:cart-added';
