import '#contract/zod-config.ts';
import * as z from 'zod/mini';
import { pageOf } from '#contract/desk/page.ts';
import { isInPence } from '#contract/money.ts';
import { textLine } from '#contract/text-line.ts';

/** `open` waits for a decision, `toSend` is an exchange whose parcel must go. */
export const refundViews = ['open', 'toSend', 'decided', 'all'] as const;

export type RefundView = (typeof refundViews)[number];

export const refundStates = ['new', 'received', 'full', 'partial', 'exchangeToSend', 'exchangeSent', 'declined', 'withdrawn'] as const;

const refundRow = z.object({
  reference: z.string(),
  orderId: z.string(),
  product: z.string(),
  /** The `src` of the product's picture; '' without one. */
  picture: z.string(),
  reason: z.string(),
  /** The cancelled goods in words; '' for a refund request. */
  cancelled: z.string(),
  /** The UK day by which the money of a cancellation must go back; null until the goods or proof of posting have come. */
  dueOn: z.nullable(z.string()),
  buyer: z.string(),
  createdAt: z.string(),
  state: z.enum(refundStates),
  /** How many photographs came with it. */
  pictures: z.number(),
  /** Pounds that can still be refunded for the product. */
  left: z.number(),
});

/** GET /desk/api/refunds?view=&after=; of those that wait first what is due by a day, then the oldest. */
export const refundPage = z.object({ ...pageOf(refundRow), counts: z.object({ open: z.number(), toSend: z.number() }) });

export type RefundPage = z.output<typeof refundPage>;

/** GET /desk/api/refunds/:reference. `version` is that of the order. */
export const deskRefund = z.object({
  ...refundRow.shape,
  version: z.number(),
  /** Files, for `refundPicture`. */
  files: z.array(z.string()),
  quantity: z.number(),
  /** Pounds that were paid for the product, its delivery included, and the delivery alone. */
  paid: z.number(),
  delivery: z.number(),
  inStock: z.number(),
  receivedAt: z.nullable(z.string()),
  /** A cancellation of goods that must not be sent. */
  isUnsent: z.boolean(),
  /** The money can be paid: the goods or proof of posting have come, or the order was never sent. */
  isPayable: z.boolean(),
  decidedAt: z.nullable(z.string()),
  /** The first name of whoever decided it at the desk. */
  decidedBy: z.nullable(z.string()),
  amount: z.nullable(z.number()),
  declineReason: z.nullable(z.string()),
  /**
   * What went back of the order for no request, as in the payment provider's dashboard, while this one is open: its decision may count it. In
   * pounds; and `most`, what can be refunded if all of it is for this request.
   */
  wentBack: z.array(z.object({ name: z.string(), amount: z.number(), at: z.string() })),
  most: z.number(),
  sentWith: z.string(),
  /** Requests for the same product within 60 days, and how many units of it were sold in that time. */
  similar: z.object({ requests: z.number(), sold: z.number() }),
  /** Other requests of the same buyer. */
  others: z.array(z.object({ reference: z.string(), product: z.string(), state: z.enum(refundStates) })),
});

export type DeskRefund = z.output<typeof deskRefund>;

/** The `name`s of entries of `wentBack`. */
const countedReferences = z._default(z.array(textLine(100, 1)).check(z.maxLength(20)), []);

/**
 * What the seller decides; `withoutReturn`: the goods need not come back first; `counting`: what went back already and is for this request, so that
 * the amount includes it. Amounts in pounds.
 */
export const decision = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('full'), withoutReturn: z._default(z.boolean(), false), counting: countedReferences }),
  z.object({
    outcome: z.literal('partial'),
    amount: z.number().check(z.gt(0), z.refine(isInPence)),
    withoutReturn: z._default(z.boolean(), false),
    counting: countedReferences,
  }),
  z.object({ outcome: z.literal('exchange'), pieces: z.int().check(z.gte(1)) }),
  z.object({ outcome: z.enum(['declined', 'withdrawn']), reason: textLine(300, 1) }),
]);

export type DecisionInput = z.input<typeof decision>;

/** POST …/decide; the version is that of the order. */
export const decidedRefund = z.object({ version: z.int(), decision });

/** POST …/posted: the buyer of a cancellation has shown proof of posting. */
export const postedReturn = z.object({ version: z.int() });

/** POST …/preview: the mail that the buyer would get, and what goes back, in pounds. 409 or 422 as the decision itself would be. */
export const decisionPreview = z.object({ subject: z.string(), text: z.string(), amount: z.number() });

/** POST …/receive: units that can be sold again; 0 for none. */
export const returnedGoods = z.object({ version: z.int(), restocked: z.int().check(z.gte(0)) });
