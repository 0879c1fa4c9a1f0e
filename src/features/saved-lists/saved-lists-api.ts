import { endpoints } from '#contract/endpoints.ts';
import {
  type ListChange,
  type OwnWishlistLink,
  ownWishlistLink,
  type SavedLists,
  type SharedWishlist,
  savedLists,
  sharedWishlist,
} from '#contract/saved-lists.ts';
import { noContent } from '#shared/api/schema.ts';
import { onSuccess, shopApi } from '#shared/api/shop-api.ts';

export const savedListsApi = shopApi.injectEndpoints({
  endpoints: (build) => ({
    /** Sends a change, or none, and returns the lists of the signed-in shopper as they are now. */
    saveLists: build.mutation<SavedLists, ListChange>({
      query: (data) => ({ endpoint: endpoints.saveLists, data, schema: savedLists }),
    }),
    /** The link of the shopper with this id, which is part of the cache key, so that nobody sees another's. */
    wishlistLink: build.query<OwnWishlistLink, string>({
      query: () => ({ endpoint: endpoints.wishlistLink, schema: ownWishlistLink }),
      keepUnusedDataFor: 0,
    }),
    shareWishlist: build.mutation<OwnWishlistLink, { readonly userId: string; readonly showsName: boolean }>({
      query: ({ showsName }) => ({ endpoint: endpoints.shareWishlist, data: { showsName }, schema: ownWishlistLink }),
      onQueryStarted: ({ userId }, { dispatch, queryFulfilled }) =>
        onSuccess(queryFulfilled, (shared) => dispatch(savedListsApi.util.updateQueryData('wishlistLink', userId, () => shared))),
    }),
    withdrawWishlist: build.mutation<null, { readonly userId: string }>({
      query: () => ({ endpoint: endpoints.withdrawWishlist, schema: noContent }),
      onQueryStarted: ({ userId }, { dispatch, queryFulfilled }) =>
        onSuccess(queryFulfilled, () => dispatch(savedListsApi.util.updateQueryData('wishlistLink', userId, () => ({ link: null })))),
    }),
    /** What a link shows; not cached, because its owner may withdraw it. */
    sharedWishlist: build.query<SharedWishlist, string>({
      query: (token) => ({ endpoint: endpoints.sharedWishlist, params: { token }, schema: sharedWishlist }),
      keepUnusedDataFor: 0,
    }),
  }),
});

export const { useWishlistLinkQuery, useShareWishlistMutation, useWithdrawWishlistMutation, useSharedWishlistQuery } = savedListsApi;
