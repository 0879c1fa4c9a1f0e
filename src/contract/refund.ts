import './zod-config.ts';
import * as z from 'zod/mini';
import { textBlock, textLine } from './text-line.ts';

/** How long a reason may be, and how many pictures of how many bytes go with it. */
export const refundLimits = {
  reason: { least: 10, most: 1000 },
  images: 6,
  imageBytes: 5 * 1024 * 1024,
} as const;

/** The pictures that can be read. HEIC is not among them: a phone that is asked for these makes JPEG of it by itself. */
export const refundImageTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/avif'] as const;

/** POST /refund/requestrefund, but for its files, the repeated `additionalImages`. */
export const refundRequest = z.object({
  orderId: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)),
  ProductId: textLine(100, 1),
  reason: textBlock(refundLimits.reason.least, refundLimits.reason.most),
});

export type RefundRequest = z.output<typeof refundRequest>;

/** Its answer. Its content is optional: an API which says something else, or nothing, has accepted it as well. */
export const refundReceipt = z.catch(z.object({ message: z.optional(z.string()), reference: z.optional(z.string()) }), {});

export type RefundReceipt = z.output<typeof refundReceipt>;

/** How a request can end: decided by the company, once the goods are back and inspected. */
export const refundOutcomes = ['full', 'partial', 'exchange'] as const;

export type RefundOutcome = (typeof refundOutcomes)[number];
