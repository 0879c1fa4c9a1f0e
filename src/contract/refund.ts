import './zod-config.ts';
import * as z from 'zod/mini';
import { orderLimits } from './order.ts';
import { textBlock, textLine } from './text-line.ts';

export const refundLimits = {
  reason: { min: 10, max: 1000 },
  images: 6,
  imageBytes: 5 * 1024 * 1024,
} as const;

/** The accepted pictures, of reviews as well. Without HEIC: phones convert it to JPEG for a file input that does not accept it. */
export const refundImageTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/avif'] as const;

/** POST /refund/requestrefund without its files, which are repeated `additionalImages` fields. */
export const refundRequest = z.object({
  orderId: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)),
  ProductId: textLine(100, 1),
  reason: textBlock(refundLimits.reason.min, refundLimits.reason.max),
});

export type RefundRequest = z.output<typeof refundRequest>;

/** The answer to a refund request. Any content of a success is accepted, for compatibility with other APIs. */
export const refundReceipt = z.catch(z.object({ message: z.optional(z.string()), reference: z.optional(z.string()) }), {});

export type RefundReceipt = z.output<typeof refundReceipt>;

/**
 * POST /refund/cancellation, a buyer's declaration. `itemId` is the `_id` of an item of the order, `left` the number of its units that could still be
 * cancelled when the buyer looked, so that a second press after a lost answer cancels nothing more.
 */
export const cancellationDeclaration = z.object({
  orderId: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)),
  items: z
    .array(z.object({ itemId: textLine(100, 1), quantity: z.int().check(z.gte(1)), left: z.int().check(z.gte(1)) }))
    .check(z.minLength(1), z.maxLength(orderLimits.lines)),
});

export type CancellationDeclaration = z.output<typeof cancellationDeclaration>;

/** The answer to a declaration: a reference for each product, and when it was declared. */
export const cancellationReceipt = z.object({ references: z.array(z.string()), declaredAt: z.string() });

export type CancellationReceipt = z.output<typeof cancellationReceipt>;

/** How a request can end: decided by the seller, with money back once the returned goods are inspected. */
export const refundOutcomes = ['full', 'partial', 'exchange'] as const;

export type RefundOutcome = (typeof refundOutcomes)[number];
