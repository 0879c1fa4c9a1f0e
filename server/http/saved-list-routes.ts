import {
  findSharedWishlist,
  readWishlistLink,
  saveLists,
  shareWishlist,
  withdrawWishlist,
} from '#server/domain/saved-lists/saved-lists.ts';
import { calls } from '#server/http/calls.ts';
import type { Serve } from '#server/http/serve.ts';
import type { Services } from '#server/http/services.ts';

/** Calls of the signed-in shopper's lists, and of links that show a wishlist. */
export const savedListRoutes = (serve: Serve, { db }: Services): void => {
  serve(calls.saveLists, ({ now, shopper: account, body }) => saveLists(db, body, { account, now }));
  serve(calls.wishlistLink, ({ shopper }) => readWishlistLink(db, shopper));
  serve(calls.shareWishlist, ({ now, shopper: account, body }) => shareWishlist(db, body.showsName, { account, now }));
  serve(calls.withdrawWishlist, ({ now, shopper: account }) => withdrawWishlist(db, { account, now }));
  serve(calls.sharedWishlist, ({ c }) => findSharedWishlist(db, c.req.param('token')));
};
