import { ukDayOf, ukTime } from '#contract/delivery-dates.ts';
import { countAll, type OrderRecord } from '#server/db/order-record.ts';
import type { Database, Tables } from '#server/db/schema.ts';
import { writeOrderWords } from '#server/domain/desk/order-words.ts';
import { Conflict, Invalid } from '#server/domain/failure.ts';
import { declaredUnitsOf, describeUnits, linesOfParcel, unsentCancellations } from '#server/domain/money/declared-units.ts';
import { type RefundRequestView, showRefundRequest } from '#server/domain/money/refund-requests.ts';
import { addOrderEvent, checkVersion } from '#server/domain/orders/order-events.ts';
import { isShippingText, type StatusChange, shippingRule } from '#server/domain/orders/order-status.ts';
import { lockOrder, readOrder, readOrders } from '#server/domain/orders/orders.ts';
import { refuseSharedNumber, trackingNumber } from '#server/domain/orders/tracking-numbers.ts';
import { queueBuyerEmail } from '#server/mail/outbox.ts';
import { replacementSentEmail } from '#server/mail/templates/refund-emails.ts';

/** What must leave the shop: a paid order, or the replacement of an exchange. */
export type Parcel = {
  readonly found: OrderRecord;
  /** The refund request whose replacement it is; undefined for an order. */
  readonly exchange: Tables['refund'] | undefined;
  /** The UK day by which its buyer was promised that it is posted; a replacement counts from the day of its decision. */
  readonly postBy: string | null;
  readonly isLate: boolean;
  readonly pieces: number;
  /** The units that the buyer has cancelled and that must not be sent, in words; '' for none. */
  readonly cancelled: string;
};

const unsentIds = (db: Database) => db.selectFrom('order').select('id').where('status', 'in', ['confirmed', 'processing']);

/** Parcels that must leave, the most urgent first. */
export const listParcels = async (db: Database, now: Date): Promise<Parcel[]> => {
  const unsent = await unsentIds(db).execute();
  const exchanges = await db.selectFrom('refund').selectAll().where('outcome', '=', 'exchange').where('sent_at', 'is', null).execute();
  const ids = unsent.map(({ id }) => id);
  if (ids.length + exchanges.length === 0) return [];
  const records = await readOrders(db, [...new Set([...ids, ...exchanges.map(({ order_id }) => order_id)])]);
  const cancellations = await db.selectFrom('refund').selectAll().where('order_id', 'in', unsentIds(db)).execute();
  const today = ukTime(now).day;
  const parcels = records.flatMap((found): Parcel[] => {
    const { id, dispatch_by: postBy } = found.row;
    const order = {
      ...{ found, exchange: undefined, postBy, isLate: postBy !== null && postBy < today },
      pieces: countAll(linesOfParcel(found, cancellations)),
      cancelled: describeUnits(found, unsentCancellations(found, cancellations).flatMap(declaredUnitsOf)),
    };
    const ofOrder = exchanges.filter(({ order_id }) => order_id === id);
    return [
      ...(ids.includes(id) ? [order] : []),
      ...ofOrder.map((exchange) => ({
        found,
        exchange,
        postBy: ukTime(new Date(exchange.decided_at ?? now)).day,
        isLate: false,
        pieces: exchange.exchanged,
        cancelled: '',
      })),
    ];
  });
  const urgency = ({ postBy, found }: Parcel): string => `${postBy ?? ''} ${found.row.created_at}`;
  return parcels.toSorted((one, other) => (urgency(one) < urgency(other) ? -1 : 1));
};

/** Throws `Conflict` for a request that was not decided as an exchange, or whose replacement was sent. */
export const refuseUnsendable = ({ outcome, sentAt, sentWith }: Pick<RefundRequestView, 'outcome' | 'sentAt' | 'sentWith'>): void => {
  if (outcome !== 'exchange') throw new Conflict('This request was not decided as an exchange, so there is no replacement to send.');
  if (sentAt !== null)
    throw new Conflict(`The replacement was sent on ${ukDayOf(sentAt)} already${sentWith === '' ? '' : ` with ${sentWith}`}.`);
};

/**
 * Records that the replacement of an exchange was sent, once, and mails the buyer; until then a count of the shelf takes its units off. Throws
 * `NotFound`, `Conflict` for a request that is not exchanged or whose replacement was sent, `Invalid` for wrong shipping details.
 */
export const recordReplacementSent = async (
  db: Database,
  text: string,
  { method, tracking: typed, seen, by, now }: Pick<StatusChange, 'method' | 'tracking' | 'seen' | 'by' | 'now'>,
): Promise<RefundRequestView> => {
  const tracking = trackingNumber(typed);
  const given = [method, tracking].filter((detail) => detail !== undefined);
  if (!given.every(isShippingText)) throw new Invalid(shippingRule);
  const { reference, orderId } = await showRefundRequest(db, text);
  return db.transaction().execute(async (transaction) => {
    const row = await lockOrder(transaction, orderId);
    await checkVersion(transaction, orderId, seen);
    const { outcome, sentAt, sentWith, exchanged, productId, product } = await showRefundRequest(transaction, reference);
    refuseUnsendable({ outcome, sentAt, sentWith });
    if (row && tracking !== undefined) await refuseSharedNumber(transaction, row, tracking);
    const sent = { sent_at: now.toISOString(), shipping_method: method ?? null, track_id: tracking ?? null };
    await transaction.updateTable('refund').set(sent).where('reference', '=', reference).execute();
    const details = given.length === 0 ? '' : `: ${given.join(', ')}`;
    await addOrderEvent(
      transaction,
      orderId,
      { actor: 'seller', what: `Refund request ${reference}: replacement sent${details}.`, by },
      now,
    );
    await writeOrderWords(transaction, orderId);
    const found = await readOrder(transaction, orderId);
    if (found) {
      const email = replacementSentEmail(found, { reference, productId, product, pieces: exchanged, ...sent });
      await queueBuyerEmail(transaction, found, email, now);
    }
    return showRefundRequest(transaction, reference);
  });
};
