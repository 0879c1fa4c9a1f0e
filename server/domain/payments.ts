import type { PaymentSession } from '#contract/payment.ts';
import { returnAddress } from '#contract/return-address.ts';
import type { OrderRecord } from '#server/db/order-record.ts';
import type { Database, Tables } from '#server/db/schema.ts';
import { announceSale } from '#server/domain/catalogue.ts';
import { Failure, NotFound } from '#server/domain/failure.ts';
import { readOrderId } from '#server/domain/order-id.ts';
import { claimStock, lineOf, readProducts, stockProblems } from '#server/domain/order-stock.ts';
import {
  addOrderEvent,
  type Buyer,
  hasUnusablePayment,
  latestReplacement,
  lockOrder,
  mayReplace,
  orderNotFound,
  readOrder,
  refuseDuplicate,
} from '#server/domain/orders.ts';
import { queuePayback } from '#server/domain/paybacks.ts';
import { queueMail } from '#server/mail/outbox.ts';
import { type Email, renderEmail } from '#server/mail/render-email.ts';
import {
  confirmationEmail,
  latePaymentEmail,
  paymentFailedEmail,
  recipientOf,
  replacedOrderPaidEmail,
  unfitPaymentEmail,
} from '#server/mail/templates/order-emails.ts';
import type { Origins, Payable, PaymentEvent, PaymentProvider } from '#server/payments/provider.ts';

const refuse = (message: string, code: string): never => {
  throw new Failure('conflict', message, undefined, { code });
};

const demandPayable = (found: OrderRecord): void => {
  if (found.row.status === 'lapsed')
    refuse(
      hasUnusablePayment(found)
        ? 'This order was not paid in time. What you paid since is on its way back to you.'
        : 'This order was not paid in time, so it was cancelled. Please order anew.',
      'lapsed',
    );
  if (found.row.status !== 'pending') refuse('This order is paid already.', 'paid');
  if (found.payments.at(-1)?.status === 'processing') refuse('Your payment is on its way. There is nothing more to do.', 'processing');
};

const demandOrder = async (db: Database, id: string): Promise<OrderRecord> => {
  const found = await readOrder(db, id);
  if (!found) throw new NotFound(orderNotFound);
  demandPayable(found);
  return found;
};

/**
 * POST /order/payment: a page where the order can be paid, the same one while it is open. Throws `NotFound`, or `Conflict` with the
 * code `paid`, `processing` or `lapsed` when there is nothing to pay.
 */
export const openPayment = async (
  db: Database,
  provider: PaymentProvider,
  { orderId, origins, now }: { readonly orderId: string; readonly origins: Origins; readonly now: Date },
): Promise<PaymentSession> => {
  const id = readOrderId(orderId);
  const order = await demandOrder(db, id);
  const last = order.payments.at(-1);
  if (last?.status === 'open') return { sessionId: last.session_id, url: last.url };
  const attempt = last ? last.attempt + 1 : 0;
  if (order.row.total === 0) return payNothing(db, { order, attempt, origins }, now);

  // Not within a transaction: a provider may take seconds, and nobody else should wait for it.
  const session = await provider.open({ order, attempt, origins });
  await noteSession(db, { session, orderId: id, attempt, provider: provider.name, now });
  const { payments } = await demandOrder(db, id).catch(async (error: unknown) => {
    // It lapsed or was paid meanwhile: this page must take no money.
    await provider.close(session.sessionId);
    throw error;
  });
  const noted = payments.find((payment) => payment.attempt === attempt);
  return noted && noted.session_id !== session.sessionId ? { sessionId: noted.session_id, url: noted.url } : session;
};

type NewSession = {
  readonly session: PaymentSession;
  readonly orderId: string;
  readonly attempt: number;
  readonly provider: PaymentProvider['name'];
  readonly now: Date;
};

/** Of several calls at once the first is noted, and every one answers with it. */
const noteSession = async (db: Database, { session, orderId, attempt, provider, now }: NewSession): Promise<void> => {
  await db
    .insertInto('payment')
    .values({
      session_id: session.sessionId,
      order_id: orderId,
      attempt,
      provider,
      url: session.url,
      status: 'open',
      due_at: null,
      reference: null,
      created_at: now.toISOString(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};

const noteClosed = async (db: Database, sessionId: string): Promise<void> => {
  await db.updateTable('payment').set({ status: 'expired' }).where('session_id', '=', sessionId).where('status', '=', 'open').execute();
};

/**
 * Before an order takes the place of an unpaid one: closes that one's page, so that nobody pays for both. Throws `Conflict` with the code
 * `processing` when somebody has just paid there. What cannot be closed now is closed later, and a payment that comes all the same goes back.
 */
export const closeReplacedPaymentPages = async (
  db: Database,
  provider: PaymentProvider,
  { replaces, buyer }: { readonly replaces: string | undefined; readonly buyer: Buyer },
): Promise<void> => {
  if (replaces === undefined) return;
  const standing = await latestReplacement(db, readOrderId(replaces), buyer);
  const found = standing && (await readOrder(db, standing.id));
  if (found?.row.status !== 'pending' || !mayReplace(found.row, buyer)) return;
  for (const { session_id, status, provider: name } of found.payments) {
    if (status !== 'open' || name !== provider.name) continue;
    const end = await provider.close(session_id);
    if (end === 'taken') refuseDuplicate('processing', found.row.id);
    if (end === 'closed') await noteClosed(db, session_id);
  }
};

/** Closes the pages of orders that have lapsed, each once; while the provider cannot be asked they wait. */
export const closeLapsedPaymentPages = async (db: Database, provider: PaymentProvider): Promise<void> => {
  const open = await db
    .selectFrom('payment')
    .innerJoin('order', 'order.id', 'payment.order_id')
    .select(['payment.session_id', 'payment.provider'])
    .where('order.status', '=', 'lapsed')
    .where('payment.status', '=', 'open')
    .execute();
  for (const { session_id, provider: name } of open) {
    const end = name === provider.name ? await provider.close(session_id) : 'closed';
    if (end === 'unknown') return;
    // Where somebody has paid on it, that is about to be told, and counts whatever is noted here.
    await noteClosed(db, session_id);
  }
};

/** Goods that cost nothing are paid as they stand. */
const payNothing = async (db: Database, { order, attempt, origins }: Payable, now: Date): Promise<PaymentSession> => {
  const orderId = order.row.id;
  const session = { sessionId: `free-${orderId}-${attempt}`, url: `${origins.shop}${returnAddress(orderId)}` };
  await noteSession(db, { session, orderId, attempt, provider: 'test', now });
  await recordPayment(db, { eventId: session.sessionId, sessionId: session.sessionId, outcome: 'paid' }, now);
  return session;
};

const send = (transaction: Database, found: OrderRecord, letter: (order: OrderRecord) => Email, now: Date): Promise<void> =>
  queueMail(transaction, { to: recipientOf(found), ...renderEmail(letter(found)), now });

const setPayment = async (
  transaction: Database,
  { sessionId, reference }: PaymentEvent,
  status: Tables['payment']['status'],
): Promise<void> => {
  await transaction
    .updateTable('payment')
    .set({ status, due_at: null, ...(reference !== undefined && { reference }) })
    .where('session_id', '=', sessionId)
    .execute();
};

const confirm = async (transaction: Database, found: OrderRecord, what: string, now: Date): Promise<void> => {
  await transaction.updateTable('order').set({ status: 'confirmed', client_key: null }).where('id', '=', found.row.id).execute();
  await addOrderEvent(transaction, found.row.id, what, now);
  await send(transaction, found, confirmationEmail, now);
};

/** A lapsed order's goods again, where all of them can still be had. */
const takeAgain = async (transaction: Database, { lines }: OrderRecord): Promise<boolean> => {
  const wanted = lines.map(lineOf);
  const ids = wanted.map(({ productId }) => productId);
  if (Object.keys(stockProblems(wanted, await readProducts(transaction, ids))).length > 0) return false;
  await announceSale(transaction);
  if (Object.keys(stockProblems(wanted, await readProducts(transaction, ids))).length > 0) return false;
  await claimStock(transaction, lines);
  return true;
};

const notePaid = async (transaction: Database, found: OrderRecord, news: PaymentEvent, now: Date): Promise<void> => {
  const { row } = found;
  const payBack = async (what: string, letter: (order: OrderRecord) => Email): Promise<void> => {
    await setPayment(transaction, news, 'refund');
    await queuePayback(transaction, { orderId: row.id, sessionId: news.sessionId }, now);
    await addOrderEvent(transaction, row.id, what, now);
    await send(transaction, found, letter, now);
  };
  if (news.amount !== undefined && news.amount !== row.total)
    return payBack(`Paid ${news.amount}p instead of ${row.total}p: to be refunded.`, unfitPaymentEmail);
  if (row.status === 'pending') {
    await setPayment(transaction, news, 'paid');
    return confirm(transaction, found, 'Paid: confirmed.', now);
  }
  if (row.status !== 'lapsed') return payBack('Paid once more: to be refunded.', unfitPaymentEmail);
  // The order that took its place has the goods, and may be paid as well.
  if (row.replaced_by !== null)
    return payBack(`Paid after order ${row.replaced_by} had taken its place: to be refunded.`, replacedOrderPaidEmail);
  if (!(await takeAgain(transaction, found)))
    return payBack('Paid after it had lapsed and the goods had gone: to be refunded.', latePaymentEmail);
  await setPayment(transaction, news, 'paid');
  return confirm(transaction, found, 'Paid after it had lapsed, the goods still there: confirmed.', now);
};

const noteFailed = async (transaction: Database, found: OrderRecord, news: PaymentEvent, now: Date): Promise<void> => {
  await setPayment(transaction, news, 'failed');
  if (found.row.status !== 'pending') return;
  await addOrderEvent(transaction, found.row.id, 'The payment was declined.', now);
  await send(transaction, found, paymentFailedEmail, now);
};

const orderIdOf = async (transaction: Database, { sessionId, opened }: PaymentEvent, now: Date): Promise<string | undefined> => {
  const known = await transaction.selectFrom('payment').select('order_id').where('session_id', '=', sessionId).executeTakeFirst();
  if (known || !opened) return known?.order_id;
  const order = await transaction.selectFrom('order').select('id').where('id', '=', opened.orderId).executeTakeFirst();
  if (!order) return undefined;
  await noteSession(transaction, {
    session: { sessionId, url: '' },
    orderId: order.id,
    attempt: opened.attempt,
    provider: opened.provider,
    now,
  });
  return order.id;
};

/** Money came, and it is decided what becomes of it: no news change that. */
const isSettled = ({ status }: Tables['payment']): boolean => status === 'paid' || status === 'refund' || status === 'refunded';

/**
 * Takes in what a provider says, once for each event and in any order: paid is for good, and nothing that comes later takes it back.
 * A payment that comes after its order lapsed is taken when the goods are still there; otherwise it is marked for a refund, and the
 * buyer is told. News of sessions that are not the shop's is left alone.
 */
export const recordPayment = (db: Database, news: PaymentEvent, now: Date): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    const isNew = await transaction
      .insertInto('payment_event')
      .values({ id: news.eventId, received_at: now.toISOString() })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!isNew) return;
    const orderId = await orderIdOf(transaction, news, now);
    if (orderId === undefined) return;
    await lockOrder(transaction, orderId);
    const found = await readOrder(transaction, orderId);
    const payment = found?.payments.find(({ session_id }) => session_id === news.sessionId);
    if (!found || !payment || isSettled(payment)) return;
    if (news.outcome === 'paid') await notePaid(transaction, found, news, now);
    else if (payment.status === 'failed' || payment.status === 'expired') return;
    else if (news.outcome === 'failed') await noteFailed(transaction, found, news, now);
    else if (news.outcome === 'expired') await setPayment(transaction, news, 'expired');
    else if (payment.status === 'open') await setPayment(transaction, news, 'processing');
  });
