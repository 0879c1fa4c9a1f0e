import './zod-config.ts';
import * as z from 'zod/mini';
import { isInPence } from './money.ts';
import { outcodePattern } from './postcode.ts';
import { maxDeliveryDays } from './terms.ts';
import { textBlock, textLine } from './text-line.ts';

/** Pounds, to the penny. */
const amount = z.number().check(z.gte(0), z.lte(1000), z.refine(isInPence));

const deliveryLimits = { name: 60, text: 300, ways: 5, regions: 20, outcodes: 150 } as const;

const name = textLine(deliveryLimits.name, 1);

/** The ids of the ways that are no row of `ways`. */
export const standardId = 'standard';
export const collectionId = 'collection';

/** The id of a way: `standardId`, `collectionId` or that of a faster one. */
export const wayId = z.string().check(z.regex(/^[a-z0-9-]{1,40}$/));

const days = z.int().check(z.gte(0), z.lte(maxDeliveryDays.courier));

const courierDays = z.object({ min: days, max: days }).check(z.refine(({ min, max }) => min <= max));

/** Where and when orders can be collected; address and opening hours by lines. */
const collectionPoint = z.object({
  name,
  address: textBlock(1, deliveryLimits.text),
  hours: textBlock(1, deliveryLimits.text),
});

/** A faster way than standard delivery: its surcharge on an order in pounds, and the courier's working days. */
const fasterWay = z.object({
  id: wayId.check(z.refine((id) => id !== standardId && id !== collectionId)),
  name,
  surcharge: amount,
  courierDays,
});

/** Districts by `outcodePattern` that cost more to send to, in pounds, or that nothing is delivered to: `null`. */
const region = z.object({
  name,
  outcodes: z.array(z.string().check(z.regex(outcodePattern))).check(z.minLength(1), z.maxLength(deliveryLimits.outcodes)),
  surcharge: z.nullable(amount),
});

/**
 * GET /sales/deliveryOptions: the ways to get an order, beside standard delivery per item; pounds. Also the file of `shop delivery set`.
 */
export const deliveryOptions = z.object({
  /** The most that the standard delivery of an order costs, before a region's surcharge. */
  cap: z._default(z.nullable(amount), null),
  /** Standard delivery is free for goods of at least this many pounds. */
  freeFrom: z._default(z.nullable(amount), null),
  ways: z._default(
    z.array(fasterWay).check(
      z.maxLength(deliveryLimits.ways),
      z.refine((ways) => new Set(ways.map(({ id }) => id)).size === ways.length),
    ),
    [],
  ),
  collection: z._default(z.nullable(collectionPoint), null),
  regions: z._default(z.array(region).check(z.maxLength(deliveryLimits.regions)), []),
  /** Pounds for gift wrapping of an order; `null` where it is not offered. */
  giftWrap: z._default(z.nullable(amount), null),
});

export type DeliveryOptions = z.output<typeof deliveryOptions>;

/** The options of a shop that has set none: standard delivery per item, everywhere. */
export const standardOnly: DeliveryOptions = { cap: null, freeFrom: null, ways: [], collection: null, regions: [], giftWrap: null };

const partKinds = ['items', 'collection', 'free', 'cap', 'region', 'way'] as const;

/** One line of what delivery costs: `items` as the products say, and what comes off it or on top; pounds, negative for what comes off. */
export const deliveryPart = z.object({ kind: z.enum(partKinds), name: z.optional(z.string()), amount: z.number() });

export type DeliveryPart = z.output<typeof deliveryPart>;

/** The delivery option of an order, copied when it was placed: later changes of the options do not apply. Standard delivery has none. */
export const orderDeliveryOption = z.object({
  id: z.string(),
  name: z.string(),
  courierDays: z.optional(courierDays),
  collection: z.optional(collectionPoint),
});

export type OrderDeliveryOption = z.output<typeof orderDeliveryOption>;
