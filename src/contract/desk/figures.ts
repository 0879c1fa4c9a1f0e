import '#contract/zod-config.ts';
import * as z from 'zod/mini';

export const figurePeriods = ['day', 'week', 'month'] as const;

const sums = {
  orders: z.number(),
  total: z.number(),
  delivery: z.number(),
  vouchers: z.number(),
  paidBack: z.number(),
};

export type Sums = z.output<z.ZodMiniObject<typeof sums>>;

/**
 * GET /desk/api/figures?from=&to=&by=. UK days, `to` included, and pounds; an order counts on the day its invoice was numbered, money back on the
 * day it went. Ranges with more than `maxPeriods` bars are shown by longer periods: `by` says which.
 */
export const figures = z.object({
  from: z.string(),
  to: z.string(),
  by: z.enum(figurePeriods),
  now: z.object(sums),
  /** Sums of the period of the same length right before. */
  before: z.object(sums),
  periods: z.array(z.object({ from: z.string(), to: z.string(), ...sums })),
  /** The products with the highest sales in the same days. */
  goods: z.array(z.object({ productId: z.string(), name: z.string(), pieces: z.number(), total: z.number() })),
  /** How many days the stock of each product will last at the sales of the last 30 days, the shortest first. */
  stock: z.array(z.object({ productId: z.string(), name: z.string(), left: z.number(), days: z.number() })),
  /** Products for sale for 90 days without a sale. */
  unsold: z.array(z.object({ productId: z.string(), name: z.string(), left: z.number() })),
  /** Search terms of the last 90 days without a result, used three times or more. */
  searches: z.array(z.object({ term: z.string(), times: z.number() })),
});

export type Figures = z.output<typeof figures>;

export const maxPeriods = 120;

/** POST /desk/api/figures/export and /desk/api/books: a CSV file of these UK days. */
export const figuresRange = z.object({ from: z.iso.date(), to: z.iso.date(), by: z.enum(figurePeriods) });

export type FiguresRange = z.output<typeof figuresRange>;
