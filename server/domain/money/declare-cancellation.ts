import { formatShortDay, lastDayToCancel, ukDayOf, ukTime } from '#contract/delivery-dates.ts';
import type { CancellationDeclaration, CancellationReceipt } from '#contract/refund.ts';
import type { OrderRecord } from '#server/db/order-record.ts';
import type { Database, Tables } from '#server/db/schema.ts';
import { addSellerNotice } from '#server/db/seller-notice.ts';
import { writeOrderWords } from '#server/domain/desk/order-words.ts';
import type { ActingStaff } from '#server/domain/desk/staff.ts';
import { Conflict, Invalid } from '#server/domain/failure.ts';
import {
  type DeclaredUnits,
  describeUnits,
  isUnsent,
  itemIdOf,
  paidForUnits,
  refundDueDay,
  uncancelledUnits,
} from '#server/domain/money/declared-units.ts';
import { isOfReseller, listRequests } from '#server/domain/money/order-refunds.ts';
import {
  isRefundedInFull,
  type RefundRequestView,
  readPaidOrder,
  readRequest,
  refuseUnsent,
  showRefundRequest,
} from '#server/domain/money/refund-requests.ts';
import { addOrderEvent, checkVersion } from '#server/domain/orders/order-events.ts';
import { readOrderId } from '#server/domain/orders/order-id.ts';
import { lockOrder } from '#server/domain/orders/orders.ts';
import { newReference } from '#server/domain/reference.ts';
import { queueBuyerEmail } from '#server/mail/outbox.ts';
import { cancellationDeclaredEmail } from '#server/mail/templates/refund-emails.ts';

/** Throws `Conflict`, in words for the buyer, when there is no right to cancel, or no more. It begins with the contract, not with the parcel. */
const checkRight = async (db: Database, { row }: OrderRecord, now: Date): Promise<void> => {
  const lastDay = row.status === 'Delivered' && row.ended_at !== null ? lastDayToCancel(row.ended_at) : undefined;
  if (lastDay !== undefined && ukTime(now).day > lastDay)
    throw new Conflict(
      `The time to cancel without a reason ended on ${formatShortDay(lastDay)}. If something is wrong with the goods, please ask for a refund.`,
    );
  if (await isOfReseller(db, row))
    throw new Conflict('The right to cancel is for people who buy for themselves, not to sell on. Please write to us.');
};

/** The chosen units by product. Throws `Invalid` for what is not in the order, `Conflict` for what cannot be cancelled. */
const readUnits = (
  order: OrderRecord,
  requests: readonly Tables['refund'][],
  items: CancellationDeclaration['items'],
): ReadonlyMap<string, DeclaredUnits> => {
  const chosenUnits = new Map<string, DeclaredUnits>();
  const positions = new Set<number>();
  for (const { itemId, quantity, left: seen } of items) {
    const line = order.lines.find((each) => itemIdOf(each) === itemId);
    if (!line || positions.has(line.position)) throw new Invalid('Choose what you cancel from this order, each once.');
    if (line.is_personalised === 1)
      throw new Conflict(
        `${line.product_name} is made with your own words, so it cannot be cancelled. If it is faulty, please ask for a refund.`,
      );
    const left = uncancelledUnits(line, requests);
    if (left === 0) throw new Conflict(`You have cancelled ${line.product_name} already.`);
    if (seen !== left)
      throw new Conflict(
        `What can be cancelled of ${line.product_name} has changed meanwhile: ${left} of it ${left === 1 ? 'is' : 'are'} left. Please go back and look at it again.`,
      );
    if (quantity > left) throw new Conflict(`Only ${left} of ${line.product_name} can still be cancelled.`);
    positions.add(line.position);
    chosenUnits.set(line.product_id, [...(chosenUnits.get(line.product_id) ?? []), { position: line.position, quantity }]);
  }
  return chosenUnits;
};

/** Throws `Conflict` for a product whose replacement is decided and not sent yet: it would be sent all the same. */
const checkExchange = (order: OrderRecord, requests: readonly Tables['refund'][], productId: string, units: DeclaredUnits): void => {
  if (requests.some(({ product_id, outcome, sent_at }) => product_id === productId && outcome === 'exchange' && sent_at === null))
    throw new Conflict(
      `A replacement is about to be sent, so this cannot be cancelled here: ${describeUnits(order, units)}. Please write to us.`,
    );
};

/** Throws `Conflict` for a product of which nothing can go back. */
const checkMoney = async (db: Database, order: OrderRecord, productId: string, units: DeclaredUnits): Promise<void> => {
  const name = describeUnits(order, units);
  if (paidForUnits(order, units) === 0) throw new Conflict(`Nothing was paid for this: ${name}. Please write to us about it.`);
  if (await isRefundedInFull(db, order, productId)) throw new Conflict(`You have got all the money back already: ${name}.`);
};

/**
 * POST /refund/cancellation: the buyer's declaration that they cancel units of a paid order (Consumer Contracts Regulations 2013, regulations
 * 29 to 34), one request for each product, under the order's lock. The buyer is mailed at once, with the time. No decision can decline it. Its
 * money is due once the goods, or proof that they were posted, have come; of an order that is not sent, after the declaration itself, and no step
 * leads on before the seller has answered it (`checkMove`). Throws `NotFound` for an unknown or unpaid order, `Invalid` for what is not in it,
 * `Conflict` without a right to cancel.
 */
export const declareCancellation = (db: Database, { orderId, items }: CancellationDeclaration, now: Date): Promise<CancellationReceipt> =>
  db.transaction().execute(async (transaction) => {
    const id = readOrderId(orderId);
    // Before the lock, which knows no unpaid orders, and again under it.
    await readPaidOrder(transaction, id);
    await lockOrder(transaction, id);
    const order = await readPaidOrder(transaction, id);
    const requests = await listRequests(transaction, id);
    await checkRight(transaction, order, now);
    const chosenUnits = readUnits(order, requests, items);
    const dueOn = isUnsent(order.row) ? refundDueDay(now) : null;
    const references: string[] = [];
    for (const [productId, units] of chosenUnits) {
      checkExchange(order, requests, productId, units);
      await checkMoney(transaction, order, productId, units);
      const reference = newReference('R');
      references.push(reference);
      await transaction
        .insertInto('refund')
        .values({
          reference,
          order_id: id,
          product_id: productId,
          reason: '',
          declared: JSON.stringify(units),
          due_on: dueOn,
          created_at: now.toISOString(),
          exchanged: 0,
          restocked: 0,
        })
        .execute();
      await addOrderEvent(
        transaction,
        id,
        { actor: 'buyer', what: `Cancelled by declaration ${reference}: ${describeUnits(order, units)}.` },
        now,
      );
      await addSellerNotice(transaction, 'refundRequest', reference, now);
    }
    await writeOrderWords(transaction, id);
    const units = describeUnits(order, [...chosenUnits.values()].flat());
    await queueBuyerEmail(transaction, order, cancellationDeclaredEmail(order, { references, units, dueOn, now }), now, {
      priority: 'awaited',
    });
    return { references, declaredAt: now.toISOString() };
  });

/**
 * Records that the buyer has shown proof that the goods of a cancellation were posted: its money is due 14 days from now. Throws `NotFound`,
 * `Conflict` for a request that is no cancellation, was decided, or whose goods or proof have come.
 */
export const recordPosted = async (
  db: Database,
  text: string,
  { seen, by, now }: ActingStaff & { readonly now: Date },
): Promise<RefundRequestView> => {
  const { reference, order_id } = await readRequest(db, text);
  return db.transaction().execute(async (transaction) => {
    await lockOrder(transaction, order_id);
    await checkVersion(transaction, order_id, seen);
    const row = await readRequest(transaction, reference);
    if (row.declared === null)
      throw new Conflict('This is a refund request, and no cancellation: it waits for your decision, not for proof of posting.');
    if (row.decided_at !== null) throw new Conflict(`This cancellation was refunded on ${ukDayOf(row.decided_at)} already.`);
    await refuseUnsent(transaction, row);
    if (row.received_at !== null || row.posted_at !== null)
      throw new Conflict('Its goods, or the proof that they were posted, have come already.');
    await transaction
      .updateTable('refund')
      .set({ posted_at: now.toISOString(), due_on: row.due_on ?? refundDueDay(now) })
      .where('reference', '=', reference)
      .execute();
    await addOrderEvent(transaction, order_id, { actor: 'seller', what: `Cancellation ${reference}: proof of posting has come.`, by }, now);
    return showRefundRequest(transaction, reference);
  });
};
