import './zod-config.ts';
import * as z from 'zod/mini';

/**
 * The one shape of every error answer: a sentence that a shopper may read, sentences by field, and a word for the shop itself. `orderId` is the
 * paid order that a refusal is about.
 */
export const failureBody = z.object({
  message: z.string(),
  errors: z.optional(z.record(z.string(), z.string())),
  code: z.optional(z.string()),
  orderId: z.optional(z.string()),
});

export type FailureBody = z.output<typeof failureBody>;
