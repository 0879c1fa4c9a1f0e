import '#contract/zod-config.ts';
import * as z from 'zod/mini';
import { pageOf } from '#contract/desk/page.ts';
import { reportReasons, reviewLimits } from '#contract/review.ts';
import { textBlock, textLine } from '#contract/text-line.ts';

/** `reported`: public ones that shoppers have reported; `declined`: with those that were removed. */
export const reviewViews = ['waiting', 'reported', 'approved', 'declined'] as const;

export type ReviewListView = (typeof reviewViews)[number];

const reviewRow = z.object({
  reference: z.string(),
  product: z.string(),
  /** The `src` of the product's picture; '' without one. */
  picture: z.string(),
  stars: z.number(),
  author: z.string(),
  text: z.string(),
  state: z.enum(['waiting', 'approved', 'declined', 'removed']),
  createdAt: z.string(),
  /** Files, for `reviewPicture`. */
  images: z.array(z.string()),
  /** How often it was reported for each reason since somebody last dealt with that. */
  reports: z.array(z.object({ reason: z.enum(reportReasons), reports: z.number() })),
});

/** GET /desk/api/reviews?view=&after=; those that wait the oldest first. */
export const deskReviewPage = z.object({ ...pageOf(reviewRow), counts: z.object({ waiting: z.number(), reported: z.number() }) });

export type DeskReviewPage = z.output<typeof deskReviewPage>;

/** GET /desk/api/reviews/:reference. */
export const deskReview = z.object({
  ...reviewRow.shape,
  revision: z.number(),
  orderId: z.string(),
  /** Why it was declined or removed, and the shop's reply; '' without. */
  reason: z.string(),
  reply: z.string(),
  decidedAt: z.nullable(z.string()),
  /** Other reviews of the same buyer. */
  others: z.array(z.object({ reference: z.string(), product: z.string(), stars: z.number() })),
  /** Another one that waits for the shop, the oldest first. */
  nextWaiting: z.nullable(z.string()),
});

export type DeskReview = z.output<typeof deskReview>;

const reason = textLine(reviewLimits.reason, 1);

/**
 * POST …/change: answered with the review as it is then. The author is mailed the reason. 409 with the code `changed` where the review has
 * another revision by now.
 */
export const reviewChange = z.object({
  revision: z.int(),
  change: z.discriminatedUnion('what', [
    z.object({ what: z.literal('approve') }),
    z.object({ what: z.literal('decline'), reason }),
    z.object({ what: z.literal('remove'), reason }),
    z.object({ what: z.literal('reply'), reply: textBlock(0, reviewLimits.reply) }),
    z.object({ what: z.literal('keep') }),
  ]),
});

export type ReviewChange = z.output<typeof reviewChange>;
