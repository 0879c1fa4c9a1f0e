import type { CartRow, CartView } from '#blocks/cart-view/use-cart-view.ts';
import type { CartLine } from '#contract/cart-line.ts';
import type { OrderLine } from '#contract/order.ts';

/** What the checkout orders: the cart, or one product on its own. */
export type Basket = CartView & {
  /** The lines as the shopper chose them, before they are reduced to what is in stock. */
  readonly original: readonly CartLine[];
  readonly isCart: boolean;
  /** Says how a quantity in the URL was corrected. */
  readonly notice?: string | undefined;
  /** Reduces a line's quantity to what is in stock. */
  readonly reduceToStock: (row: CartRow) => void;
  readonly remove: (row: CartRow) => void;
};

export const orderLineOf = (line: CartLine): OrderLine => ({
  productId: line._id,
  quantity: line.quantity,
  ...(line.selectedVariation && { variationId: line.selectedVariation._id }),
  ...(line.selectedProductColor !== undefined && { color: line.selectedProductColor }),
  ...(line.selectedProductSize !== undefined && { size: line.selectedProductSize }),
});
