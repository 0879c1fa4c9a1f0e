import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { minutesToPay, type PaymentSession } from '#contract/order.ts';
import { returnPath } from '#contract/return-path.ts';
import { after, day, hour, minute, ownCurrency } from '#server/db/columns.ts';
import type { OrderRecord } from '#server/db/order-record.ts';
import type { Database, Tables } from '#server/db/schema.ts';
import { addSellerNotice } from '#server/db/seller-notice.ts';
import { announceProducts } from '#server/domain/catalogue/catalogue.ts';
import { writeOrderWords } from '#server/domain/desk/order-words.ts';
import { isNotBackingOff, type JobRun, tryEach } from '#server/domain/failed-jobs.ts';
import { Failure, NotFound } from '#server/domain/failure.ts';
import { updateOwed } from '#server/domain/money/ledger.ts';
import { hasUnusablePayment, isSettled, paymentStatus } from '#server/domain/money/payment-status.ts';
import { giveInvoiceNumber } from '#server/domain/orders/invoices.ts';
import { addOrderEvent } from '#server/domain/orders/order-events.ts';
import { readOrderId } from '#server/domain/orders/order-id.ts';
import { claimStock, hasCounters, readProducts, stockProblems, toOrderLine, withCurrentSizes } from '#server/domain/orders/order-stock.ts';
import {
  type Buyer,
  latestReplacement,
  lockOrder,
  mayReplace,
  orderNotFound,
  type ReadOrder,
  readOrder,
  refuseDuplicate,
} from '#server/domain/orders/orders.ts';
import { takePurchased } from '#server/domain/saved-lists/saved-lists.ts';
import { hasVoucherUseLeft } from '#server/domain/vouchers/vouchers.ts';
import type { Email } from '#server/mail/email.ts';
import { queueBuyerEmail, queueEmail, type SellerMailbox } from '#server/mail/outbox.ts';
import {
  cancelledOrderPaidEmail,
  confirmationEmail,
  latePaymentEmail,
  lateVoucherEmail,
  paymentFailedEmail,
  replacedOrderPaidEmail,
  unfitPaymentEmail,
  unmatchedPaymentEmail,
} from '#server/mail/templates/order-emails.ts';
import type { Origins, PayableOrder, PaymentEvent, PaymentProvider } from '#server/payments/provider.ts';

const refuse = (message: string, code: string): never => {
  throw new Failure('conflict', message, undefined, { code });
};

const requirePayable = (found: OrderRecord | undefined): OrderRecord => {
  if (!found) throw new NotFound(orderNotFound);
  if (found.row.status === 'expired')
    refuse(
      hasUnusablePayment(found)
        ? 'This order was not paid in time. What you paid since is on its way back to you.'
        : 'This order was not paid in time, so it was cancelled. Please order again.',
      'expired',
    );
  if (found.row.status === 'cancelled') refuse('This order is cancelled, so there is nothing to pay.', 'expired');
  if (found.row.status !== 'pending') refuse('This order is paid already.', 'paid');
  if (found.payments.at(-1)?.status === paymentStatus.processing)
    refuse('Your payment is on its way. There is nothing more to do.', 'processing');
  return found;
};

/**
 * POST /order/payment: the payment page of an order; repeated calls give the same one while it is open. Throws `NotFound`, or `Conflict`
 * with the code `paid`, `processing` or `expired`.
 */
export const openPayment = async (
  db: Database,
  provider: PaymentProvider,
  { orderId, origins, now }: { readonly orderId: string; readonly origins: Origins; readonly now: Date },
  read: ReadOrder = readOrder,
): Promise<PaymentSession> => {
  const id = readOrderId(orderId);
  const order = requirePayable(await read(db, id));
  const last = order.payments.at(-1);
  if (last?.status === paymentStatus.open) return { sessionId: last.session_id, url: last.url };
  const attempt = last ? last.attempt + 1 : 0;
  if (order.row.total === 0) return payFreeOrder(db, provider, { order, attempt, origins }, now);

  // Outside a transaction: the provider may take seconds, and a lock would block others that long.
  const session = await provider.open({ order, attempt, origins });
  await insertSession(db, { session, orderId: id, attempt, provider: provider.name, now });
  const { payments } = await readOrder(db, id)
    .then(requirePayable)
    .catch(async (error: unknown) => {
      // Expired or paid meanwhile: nobody may pay on this page.
      await closePage(db, provider, session.sessionId, now);
      throw error;
    });
  const stored = payments.find((payment) => payment.attempt === attempt);
  return stored && stored.session_id !== session.sessionId ? { sessionId: stored.session_id, url: stored.url } : session;
};

type NewSession = {
  readonly session: PaymentSession;
  readonly orderId: string;
  readonly attempt: number;
  readonly provider: PaymentProvider['name'];
  readonly now: Date;
};

/** Of concurrent calls for one attempt, the first is stored and every one answers with it. */
const insertSession = async (db: Database, { session, orderId, attempt, provider, now }: NewSession): Promise<void> => {
  await db
    .insertInto('payment')
    .values({
      session_id: session.sessionId,
      order_id: orderId,
      attempt,
      provider,
      url: session.url,
      status: paymentStatus.open,
      created_at: now.toISOString(),
      checked_at: now.toISOString(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};

/** Closes a payment page and records what became of it; returns the outcome, or `undefined` when the provider cannot tell now. */
export const closePage = async (
  db: Database,
  provider: PaymentProvider,
  sessionId: string,
  now: Date,
): Promise<PaymentEvent['outcome'] | undefined> => {
  const event = await provider.close(sessionId);
  if (event) await recordPayment(db, event, now);
  return event?.outcome;
};

/**
 * Closes the payment pages of an unpaid order that a new one replaces, so that nobody pays for both. Throws `Conflict` with the code
 * `paid` or `processing` when one has just been used. A page that cannot be closed now is closed later; a payment on it is paid back.
 */
export const closeReplacedPaymentPages = async (
  db: Database,
  provider: PaymentProvider,
  { replaces, buyer, now }: { readonly replaces: string | undefined; readonly buyer: Buyer; readonly now: Date },
): Promise<void> => {
  if (replaces === undefined) return;
  const latest = await latestReplacement(db, readOrderId(replaces), buyer);
  const found = latest && (await readOrder(db, latest.id));
  if (found?.row.status !== 'pending' || !mayReplace(found.row, buyer)) return;
  for (const { session_id, status, provider: name } of found.payments) {
    if (status !== paymentStatus.open || name !== provider.name) continue;
    const outcome = await closePage(db, provider, session_id, now);
    if (outcome === 'paid' || outcome === 'processing') refuseDuplicate(outcome, found.row.id);
  }
};

/** A bank may take days to answer: an order keeps its stock for this long while its payment is processing. */
export const maxProcessingSeconds = 7 * day;

/**
 * The provider is asked about a page every five minutes for a week, then about what is processing once an hour, for good; every ten seconds
 * while its order is looked at.
 */
export const checkSeconds = { all: 5 * minute, late: hour, oneOrder: 10 };
const maxChecks = 50;

/** Whether the provider is to be asked about a payment again, as a condition on its row. */
const isCheckDue = (now: Date, orderId: string | undefined) => {
  const wasNotCheckedFor = (seconds: number) => sql<boolean>`(payment.checked_at is null or payment.checked_at <= ${after(now, -seconds)})`;
  if (orderId !== undefined) return wasNotCheckedFor(checkSeconds.oneOrder);
  const isRecent = sql<boolean>`payment.created_at > ${after(now, -maxProcessingSeconds)}`;
  return sql<boolean>`(${wasNotCheckedFor(checkSeconds.all)} and (${isRecent} or ${wasNotCheckedFor(checkSeconds.late)}))`;
};

/** The payments to ask the provider about; those of one order whether or not they wait for their next try. */
const findDueChecks = (db: Database, provider: PaymentProvider['name'], now: Date, orderId?: string) =>
  db
    .selectFrom('payment')
    .innerJoin('order', 'order.id', 'payment.order_id')
    .where('payment.status', 'in', [paymentStatus.open, paymentStatus.processing])
    .where('payment.provider', '=', provider)
    .where((payment) =>
      payment.or([
        payment('payment.status', '=', paymentStatus.processing),
        payment('payment.created_at', '>', after(now, -maxProcessingSeconds)),
      ]),
    )
    .where(isCheckDue(now, orderId))
    .where((payment) =>
      orderId === undefined ? isNotBackingOff('payment', 'payment.session_id', now) : payment('payment.order_id', '=', orderId),
    );

/** How many payments the provider is to be asked about, and since when the first of them is due. */
export const readDueChecks = async (db: Database, provider: PaymentProvider['name'], now: Date) => {
  const weekAgo = after(now, -maxProcessingSeconds);
  const checkedAt = sql.raw('coalesce(payment.checked_at, payment.created_at)');
  const { count, recent, late } = await findDueChecks(db, provider, now)
    .select(({ fn }) => [
      fn.countAll().as('count'),
      sql<string | null>`min(case when payment.created_at > ${weekAgo} then ${checkedAt} end)`.as('recent'),
      sql<string | null>`min(case when payment.created_at <= ${weekAgo} then ${checkedAt} end)`.as('late'),
    ])
    .executeTakeFirstOrThrow();
  const due = [
    ...(recent === null ? [] : [after(new Date(recent), checkSeconds.all)]),
    ...(late === null ? [] : [after(new Date(late), checkSeconds.late)]),
  ];
  return { count, oldest: due.toSorted()[0] ?? null };
};

type DueCheck = Pick<Tables['payment'], 'session_id' | 'status'> &
  Pick<Tables['order'], 'pay_by'> & { readonly orderStatus: Tables['order']['status'] };

/** 'unknown' if the provider did not answer although it must know, i.e. about a page to be closed or a processing payment. */
const checkPayment = async (
  db: Database,
  provider: PaymentProvider,
  { session_id, status, pay_by, orderStatus }: DueCheck,
  now: Date,
): Promise<'told' | 'unknown'> => {
  // An open page could be paid right after an answer about it. Once it is closed the answer is final, and the order may expire.
  if (status === paymentStatus.open && (orderStatus !== 'pending' || pay_by <= now.toISOString()))
    return (await closePage(db, provider, session_id, now)) === undefined ? 'unknown' : 'told';
  const event = await provider.read(session_id);
  if (event) await recordPayment(db, event, now);
  return event === undefined && status === paymentStatus.processing ? 'unknown' : 'told';
};

/**
 * Records what the provider says of payments whose outcome is not known, of all orders or of one, and closes open pages of orders that
 * cannot be paid any more: webhooks may be lost. Each page is claimed first, so that one process asks, and none holds up the others. Returns
 * `false` when the provider could not tell what it was asked about the one order.
 */
export const reconcilePayments = async (
  db: Database,
  provider: PaymentProvider,
  now: Date,
  orderId?: string,
  run: JobRun = {},
): Promise<boolean> => {
  const checks = await findDueChecks(db, provider.name, now, orderId)
    .select(['payment.session_id', 'payment.status', 'order.status as orderStatus', 'order.pay_by'])
    .limit(maxChecks)
    .execute();
  const check = async (sessionId: string): Promise<'told' | 'unknown' | 'claimed'> => {
    const claimed = await db
      .updateTable('payment')
      .set({ checked_at: now.toISOString() })
      .where('session_id', '=', sessionId)
      .where(isCheckDue(now, orderId))
      .returning('session_id')
      .executeTakeFirst();
    const due = claimed && checks.find(({ session_id }) => session_id === sessionId);
    return due ? checkPayment(db, provider, due, now) : 'claimed';
  };
  const keys = checks.map(({ session_id }) => session_id);
  if (orderId !== undefined) {
    let isAnswered = true;
    for (const key of keys) if ((await check(key)) === 'unknown') isAnswered = false;
    return isAnswered;
  }
  const checkOrFail = async (sessionId: string): Promise<string> => {
    const outcome = await check(sessionId);
    if (outcome === 'unknown') throw new Error('The payment provider could not tell what became of this payment, or close its page.');
    return outcome;
  };
  await tryEach(db, { kind: 'payment', keys, now }, checkOrFail, run);
  return true;
};

/**
 * Marks an order with a total of 0 as paid at once, without a provider. In one transaction, so that a call after a crash does it again. Where no
 * money moves it counts as one of the test page, so that `endTestOrders` finds it.
 */
const payFreeOrder = async (
  db: Database,
  { name, takesMoney }: PaymentProvider,
  { order, attempt, origins }: PayableOrder,
  now: Date,
): Promise<PaymentSession> => {
  const orderId = order.row.id;
  const session = { sessionId: `free-${orderId}-${attempt}`, url: `${origins.shop}${returnPath(orderId)}` };
  const opened = { orderId, attempt, provider: takesMoney ? name : ('test' as const) };
  await recordPayment(db, { eventId: session.sessionId, sessionId: session.sessionId, outcome: 'paid', openedFor: opened }, now);
  return session;
};

const setPayment = async (
  transaction: Database,
  { sessionId, reference }: PaymentEvent,
  status: Tables['payment']['status'],
): Promise<void> => {
  await transaction
    .updateTable('payment')
    // Kysely ignores what is undefined: an event without a reference leaves the stored one.
    .set({ status, due_at: null, reference })
    .where('session_id', '=', sessionId)
    .execute();
};

const isForeign = ({ currency = ownCurrency }: PaymentEvent): boolean => currency !== ownCurrency;

/** Enters a payment in the ledger. An order of nothing moves no money. */
const enterPayment = async (transaction: Database, { row }: OrderRecord, event: PaymentEvent, now: Date): Promise<void> => {
  const { sessionId, reference = null, amount = row.total, currency = ownCurrency } = event;
  if (amount === 0) return;
  const at = now.toISOString();
  await transaction
    .insertInto('money')
    .values({
      id: randomUUID(),
      order_id: row.id,
      session_id: sessionId,
      source: 'payment',
      state: 'done',
      reference,
      amount,
      currency,
      created_at: at,
      at,
    })
    .execute();
};

const confirmOrder = async (transaction: Database, found: OrderRecord, what: string, now: Date): Promise<void> => {
  // The promised days count from the order: a bank that took longer than an order may be unpaid has made them untrue.
  const isLate = found.row.created_at < after(now, -minutesToPay * minute);
  const promise = isLate ? { dispatch_by: null, arrives_from: null, arrives_by: null } : {};
  await transaction
    .updateTable('order')
    .set({ status: 'confirmed', client_key: null, ...promise })
    .where('id', '=', found.row.id)
    .execute();
  await giveInvoiceNumber(transaction, found.row.id, now);
  await writeOrderWords(transaction, found.row.id);
  await takePurchased(transaction, found.row.user_id, found.lines);
  await addOrderEvent(transaction, found.row.id, { actor: 'provider', what }, now);
  await queueBuyerEmail(transaction, found, confirmationEmail({ ...found, row: { ...found.row, ...promise } }), now);
  await addSellerNotice(transaction, 'order', found.row.id, now);
};

/** Claims an expired order's stock and its voucher's use again, all or nothing; returns what is gone, or undefined if it could. */
const reclaim = async (transaction: Database, { row, lines }: OrderRecord): Promise<'goods' | 'voucher' | undefined> => {
  const orderLines = lines.map(toOrderLine);
  const ids = orderLines.map(({ productId }) => productId);
  const isAvailable = async (): Promise<boolean> => {
    const products = await readProducts(transaction, ids);
    return (
      lines.every((line) => hasCounters(line, products.get(line.product_id))) &&
      Object.keys(stockProblems(orderLines, products)).length === 0
    );
  };
  if (!(await isAvailable())) return 'goods';
  const { version } = await announceProducts(transaction);
  // Checked again under the catalogue's lock, which the first check avoids when there is nothing left.
  if (!(await isAvailable())) return 'goods';
  if (!(await hasVoucherUseLeft(transaction, row))) return 'voucher';
  await claimStock(transaction, await withCurrentSizes(transaction, lines), version);
  return undefined;
};

const applyPaid = async (transaction: Database, found: OrderRecord, event: PaymentEvent, now: Date): Promise<void> => {
  const { row } = found;
  await enterPayment(transaction, found, event, now);
  const refundPayment = async (what: string, template: (order: OrderRecord) => Email): Promise<void> => {
    await setPayment(transaction, event, paymentStatus.unusable);
    const after = await readOrder(transaction, row.id);
    if (after) await updateOwed(transaction, after, { now });
    await addOrderEvent(transaction, row.id, { actor: 'provider', what }, now);
    await queueBuyerEmail(transaction, found, template(found), now);
  };
  if (isForeign(event)) return refundPayment('Paid in another currency: to be refunded.', unfitPaymentEmail);
  if (event.amount !== undefined && event.amount !== row.total)
    return refundPayment(`Paid ${event.amount}p instead of ${row.total}p: to be refunded.`, unfitPaymentEmail);
  if (row.status === 'pending') {
    await setPayment(transaction, event, paymentStatus.paid);
    return confirmOrder(transaction, found, 'Paid: confirmed.', now);
  }
  if (row.status === 'cancelled') return refundPayment('Paid after it had been cancelled: to be refunded.', cancelledOrderPaidEmail);
  if (row.status !== 'expired') return refundPayment('Paid once more: to be refunded.', unfitPaymentEmail);
  // The replacement holds the stock, and may be paid as well.
  if (row.replaced_by !== null)
    return refundPayment(`Paid after order ${row.replaced_by} had taken its place: to be refunded.`, replacedOrderPaidEmail);
  const gone = await reclaim(transaction, found);
  if (gone === 'goods') return refundPayment('Paid after it had expired and the goods had gone: to be refunded.', latePaymentEmail);
  if (gone === 'voucher')
    return refundPayment('Paid after it had expired and its voucher had been used up: to be refunded.', lateVoucherEmail);
  await setPayment(transaction, event, paymentStatus.paid);
  return confirmOrder(transaction, found, 'Paid after it had expired, the goods still there: confirmed.', now);
};

const applyFailed = async (transaction: Database, found: OrderRecord, event: PaymentEvent, now: Date): Promise<void> => {
  await setPayment(transaction, event, paymentStatus.failed);
  if (found.row.status !== 'pending') return;
  await addOrderEvent(transaction, found.row.id, { actor: 'provider', what: 'The payment was declined.' }, now);
  await queueBuyerEmail(transaction, found, paymentFailedEmail(found, now), now);
};

/** The order of an event's session. A session that is not stored yet is stored from what the event repeats of it. */
const findOrderId = async (transaction: Database, { sessionId, openedFor }: PaymentEvent, now: Date): Promise<string | undefined> => {
  const stored = await transaction.selectFrom('payment').select('order_id').where('session_id', '=', sessionId).executeTakeFirst();
  if (stored || !openedFor) return stored?.order_id;
  const order = await transaction.selectFrom('order').select('id').where('id', '=', openedFor.orderId).executeTakeFirst();
  if (!order) return undefined;
  await insertSession(transaction, {
    session: { sessionId, url: '' },
    orderId: order.id,
    attempt: openedFor.attempt,
    provider: openedFor.provider,
    now,
  });
  return order.id;
};

/** Applies an event, see `recordPayment`; returns `false` for a session that is not of an order here. */
const applyEvent = async (transaction: Database, event: PaymentEvent, now: Date): Promise<boolean> => {
  const isNew = await transaction
    .insertInto('payment_event')
    .values({ id: event.eventId, received_at: now.toISOString() })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!isNew) return true;
  const orderId = await findOrderId(transaction, event, now);
  if (orderId === undefined) return false;
  await lockOrder(transaction, orderId);
  const found = await readOrder(transaction, orderId);
  const payment = found?.payments.find(({ session_id }) => session_id === event.sessionId);
  if (!found || !payment) return false;
  const isOver = payment.status === paymentStatus.failed || payment.status === paymentStatus.expired;
  if (isSettled(payment) || (isOver && event.outcome !== 'paid')) return true;
  if (event.outcome === 'paid') await applyPaid(transaction, found, event, now);
  else if (event.outcome === 'failed') await applyFailed(transaction, found, event, now);
  else if (payment.status === paymentStatus.open) await setPayment(transaction, event, event.outcome);
  return true;
};

/**
 * Applies what a provider says of a payment, once for each event id and in any order (see `paymentStatus`). Paid after the expiry, an order
 * is confirmed if its stock and its voucher can be claimed again; else, or if cancelled, the money goes back. Ignores unknown sessions.
 */
export const recordPayment = async (db: Database, event: PaymentEvent, now: Date): Promise<void> => {
  await db.transaction().execute((transaction) => applyEvent(transaction, event, now));
};

/**
 * Records an event that came by webhook, or that the search for unknown payments has found. Money for an order of the shop that is not in this database, e.g. after a restore, is kept as an
 * unmatched payment, once, and the seller is mailed; returns whether it is a new one.
 */
export const recordWebhookEvent = (
  db: Database,
  event: PaymentEvent,
  { now, sellerEmail, deskUrl }: SellerMailbox & { readonly now: Date },
): Promise<boolean> =>
  db.transaction().execute(async (transaction) => {
    const { eventId, sessionId, outcome, openedFor, reference = null } = event;
    if ((await applyEvent(transaction, event, now)) || outcome !== 'paid' || !openedFor) return false;
    const amount = isForeign(event) ? null : (event.amount ?? null);
    const unmatched = { event_id: eventId, order_id: openedFor.orderId, session_id: sessionId, amount, reference };
    const added = await transaction
      .insertInto('unmatched_payment')
      .values({ ...unmatched, received_at: now.toISOString(), problem: '' })
      // Another event of the same payment has told it before.
      .onConflict((conflict) => conflict.column('session_id').doNothing())
      .returning('event_id')
      .executeTakeFirst();
    if (!added) return false;
    await queueEmail(transaction, sellerEmail, unmatchedPaymentEmail(unmatched, deskUrl?.()), now);
    return true;
  });
