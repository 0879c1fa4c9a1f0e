import { createSlice, type PayloadAction, type ThunkAction, type UnknownAction, type WithSlice } from '@reduxjs/toolkit';
import type { WishlistItem } from '#contract/cart-line.ts';

export type WishlistState = { readonly items: readonly WishlistItem[] };

const initialState: WishlistState = { items: [] };

/** Wished products, unique by `_id`; the thunk below decides what may be added. */
export const wishlistSlice = createSlice({
  name: 'wishlist',
  initialState,
  reducers: {
    // Race: another tab may have added it at the same time.
    added: (wishlist, { payload }: PayloadAction<WishlistItem>) =>
      wishlist.items.some(({ _id }) => _id === payload._id) ? wishlist : { items: [...wishlist.items, payload] },
    addRefused: (wishlist, _: PayloadAction<'invalidProduct' | 'duplicate'>) => wishlist,
    removed: (wishlist, { payload }: PayloadAction<string>) => ({ items: wishlist.items.filter((item) => item._id !== payload) }),
    putBack: (wishlist, { payload }: PayloadAction<{ readonly item: WishlistItem; readonly index: number }>) =>
      wishlist.items.some(({ _id }) => _id === payload.item._id)
        ? wishlist
        : { items: [...wishlist.items.slice(0, payload.index), payload.item, ...wishlist.items.slice(payload.index)] },
    cleared: () => initialState,
    /** The items as the shopper's account has them, which other devices change as well. */
    replaced: (_, { payload }: PayloadAction<readonly WishlistItem[]>) => ({ items: payload }),
  },
  selectors: {
    selectItems: (wishlist) => wishlist.items,
    selectHas: (wishlist, id: string) => wishlist.items.some((item) => item._id === id),
  },
});

export const { added, addRefused, removed, putBack, cleared, replaced } = wishlistSlice.actions;
export const { selectItems, selectHas } = wishlistSlice.selectors;

type WishlistThunk = ThunkAction<void, WithSlice<typeof wishlistSlice>, unknown, UnknownAction>;

/** Adds a product, or dispatches why not (no duplicate). */
export const addToWishlist =
  (item: WishlistItem): WishlistThunk =>
  (dispatch, getState) => {
    if (item._id === '') dispatch(addRefused('invalidProduct'));
    else if (selectHas(getState(), item._id)) dispatch(addRefused('duplicate'));
    else dispatch(added(item));
  };
