import * as z from 'zod';
import { type DeliveryPart, deliveryPart, type OrderDeliveryOption, orderDeliveryOption } from '#contract/delivery-options.ts';
import { fullName } from '#contract/full-name.ts';
import { formatSterling, type Pence, pence, pounds } from '#contract/money.ts';
import { type FurtherParcel, furtherParcel, type Order, order } from '#contract/order.ts';
import type { Money, Tables } from '#server/db/schema.ts';

/** An order with its lines, its payments and its money, the oldest first. */
export type OrderRecord = {
  readonly row: Tables['order'];
  readonly lines: readonly Tables['order_line'][];
  readonly payments: readonly Tables['payment'][];
  readonly money: readonly Money[];
};

export const countAll = (lines: readonly Pick<Tables['order_line'], 'quantity'>[]): number =>
  lines.reduce((total, { quantity }) => total + quantity, 0);

/** Name, address and contact of the buyer, as stored with the order. */
export const billingOf = ({ row }: { readonly row: Pick<Tables['order'], 'billing'> }): Order['billingInfo'] =>
  order.shape.billingInfo.parse(JSON.parse(row.billing));

/** The delivery option of an order; undefined for standard delivery. */
export const deliveryOptionOf = ({ delivery_way }: Pick<Tables['order'], 'delivery_way'>): OrderDeliveryOption | undefined =>
  delivery_way === null ? undefined : orderDeliveryOption.parse(JSON.parse(delivery_way));

/** In a few words: "Collection: The workshop", "Express"; '' for standard delivery. */
export const describeWay = (way: OrderDeliveryOption | undefined): string =>
  way?.collection ? `Collection: ${way.collection.name}` : (way?.name ?? '');

const storedParcels = z.array(furtherParcel);

/** The parcels beside the first one. */
export const furtherParcelsOf = ({ further_parcels }: Pick<Tables['order'], 'further_parcels'>): FurtherParcel[] =>
  further_parcels === null ? [] : storedParcels.parse(JSON.parse(further_parcels));

/** The parcels of an order that is sent, each in a few words: "Evri, AB1"; none where the seller said nothing of them. */
export const describeParcels = (row: Pick<Tables['order'], 'shipping_method' | 'track_id' | 'further_parcels'>): string[] =>
  [[row.shipping_method, row.track_id], ...furtherParcelsOf(row).map(({ shippingMethod, trackId }) => [shippingMethod, trackId])]
    .map((texts) => texts.filter(Boolean).join(', '))
    .filter((text) => text !== '');

const storedParts = z.array(deliveryPart);

/** The parts of the delivery charge, if it is not just the sum of the items' delivery. */
export const partsOf = ({ delivery_parts }: Pick<Tables['order'], 'delivery_parts'>): DeliveryPart[] | undefined =>
  delivery_parts === null ? undefined : storedParts.parse(JSON.parse(delivery_parts));

const partNames = {
  items: 'Delivery',
  collection: 'Collected, so no delivery',
  free: 'Free delivery',
  cap: 'Delivery cap',
} as const;

/** The lines of what delivery and gift wrapping cost, as mails and pages of the server say them: "Delivery", "£7.90". */
export const describeExtras = ({
  deliveryTotal = 0,
  deliveryParts = [{ kind: 'items', amount: deliveryTotal }],
  giftWrap,
}: Pick<Order, 'deliveryTotal' | 'deliveryParts' | 'giftWrap'>): (readonly [string, string])[] => [
  ...deliveryParts.map(
    ({ kind, name = '', amount }: DeliveryPart) =>
      [
        kind === 'way' ? name : kind === 'region' ? `Delivery to ${name}` : partNames[kind],
        `${amount < 0 ? '−' : ''}${formatSterling(pence(Math.abs(amount)))}`,
      ] as const,
  ),
  ...(giftWrap === undefined ? [] : [['Gift wrapping', formatSterling(pence(giftWrap))] as const]),
];

/** Pounds for gift wrapping, as a field of an order; no field where nothing is wrapped. */
export const giftWrapOf = ({ gift_wrap }: Pick<Tables['order'], 'gift_wrap'>): Pick<Order, 'giftWrap'> =>
  gift_wrap === null ? {} : { giftWrap: pounds(gift_wrap as Pence) };

/** `describeExtras` of an order's row. */
export const extraLines = (row: Pick<Tables['order'], 'delivery_total' | 'delivery_parts' | 'gift_wrap'>): (readonly [string, string])[] =>
  describeExtras({ deliveryTotal: pounds(row.delivery_total as Pence), deliveryParts: partsOf(row), ...giftWrapOf(row) });

/** The buyer's first and last name. */
export const buyerName = (found: Pick<OrderRecord, 'row'>): string => {
  return fullName(billingOf(found));
};
