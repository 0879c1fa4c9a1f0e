import * as z from 'zod/mini';
import { cartLine } from '#contract/cart-line.ts';
import { voucherCode } from '#contract/voucher.ts';
import { storedList } from '#shared/stored-list.ts';
import { added, type CartState, cartSlice, isSameLine, withQuantity } from './cart-slice.ts';

const storedVoucher = z.object({ voucher: voucherCode });

/** Merges the valid lines and the voucher of a stored cart with those that were added before it was read; invalid ones are dropped. */
export const restoreCart = (stored: unknown, now: CartState): CartState => {
  const lines = storedList(stored, 'lines', cartLine, isSameLine).map((line) => withQuantity(line, line.quantity));
  const parsed = storedVoucher.safeParse(stored);
  const voucher = now.voucher ?? (parsed.success ? parsed.data.voucher : undefined);
  return now.lines.reduce<CartState>((cart, line) => cartSlice.reducer(cart, added(line)), {
    lines,
    ...(voucher !== undefined && { voucher }),
  });
};
