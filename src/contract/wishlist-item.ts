import * as z from 'zod/mini';
import { choiceFields } from './choice-fields.ts';
import { product } from './product.ts';

/** A wishlist item (Spec): a product keyed by `_id`, with what was chosen of it when it was added. */
export const wishlistItem = z.extend(product, choiceFields);

export type WishlistItem = z.output<typeof wishlistItem>;
