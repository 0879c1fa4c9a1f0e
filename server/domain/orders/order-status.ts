import { arrivalAfter, type DeliverySettings, ukTime } from '#contract/delivery-dates.ts';
import { type OrderStep, orderSteps } from '#contract/order.ts';
import { isOneLine } from '#contract/text-line.ts';
import { deliveryOptionOf, describeParcels, type OrderRecord } from '#server/db/order-record.ts';
import type { Database, Tables } from '#server/db/schema.ts';
import { settingsOfWay } from '#server/domain/delivery/delivery-options.ts';
import { writeOrderWords } from '#server/domain/desk/order-words.ts';
import type { ActingStaff } from '#server/domain/desk/staff.ts';
import { Conflict, Invalid } from '#server/domain/failure.ts';
import { declaredUnitsOf, describeUnits, linesOfParcel, unsentCancellations } from '#server/domain/money/declared-units.ts';
import { wentBackForNone } from '#server/domain/money/ledger.ts';
import { listRequests } from '#server/domain/money/order-refunds.ts';
import { updateDueOrders } from '#server/domain/orders/due-orders.ts';
import { addOrderEvent, checkVersion } from '#server/domain/orders/order-events.ts';
import { readOrderId } from '#server/domain/orders/order-id.ts';
import { readLockedOrder } from '#server/domain/orders/orders.ts';
import { refuseSharedNumber, trackingNumber } from '#server/domain/orders/tracking-numbers.ts';
import { planReviewInvite } from '#server/domain/reviews/review-invites.ts';
import type { Email } from '#server/mail/email.ts';
import { queueBuyerEmail } from '#server/mail/outbox.ts';
import { deliveredEmail, dispatchEmail, processingEmail } from '#server/mail/templates/order-emails.ts';
import type { PaymentProvider } from '#server/payments/provider.ts';

/** A step that the seller sets; shipping `method` and `tracking` number belong to Dispatch. */
export type StatusChange = {
  readonly to: OrderStep;
  readonly method?: string | undefined;
  readonly tracking?: string | undefined;
  /** How long the courier takes, for the arrival of a parcel that is posted now. */
  readonly delivery: DeliverySettings;
  readonly now: Date;
  /** The parcel had gone with the units that the buyer has cancelled meanwhile. */
  readonly withCancelled?: boolean | undefined;
} & ActingStaff;

const maxLength = 100;
const emailTemplates: Readonly<Record<OrderStep, ((order: OrderRecord, cancelled: string) => Email) | undefined>> = {
  // Sent when the payment was recorded.
  confirmed: undefined,
  processing: processingEmail,
  Dispatch: dispatchEmail,
  Delivered: deliveredEmail,
};

/** Is it a shipping method or a tracking number? */
export const isShippingText = (text: string): boolean => isOneLine(text, maxLength);

export const shippingRule = `A shipping method and a tracking number are one line of at most ${maxLength} characters.`;

/** How an order that its buyer collects is "sent". */
const collectionMethod = 'Collection';

const checkShipping = ({ to, method, tracking }: StatusChange, isCollected: boolean): void => {
  const texts = [method, tracking].filter((text) => text !== undefined);
  if (to !== 'Dispatch' && texts.length > 0) throw new Invalid('A shipping method and a tracking number go with Dispatch only.');
  if (to === 'Dispatch' && method === undefined && !isCollected)
    throw new Invalid('Say how it is sent, for example with Royal Mail.', undefined, 'noMethod');
  if (!texts.every(isShippingText)) throw new Invalid(shippingRule);
};

type Shipping = Pick<StatusChange, 'method' | 'tracking'>;

const methodOf = ({ row }: OrderRecord, { method }: Pick<Shipping, 'method'>): string | undefined =>
  method ?? (deliveryOptionOf(row)?.collection ? collectionMethod : undefined);

/** The same dispatch again: sent with these details, and perhaps delivered since. */
export const isSentAlready = (found: OrderRecord, { method, tracking }: Shipping): boolean => {
  const { status, shipping_method, track_id } = found.row;
  const isSent = status === 'Dispatch' || status === 'Delivered';
  return isSent && shipping_method === (methodOf(found, { method }) ?? null) && track_id === (tracking ?? null);
};

/**
 * confirmed → processing → Dispatch → Delivered; `processing` may be skipped. Dispatch is repeated with other details to correct them, by
 * somebody who has seen what is corrected: of two sellers who send a parcel at once with two numbers, the second is told of the first. Throws
 * `Conflict` for a step out of order.
 */
const checkStep = ({ row }: OrderRecord, { to, seen }: Pick<StatusChange, 'to' | 'seen'>): void => {
  if (row.status === 'pending') throw new Conflict('This order is not paid yet, so there is nothing to do for it.');
  if (row.status === 'cancelled') throw new Conflict('This order is cancelled, so there is nothing to do for it.');
  if (row.status === 'expired') throw new Conflict('This order was not paid in time and has expired.');
  const current = orderSteps.indexOf(row.status);
  const wanted = orderSteps.indexOf(to);
  if (wanted < current) throw new Conflict(`This order is at ${row.status} already and cannot go back to ${to}.`);
  if (wanted === current && to !== 'Dispatch') throw new Conflict(`This order is at ${to} already.`);
  if (wanted === current && seen === undefined) {
    const sent = describeParcels(row).join(', and ');
    throw new Conflict(`This order was sent already${sent === '' ? '' : ` with ${sent}`}.`, undefined, 'sentAlready');
  }
  if (to === 'Delivered' && row.status !== 'Dispatch')
    throw new Conflict(`This order is at ${row.status}: it must be at Dispatch before it can be Delivered.`);
};

/**
 * `checkStep`, and the seller answers first what the buyer of an unsent order has cancelled; only a parcel that had gone with it already is
 * recorded all the same. Returns the order's requests, and of them these cancellations. Throws `Conflict`, also for another buyer's tracking number.
 */
export const checkMove = async (
  db: Database,
  found: OrderRecord,
  change: Pick<StatusChange, 'to' | 'seen' | 'withCancelled' | 'tracking'>,
): Promise<{ readonly requests: Tables['refund'][]; readonly open: Tables['refund'][] }> => {
  checkStep(found, change);
  const { tracking } = change;
  if (tracking !== undefined && tracking !== found.row.track_id) await refuseSharedNumber(db, found.row, tracking);
  const requests = await listRequests(db, found.row.id);
  const open = unsentCancellations(found, requests);
  if (open.length === 0 || (change.to === 'Dispatch' && change.withCancelled)) return { requests, open };
  const already = wentBackForNone(found).length > 0 ? ', saying there whether what went back already is for it' : '';
  throw new Conflict(
    `The buyer has cancelled ${describeUnits(found, open.flatMap(declaredUnitsOf))} of this order: do not send it. Refund it first (${open.map(({ reference }) => reference).join(', ')}${already}), then go on with the rest. If the parcel has gone already, record it as sent with what was cancelled.`,
    undefined,
    'cancelledUnits',
  );
};

/** How the event of a dispatch begins; of several the first is the dispatch, later ones correct its tracking number. */
export const dispatchEvent = 'Sent with';

const describeChange = ({ to, method, tracking }: StatusChange): string => {
  if (to === 'processing') return 'Packing has begun.';
  if (to === 'Delivered') return 'Delivered.';
  const sent = [...(method === undefined ? [] : [method]), ...(tracking === undefined ? [] : [`tracking number ${tracking}`])];
  return `${dispatchEvent} ${sent.join(', ')}.`;
};

/** An order after a step; `isChanged`: it was not there with the same details already, so its buyer is mailed. */
export type MovedOrder = { readonly order: OrderRecord; readonly isChanged: boolean };

/** `changeStatus` for an order that is up to date, and shipping details that are checked already; the method may be left out. */
export const moveOrder = (db: Database, text: string, change: StatusChange): Promise<MovedOrder> => {
  const { to, tracking, seen, by, delivery, now } = change;
  return db.transaction().execute(async (transaction) => {
    const orderBefore = await readLockedOrder(transaction, text);
    const { id, expected_from, expected_by } = orderBefore.row;
    const way = deliveryOptionOf(orderBefore.row);
    const method = methodOf(orderBefore, change);
    // Nobody is mailed twice when a command or file is repeated.
    if (to === 'Dispatch' && orderBefore.row.status === to && isSentAlready(orderBefore, { method, tracking }))
      return { order: orderBefore, isChanged: false };
    await checkVersion(transaction, id, seen);
    const { requests, open } = await checkMove(transaction, orderBefore, change);
    const arrival = arrivalAfter(settingsOfWay(delivery, way), ukTime(now).day);
    const shipping =
      to === 'Dispatch'
        ? {
            shipping_method: method ?? null,
            track_id: tracking ?? null,
            // A corrected tracking number is no second dispatch.
            expected_from: expected_from ?? arrival.from,
            expected_by: expected_by ?? arrival.to,
          }
        : {};
    await transaction
      .updateTable('order')
      .set({ status: to, ...shipping, ...(to === 'Delivered' && { ended_at: now.toISOString() }) })
      .where('id', '=', id)
      .execute();
    // Their goods are on their way, and must come back before the money goes.
    const references = open.map(({ reference }) => reference);
    if (open.length > 0) await transaction.updateTable('refund').set({ due_on: null }).where('reference', 'in', references).execute();
    await addOrderEvent(transaction, id, { actor: 'seller', what: describeChange({ ...change, method }), by }, now);
    if (to === 'Dispatch') await writeOrderWords(transaction, id);
    const updatedOrder = { ...orderBefore, row: { ...orderBefore.row, ...shipping, status: to } };
    if (to === 'Delivered') await planReviewInvite(transaction, id, now);
    const template = emailTemplates[to];
    const sentParcel = { ...updatedOrder, lines: linesOfParcel(orderBefore, requests) };
    if (template)
      await queueBuyerEmail(
        transaction,
        updatedOrder,
        template(sentParcel, describeUnits(orderBefore, open.flatMap(declaredUnitsOf))),
        now,
      );
    return { order: updatedOrder, isChanged: true };
  });
};

/**
 * Moves an order to a step, records the event and mails the buyer. What is due by the clock comes first: the payment provider is asked before
 * the order expires. `text` is the id as typed. Throws `NotFound`, `Conflict` for a step out of order or another version than was seen,
 * `Invalid` for wrong shipping details.
 */
export const changeStatus = async (db: Database, provider: PaymentProvider, text: string, given: StatusChange): Promise<MovedOrder> => {
  const id = readOrderId(text);
  const change = { ...given, tracking: trackingNumber(given.tracking) };
  const row = await db.selectFrom('order').select('delivery_way').where('id', '=', id).executeTakeFirst();
  checkShipping(change, row !== undefined && deliveryOptionOf(row)?.collection !== undefined);
  await updateDueOrders(db, provider, change.now, id);
  return moveOrder(db, text, change);
};
