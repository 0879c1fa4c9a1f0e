import * as z from 'zod/mini';
import { choiceFields } from './choice-fields.ts';
import { product } from './product.ts';

/** A wishlist item: a product keyed by `_id`, with what was chosen of it when it was added, so that its row need not ask again. */
export const wishlistItem = z.extend(product, choiceFields);

export type WishlistItem = z.output<typeof wishlistItem>;
