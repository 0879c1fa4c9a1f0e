import * as z from 'zod';
import { lastDayToCancel, plusDays, ukTime } from '#contract/delivery-dates.ts';
import type { Order } from '#contract/order.ts';
import { daysToRefund } from '#contract/terms.ts';
import { countAll, type OrderRecord } from '#server/db/order-record.ts';
import type { Tables } from '#server/db/schema.ts';
import { describeItem } from '#server/mail/templates/order-emails.ts';

const declaredUnits = z.array(z.object({ position: z.int(), quantity: z.int() }));

/** How many units of which lines of an order its buyer cancels; of one product. */
export type DeclaredUnits = z.output<typeof declaredUnits>;

type Line = Tables['order_line'];
type DeclaredRefund = Pick<Tables['refund'], 'declared' | 'outcome'>;

const readUnits = (stored: string | null): DeclaredUnits => (stored === null ? [] : declaredUnits.parse(JSON.parse(stored)));

/** The units of a cancellation; none of a refund request. */
export const declaredUnitsOf = ({ declared }: Pick<DeclaredRefund, 'declared'>): DeclaredUnits => readUnits(declared);

/** A line of an order as the contract names it. */
export const itemIdOf = ({ order_id, position }: Pick<Line, 'order_id' | 'position'>): string => `${order_id}/${position + 1}`;

/** Paid for them, their delivery included, less a voucher's share; in pence, rounded up. */
export const paidForUnits = ({ lines }: Pick<OrderRecord, 'lines'>, units: DeclaredUnits): number =>
  units.reduce((total, { position, quantity }) => {
    const line = lines.find((each) => each.position === position);
    if (!line) return total;
    return total + Math.ceil(((line.unit_price * line.quantity + line.delivery - line.discount) * quantity) / line.quantity);
  }, 0);

/** What of that is for their delivery. */
export const deliveryForUnits = ({ lines }: Pick<OrderRecord, 'lines'>, units: DeclaredUnits): number =>
  units.reduce((total, { position, quantity }) => {
    const line = lines.find((each) => each.position === position);
    return line ? total + Math.ceil((line.delivery * quantity) / line.quantity) : total;
  }, 0);

/** "2 × Mug, Oat; 1 × Spoon", in the order's own order. */
export const describeUnits = ({ lines }: Pick<OrderRecord, 'lines'>, units: DeclaredUnits): string =>
  lines
    .flatMap((line) => {
      const quantity = countAll(units.filter(({ position }) => position === line.position));
      return quantity === 0 ? [] : [`${quantity} × ${describeItem(line)}`];
    })
    .join('; ');

const countOf = ({ position }: Pick<Line, 'position'>, units: DeclaredUnits): number =>
  countAll(units.filter((unit) => unit.position === position));

/** Units of a line that its buyer has not cancelled, or keeps after all. */
export const uncancelledUnits = (line: Pick<Line, 'position' | 'quantity'>, requests: readonly DeclaredRefund[]): number => {
  const standing = requests.filter(({ outcome }) => outcome !== 'withdrawn');
  return line.quantity - countOf(line, standing.flatMap(declaredUnitsOf));
};

/** Units of a line that go, or went, into the parcel: less those that these requests of its order gave back to stock before it was sent. */
export const inParcel = (line: Pick<Line, 'position' | 'quantity'>, requests: readonly Pick<Tables['refund'], 'unsent'>[]): number =>
  Math.max(
    0,
    line.quantity -
      countOf(
        line,
        requests.flatMap(({ unsent }) => readUnits(unsent)),
      ),
  );

/** The day by which money must go back after what happened now: regulation 34 of the Consumer Contracts Regulations 2013. */
export const refundDueDay = (now: Date): string => plusDays(ukTime(now).day, daysToRefund);

/** Paid, and not sent yet. */
export const isUnsent = ({ status }: Pick<Tables['order'], 'status'>): boolean => status === 'confirmed' || status === 'processing';

/** Cancellations of an order that is not sent, which are still to be refunded: their units must not be sent. */
export const unsentCancellations = ({ row }: OrderRecord, requests: readonly Tables['refund'][]): Tables['refund'][] =>
  requests.filter(({ order_id, declared, decided_at }) => isUnsent(row) && order_id === row.id && declared !== null && decided_at === null);

/** The lines of an order that go, or went, into its parcel. */
export const linesOfParcel = ({ row, lines }: OrderRecord, requests: readonly Tables['refund'][]): readonly Line[] => {
  if (row.status === 'cancelled') return lines;
  const ofOrder = requests.filter(({ order_id }) => order_id === row.id);
  return lines.map((line) => ({ ...line, quantity: inParcel(line, ofOrder) })).filter(({ quantity }) => quantity > 0);
};

/**
 * What of a cancellation of an unsent order is still to be taken out of its parcel: not what a refund request gave back to stock before, nor
 * units that another open cancellation is of.
 */
export const leavingParcel = (order: OrderRecord, row: Tables['refund'], requests: readonly Tables['refund'][]): Line[] => {
  const others = requests.filter(({ reference, decided_at }) => reference !== row.reference && decided_at === null);
  return declaredUnitsOf(row).flatMap(({ position, quantity }) =>
    order.lines
      .filter((line) => line.position === position)
      .map((line) => ({
        ...line,
        quantity: Math.min(quantity, inParcel(line, requests) - countOf(line, others.flatMap(declaredUnitsOf))),
      }))
      .filter((line) => line.quantity > 0),
  );
};

/** What the buyer of a paid order can still cancel without a reason, and until which day. What was made with their own words cannot be. */
export const cancellableOf = ({ row, lines }: OrderRecord, requests: readonly DeclaredRefund[]): NonNullable<Order['cancellable']> => ({
  ...(row.status === 'Delivered' && row.ended_at !== null && { until: lastDayToCancel(row.ended_at) }),
  items: lines
    .filter(({ is_personalised }) => is_personalised === 0)
    .map((line) => ({ itemId: itemIdOf(line), quantity: uncancelledUnits(line, requests) }))
    .filter(({ quantity }) => quantity > 0),
});
