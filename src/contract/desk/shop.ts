import '#contract/zod-config.ts';
import * as z from 'zod/mini';
import { madeUpDetail, postingDays, shopDetails } from '#contract/shop.ts';

/** GET /desk/api/shop: what shoppers see, with the number of the newest version, which a change must name. */
export const deskShop = z.object({
  version: z.number(),
  isOpen: z.boolean(),
  /** The details that the seller must replace before a public shop opens. */
  madeUp: z.array(madeUpDetail),
  details: shopDetails,
  days: postingDays,
});

export type DeskShop = z.output<typeof deskShop>;

const version = z.int();

/** POST /desk/api/shop/details and /desk/api/shop/days: `version` is the one that was seen. */
export const detailsChange = z.object({ version, details: shopDetails });
export const daysChange = z.object({ version, days: postingDays });

/** POST /desk/api/shop/open. */
export const shopOpening = z.object({ version });
