import type { CartRow, CartView } from '#blocks/cart-view/use-cart-view.ts';
import type { CartLine } from '#contract/cart-line.ts';
import type { OrderLine } from '#contract/order.ts';

/** What is to be paid for: the cart, or one product on its own. */
export type Basket = CartView & {
  /** The lines as the shopper put them together, whatever can be had of them today. */
  readonly original: readonly CartLine[];
  readonly isCart: boolean;
  /** What was put right before the shopper saw it. */
  readonly notice?: string | undefined;
  /** Brings a line to what can be had of it. */
  readonly setToLeft: (row: CartRow) => void;
  readonly remove: (row: CartRow) => void;
};

/** A cart line as an order asks for it. */
export const orderLineOf = (line: CartLine): OrderLine => ({
  productId: line._id,
  quantity: line.quantity,
  ...(line.selectedVariation && { variationId: line.selectedVariation._id }),
  ...(line.selectedProductColor !== undefined && { color: line.selectedProductColor }),
  ...(line.selectedProductSize !== undefined && { size: line.selectedProductSize }),
});
