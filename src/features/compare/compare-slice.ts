import { createSlice, type PayloadAction, type ThunkAction, type UnknownAction, type WithSlice } from '@reduxjs/toolkit';
import type { Product } from '#contract/product.ts';

export const compareLimit = 4;

export type CompareState = { readonly items: readonly Product[] };

const initialState: CompareState = { items: [] };

/** Products to compare, unique by `id`; the thunk below decides what may be added. */
export const compareSlice = createSlice({
  name: 'compare',
  initialState,
  reducers: {
    // Race: another tab may have added it, or a fourth product, at the same time.
    added: (compare, { payload }: PayloadAction<Product>) =>
      compare.items.length >= compareLimit || compare.items.some(({ id }) => id === payload.id)
        ? compare
        : { items: [...compare.items, payload] },
    addRefused: (compare, _: PayloadAction<'invalidProduct' | 'duplicate' | 'full'>) => compare,
    removed: (compare, { payload }: PayloadAction<string>) => ({ items: compare.items.filter((item) => item.id !== payload) }),
    putBack: (compare, { payload }: PayloadAction<{ readonly item: Product; readonly index: number }>) =>
      compare.items.length >= compareLimit || compare.items.some(({ id }) => id === payload.item.id)
        ? compare
        : { items: [...compare.items.slice(0, payload.index), payload.item, ...compare.items.slice(payload.index)] },
    cleared: () => initialState,
    /** The items as the shopper's account has them, which other devices change as well. */
    replaced: (_, { payload }: PayloadAction<readonly Product[]>) => ({ items: payload }),
  },
  selectors: {
    selectItems: (compare) => compare.items,
    selectHas: (compare, id: string) => compare.items.some((item) => item.id === id),
  },
});

export const { added, addRefused, removed, putBack, cleared, replaced } = compareSlice.actions;
export const { selectItems, selectHas } = compareSlice.selectors;

type CompareThunk = ThunkAction<void, WithSlice<typeof compareSlice>, unknown, UnknownAction>;

/** Adds a product, or dispatches why not (at most 4, no duplicate). */
export const addToCompare =
  (item: Product): CompareThunk =>
  (dispatch, getState) => {
    const items = selectItems(getState());
    if (item.id === '') dispatch(addRefused('invalidProduct'));
    else if (items.some((other) => other.id === item.id)) dispatch(addRefused('duplicate'));
    else if (items.length >= compareLimit) dispatch(addRefused('full'));
    else dispatch(added(item));
  };
