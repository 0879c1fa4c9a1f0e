import { Hono } from 'hono';
import { endpoints } from '#contract/endpoints.ts';
import { listChange, type OwnWishlistLink, type SavedLists, type SharedWishlist, wishlistLinkForm } from '#contract/saved-lists.ts';
import { findSharedWishlist, readWishlistLink, saveLists, shareWishlist, withdrawWishlist } from '#server/domain/saved-lists.ts';
import { noStore } from '#server/http/no-store.ts';
import { limitRate } from '#server/http/rate-limit.ts';
import { readBody } from '#server/http/read-body.ts';
import type { Services } from '#server/http/services.ts';
import { requireShopper } from '#server/http/session.ts';

/** Routes of the signed-in shopper's lists, and of links that show a wishlist. */
export const savedListRoutes = (services: Services): Hono => {
  const { db, clock } = services;
  return new Hono()
    .post(endpoints.saveLists.path, noStore, async (c) => {
      const account = await requireShopper(c, services);
      const change = await readBody(c, listChange);
      return c.json((await saveLists(db, change, { account, now: clock() })) satisfies SavedLists);
    })
    .get(endpoints.wishlistLink.path, noStore, async (c) =>
      c.json((await readWishlistLink(db, await requireShopper(c, services))) satisfies OwnWishlistLink),
    )
    .post(endpoints.shareWishlist.path, noStore, async (c) => {
      const account = await requireShopper(c, services);
      const { showsName } = await readBody(c, wishlistLinkForm);
      return c.json((await shareWishlist(db, showsName, { account, now: clock() })) satisfies OwnWishlistLink);
    })
    .post(endpoints.withdrawWishlist.path, noStore, async (c) => {
      await withdrawWishlist(db, { account: await requireShopper(c, services), now: clock() });
      return c.body(null, 204);
    })
    .get(endpoints.sharedWishlist.path, noStore, async (c) => {
      await limitRate(c, services, 'lookUps');
      return c.json((await findSharedWishlist(db, c.req.param('token'))) satisfies SharedWishlist);
    });
};
