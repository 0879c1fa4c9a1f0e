import { sql } from 'kysely';
import type { Order } from '#contract/order.ts';
import { after, hour, minute } from '#server/db/columns.ts';
import type { OrderRecord } from '#server/db/order-record.ts';
import type { Database } from '#server/db/schema.ts';
import { isNotBackingOff, type JobRun, tryEach } from '#server/domain/failed-jobs.ts';
import { paymentStatus } from '#server/domain/money/payment-status.ts';
import { maxProcessingSeconds, reconcilePayments, recordPayment } from '#server/domain/money/payments.ts';
import {
  lockOrder,
  minutesToOpenPayment,
  type ReadOrder,
  readOrder,
  readOwnOrders,
  releaseOrder,
  withRequests,
} from '#server/domain/orders/orders.ts';
import type { PaymentProvider } from '#server/payments/provider.ts';

const batchSize = 200;

/**
 * Whether an order is overdue: past its `pay_by` with no payment processing (a bank is given a week to answer), or its payment page was never opened
 * within minutes.
 */
const isOverdue = (now: Date) =>
  sql<boolean>`((pay_by <= ${now.toISOString()} and (pay_by <= ${after(now, -maxProcessingSeconds)} or not exists
    (select 1 from payment where payment.order_id = ${sql.ref('order.id')} and payment.status = ${paymentStatus.processing})))
    or (created_at <= ${after(now, -minutesToOpenPayment * minute)} and not exists
    (select 1 from payment where payment.order_id = ${sql.ref('order.id')})))`;

/** Unpaid orders that are to be expired. */
export const overdueOrders = (db: Database, now: Date) =>
  db.selectFrom('order').select('id').where('status', '=', 'pending').where(isOverdue(now));

/** A provider that cannot be reached delays an expiry by so long at most: Stripe's page, too, is over by then. */
const maxUnansweredSeconds = hour;

/**
 * Whether no payment page is open on which the order may have been paid while the webhook was lost. Pages of another provider count as open, because
 * this process cannot ask it: a command may have other settings than the shop.
 */
const isAnswered = (now: Date) =>
  sql<boolean>`(pay_by <= ${after(now, -maxUnansweredSeconds)} or not exists (select 1 from payment where payment.order_id = ${sql.ref('order.id')}
    and payment.status = ${paymentStatus.open}))`;

/**
 * The conditional update of `status` decides which process releases the stock, so that it happens once. Returns whether this one did. The
 * provider must have been asked before, because the lock is not held while it answers.
 */
const expireOrder = (db: Database, orderId: string, now: Date): Promise<boolean> =>
  db.transaction().execute(async (transaction) => {
    // Before the condition is evaluated: an event of a payment may be changing it.
    await lockOrder(transaction, orderId);
    const expired = await transaction
      .updateTable('order')
      .set({ status: 'expired', client_key: null })
      .where('id', '=', orderId)
      .where('status', '=', 'pending')
      .where(isOverdue(now))
      .where(isAnswered(now))
      .returning('id')
      .executeTakeFirst();
    if (!expired) return false;
    await releaseOrder(transaction, orderId, { actor: 'job', what: 'Not paid in time: expired, its goods given back.' }, now);
    return true;
  });

/** The orders of `ids` with a page of the provider that is open. */
const findOpenPages = async (db: Database, provider: PaymentProvider['name'], ids: readonly string[]): Promise<ReadonlySet<string>> => {
  if (ids.length === 0) return new Set();
  const open = db.selectFrom('payment').select('order_id').where('status', '=', paymentStatus.open).where('provider', '=', provider);
  return new Set((await open.where('order_id', 'in', ids).execute()).map(({ order_id }) => order_id));
};

type Expiries = {
  readonly provider: PaymentProvider;
  readonly now: Date;
  /** Whether the provider may be asked about open pages. If not, orders with an open page are left to a job that asks. */
  readonly mayAsk: boolean;
  readonly ids?: readonly string[];
};

/**
 * Expires unpaid orders past their `pay_by`, all or those of `ids`, and releases their stock; one that cannot be expired holds up no other.
 * Where the webhook was lost, the provider says of an open page whether it was paid.
 */
const expireOverdueOrders = async (db: Database, { provider, now, mayAsk, ids }: Expiries, run: JobRun): Promise<void> => {
  const rows = await overdueOrders(db, now)
    .where(isNotBackingOff('expiry', 'order.id', now))
    .$if(ids !== undefined, (query) => query.where('order.id', 'in', ids ?? []))
    .limit(batchSize)
    .execute();
  const keys = rows.map(({ id }) => id);
  const withOpenPage = await findOpenPages(db, provider.name, keys);
  // One timeout per round: while the provider is down, the orders without a page expire all the same.
  let isProviderAway = false;
  const askAndExpire = async (id: string): Promise<'done' | 'claimed'> => {
    const isAsked = mayAsk && !isProviderAway && withOpenPage.has(id);
    if (isAsked) isProviderAway = !(await reconcilePayments(db, provider, now, id));
    if (await expireOrder(db, id, now)) return 'done';
    if (isAsked && isProviderAway)
      throw new Error('The payment provider could not tell whether the order was paid, so it does not expire yet.');
    // Another process asks, or this one does in its next round.
    return (await findOpenPages(db, provider.name, [id])).has(id) ? 'claimed' : 'done';
  };
  await tryEach(db, { kind: 'expiry', keys, now }, askAndExpire, run);
};

const expireIfOverdue = async (db: Database, orderId: string, now: Date): Promise<void> => {
  const overdue = await overdueOrders(db, now).where('id', '=', orderId).executeTakeFirst();
  if (overdue) await expireOrder(db, overdue.id, now);
};

/**
 * Applies what is due by the clock, to all orders or to one: payments that the provider reports without a webhook, then expiries. Of one
 * order, it asks the provider in any case, and throws what fails. Idempotent, and safe to run concurrently in several processes.
 */
export const updateDueOrders = async (
  db: Database,
  provider: PaymentProvider,
  now: Date,
  orderId?: string,
  run: JobRun = {},
): Promise<void> => {
  const events = await provider.pendingEvents(db, now, orderId);
  if (orderId === undefined) {
    const bySession = new Map(events.map((event) => [event.sessionId, event]));
    const record = async (key: string): Promise<void> => {
      const event = bySession.get(key);
      if (event) await recordPayment(db, event, now);
    };
    await tryEach(db, { kind: 'payment', keys: [...bySession.keys()], now }, record, run);
    return expireOverdueOrders(db, { provider, now, mayAsk: true }, run);
  }
  for (const event of events) await recordPayment(db, event, now);
  await reconcilePayments(db, provider, now, orderId);
  await expireIfOverdue(db, orderId, now);
};

/** Can the clock, or a bank, still change an order? Of all others nothing more is asked. */
const mayBeDue = ({ row, payments }: OrderRecord): boolean =>
  row.status === 'pending' || payments.some(({ status }) => status === paymentStatus.open || status === paymentStatus.processing);

/** Reads orders by id after what is due by the clock. */
export const readUpdatedOrder =
  (provider: PaymentProvider, now: Date): ReadOrder =>
  async (db, id) => {
    const found = await readOrder(db, id);
    if (!found || !mayBeDue(found)) return found;
    await updateDueOrders(db, provider, now, id);
    return readOrder(db, id);
  };

/** GET /order/mine: a shopper's orders after what is due by the clock. Without asking the provider, for which a list need not wait: a job does. */
export const listUpdatedOwnOrders = async (
  db: Database,
  provider: PaymentProvider,
  now: Date,
  shopper: Parameters<typeof readOwnOrders>[1],
): Promise<Order[]> => {
  const found = await readOwnOrders(db, shopper);
  const ids = found.filter(mayBeDue).map(({ row }) => row.id);
  if (ids.length === 0) return withRequests(db, found);
  for (const id of ids) for (const event of await provider.pendingEvents(db, now, id)) await recordPayment(db, event, now);
  await expireOverdueOrders(db, { provider, now, mayAsk: false, ids }, {});
  return withRequests(db, await readOwnOrders(db, shopper));
};
