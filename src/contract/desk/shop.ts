import '#contract/zod-config.ts';
import * as z from 'zod/mini';
import { look, madeUpDetail, postingDays, shopDetails, shopLimits, shopParts } from '#contract/shop.ts';
import { textBlock, textLine } from '#contract/text-line.ts';

/** GET /desk/api/shop: what shoppers see, with the number of the newest version, which a change must name. */
export const deskShop = z.object({
  version: z.number(),
  isOpen: z.boolean(),
  /** The details that the seller must replace before a public shop opens. */
  madeUp: z.array(madeUpDetail),
  /** How many sample products are for sale as they came. */
  samples: z.number(),
  details: shopDetails,
  days: postingDays,
  look,
  /** The accent colour as buttons and links have it in each colour scheme: another shade where the chosen one could not be read. */
  shownAccent: z.object({ light: z.string(), dark: z.string() }),
});

export type DeskShop = z.output<typeof deskShop>;

const version = z.int();

/** POST /desk/api/shop/details, /desk/api/shop/days and /desk/api/shop/look: `version` is the one that was seen. */
export const detailsChange = z.object({ version, details: shopDetails });
export const daysChange = z.object({ version, days: postingDays });
export const lookChange = z.object({ version, look });

/** POST /desk/api/shop/samples: takes the samples away, or puts them back. */
export const samplesChange = z.object({ areShown: z.boolean() });

/** POST /desk/api/shop/open. */
export const shopOpening = z.object({ version });

/** GET /desk/api/words?q=&page=&view=: texts that shoppers read, and the seller's own in their place. */
export const deskWords = z.object({
  version: z.number(),
  /** The namespaces, by which texts are found. */
  pages: z.array(z.string()),
  items: z.array(z.object({ namespace: z.string(), key: z.string(), original: z.string(), text: z.nullable(z.string()) })),
  /** How many there are; `items` are the first of them. */
  total: z.number(),
  /** The seller's texts whose originals the shop does not have any more. */
  unused: z.array(z.object({ namespace: z.string(), key: z.string(), text: z.string() })),
});

export type DeskWords = z.output<typeof deskWords>;

/** POST /desk/api/words; null puts the original back. */
export const wordChange = z.object({
  version,
  namespace: textLine(40, 1),
  key: textLine(100, 1),
  text: z.nullable(textBlock(1, shopLimits.text)),
});

export type WordChange = z.output<typeof wordChange>;

/** GET /desk/api/shop/history: the published versions, the latest first. */
export const shopHistory = z.object({
  version: z.number(),
  items: z.array(
    z.object({
      number: z.number(),
      at: z.string(),
      /** Who published it; '' for the first start and the command line. */
      name: z.string(),
      /** The parts in which it differs from the version before; none for the first one. */
      changed: z.array(z.enum(shopParts)),
    }),
  ),
});

export type ShopHistory = z.output<typeof shopHistory>;

/** POST /desk/api/shop/again: publishes the version `number` again. */
export const versionAgain = z.object({ version, number: z.int() });
