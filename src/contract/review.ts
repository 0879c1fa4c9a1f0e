import './zod-config.ts';
import * as z from 'zod/mini';
import { optionalText, textBlock, textLine } from './text-line.ts';

export const reviewLimits = { text: { min: 10, max: 2000 }, author: 40, images: 3, perPage: 5, reason: 300, reply: 1000 } as const;

/** From a mail that asks for reviews to the end of its link, and from delivery to the mail. */
export const reviewDays = { toAsk: 7, toAnswer: 90 } as const;

/** Best first. */
export const starCounts = [5, 4, 3, 2, 1] as const;

export type Stars = (typeof starCounts)[number];

/**
 * `waiting`: for the seller, and only then its author can change it. `approved`: public. `declined`: never was public. `removed`: was, and
 * is not any more.
 */
export type ReviewState = 'waiting' | 'approved' | 'declined' | 'removed';

/** Why somebody reports a review. */
export const reportReasons = ['false', 'offensive', 'private', 'other'] as const;

export type ReportReason = (typeof reportReasons)[number];

/** The product, and the proof of purchase: `key` is the token of a mailed link, or the number of a delivered order of the signed-in account. */
export const reviewAccess = z.object({ productId: textLine(100, 1), key: textLine(100, 1) });

export type ReviewAccess = z.output<typeof reviewAccess>;

/** POST /order/review without its files, which are repeated `additionalImages` fields as in a refund request. */
export const reviewForm = z.extend(reviewAccess, {
  stars: z.pipe(
    z.enum(['1', '2', '3', '4', '5']),
    z.transform((text) => Number(text) as Stars),
  ),
  author: textLine(reviewLimits.author, 1),
  text: textBlock(reviewLimits.text.min, reviewLimits.text.max),
  /** Removes the photographs of the version before; new ones replace them anyway. */
  removeImages: z.optional(z.literal('true')),
});

export type ReviewForm = z.output<typeof reviewForm>;

/** A review as its author sees it: the latest version, or for a first review `state` `new` and a suggested `author`. */
export const reviewDraft = z.object({
  productName: z.string(),
  state: z.enum(['new', 'waiting', 'approved', 'declined', 'removed']),
  stars: z.optional(z.number()),
  author: optionalText,
  text: optionalText,
  /** How many photographs it has. */
  images: z.number(),
  /** Came by mail, so that such mails can be stopped here. */
  isByMail: z.boolean(),
});

export type ReviewDraft = z.output<typeof reviewDraft>;

/** POST /order/review/stop: no more mails that ask for reviews to the address that got this link. */
export const reviewMailStop = z.object({ key: textLine(100, 1) });

/** POST /client/reviews/report. */
export const reviewReport = z.object({ reference: textLine(40, 1), reason: z.enum(reportReasons) });

export type ReviewReport = z.output<typeof reviewReport>;

/**
 * An approved review; `at` is a day, `images` are URLs on the API host, `reply` is the seller's, '' without one. `color` and `size` are
 * what its author bought, unless the order had the product in more than one.
 */
const publicReview = z.object({
  reference: z.string(),
  author: z.string(),
  stars: z.int().check(z.minimum(1), z.maximum(5)),
  text: z.string(),
  at: z.string(),
  images: z.array(z.string()),
  reply: optionalText,
  color: z.optional(z.string()),
  size: z.optional(z.string()),
});

export type PublicReview = z.output<typeof publicReview>;

const count = z.int().check(z.nonnegative());

/** GET /client/products/{id}/reviews?page=: one page, the latest first; `stars` counts all reviews by their stars, five first. */
export const reviewPage = z.object({ items: z.array(publicReview), count, page: count, pages: count, stars: z.array(count) });

export type ReviewPage = z.output<typeof reviewPage>;
