import '#contract/zod-config.ts';
import * as z from 'zod/mini';
import { orderRow } from '#contract/desk/orders.ts';

/** What waits for an answer. */
const askKinds = ['refund', 'message', 'review', 'report', 'applicant'] as const;

const problemKinds = ['refundFailed', 'unmatchedPayment', 'slowBank', 'mail', 'job'] as const;

/** How many parcels Today shows; the list of orders has all. */
export const firstParcels = 3;

const isDone = z.boolean();

/** GET /desk/api/today. */
export const today = z.object({
  /** The UK day. */
  date: z.string(),
  /** For the seller, until all are done or somebody else's first order is paid: whether each of the first steps is done. */
  steps: z.nullable(z.object({ goods: isDone, categories: isDone, details: isDone, delivery: isDone, order: isDone })),
  /** Parcels to be posted by today, the late first; at most `deskPageSize`. */
  send: z.array(orderRow),
  /** Where nothing has to leave today, the first parcels of the next day; at most `firstParcels`. */
  next: z.array(orderRow),
  /** How many parcels later days have. */
  sendLater: z.array(z.object({ day: z.string(), parcels: z.number() })),
  /** The oldest first; `title` is the product, or the topic of a message; `link` the page at the desk, '' where the desk has none yet. */
  asks: z.array(
    z.object({
      kind: z.enum(askKinds),
      title: z.string(),
      quote: z.string(),
      who: z.string(),
      at: z.string(),
      link: z.string(),
    }),
  ),
  problems: z.array(z.object({ kind: z.enum(problemKinds), count: z.number(), link: z.string() })),
  /** Paid orders of seven UK days, today the last, and of the seven before; pounds. Without support's role. */
  sales: z.nullable(z.object({ now: z.number(), before: z.number(), days: z.array(z.object({ day: z.string(), total: z.number() })) })),
  /** The counters that are nearly out, the lowest first; at most ten. */
  low: z.array(z.object({ productId: z.string(), name: z.string(), choice: z.string(), left: z.number(), waiting: z.number() })),
  /** Numbers for the navigation; `asks` counts all that wait for an answer, of which `asks` above has the oldest of each kind. */
  counts: z.object({ toSend: z.number(), refunds: z.number(), messages: z.number(), reviews: z.number(), asks: z.number() }),
});

export type Today = z.output<typeof today>;
