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
import { shopApi } from '#shared/api/shop-api.ts';

export const savedListsApi = shopApi.enhanceEndpoints({ addTagTypes: ['WishlistLink'] }).injectEndpoints({
  endpoints: (build) => ({
    /** Sends a change, or none, and gives the lists of the signed-in shopper as they are now. */
    saveLists: build.mutation<SavedLists, ListChange>({
      query: (data) => ({ endpoint: endpoints.saveLists, data, schema: savedLists }),
    }),
    /** The link of the shopper with this id, which is part of the cache key, so that nobody sees another's. */
    wishlistLink: build.query<OwnWishlistLink, string>({
      query: () => ({ endpoint: endpoints.wishlistLink, schema: ownWishlistLink }),
      keepUnusedDataFor: 0,
      providesTags: ['WishlistLink'],
    }),
    shareWishlist: build.mutation<OwnWishlistLink, { readonly showsName: boolean }>({
      query: (data) => ({ endpoint: endpoints.shareWishlist, data, schema: ownWishlistLink }),
      invalidatesTags: ['WishlistLink'],
    }),
    withdrawWishlist: build.mutation<null, void>({
      query: () => ({ endpoint: endpoints.withdrawWishlist, schema: noContent }),
      invalidatesTags: ['WishlistLink'],
    }),
    /** What a link shows; not cached, because its owner may withdraw it. */
    sharedWishlist: build.query<SharedWishlist, string>({
      query: (token) => ({ endpoint: endpoints.sharedWishlist, params: { token }, schema: sharedWishlist }),
      keepUnusedDataFor: 0,
    }),
  }),
});

export const { useWishlistLinkQuery, useShareWishlistMutation, useWithdrawWishlistMutation, useSharedWishlistQuery } = savedListsApi;
