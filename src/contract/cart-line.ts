import * as z from 'zod/mini';
import { product, variationType } from './product.ts';

/** The largest quantity of one line, whatever is in stock. */
export const quantityLimit = 1_000_000;

/** A wishlist item: a product keyed by `_id`, with what was chosen of it when it was added, so that its row need not ask again. */
export const wishlistItem = z.extend(product, {
  selectedVariation: z.optional(variationType),
  selectedProductColor: z.optional(z.string()),
  selectedProductSize: z.optional(z.string()),
});

export type WishlistItem = z.output<typeof wishlistItem>;

/** A cart item: the whole product as it was when it was added, so that a later change of it can be shown; delivery in pounds. */
export const cartLine = z.extend(wishlistItem, {
  _id: z.string().check(z.minLength(1)),
  cartItemId: z.string().check(z.minLength(1)),
  quantity: z.int().check(z.gte(1), z.lte(quantityLimit)),
  totalDeliveryCost: z.number().check(z.nonnegative()),
});

export type CartLine = z.output<typeof cartLine>;
