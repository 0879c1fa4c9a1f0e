import { formatPence } from '#server/db/columns.ts';
import type { OrderRecord } from '#server/db/order-record.ts';
import type { Database, Tables } from '#server/db/schema.ts';
import { isDisputed } from '#server/domain/disputes.ts';
import { isNotBackingOff, type JobRun, tryEach } from '#server/domain/failed-jobs.ts';
import { addOrderEvent, lockOrder, readOrder } from '#server/domain/orders.ts';
import { payBackInstead, raisePayback, settleByProvider } from '#server/domain/paybacks.ts';
import { isSettled, paymentStatus } from '#server/domain/payment-status.ts';
import { queueEmail } from '#server/mail/outbox.ts';
import { providerReturnEmail } from '#server/mail/templates/order-emails.ts';
import type { ProviderReturn } from '#server/payments/provider.ts';

/**
 * States of money that goes back without the shop, each only followed by one further right; events arrive in any order.
 *
 *     refunded ──> failed                      in the provider's dashboard
 *     inquiry ──> disputed ──> won or lost     at the buyer's bank
 */
const rank: Readonly<Record<ProviderReturn['state'], number>> = { refunded: 0, inquiry: 0, disputed: 1, failed: 2, won: 2, lost: 2 };

const describe = ({ reference, amount, state, reason }: ProviderReturn): string => {
  const money = formatPence(amount);
  const why = reason === '' ? '' : ` (${reason})`;
  return {
    refunded: `${money} paid back in the payment provider’s dashboard: ${reference}.`,
    failed: `${money} paid back in the payment provider’s dashboard did not arrive: ${reference}${why}.`,
    inquiry: `The buyer’s bank asks about ${money}: ${reference}${why}.`,
    disputed: `The buyer’s bank disputes ${money} and holds it: ${reference}${why}.`,
    won: `The dispute ${reference} over ${money} is over: the money stays with the shop.`,
    lost: `The dispute ${reference} over ${money} is lost: the buyer has the money back.`,
  }[state];
};

/**
 * What of a payment of a cancelled order neither went back, is to go back nor is held, in pence; negative where a dispute holds what was to go
 * back before.
 */
const owedOf = async (transaction: Database, { id, total }: Tables['order'], sessionId: string): Promise<number> => {
  const paybacks = await transaction.selectFrom('payback').select('amount').where('session_id', '=', sessionId).execute();
  const returns = await transaction.selectFrom('provider_return').select(['counted', 'reduced_by']).where('order_id', '=', id).execute();
  const back = [...paybacks.map(({ amount }) => amount ?? total), ...returns.map(({ counted, reduced_by }) => counted + (reduced_by ?? 0))];
  return back.reduce((left, amount) => left - amount, total);
};

type Change = { readonly event: ProviderReturn; readonly before: Tables['provider_return'] | undefined; readonly now: Date };

/**
 * How much the order counts as given back beside the shop's own paybacks. A refund or a lost dispute first takes the place of paybacks that
 * are due, so that nothing is paid twice; a dispute holds its amount while it is open.
 */
const countReturn = async (
  transaction: Database,
  order: Tables['order'],
  { session_id }: Tables['payment'],
  { event, before, now }: Change,
) => {
  const counts = (counted: number, reduced?: { readonly payback: string; readonly by: number }) => ({
    counted,
    reduced_payback: reduced?.payback ?? null,
    reduced_by: reduced?.by ?? null,
  });
  if (event.state === 'disputed') return counts(event.amount);
  if (event.state !== 'refunded' && event.state !== 'lost') return counts(0);
  // A cancellation pays back the rest of what a dispute holds: only what would go back twice is replaced.
  const isHeld = order.status === 'cancelled' && before?.state === 'disputed';
  const twice = isHeld ? Math.max(0, -(await owedOf(transaction, order, session_id))) : event.amount;
  const replacing = { ...event, amount: Math.min(event.amount, twice) };
  const { amount, reduced } = await settleByProvider(transaction, session_id, replacing, now);
  return counts(event.amount - amount, reduced);
};

/**
 * Owes the buyer what a failed refund was to give back; gives sentences for the order's history. Paybacks whose place it took whole are
 * returned by `recordPaybackReturned`.
 */
const undoRefund = async (
  transaction: Database,
  { session_id: sessionId }: Tables['payment'],
  { row }: OrderRecord,
  { counted, reduced_payback: id, reduced_by: by }: Tables['provider_return'],
  now: Date,
): Promise<readonly string[]> => {
  const owed: number[] = [];
  if (id !== null && by !== null) {
    await raisePayback(transaction, { id, by }, now);
    owed.push(by);
  }
  if (row.status === 'cancelled' && (await payBackInstead(transaction, sessionId, counted, now))) owed.push(counted);
  return owed.map((amount) => `${formatPence(amount)} of it is to be paid back by the shop again.`);
};

/** The payment that a cancelled order was for, unless all of it goes back: any other goes back whole. */
const readUsedPayment = async (transaction: Database, { row, payments }: OrderRecord): Promise<Tables['payment'] | undefined> => {
  const wholes = await transaction
    .selectFrom('payback')
    .select('session_id')
    .where('order_id', '=', row.id)
    .where('amount', 'is', null)
    .execute();
  return payments.find((payment) => isSettled(payment) && !wholes.some(({ session_id }) => session_id === payment.session_id));
};

/**
 * Owes the buyer of a cancelled order what a dispute held that is over, as far as it does not go back otherwise; gives sentences for the
 * order's history. The cancellation left the payment as it was: once no dispute is open, all of it has gone back.
 */
const payBackHeld = async (
  transaction: Database,
  found: OrderRecord,
  { counted }: Tables['provider_return'],
  now: Date,
): Promise<readonly string[]> => {
  const { id } = found.row;
  const used = await readUsedPayment(transaction, found);
  const amount = used ? Math.min(counted, await owedOf(transaction, found.row, used.session_id)) : 0;
  if (used && (await payBackInstead(transaction, used.session_id, amount, now)))
    return [`${formatPence(amount)} is to be paid back by the shop, because the order is cancelled.`];
  if (!(await isDisputed(transaction, id)))
    await transaction
      .updateTable('payment')
      .set({ status: paymentStatus.paidBack })
      .where('order_id', '=', id)
      .where('status', '=', paymentStatus.paid)
      .execute();
  return [];
};

/** Marks an unmatched payment as refunded, if all of it went back; gives whether the payment is one. */
const settleUnmatched = async (
  transaction: Database,
  { payment, reference, amount, state }: ProviderReturn,
  now: Date,
): Promise<boolean> => {
  const unmatched = await transaction
    .selectFrom('unmatched_payment')
    .select(['event_id', 'amount'])
    .where('reference', '=', payment)
    .executeTakeFirst();
  if (unmatched?.amount === amount && (state === 'refunded' || state === 'lost'))
    await transaction
      .updateTable('unmatched_payment')
      .set({ refunded_at: now.toISOString(), refund_reference: reference, problem: '' })
      .where('event_id', '=', unmatched.event_id)
      .where('refunded_at', 'is', null)
      .execute();
  return unmatched !== undefined;
};

type Context = { readonly now: Date; readonly sellerAddress: string };

/** Gives `false` for a payment that is not in this database. */
const applyReturn = async (transaction: Database, event: ProviderReturn, { now, sellerAddress }: Context): Promise<boolean> => {
  const { reference, amount, state } = event;
  const payment = await transaction.selectFrom('payment').selectAll().where('reference', '=', event.payment).executeTakeFirst();
  if (!payment) return settleUnmatched(transaction, event, now);
  const orderId = payment.order_id;
  const order = await lockOrder(transaction, orderId);
  const before = await transaction.selectFrom('provider_return').selectAll().where('reference', '=', reference).executeTakeFirst();
  if (before && rank[state] <= rank[before.state]) return true;
  const values = { amount, ...(await countReturn(transaction, order, payment, { event, before, now })), state };
  await transaction
    .insertInto('provider_return')
    .values({ ...values, reference, order_id: orderId, created_at: now.toISOString() })
    .onConflict((conflict) => conflict.column('reference').doUpdateSet(values))
    .execute();
  const found = await readOrder(transaction, orderId);
  // A refund that has failed before it was heard of has changed nothing.
  if (!found || (state === 'failed' && !before)) return true;
  const what = describe(event);
  await addOrderEvent(transaction, orderId, { actor: 'provider', what }, now);
  const isHeldOver = found.row.status === 'cancelled' && before?.state === 'disputed';
  const owed = isHeldOver
    ? await payBackHeld(transaction, found, before, now)
    : before && state === 'failed'
      ? await undoRefund(transaction, payment, found, before, now)
      : [];
  for (const sentence of owed) await addOrderEvent(transaction, orderId, { actor: 'job', what: sentence }, now);
  await queueEmail(transaction, sellerAddress, providerReturnEmail(found, event, [what, ...owed].join(' ')), now);
  return true;
};

/**
 * Records money that goes back without the shop. It is part of the order's history and counts as given back, and the seller is mailed, once for
 * each state. Gives `false` for a payment that is not in this database; then it is kept for `applyEarlyReturns`.
 */
export const recordProviderReturn = (db: Database, event: ProviderReturn, context: Context): Promise<boolean> =>
  db.transaction().execute(async (transaction) => {
    if (await applyReturn(transaction, event, context)) return true;
    const { reference, state, payment, amount, reason, answerBy = null } = event;
    await transaction
      .insertInto('early_return')
      .values({ reference, state, payment, amount, reason, answer_by: answerBy, received_at: context.now.toISOString() })
      .onConflict((conflict) => conflict.columns(['reference', 'state']).doNothing())
      .execute();
    return false;
  });

const maxApplied = 50;

type EarlyReturn = Tables['early_return'];

/** The conditional deletion decides which process applies it. */
const applyEarlyReturn = (db: Database, { received_at: _, answer_by: answerBy, ...event }: EarlyReturn, context: Context): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    const claimed = await transaction
      .deleteFrom('early_return')
      .where('reference', '=', event.reference)
      .where('state', '=', event.state)
      .returning('reference')
      .executeTakeFirst();
    if (claimed) await applyReturn(transaction, { ...event, ...(answerBy !== null && { answerBy }) }, context);
  });

/** What was heard of before its payment, of payments that are in the database by now. */
const dueEarlyReturns = (db: Database, now: Date) =>
  db
    .selectFrom('early_return')
    .where(({ exists, or, selectFrom }) =>
      or([
        exists(selectFrom('payment').select('payment.session_id').whereRef('payment.reference', '=', 'early_return.payment')),
        exists(
          selectFrom('unmatched_payment')
            .select('unmatched_payment.event_id')
            .whereRef('unmatched_payment.reference', '=', 'early_return.payment'),
        ),
      ]),
    )
    .where(isNotBackingOff('earlyReturn', 'early_return.reference', now));

/** How much of it is to be recorded, and when the first of it was heard of. */
export const readDueEarlyReturns = (db: Database, now: Date) =>
  dueEarlyReturns(db, now)
    .select(({ fn }) => [fn.countAll().as('count'), fn.min<string | null>('received_at').as('oldest')])
    .executeTakeFirstOrThrow();

/**
 * Records what was heard of before its payment, of payments that are in the database by now; each once, whatever number of processes do it. A
 * refund or dispute that cannot be recorded holds up no other.
 */
export const applyEarlyReturns = async (db: Database, context: Context, run: JobRun = {}): Promise<void> => {
  const rows = await dueEarlyReturns(db, context.now).selectAll().orderBy('received_at').limit(maxApplied).execute();
  const inOrder = rows.toSorted((one, other) => rank[one.state] - rank[other.state]);
  const keys = [...new Set(inOrder.map(({ reference }) => reference))];
  const applyAll = async (key: string): Promise<void> => {
    for (const row of inOrder) if (row.reference === key) await applyEarlyReturn(db, row, context);
  };
  await tryEach(db, { kind: 'earlyReturn', keys, now: context.now }, applyAll, run);
};

/** What of each order's payment went back without the shop, or is held by the buyer's bank, in pence; nothing for orders without that. */
export const returnedByOrder = async (db: Database, orderIds: readonly string[]): Promise<ReadonlyMap<string, number>> => {
  const rows = await db
    .selectFrom('provider_return')
    .select(({ fn }) => ['order_id', fn.sum<string | number>('counted').as('sum')])
    .where('order_id', 'in', orderIds)
    .groupBy('order_id')
    .execute();
  return new Map(rows.map(({ order_id, sum }) => [order_id, Number(sum)]));
};

/** The same of one order. */
export const returnedByProvider = async (db: Database, orderId: string): Promise<number> =>
  (await returnedByOrder(db, [orderId])).get(orderId) ?? 0;
