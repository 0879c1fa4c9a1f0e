import './zod-config.ts';
import * as z from 'zod/mini';

/**
 * The body of every error answer: `message` and `errors` (by field) are shown to the shopper, `code` is for the client, `orderId` is the
 * paid order that caused the refusal.
 */
export const failureBody = z.object({
  message: z.string(),
  errors: z.optional(z.record(z.string(), z.string())),
  code: z.optional(z.string()),
  orderId: z.optional(z.string()),
});

export type FailureBody = z.output<typeof failureBody>;
