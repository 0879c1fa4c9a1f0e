import { isOneLine } from '#contract/text-line.ts';
import { ownCurrency } from '#server/db/columns.ts';
import type { OrderRecord } from '#server/db/order-record.ts';
import type { Database, Tables } from '#server/db/schema.ts';
import { announceProducts } from '#server/domain/catalogue/catalogue.ts';
import type { ActingStaff, Staff } from '#server/domain/desk/staff.ts';
import { Conflict, Invalid } from '#server/domain/failure.ts';
import { linesOfParcel } from '#server/domain/money/declared-units.ts';
import { isHeldBack, sumsOf, updateOwed } from '#server/domain/money/ledger.ts';
import { listRequests } from '#server/domain/money/order-refunds.ts';
import { paymentStatus } from '#server/domain/money/payment-status.ts';
import { closePage } from '#server/domain/money/payments.ts';
import { updateDueOrders } from '#server/domain/orders/due-orders.ts';
import { addOrderEvent, checkVersion } from '#server/domain/orders/order-events.ts';
import { readOrderId } from '#server/domain/orders/order-id.ts';
import { releaseStock, withCurrentSizes } from '#server/domain/orders/order-stock.ts';
import { readLockedOrder, readOrder, releaseOrder, requireOrder } from '#server/domain/orders/orders.ts';
import { queueBuyerEmail } from '#server/mail/outbox.ts';
import { cancelledEmail, type MoneyBack } from '#server/mail/templates/order-emails.ts';
import type { PaymentProvider } from '#server/payments/provider.ts';

const maxReasonLength = 200;

export type Requests = readonly Tables['refund'][];

const readReason = (text: string | undefined): string => {
  const reason = text?.trim() ?? '';
  if (reason !== '' && !isOneLine(reason, maxReasonLength))
    throw new Invalid(`A reason is one line of at most ${maxReasonLength} characters.`);
  return reason;
};

/** Throws `Conflict` for an order that was sent, is over, or has refund requests in its way. It answers what its buyer has cancelled of it. */
export const refuseUncancellable = ({ row: { id, status } }: OrderRecord, requests: Requests): void => {
  if (status === 'cancelled') throw new Conflict(`Order ${id} is cancelled already.`);
  if (status === 'expired') throw new Conflict(`Order ${id} was not paid in time and has expired, so there is nothing to cancel.`);
  if (status === 'Dispatch' || status === 'Delivered')
    throw new Conflict(`Order ${id} is at ${status}: what has been sent cannot be cancelled. The buyer can ask for a refund.`);
  const inTheWay = requests.find(
    ({ declared, decided_at, outcome }) => (declared === null && decided_at === null) || outcome === 'exchange',
  );
  if (inTheWay?.decided_at === null) throw new Conflict(`Please decide the refund request ${inTheWay.reference} of order ${id} first.`);
  if (inTheWay) throw new Conflict(`Order ${id} is being exchanged after the request ${inTheWay.reference}, so it cannot be cancelled.`);
};

type Cancelling = {
  readonly actor: 'buyer' | 'seller';
  readonly reason: string;
  readonly by?: Staff | undefined;
  readonly now: Date;
};

const setCancelled = async (transaction: Database, id: string, { actor, reason, now }: Cancelling): Promise<void> => {
  const changes = {
    status: 'cancelled',
    cancel_reason: reason,
    cancelled_by: actor,
    ended_at: now.toISOString(),
    client_key: null,
  } as const;
  await transaction.updateTable('order').set(changes).where('id', '=', id).execute();
};

/** What is still to go back to the buyer of a cancelled order. */
export const moneyBackOf = (money: OrderRecord['money']): MoneyBack => {
  const open = (source: 'ours' | 'hand'): number =>
    sumsOf(money.filter((row) => row.source === source && row.currency === ownCurrency)).open;
  return { amount: open('ours'), isByHand: open('hand') > 0, isHeld: money.some(isHeldBack) };
};

/**
 * Cancels a paid order that the caller has locked: its stock returns, and what is left of the payment goes back, which it gives.
 */
export const cancelPaid = async (
  transaction: Database,
  found: OrderRecord,
  requests: Requests,
  cancelling: Cancelling,
): Promise<MoneyBack> => {
  const { id } = found.row;
  const { actor, by, now } = cancelling;
  await setCancelled(transaction, id, cancelling);
  const open = transaction.updateTable('refund').where('order_id', '=', id).where('declared', 'is not', null);
  // The refund of the whole order answers open cancellations.
  await open.where('decided_at', 'is', null).set({ outcome: 'full', decided_at: now.toISOString() }).execute();
  const { version } = await announceProducts(transaction);
  await releaseStock(transaction, await withCurrentSizes(transaction, linesOfParcel(found, requests)), version);
  const { addedAmounts } = await updateOwed(transaction, { ...found, row: { ...found.row, status: 'cancelled' } }, { now });
  const what = `Cancelled, its goods given back${addedAmounts.length > 0 ? ', and what was paid is to be refunded' : ''}.`;
  await addOrderEvent(transaction, id, { actor, what, by }, now);
  const more = addedAmounts.filter(({ currency }) => currency === ownCurrency).reduce((total, { amount }) => total + amount, 0);
  const back = moneyBackOf(found.money);
  return { ...back, amount: back.amount + more };
};

/**
 * Closes the payment pages of an unpaid order, so that none is paid after the cancellation. One that the provider cannot close now is
 * closed later, and a payment on it is paid back.
 */
const closePages = async (db: Database, provider: PaymentProvider, { payments }: OrderRecord, now: Date): Promise<void> => {
  for (const { session_id, status, provider: name } of payments)
    if (status === paymentStatus.open && name === provider.name) await closePage(db, provider, session_id, now);
};

/** What the seller cancels an order with; the buyer reads the `reason`. */
type Cancellation = ActingStaff & { readonly reason?: string | undefined; readonly now: Date };

/**
 * Cancels an order that is not yet sent, after what is due by the clock: its stock returns, its payment is queued to go back, the buyer is
 * mailed. `text` is the id as typed. Throws `NotFound`, `Conflict` for an order that was sent or is over, `Invalid` for a reason that is not one line.
 */
export const cancelOrder = async (
  db: Database,
  provider: PaymentProvider,
  text: string,
  { reason: typedReason, seen, by, now }: Cancellation,
): Promise<OrderRecord> => {
  const reason = readReason(typedReason);
  const id = readOrderId(text);
  await updateDueOrders(db, provider, now, id);
  const before = await requireOrder(db, text);
  await checkVersion(db, id, seen);
  refuseUncancellable(before, await listRequests(db, id));
  if (before.row.status === 'pending') await closePages(db, provider, before, now);
  return db.transaction().execute(async (transaction) => {
    // A payment may have arrived while its page was being closed: the order is then cancelled as a paid one.
    const found = await readLockedOrder(transaction, text);
    const requests = await listRequests(transaction, id);
    await checkVersion(transaction, id, seen);
    refuseUncancellable(found, requests);
    const isPaid = found.row.status !== 'pending';
    const cancellation = { actor: 'seller', reason, by, now } as const;
    const moneyBack = isPaid ? await cancelPaid(transaction, found, requests, cancellation) : { amount: 0, isByHand: false, isHeld: false };
    if (!isPaid) {
      await setCancelled(transaction, id, cancellation);
      await releaseOrder(transaction, id, { actor: 'seller', what: 'Cancelled before it was paid, its goods given back.', by }, now);
    }
    await queueBuyerEmail(transaction, found, cancelledEmail(found, { reason, ...moneyBack }), now);
    return (await readOrder(transaction, id)) ?? found;
  });
};
