import { type Order, order } from '#contract/order.ts';
import type { Money, Tables } from '#server/db/schema.ts';

/** An order with its lines, its payments and its money, the oldest first. */
export type OrderRecord = {
  readonly row: Tables['order'];
  readonly lines: readonly Tables['order_line'][];
  readonly payments: readonly Tables['payment'][];
  readonly money: readonly Money[];
};

/** Name, address and contact of the buyer, as stored with the order. */
export const billingOf = ({ row }: Pick<OrderRecord, 'row'>): Order['billingInfo'] =>
  order.shape.billingInfo.parse(JSON.parse(row.billing));

/** The buyer's first and last name. */
export const buyerName = (found: Pick<OrderRecord, 'row'>): string => {
  const { firstName, lastName } = billingOf(found);
  return `${firstName} ${lastName}`;
};
