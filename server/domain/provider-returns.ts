import { formatPence } from '#server/db/columns.ts';
import type { OrderRecord } from '#server/db/order-record.ts';
import type { Database, Tables } from '#server/db/schema.ts';
import { isNotBackingOff, type JobRun, tryEach } from '#server/domain/failed-jobs.ts';
import { addOrderEvent, lockOrder, readOrder } from '#server/domain/orders.ts';
import { payBackInstead, raisePayback, settleByProvider } from '#server/domain/paybacks.ts';
import { paymentStatus } from '#server/domain/payment-status.ts';
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
 * How much the order counts as given back beside the shop's own paybacks. A refund or a lost dispute first takes the place of paybacks that
 * are due, so that nothing is paid twice; a dispute holds its amount while it is open.
 */
const countReturn = async (transaction: Database, { session_id }: Tables['payment'], event: ProviderReturn, now: Date) => {
  const counts = (counted: number, reduced?: { readonly payback: string; readonly by: number }) => ({
    counted,
    reduced_payback: reduced?.payback ?? null,
    reduced_by: reduced?.by ?? null,
  });
  if (event.state === 'disputed') return counts(event.amount);
  if (event.state !== 'refunded' && event.state !== 'lost') return counts(0);
  const { amount, reduced } = await settleByProvider(transaction, session_id, event, now);
  return counts(event.amount - amount, reduced);
};

/** What of a cancelled order's payment neither went back, is to go back nor is held, in pence. */
const owedOf = async (transaction: Database, { id, total }: Tables['order'], sessionId: string): Promise<number> => {
  const paybacks = await transaction.selectFrom('payback').select('amount').where('session_id', '=', sessionId).execute();
  const returns = await transaction.selectFrom('provider_return').select(['counted', 'reduced_by']).where('order_id', '=', id).execute();
  const back = [...paybacks.map(({ amount }) => amount ?? total), ...returns.map(({ counted, reduced_by }) => counted + (reduced_by ?? 0))];
  return back.reduce((left, amount) => left - amount, total);
};

/**
 * Owes the buyer what a failed refund was to give back, or what a won dispute held of an order that was cancelled meanwhile; gives sentences
 * for the order's history. Paybacks whose place a refund took whole are returned by `recordPaybackReturned`.
 */
const undoReturn = async (
  transaction: Database,
  { session_id: sessionId }: Tables['payment'],
  { row }: OrderRecord,
  before: Tables['provider_return'],
  now: Date,
): Promise<readonly string[]> => {
  const { counted, reduced_payback: id, reduced_by: by } = before;
  const owed: string[] = [];
  if (id !== null && by !== null) {
    await raisePayback(transaction, { id, by }, now);
    owed.push(`${formatPence(by)} of it is to be paid back by the shop again.`);
  }
  if (row.status !== 'cancelled') return owed;
  // A dispute may hold more than was left to pay back, or what went back before it.
  const isDispute = before.state === 'disputed';
  const amount = isDispute ? Math.min(counted, await owedOf(transaction, row, sessionId)) : counted;
  if (await payBackInstead(transaction, sessionId, amount, now))
    owed.push(`${formatPence(amount)} of it is to be paid back by the shop${isDispute ? ', because the order is cancelled' : ' again'}.`);
  return owed;
};

/** The cancellation left the payment as it was, because a dispute held it. */
const endHeldPayment = async (transaction: Database, { session_id }: Tables['payment']): Promise<void> => {
  await transaction
    .updateTable('payment')
    .set({ status: paymentStatus.paidBack })
    .where('session_id', '=', session_id)
    .where('status', '=', paymentStatus.paid)
    .execute();
};

/** Marks a stray payment as refunded, if all of it went back; gives whether the payment is one. */
const settleStray = async (transaction: Database, { payment, reference, amount, state }: ProviderReturn, now: Date): Promise<boolean> => {
  const stray = await transaction
    .selectFrom('stray_payment')
    .select(['event_id', 'amount'])
    .where('reference', '=', payment)
    .executeTakeFirst();
  if (stray?.amount === amount && (state === 'refunded' || state === 'lost'))
    await transaction
      .updateTable('stray_payment')
      .set({ refunded_at: now.toISOString(), refund_reference: reference, problem: '' })
      .where('event_id', '=', stray.event_id)
      .where('refunded_at', 'is', null)
      .execute();
  return stray !== undefined;
};

type Context = { readonly now: Date; readonly sellerAddress: string };

/** Gives `false` for a payment that is not in this database. */
const applyReturn = async (transaction: Database, event: ProviderReturn, { now, sellerAddress }: Context): Promise<boolean> => {
  const { reference, amount, state } = event;
  const payment = await transaction.selectFrom('payment').selectAll().where('reference', '=', event.payment).executeTakeFirst();
  if (!payment) return settleStray(transaction, event, now);
  const orderId = payment.order_id;
  await lockOrder(transaction, orderId);
  const before = await transaction.selectFrom('provider_return').selectAll().where('reference', '=', reference).executeTakeFirst();
  if (before && rank[state] <= rank[before.state]) return true;
  const values = { amount, ...(await countReturn(transaction, payment, event, now)), state };
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
  const isUndone = before && (state === 'failed' || state === 'won');
  const owed = isUndone ? await undoReturn(transaction, payment, found, before, now) : [];
  for (const sentence of owed) await addOrderEvent(transaction, orderId, { actor: 'job', what: sentence }, now);
  if (state === 'lost' && found.row.status === 'cancelled') await endHeldPayment(transaction, payment);
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
          selectFrom('stray_payment').select('stray_payment.event_id').whereRef('stray_payment.reference', '=', 'early_return.payment'),
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

/** Does the buyer's bank hold any of an order's payment? */
export const isDisputed = async (db: Database, orderId: string): Promise<boolean> => {
  const open = db.selectFrom('provider_return').select('reference').where('order_id', '=', orderId).where('state', '=', 'disputed');
  return (await open.executeTakeFirst()) !== undefined;
};
