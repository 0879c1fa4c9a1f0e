import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { User } from '#contract/account.ts';

/** `role` and `id` are `null` for a visitor; `id` is undefined until the profile call has been answered. */
type Shopper = { readonly isKnown: boolean; readonly role: User['role'] | null; readonly id?: string | null };

const initialState: Shopper = { isKnown: false, role: null };

/** What header and prices need of the profile: they select it here instead of subscribing to the query. The profile endpoint fills it. */
export const shopperSlice = createSlice({
  name: 'shopper',
  initialState,
  reducers: {
    profileAnswered: (_, { payload }: PayloadAction<User | null>) => ({
      isKnown: true,
      role: payload?.role ?? null,
      id: payload?._id ?? null,
    }),
    /** Keeps the role of an earlier answer; otherwise the shopper counts as a visitor. */
    profileFailed: (shopper) => ({ ...shopper, isKnown: true }),
  },
  selectors: {
    /** Has the profile call been answered, or failed? */
    selectIsShopperKnown: ({ isKnown }) => isKnown,
    selectIsSignedIn: ({ role }) => role !== null,
    /** The account of the signed-in shopper, `null` for a visitor, undefined while that is unknown. */
    selectShopperId: ({ id }) => id,
    selectIsReseller: ({ role }) => role === 'reseller',
  },
});

export const { profileAnswered, profileFailed } = shopperSlice.actions;
export const { selectIsShopperKnown, selectIsSignedIn, selectShopperId, selectIsReseller } = shopperSlice.selectors;
