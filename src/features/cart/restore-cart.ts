import { cartLine } from '#contract/cart-line.ts';
import { isSameLine } from '#contract/stock.ts';
import { storedList } from '#shared/stored-list.ts';
import { added, type CartState, cartSlice, withQuantity } from './cart-slice.ts';

/** Merges the valid lines of a stored cart with those added before it was restored; invalid ones are dropped. */
export const restoreCart = (stored: unknown, now: CartState): CartState => {
  const lines = storedList(stored, 'lines', cartLine, isSameLine).map((line) => withQuantity(line, line.quantity));
  return now.lines.reduce<CartState>((cart, line) => cartSlice.reducer(cart, added(line)), { lines });
};
