import type { CartRow, CartView } from '#blocks/cart-view/use-cart-view.ts';
import type { Voucher } from '#blocks/voucher/use-voucher.ts';
import type { CartLine } from '#contract/cart-line.ts';

/** What the checkout orders: the cart, or one product on its own. `total` is with the voucher. */
export type Basket = CartView & {
  readonly voucher: Voucher;
  /** The lines as the shopper chose them, before they are reduced to what is in stock. */
  readonly original: readonly CartLine[];
  readonly isCart: boolean;
  /** Says how a quantity in the URL was corrected. */
  readonly notice?: string | undefined;
  /** Reduces a line's quantity to what is in stock. */
  readonly reduceToStock: (row: CartRow) => void;
  readonly remove: (row: CartRow) => void;
};
