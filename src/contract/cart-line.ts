import * as z from 'zod/mini';
import { choiceFields } from './choice-fields.ts';
import { product } from './product.ts';

/** The largest quantity of one line, whatever is in stock. */
export const quantityLimit = 1_000_000;

/** A cart item: the whole product as it was when it was added, so that a later change of it can be shown; delivery in pounds. */
export const cartLine = z.extend(product, {
  _id: z.string().check(z.minLength(1)),
  cartItemId: z.string().check(z.minLength(1)),
  quantity: z.int().check(z.gte(1), z.lte(quantityLimit)),
  totalDeliveryCost: z.number().check(z.nonnegative()),
  ...choiceFields,
});

export type CartLine = z.output<typeof cartLine>;
