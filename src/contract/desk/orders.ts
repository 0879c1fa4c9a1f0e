import '#contract/zod-config.ts';
import * as z from 'zod/mini';
import { pageOf } from '#contract/desk/page.ts';
import { refundStates } from '#contract/desk/refunds.ts';
import { billingInfo, order as shopperOrder } from '#contract/order.ts';
import { textBlock, textLine } from '#contract/text-line.ts';

/** How many orders a page of the desk has, and how many one press may move. */
export const deskPageSize = 50;
export const maxOrdersAtOnce = 100;
export const noteLength = 1000;

/** `toSend`: paid, or an exchange, and not yet sent, the most urgent first; `late` those of them that should have gone. */
export const orderViews = ['toSend', 'late', 'sent', 'unpaid', 'all'] as const;

export type OrderView = (typeof orderViews)[number];

/** Marks of a row besides its state. */
const orderFlags = ['buyerNote', 'gift', 'giftWrap', 'staffNote', 'message', 'refund', 'voucher'] as const;

export const orderStates = ['pending', 'expired', 'cancelled', 'confirmed', 'processing', 'Dispatch', 'Delivered'] as const;

const goods = z.object({
  productId: z.string(),
  name: z.string(),
  /** Type, colour and size in words, '' without a choice. */
  choice: z.string(),
  quantity: z.number(),
  /** The `src` of the product's picture; '' without one. */
  picture: z.string(),
});

/**
 * A row of a list: an order, or the replacement of an exchange, which has a `replacement`, the reference of its refund request. `version` is
 * sent with every change, see `versioned`.
 */
export const orderRow = z.object({
  id: z.string(),
  version: z.number(),
  replacement: z.nullable(z.string()),
  buyer: z.string(),
  town: z.string(),
  postcode: z.string(),
  /** What goes into the parcel: less what was cancelled and refunded before it was sent. */
  goods: z.array(goods),
  pieces: z.number(),
  /** What the buyer of an order that is not sent has cancelled, in words: not to be sent, but still to be refunded; '' if nothing. */
  cancelled: z.string(),
  flags: z.array(z.enum(orderFlags)),
  /** Of an exchange `confirmed` until its parcel is sent, then `Dispatch`. */
  status: z.enum(orderStates),
  /** Why an unpaid order waits. */
  payment: z.nullable(z.enum(['processing', 'failed'])),
  /** How it gets to the buyer, in words; '' for standard delivery. */
  way: z.string(),
  isCollected: z.boolean(),
  /** The UK day promised to the buyer. */
  postBy: z.nullable(z.string()),
  isLate: z.boolean(),
  /** Pounds. */
  total: z.number(),
  createdAt: z.string(),
  courier: z.string(),
  tracking: z.string(),
});

export type OrderRow = z.output<typeof orderRow>;

/**
 * What a list of orders shows; '' for no limit. `from` and `to` are UK days: by which parcels that are not sent are to be posted, and on which
 * other orders were placed.
 */
export const ordersWanted = z.object({
  view: z.enum(orderViews),
  q: z.string().check(z.maxLength(300)),
  from: z.string().check(z.maxLength(10)),
  to: z.string().check(z.maxLength(10)),
  courier: textLine(100),
});

export type OrdersWanted = z.output<typeof ordersWanted>;

/**
 * GET /desk/api/orders?view=&q=&from=&to=&courier=&after=: `next` is the cursor of the next page, sent as `after`; `counts` are of the views with
 * something to do. `searched`: when the words are very common, only this many of the newest orders were searched; null if all were.
 */
export const orderPage = z.object({
  ...pageOf(orderRow),
  counts: z.object({ toSend: z.number(), late: z.number(), unpaid: z.number() }),
  searched: z.nullable(z.number()),
  /** The couriers of all parcels so far, for views with sent parcels. */
  couriers: z.array(z.string()),
});

export type OrderPage = z.output<typeof orderPage>;

/** Every change names the version of the order that was seen: another one is a 409 with the code `changed`, which says who did what. */
const versioned = z.object({ version: z.int() });

const historyEntry = z.object({
  at: z.string(),
  /** The first name of a member of staff, or what acted. */
  by: z.string(),
  what: z.string(),
  /** A note of the staff, which the buyer does not see. */
  isNote: z.boolean(),
  /** The `position` of a note that whoever reads this may still delete. */
  ownNote: z.nullable(z.int()),
});

const mailKinds = ['confirmation', 'dispatch', 'cancellation'] as const;

export type MailKind = (typeof mailKinds)[number];

const line = z.object({ ...goods.shape, sku: z.string() });

/** A parcel with what is printed of it: the order as its buyer reads it, and the goods, of an exchange those of the replacement. */
const parcel = z.object({ ...orderRow.shape, order: shopperOrder, lines: z.array(line) });

export type Parcel = z.output<typeof parcel>;

/** GET /desk/api/orders/:orderId: all that is known of one order. */
export const deskOrder = z.object({
  ...parcel.shape,
  hasAccount: z.boolean(),
  /** On the shelf, those of unsent orders included; `null` for what is not sold any more. */
  lines: z.array(z.object({ ...line.shape, onShelf: z.nullable(z.number()) })),
  /** The newest first, with the notes. */
  history: z.array(historyEntry),
  refunds: z.array(z.object({ reference: z.string(), product: z.string(), outcome: z.enum(refundStates), createdAt: z.string() })),
  messages: z.array(z.object({ reference: z.string(), text: z.string(), createdAt: z.string(), isAnswered: z.boolean() })),
  /** The buyer's other orders, the newest first, at most ten. */
  others: z.array(z.object({ id: z.string(), createdAt: z.string(), status: z.string(), total: z.number() })),
  /** Pounds that are due to the buyer and do not go back by themselves. */
  dueByHand: z.number(),
  /** The kinds of mail that can be sent again now. */
  mails: z.array(z.enum(mailKinds)),
  canCancel: z.boolean(),
  canCorrectAddress: z.boolean(),
});

export type DeskOrder = z.output<typeof deskOrder>;

/**
 * GET /desk/api/parcels?ids=a,b: parcels for pick lists and packing slips, in this order. An id is that of an order, or the reference of an exchange;
 * `missing` are unknown ids.
 */
export const printedOrders = z.object({ items: z.array(parcel), missing: z.array(z.string()) });

export type PrintedOrders = z.output<typeof printedOrders>;

const seenOrder = z.object({ id: textLine(100, 1), version: z.int() });

/** POST /desk/api/orders/packing. */
export const packing = z.object({ orders: z.array(seenOrder).check(z.minLength(1), z.maxLength(maxOrdersAtOnce)) });

/** A parcel as it was sent: an order, or with `replacement` that of an exchange. */
const sentParcel = z.object({
  ...seenOrder.shape,
  replacement: z.nullable(textLine(100)),
  courier: textLine(100, 1),
  tracking: z._default(textLine(100), ''),
  /** Confirms that the parcel was sent with the goods that its buyer has cancelled since. */
  withCancelled: z._default(z.boolean(), false),
});

/** POST /desk/api/orders/send; `isTrial` only says what would happen. */
export const sending = z.object({
  parcels: z.array(sentParcel).check(z.minLength(1), z.maxLength(maxOrdersAtOnce)),
  isTrial: z._default(z.boolean(), false),
});

/** POST /desk/api/orders/send-file: the text of a courier's CSV file with the columns order, tracking and, if it has it, courier. */
export const sendingFile = z.object({
  file: z.string().check(z.minLength(1), z.maxLength(1_000_000)),
  courier: z._default(textLine(100), ''),
  isTrial: z._default(z.boolean(), false),
});

/** `replacement`: the reference of the refund request whose replacement it is, null for an order. */
const movedParcel = z.object({ id: z.string(), replacement: z.nullable(z.string()), buyer: z.string() });

/** What a press that moves many did with each: independent of each other. `at` is the line of a file, 0 without one. */
export const movedParcels = z.object({
  done: z.array(movedParcel),
  unchanged: z.array(movedParcel),
  refused: z.array(z.object({ ...movedParcel.shape, at: z.number(), message: z.string() })),
});

export type MovedParcels = z.output<typeof movedParcels>;

export const deliveryConfirmation = versioned;

/** A parcel to add, or the tracking number of one to take out; with both, a correction. */
export const parcelChange = z
  .object({
    ...versioned.shape,
    add: z.optional(z.object({ shippingMethod: textLine(100, 1), trackId: textLine(100, 1) })),
    remove: z.optional(z.string()),
  })
  .check(z.refine(({ add, remove }) => add !== undefined || remove !== undefined));

export const newNote = z.object({ text: textBlock(1, noteLength) });
export const deletedNote = z.object({ position: z.int() });

/** Where delivery to the new address costs more or is not offered, that is a 409 with the code `zone` until it `isConfirmed`. */
export const addressCorrection = z.object({ ...versioned.shape, billingInfo, isConfirmed: z._default(z.boolean(), false) });

export const mailAgain = z.object({ ...versioned.shape, kind: z.enum(mailKinds) });
export const cancelling = z.object({ ...versioned.shape, reason: z._default(textLine(200), '') });
export const settlement = z.object({ ...versioned.shape, how: textLine(200, 1), isChecked: z._default(z.boolean(), false) });
