import { createSlice, nanoid, type PayloadAction, type ThunkAction, type UnknownAction, type WithSlice } from '@reduxjs/toolkit';
import type { CartLine } from '#contract/cart-line.ts';
import { pence, pounds, times } from '#contract/money.ts';
import type { Product, VariationType } from '#contract/product.ts';
import { isSameGoods, remaining } from '#contract/stock.ts';

/** `isRestored` turns true once the browser's own store has been read, or could not be: before that, an empty cart says nothing. */
export type CartState = { readonly lines: readonly CartLine[]; readonly isRestored: boolean };

/** What a shopper chose of a product before adding it. */
export type CartChoice = {
  readonly selectedVariation?: VariationType;
  readonly selectedProductColor?: string;
  readonly selectedProductSize?: string;
};

const initialState: CartState = { lines: [], isRestored: false };

/** A line of so many. totalDeliveryCost is deliveryCost times quantity; in pounds, as the line carries it. */
export const withQuantity = (line: CartLine, quantity: number): CartLine => ({
  ...line,
  quantity,
  totalDeliveryCost: pounds(times(pence(line.deliveryCost), quantity)),
});

/** The cart slice. Reducers record facts; whether something may be added is decided by the thunks below. */
export const cartSlice = createSlice({
  name: 'cart',
  initialState,
  reducers: {
    added: (cart, { payload }: PayloadAction<CartLine>) => {
      const index = cart.lines.findIndex((line) => isSameGoods(line, payload));
      const held = cart.lines[index];
      // The newest copy of the product replaces the one that the line held. Two tabs that began the same line at once must end
      // with the same id for it, whichever add reached them first.
      const cartItemId = held && held.cartItemId < payload.cartItemId ? held.cartItemId : payload.cartItemId;
      if (held) cart.lines[index] = withQuantity({ ...payload, cartItemId }, held.quantity + payload.quantity);
      else cart.lines.push(payload);
    },
    addRefused: (cart, _: PayloadAction<'invalidProduct' | 'limitReached'>) => cart,
    decremented: (cart, { payload }: PayloadAction<{ readonly cartItemId: string; readonly by: number }>) => ({
      ...cart,
      lines: cart.lines.map((line) =>
        line.cartItemId === payload.cartItemId ? withQuantity(line, Math.max(1, line.quantity - payload.by)) : line,
      ),
    }),
    removed: (cart, { payload }: PayloadAction<string>) => ({ ...cart, lines: cart.lines.filter((line) => line.cartItemId !== payload) }),
    putBack: (cart, { payload }: PayloadAction<{ readonly line: CartLine; readonly index: number }>) => {
      if (!cart.lines.some((line) => isSameGoods(line, payload.line))) cart.lines.splice(payload.index, 0, payload.line);
    },
    accepted: (cart, { payload }: PayloadAction<CartLine>) => ({
      ...cart,
      // As few as there are left, and never more than the line held: another tab may have taken some out meanwhile.
      lines: cart.lines.map((line) =>
        line.cartItemId === payload.cartItemId ? withQuantity(payload, Math.min(payload.quantity, line.quantity)) : line,
      ),
    }),
    cleared: (cart) => ({ ...cart, lines: [] }),
    // What was paid for leaves the cart; what was added to it since stays.
    bought: (cart, { payload }: PayloadAction<readonly { readonly cartItemId: string; readonly quantity: number }[]>) => ({
      ...cart,
      lines: cart.lines.flatMap((line) => {
        const left = line.quantity - (payload.find(({ cartItemId }) => cartItemId === line.cartItemId)?.quantity ?? 0);
        if (left === line.quantity) return [line];
        return left > 0 ? [withQuantity(line, left)] : [];
      }),
    }),
  },
  extraReducers: (builder) => {
    builder.addCase('persist/REHYDRATE', (cart) => ({ ...cart, isRestored: true }));
  },
  selectors: {
    selectLines: (cart) => cart.lines,
    /** The badge shows the number of distinct lines. */
    selectLineCount: (cart) => cart.lines.length,
    selectIsRestored: (cart) => cart.isRestored,
  },
});

export const { added, addRefused, decremented, removed, putBack, accepted, cleared, bought } = cartSlice.actions;
export const { selectLines, selectLineCount, selectIsRestored } = cartSlice.selectors;

type CartThunk<Result> = ThunkAction<Result, WithSlice<typeof cartSlice>, unknown, UnknownAction>;

/**
 * Adds a number of a product, or says why not: without `_id` it is no product, and no sum of lines may exceed
 * what is available. `product` is what is known of it today. Returns whether it was added.
 */
export const addToCart =
  (product: Product, choice: CartChoice = {}, quantity = 1): CartThunk<boolean> =>
  (dispatch, getState) => {
    if (product._id === '') {
      dispatch(addRefused('invalidProduct'));
      return false;
    }
    const lines = selectLines(getState());
    if (quantity > remaining(product, choice, lines)) {
      dispatch(addRefused('limitReached'));
      return false;
    }
    const goods = { ...product, ...choice };
    const cartItemId = lines.find((line) => isSameGoods(line, goods))?.cartItemId ?? nanoid();
    dispatch(added(withQuantity({ ...goods, cartItemId, quantity, totalDeliveryCost: 0 }, quantity)));
    return true;
  };

/** Brings a line to a quantity: more is an add with all its rules, less a decrease, none a removal. */
export const changeQuantity =
  (line: CartLine, product: Product, quantity: number): CartThunk<void> =>
  (dispatch) => {
    const { cartItemId, selectedVariation, selectedProductColor, selectedProductSize } = line;
    if (quantity < 1) dispatch(removed(cartItemId));
    else if (quantity < line.quantity) dispatch(decremented({ cartItemId, by: line.quantity - quantity }));
    else if (quantity > line.quantity) {
      const choice = {
        ...(selectedVariation && { selectedVariation }),
        ...(selectedProductColor !== undefined && { selectedProductColor }),
        ...(selectedProductSize !== undefined && { selectedProductSize }),
      };
      dispatch(addToCart(product, choice, quantity - line.quantity));
    }
  };
