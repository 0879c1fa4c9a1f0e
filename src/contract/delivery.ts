import { collectionId, type DeliveryOptions, type DeliveryPart, type OrderDeliveryOption, standardId } from './delivery-options.ts';
import { lessAmount, type Pence, pence, spread, sum } from './money.ts';
import { isVague, isWithin, outcodesOf } from './postcode.ts';

/**
 * What delivery costs. The rule, for browser and server alike, in this order:
 *
 * 1. Delivery per item, as the products say, added up over all items.
 * 2. Collection is free: all of it comes off, and nothing below is added.
 * 3. Otherwise, of goods worth `freeFrom` or more, at the shopper's own prices and before any voucher, all of it comes off.
 * 4. Otherwise what is above the `cap` comes off.
 * 5. The surcharge of the region that the postcode is in, the first that has it, is added; a region without a surcharge is not delivered to.
 *
 * Until here it is the *standard delivery*: shared out over the lines in proportion to their delivery per item, to the penny. A voucher for
 * delivery takes off, and a refund or a cancellation of an item gives back, the share of its line.
 *
 * 6. The surcharge of a faster way is added to the order, in no line's share: no voucher takes it off, and it goes back when the whole order is
 *    cancelled before it is sent (Consumer Contracts Regulations 2013, reg. 34(3)), and otherwise only as the seller decides.
 * 7. The same holds for gift wrapping, which is added once an order, where its buyer has asked for it.
 */

/** The way with this id; undefined for standard delivery, `null` for one that there is not (any more). */
export const findWay = ({ ways, collection }: DeliveryOptions, id: string | undefined): OrderDeliveryOption | null | undefined => {
  if (id === undefined || id === standardId) return undefined;
  if (id === collectionId) return collection && { id, name: collection.name, collection };
  const way = ways.find((each) => each.id === id);
  return way ? { id, name: way.name, courierDays: way.courierDays } : null;
};

/** The region of a postcode as it was typed. */
export const findRegion = ({ regions }: DeliveryOptions, postcode: string) => {
  const typed = outcodesOf(postcode);
  return regions.find(({ outcodes }) => outcodes.some((pattern) => typed.some((outcode) => isWithin(outcode, pattern))));
};

/** Whether a postcode may be in a region, or not: it is none, or too short to tell. The buyer is asked then, and what they say again holds. */
export const isPostcodeUnclear = (options: DeliveryOptions, postcode: string): boolean => {
  const typed = outcodesOf(postcode);
  if (options.regions.length === 0 || findRegion(options, postcode)) return false;
  return (
    typed.length === 0 ||
    options.regions.some(({ outcodes }) => outcodes.some((pattern) => typed.some((outcode) => isVague(outcode, pattern))))
  );
};

/** The goods to deliver: `perItem` is each line's delivery per item times its quantity, `goods` the value of all goods at the shopper's prices. */
export type DeliveryRequest = {
  readonly perItem: readonly Pence[];
  readonly goods: Pence;
  readonly wayId: string | undefined;
  /** The postcode as it was typed. */
  readonly postcode: string;
};

/**
 * The charge by the rule above: each line's share in the standard delivery, the `extra` of a faster way, and `total`, their sum, which is also the
 * sum of `parts`. Parts of 0 are left out, except the first. Or the `problem` that prevents delivery.
 */
export type DeliveryCharge =
  | {
      readonly shares: readonly Pence[];
      readonly extra: Pence;
      readonly total: Pence;
      readonly parts: readonly { readonly kind: DeliveryPart['kind']; readonly name?: string | undefined; readonly amount: Pence }[];
      readonly way: OrderDeliveryOption | undefined;
    }
  | { readonly problem: 'way' }
  | { readonly problem: 'region'; readonly region: string };

const minus = (value: number): Pence => -value as Pence;

/** What comes off the delivery per item. */
const reductionOf = ({ cap, freeFrom }: DeliveryOptions, items: Pence, goods: Pence, isCollected: boolean) => {
  if (isCollected) return { kind: 'collection', amount: minus(items) } as const;
  if (freeFrom !== null && goods >= pence(freeFrom)) return { kind: 'free', amount: minus(items) } as const;
  return { kind: 'cap', amount: minus(cap === null ? 0 : lessAmount(items, pence(cap))) } as const;
};

/** What the delivery of an order costs, by the rule above. */
export const deliveryCharge = (options: DeliveryOptions, { perItem, goods, wayId: id, postcode }: DeliveryRequest): DeliveryCharge => {
  const way = findWay(options, id);
  if (way === null) return { problem: 'way' };
  const isCollected = way?.collection !== undefined;
  const place = isCollected ? undefined : findRegion(options, postcode);
  if (place?.surcharge === null) return { problem: 'region', region: place.name };
  const items = sum(perItem);
  const extra = pence(options.ways.find((each) => each.id === way?.id)?.surcharge ?? 0);
  const standard = [
    { kind: 'items', amount: items } as const,
    reductionOf(options, items, goods, isCollected),
    { kind: 'region', name: place?.name, amount: pence(place?.surcharge ?? 0) } as const,
  ];
  const parts = [...standard, { kind: 'way', name: way?.name, amount: extra } as const];
  return {
    shares: spread(sum(standard.map((part) => part.amount)), perItem),
    extra,
    total: sum(parts.map((part) => part.amount)),
    parts: parts.filter((part) => part.kind === 'items' || part.amount !== 0),
    way,
  };
};

/** How much more goods make standard delivery free; undefined where that is not offered, reached, or of no use. */
export const missingForFree = ({ freeFrom }: DeliveryOptions, { perItem, goods, wayId: id }: DeliveryRequest): Pence | undefined => {
  if (freeFrom === null || id === collectionId || sum(perItem) === 0) return undefined;
  const missing = lessAmount(pence(freeFrom), goods);
  return missing > 0 ? missing : undefined;
};
