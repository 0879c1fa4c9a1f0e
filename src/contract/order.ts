import * as z from 'zod/mini';
import { quantityLimit } from './cart-line.ts';
import { deliveryPart, orderDeliveryOption, wayId } from './delivery-options.ts';
import { type Pence, pence, times } from './money.ts';
import { tidyPostcode } from './postcode.ts';
import { emailAddress, optionalText, textBlock, textLine } from './text-line.ts';
import { voucherCode } from './voucher.ts';
import './zod-config.ts';

/** The four steps of the tracker, in their order: each is active together with all before it. */
export const orderSteps = ['confirmed', 'processing', 'Dispatch', 'Delivered'] as const;

export type OrderStep = (typeof orderSteps)[number];

/** An unpaid order expires after this time and releases its stock. */
export const minutesToPay = 30;

/** Maximum lengths of texts, and the maximum number of lines. */
export const orderLimits = {
  lines: 100,
  note: 250,
  name: 100,
  street: 200,
  city: 100,
  state: 100,
  postalCode: 20,
  phone: 30,
  email: 254,
  key: 100,
} as const;

/** The maximum amount of one payment. */
export const maxOrderTotal: Pence = pence(999_999.99);

/** A phone number by its format: at least seven digits, and only characters of phone numbers. */
const phone = textLine(orderLimits.phone, 1).check(z.regex(/^[+(\d][\d\s().-]*(?:(?:x|ext\.?) ?\d+)?$/i), z.regex(/(?:\d\D*){7}/));

/**
 * Delivery address and contact. `streetAddress2` (extension) and `state`, the county, may be empty, and so may `lastName`, of somebody with one name,
 * here and of an account: `fullName` says it without a gap.
 */
export const billingInfo = z.object({
  firstName: textLine(orderLimits.name, 1),
  lastName: z._default(textLine(orderLimits.name), ''),
  streetAddress: textLine(orderLimits.street, 1),
  streetAddress2: z._default(textLine(orderLimits.street), ''),
  city: textLine(orderLimits.city, 1),
  state: z._default(textLine(orderLimits.state), ''),
  postalCode: z.pipe(textLine(orderLimits.postalCode, 1), z.transform(tidyPostcode)),
  phone,
  email: emailAddress,
});

/** One line of an order: product, choice and quantity. */
const orderLine = z.object({
  productId: textLine(100, 1),
  variationId: z.optional(textLine(100, 1)),
  color: z.optional(textLine(200)),
  size: z.optional(textLine(200)),
  quantity: z.int().check(z.gte(1), z.lte(quantityLimit)),
});

export type OrderLine = z.output<typeof orderLine>;

const orderLines = z.array(orderLine).check(z.minLength(1), z.maxLength(orderLimits.lines));

/**
 * POST /order/orders. Prices are not sent: the server computes them. Answers 409 with the code `paid` or `processing` and the id of that
 * order, and orders nothing, when the order of this key or the one that it replaces is paid by then.
 */
export const orderPayload = z.object({
  items: orderLines,
  billingInfo,
  /** The buyer's note for the courier. */
  note: z._default(textBlock(0, orderLimits.note), ''),
  /** Extension: what the seller writes on the card in the parcel. */
  giftMessage: z._default(textBlock(0, orderLimits.note), ''),
  acceptsTerms: z.literal(true),
  /** Extension: no mail that asks for a review of this order. */
  refusesReviewMail: z._default(z.boolean(), false),
  /** Extension: the id of the shopper's unpaid order, cancelled and its stock released in the same transaction. Other ids are ignored. */
  replaces: z.optional(z.string().check(z.minLength(1), z.maxLength(64))),
  /** Extension: the id of a paid order that the shopper knowingly orders again: with a new key, it is no reason for a 409. */
  again: z.optional(z.string().check(z.minLength(1), z.maxLength(64))),
  /** Extension: if it cannot be used, the answer is 409, or 404 for an unknown one, with the code `voucher` and a sentence why. */
  voucher: z.optional(voucherCode),
  /** Extension: how it gets to the buyer, by `deliveryOptions`; without it, standard delivery. */
  way: z.optional(wayId),
  /** Extension: wrapped as a gift, for what `deliveryOptions` says; 409 with the code `giftWrap` where that is not offered. */
  giftWrap: z.optional(z.boolean()),
  /**
   * Extension: the buyer was asked about this postcode and says that it is right. Without it, one that may be in a region of `deliveryOptions` or
   * not is a 422 with the code `postcode`.
   */
  isPostcodeConfirmed: z.optional(z.boolean()),
  /** Extension: the lines are those of the cart. Once paid, they leave the saved cart of a signed-in shopper, on all devices. */
  fromCart: z.optional(z.boolean()),
});

export type OrderPayload = z.output<typeof orderPayload>;

/**
 * POST /order/voucher: answers with `voucherTerms`, 404 for an unknown code, or 409 with a sentence why these lines cannot use it. The use
 * of the unpaid order `replaces` counts as free.
 */
export const voucherCheck = z.object({
  code: voucherCode,
  items: orderLines,
  replaces: orderPayload.shape.replaces,
  way: orderPayload.shape.way,
  /** As far as it is typed: delivery charges may depend on the postcode. */
  postalCode: z.optional(textLine(orderLimits.postalCode)),
  giftWrap: orderPayload.shape.giftWrap,
});

export type VoucherCheck = z.output<typeof voucherCheck>;

/** The header Idempotency-Key: one per order, so that a repeated request never orders again, not even after it was paid. */
export const orderKey = z.string().check(z.minLength(16), z.maxLength(orderLimits.key), z.regex(/^[\w-]+$/));

/** An address as it is read, of an order or an account. */
export const address = z.object({
  firstName: optionalText,
  lastName: optionalText,
  streetAddress: optionalText,
  streetAddress2: optionalText,
  city: optionalText,
  state: optionalText,
  postalCode: optionalText,
  phone: optionalText,
});

/** How many parcels an order may have beside the first one. */
export const maxFurtherParcels = 19;

/** A parcel of an order that comes in several: courier and tracking number. */
export const furtherParcel = z.object({ shippingMethod: z.string(), trackId: z.string() });

export type FurtherParcel = z.output<typeof furtherParcel>;

const moneyBackFields = { amount: z.number(), date: z.string(), isDispute: z.optional(z.boolean()) };

/**
 * An order as it is read, in pounds; some fields are optional, for compatibility with other APIs.
 * One that has expired is a 404 with the code `expired` and a message.
 */
export const order = z.object({
  _id: z.string(),
  /** `pending`, `cancelled` or one of `orderSteps`; any other activates no step. */
  status: z.string(),
  shippingMethod: z.nullish(z.string()),
  trackId: z.nullish(z.string()),
  /** Extension: the parcels beside the first one. */
  furtherParcels: z.optional(z.array(furtherParcel)),
  overallTotal: z.number(),
  billingInfo: z.extend(address, { email: optionalText }),
  items: z.array(
    z.object({
      _id: z.string(),
      quantity: z.number(),
      product: z.object({ _id: z.string(), name: z.string() }),
      variation: z.optional(z.object({ _id: z.string(), name: z.string() })),
      color: z.optional(z.string()),
      size: z.optional(z.string()),
      /** Made with the buyer's own words: without a right to cancel. */
      personalised: z.optional(z.boolean()),
      unitPrice: z.optional(z.number()),
      delivery: z.optional(z.number()),
      /** The item's share of the voucher: what was paid for the item is price × quantity + delivery − this. */
      discount: z.optional(z.number()),
    }),
  ),
  goodsTotal: z.optional(z.number()),
  /** What delivery costs in all, before a voucher. */
  deliveryTotal: z.optional(z.number()),
  /** The parts of the delivery charge, if it is not just the sum of the items' delivery. */
  deliveryParts: z.optional(z.array(deliveryPart)),
  /** The delivery option; left out for standard delivery. */
  way: z.optional(orderDeliveryOption),
  /** Pounds for gift wrapping; left out where nothing is wrapped. */
  giftWrap: z.optional(z.number()),
  voucher: z.optional(z.object({ code: z.string(), discount: z.number() })),
  note: z.optional(z.string()),
  giftMessage: z.optional(z.string()),
  createdAt: z.optional(z.string()),
  /** Days in the UK, "2026-11-25": as promised with the order, or counted from its dispatch, which then is over. */
  arrival: z.optional(z.object({ from: z.string(), to: z.string(), dispatchBy: z.optional(z.string()) })),
  /** While pending: `processing` awaits the bank, `failed` can be tried again until `payBy`. */
  payment: z.optional(z.enum(['open', 'processing', 'failed', 'paid'])),
  deliveredAt: z.optional(z.string()),
  /** Until when an unpaid order holds its stock: longer once its payment page was opened. */
  payBy: z.optional(z.string()),
  /** Refund requests, oldest first, but for those that the seller declined; `isOpen` until the seller decides. */
  refundRequests: z.optional(
    z.array(
      z.object({
        reference: z.string(),
        productId: z.string(),
        /** '' for a cancellation, which needs no reason. */
        reason: z.string(),
        createdAt: z.string(),
        isOpen: z.boolean(),
        /** The cancelled units; left out for a refund request. */
        cancelled: z.optional(z.array(z.object({ itemId: z.string(), quantity: z.number() }))),
        /** The day by which the money of a cancellation must go back; none before the goods, or proof of posting, have come. */
        dueOn: z.optional(z.string()),
      }),
    ),
  ),
  /** Of an order that was sent: what its buyer can still cancel without a reason and, once it was delivered, the last day of that. */
  cancellable: z.optional(
    z.object({ until: z.optional(z.string()), items: z.array(z.object({ itemId: z.string(), quantity: z.number() })) }),
  ),
  /** Refund requests that the seller declined. */
  declinedRefunds: z.optional(z.array(z.object({ reference: z.string(), productId: z.string(), reason: z.string() }))),
  /** Of a paid order: its number and day, the seller by lines, and their VAT registration when it was placed, if they had one. */
  invoice: z.optional(
    z.object({
      number: z.string(),
      date: z.string(),
      seller: z.string(),
      vat: z.optional(z.object({ number: z.string(), rate: z.number() })),
    }),
  ),
  /** What went back to the buyer, oldest first, in pounds. A lost dispute is no credit note. */
  moneyBack: z.optional(z.array(z.object({ ...moneyBackFields }))),
  /** What went back to the buyer, and came back to the shop since. */
  moneyReturned: z.optional(z.array(z.object({ ...moneyBackFields, returned: z.string() }))),
  /** The seller's reason, whether what was paid is still due to go back, who cancelled it (the seller, if that is left out), and when. */
  cancellation: z.optional(
    z.object({
      reason: z.optional(z.string()),
      refund: z.enum(['none', 'due', 'done']),
      by: z.optional(z.enum(['buyer', 'seller'])),
      at: z.optional(z.string()),
    }),
  ),
});

export type Order = z.output<typeof order>;

/** What all units of an order's item cost, before a voucher; undefined where another API sends no price. */
export const itemPrice = ({ unitPrice, quantity }: Pick<Order['items'][number], 'unitPrice' | 'quantity'>): Pence | undefined =>
  unitPrice === undefined ? undefined : times(pence(unitPrice), quantity);

/** GET /order/mine: the signed-in shopper's orders, the newest first. */
export const orderList = z.array(order);

const orderId = z.string().check(z.minLength(1), z.maxLength(200));

/**
 * POST /order/cancel, by the buyer while the order is `confirmed`: signed in as its owner, or with the `token` of a mailed link. Answers
 * with the cancelled order, 409 with a sentence when it is too late, or 422 with the code `invalid` for a link that does not work.
 */
export const orderCancellation = z.object({ orderId, token: z.optional(z.string().check(z.minLength(1), z.maxLength(200))) });

/** POST /order/cancel-link: mails such a link to the address that was given with the order. */
export const cancellationLink = z.object({ orderId });

/** The steps that are active at a status: the status itself and every one before it; none for a status that is not recognised. */
export const activeSteps = (status: string): readonly OrderStep[] =>
  orderSteps.filter((_, index) => orderSteps.slice(index).some((later) => later === status));

/** POST /order/payment. */
export const paymentPayload = z.object({ orderId: z.string().check(z.minLength(1), z.maxLength(64)) });

/** Its answer: `url` redirects back to `returnPath` of return-path.ts. A repeated call returns the same open session. */
export const paymentSession = z.object({ sessionId: z.string(), url: z.string() });

export type PaymentSession = z.output<typeof paymentSession>;

/** GET /sales/paymentMethods: the card brands that the configured provider takes; the test provider takes none. */
export const paymentMethods = z.object({ methods: z.array(z.enum(['visa', 'mastercard', 'amex'])) });

export type PaymentMethods = z.output<typeof paymentMethods>;

export type PaymentMethod = PaymentMethods['methods'][number];
