import { createSlice, nanoid, type PayloadAction, type ThunkAction, type UnknownAction, type WithSlice } from '@reduxjs/toolkit';
import type { CartLine, WishlistItem } from '#contract/cart-line.ts';
import { pence, pounds, times } from '#contract/money.ts';
import type { Product } from '#contract/product.ts';
import { resolveVariant, withCurrentNames } from '#contract/resolve-variant.ts';
import { availableQuantity, remainingQuantity } from '#contract/stock.ts';
import { isSameVariant, orderLineOf, type Variant, variantOf, withVariant } from '#contract/variant.ts';

/** `voucher` is the code that the shopper wants to use, whether or not it can be. */
export type CartState = { readonly lines: readonly CartLine[]; readonly voucher?: string };

const initialState: CartState = { lines: [] };

/** A line with another quantity, and its `totalDeliveryCost` (pounds) to match. */
export const withQuantity = (line: CartLine, quantity: number): CartLine => ({
  ...line,
  quantity,
  totalDeliveryCost: pounds(times(pence(line.deliveryCost), quantity)),
});

/** Same product and variant: the same cart line. `added` has today's product, which knows by which names its choices went before. */
export const isSameLine = (line: WishlistItem, added: WishlistItem): boolean =>
  line._id === added._id && isSameVariant(withCurrentNames(added, variantOf(line)), withCurrentNames(added, variantOf(added)));

const indexOfLine = (cart: CartState, cartItemId: string): number => cart.lines.findIndex((line) => line.cartItemId === cartItemId);

/** The cart. Reducers record events; the thunks below decide what may be added. */
export const cartSlice = createSlice({
  name: 'cart',
  initialState,
  reducers: {
    added: (cart, { payload }: PayloadAction<CartLine>) => {
      const index = cart.lines.findIndex((line) => isSameLine(line, payload));
      const existing = cart.lines[index];
      // The newest copy of the product wins. Tabs A and B add the same line at once: whichever add comes first, both must end with the same, smaller id.
      const cartItemId = existing && existing.cartItemId < payload.cartItemId ? existing.cartItemId : payload.cartItemId;
      if (existing) cart.lines[index] = withQuantity({ ...payload, cartItemId }, existing.quantity + payload.quantity);
      else cart.lines.push(payload);
    },
    addRefused: (cart, _: PayloadAction<'invalidProduct' | 'limitReached'>) => cart,
    decremented: (cart, { payload }: PayloadAction<{ readonly cartItemId: string; readonly by: number }>) => {
      const index = indexOfLine(cart, payload.cartItemId);
      const line = cart.lines[index];
      if (line) cart.lines[index] = withQuantity(line, Math.max(1, line.quantity - payload.by));
    },
    removed: (cart, { payload }: PayloadAction<string>) => {
      cart.lines = cart.lines.filter((line) => line.cartItemId !== payload);
    },
    putBack: (cart, { payload }: PayloadAction<{ readonly line: CartLine; readonly index: number }>) => {
      if (!cart.lines.some((line) => isSameLine(line, payload.line))) cart.lines.splice(payload.index, 0, payload.line);
    },
    changeAcknowledged: (cart, { payload }: PayloadAction<CartLine>) => {
      const index = indexOfLine(cart, payload.cartItemId);
      const line = cart.lines[index];
      // Never more than the line has now: another tab may have reduced it meanwhile.
      if (line) cart.lines[index] = withQuantity(payload, Math.min(payload.quantity, line.quantity));
    },
    cleared: (cart) => {
      cart.lines = [];
    },
    /** The lines as the shopper's account has them, which other devices change as well. */
    replaced: (cart, { payload }: PayloadAction<readonly CartLine[]>) => ({ ...cart, lines: payload }),
    voucherChanged: (cart, { payload }: PayloadAction<string>) => {
      cart.voucher = payload;
    },
    /** Takes paid quantities out of the cart; what was added since then stays. */
    purchased: (cart, { payload }: PayloadAction<readonly { readonly cartItemId: string; readonly quantity: number }[]>) => {
      for (const { cartItemId, quantity } of payload) {
        const index = indexOfLine(cart, cartItemId);
        const line = cart.lines[index];
        if (!line) continue;
        if (line.quantity > quantity) cart.lines[index] = withQuantity(line, line.quantity - quantity);
        else cart.lines.splice(index, 1);
      }
    },
  },
  selectors: {
    selectLines: (cart) => cart.lines,
    /** Shown in the badge: lines, not units. */
    selectLineCount: (cart) => cart.lines.length,
    selectVoucher: (cart) => cart.voucher,
  },
});

export const { added, addRefused, decremented, removed, putBack, changeAcknowledged, cleared, replaced, voucherChanged, purchased } =
  cartSlice.actions;
export const { selectLines, selectLineCount, selectVoucher } = cartSlice.selectors;

/**
 * How many more of a variant fit into the cart. A line that cannot be ordered, because its choice is sold out or still to be made, claims none of the
 * product's stock from other lines.
 */
export const remainingBeside = (lines: readonly CartLine[], product: Product, variant: Variant): number => {
  const isClaiming = (line: Variant): boolean =>
    isSameVariant(line, variant) || (availableQuantity(product, line) > 0 && !resolveVariant(product, line).missing[0]);
  return remainingQuantity(product, variant, lines.map(orderLineOf).filter(isClaiming));
};

type CartThunk<Result> = ThunkAction<Result, WithSlice<typeof cartSlice>, unknown, UnknownAction>;

/**
 * Adds `quantity` of today's `product`, or dispatches why not: no `_id` ("Invalid product data"), or not enough stock for all lines
 * together. Returns whether it was added.
 */
export const addToCart =
  (product: Product, variant: Variant = {}, quantity = 1): CartThunk<boolean> =>
  (dispatch, getState) => {
    if (product._id === '') {
      dispatch(addRefused('invalidProduct'));
      return false;
    }
    const lines = selectLines(getState());
    if (quantity > remainingBeside(lines, product, variant)) {
      dispatch(addRefused('limitReached'));
      return false;
    }
    const item = withVariant(product, variant);
    const cartItemId = lines.find((line) => isSameLine(line, item))?.cartItemId ?? nanoid();
    dispatch(added(withQuantity({ ...item, cartItemId, quantity, totalDeliveryCost: 0 }, quantity)));
    return true;
  };

/** Sets the quantity of a line: more is an add with all its checks, less a decrement, less than 1 a removal. */
export const changeQuantity =
  (line: CartLine, product: Product, quantity: number): CartThunk<void> =>
  (dispatch) => {
    const { cartItemId } = line;
    if (quantity < 1) dispatch(removed(cartItemId));
    else if (quantity < line.quantity) dispatch(decremented({ cartItemId, by: line.quantity - quantity }));
    else if (quantity > line.quantity) dispatch(addToCart(product, variantOf(line), quantity - line.quantity));
  };
