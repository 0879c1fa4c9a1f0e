import type { CartLine } from '#contract/cart-line.ts';
import type { OrderLine } from '#contract/order.ts';

/** A cart line as it is ordered. */
export const orderLineOf = (line: CartLine): OrderLine => ({
  productId: line._id,
  quantity: line.quantity,
  ...(line.selectedVariation && { variationId: line.selectedVariation._id }),
  ...(line.selectedProductColor !== undefined && { color: line.selectedProductColor }),
  ...(line.selectedProductSize !== undefined && { size: line.selectedProductSize }),
});
