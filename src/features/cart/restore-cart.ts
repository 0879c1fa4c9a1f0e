import { cartLine } from '#contract/cart-line.ts';
import { isSameGoods } from '#contract/stock.ts';
import { storedList } from '#shared/stored-list.ts';
import { added, type CartState, cartSlice, withQuantity } from './cart-slice.ts';

/** The lines of a stored cart that can still be read, and those added before it was; anything else is dropped. */
export const restoreCart = (stored: unknown, now: CartState): CartState => {
  const lines = storedList(stored, 'lines', cartLine, isSameGoods).map((line) => withQuantity(line, line.quantity));
  return now.lines.reduce<CartState>((cart, line) => cartSlice.reducer(cart, added(line)), { lines });
};
