import { randomUUID } from 'node:crypto';
import { formatShortDay, ukDayOf } from '#contract/delivery-dates.ts';
import { after, day, formatMoney, ownCurrency } from '#server/db/columns.ts';
import type { OrderRecord } from '#server/db/order-record.ts';
import { problemLine } from '#server/db/retry.ts';
import type { Database, Money, Tables } from '#server/db/schema.ts';
import { isNotBackingOff, type JobRun, tryEach } from '#server/domain/failed-jobs.ts';
import {
  currencyOf,
  goodwillIn,
  isHeldBack,
  isRefundOpen,
  type OwedChanges,
  readGranted,
  rowsOf,
  sumsOf,
  updateOwed,
} from '#server/domain/money/ledger.ts';
import { recordUnmatchedMoney } from '#server/domain/money/unmatched-payments.ts';
import { addOrderEvent } from '#server/domain/orders/order-events.ts';
import { lockOrder, readOrder } from '#server/domain/orders/orders.ts';
import { queueBuyerEmail, queueEmail, type SellerMailbox } from '#server/mail/outbox.ts';
import { recipientOf } from '#server/mail/templates/order-emails.ts';
import {
  providerMoneyEmail,
  refundReturnedEmail,
  refundReturnedSellerEmail,
  refundSentEmail,
} from '#server/mail/templates/refund-emails.ts';
import type { MoneyEvent } from '#server/payments/provider.ts';

type Context = SellerMailbox & { readonly now: Date };

/**
 * A row moves to a state of a higher rank only, so that repeated and late events change nothing. A lost dispute may be won after all, when the bank
 * has reopened it.
 */
const ranks: Readonly<Record<MoneyEvent['kind'], Readonly<Partial<Record<Money['state'], number>>>>> = {
  refund: { wanted: 0, sent: 0, void: 0, done: 1, failed: 2 },
  dispute: { inquiry: 0, held: 1, done: 2, void: 3 },
};

const forRequest = (request: string | null): string => (request === null ? '' : ` for request ${request}`);

/** "£12.00 paid back for request R-…", as the history names a refund of the shop. */
export const describeRefund = ({ request, ...money }: Pick<Money, 'amount' | 'currency' | 'request'>): string =>
  `${formatMoney(money)} paid back${forRequest(request)}`;

/** The event as a sentence of the order's history; `isExpected` unless a refund of the shop was not open any more. */
const describeEvent = (event: MoneyEvent, row: Pick<Money, 'source' | 'amount' | 'currency' | 'request'>, isExpected: boolean): string => {
  const { reference, state } = event;
  const money = formatMoney({ amount: event.amount, currency: row.currency });
  const why = event.reason === '' ? '' : ` (${event.reason})`;
  if (event.kind === 'dispute')
    return {
      inquiry: `The buyer’s bank asks about ${money}: ${reference}${why}.`,
      held: `The buyer’s bank disputes ${money} and holds it: ${reference}${why}.`,
      void: `The dispute ${reference} over ${money} is over: the money stays with the shop.`,
      done: `The dispute ${reference} over ${money} is lost: the buyer has the money.`,
    }[event.state];
  if (row.source === 'dashboard')
    return state === 'done'
      ? `${money} paid back in the payment provider’s dashboard: ${reference}.`
      : `${money} paid back in the payment provider’s dashboard did not arrive: ${reference}${why}.`;
  if (state === 'failed') return `${describeRefund(row)} has come back: ${reference}, ${event.reason}.`;
  return isExpected
    ? `${describeRefund(row)}: ${reference}.`
    : `${describeRefund(row)} beside what was owed: ${reference}. Please look into it.`;
};

/** Why the amount to be sent has changed: a refund made outside the shop, or a dispute; `why` ends the sentence about an added amount. */
type Cause = { readonly cause: 'refund' | 'dispute'; readonly why?: string };

/** The cause, when a refund that may have been sent turns out not to be, and is no longer owed. */
export const causeIn = ({ money }: Pick<OrderRecord, 'money'>): Cause['cause'] => (money.some(isHeldBack) ? 'dispute' : 'refund');

const isDisputed = (cause: Cause['cause'], money: readonly Money[]): boolean => cause === 'dispute' && money.some(isHeldBack);

/** Sentences of the history about amounts that the shop has to send from now on, and about those that it need not send any more. */
const describeOwed = (
  { addedAmounts, byHand, droppedAmounts }: OwedChanges,
  { money }: OrderRecord,
  { why = '', cause }: Cause,
): string[] => {
  const instead = isDisputed(cause, money)
    ? 'is not paid back by the shop while the bank holds the money'
    : 'need not be paid back by the shop any more';
  return [
    ...addedAmounts.map((money) => `${formatMoney(money)} is to be paid back by the shop${why}.`),
    ...(byHand ? [`${formatMoney(byHand)} is to be paid back by hand.`] : []),
    ...droppedAmounts.map((less) => `${formatMoney({ ...less.row, amount: less.amount })}${forRequest(less.row.request)} ${instead}.`),
  ];
};

/**
 * After an event, records in the order's history what the shop has to send from now on, and mails each buyer whose refund was made otherwise. `found`
 * is the order after the event. Returns the sentences of the history.
 */
export const notifyOwed = async (
  transaction: Database,
  found: OrderRecord,
  owed: OwedChanges,
  { now, ...cause }: Cause & { readonly now: Date },
): Promise<readonly string[]> => {
  const sentences = describeOwed(owed, found, cause);
  for (const what of sentences) await addOrderEvent(transaction, found.row.id, { actor: 'job', what }, now);
  if (cause.cause === 'refund')
    for (const { row, amount } of owed.droppedAmounts)
      if (amount === row.amount) await queueBuyerEmail(transaction, found, refundSentEmail(found, row), now);
  return sentences;
};

/**
 * Stores what the event says: in the row of its reference, in that of a refund that the shop has sent, or in a new one. Returns `undefined` when
 * another call has written that row meanwhile.
 */
const writeRow = async (
  transaction: Database,
  knownRow: Money | undefined,
  event: MoneyEvent,
  values: Pick<Money, 'order_id' | 'session_id' | 'amount' | 'currency' | 'granted'>,
  now: Date,
): Promise<Money | undefined> => {
  const at = now.toISOString();
  const { reference, payment, state } = event;
  const answerBy = event.kind === 'dispute' ? (event.answerBy ?? null) : null;
  const doneAt = knownRow?.state === 'done' ? knownRow.at : null;
  const changes = { ...values, reference, payment, state, note: event.reason, answer_by: answerBy, at, done_at: doneAt, due_at: null };
  if (knownRow)
    return transaction
      .updateTable('money')
      .set(changes)
      .where('id', '=', knownRow.id)
      .where('state', '=', knownRow.state)
      .returningAll()
      .executeTakeFirst();
  const source = event.kind === 'dispute' ? 'dispute' : event.id === undefined ? 'dashboard' : 'ours';
  const insert = (id: string) =>
    transaction
      .insertInto('money')
      .values({ ...changes, id, source, request: null, created_at: at })
      .onConflict((conflict) => conflict.doNothing())
      .returningAll()
      .executeTakeFirst();
  // The row of a payment that is not known yet keeps the id of the shop's refund, unless another refund repeats the same one.
  const ownId = values.order_id === null && 'id' in event && event.id ? event.id : undefined;
  return (ownId !== undefined && (await insert(ownId))) || insert(randomUUID());
};

type RecordedEvent = {
  readonly row: Money;
  readonly event: MoneyEvent;
  readonly owed: OwedChanges;
  /** The event, or a part of its amount, went back beyond what was granted. */
  readonly isGoodwill: boolean;
  /** The refund was open, so the buyer waits for it. */
  readonly isOpened: boolean;
  readonly sentences: readonly string[];
};

/** A refund in the dashboard may be the very money that the seller has noted as paid by hand. */
const describeTwin = (money: readonly Money[], row: Money, now: Date): string[] => {
  const isTwin = ({ source, state, amount, at }: Money): boolean =>
    source === 'hand' && state === 'done' && amount === row.amount && at > after(now, -7 * day);
  const twin = row.source === 'dashboard' && row.state === 'done' ? money.find(isTwin) : undefined;
  if (!twin) return [];
  return [
    `You noted the same amount as paid by hand on ${formatShortDay(ukDayOf(twin.at))} (${twin.note}). If both are the same money, the shop counts it twice: what it pays back for this order later is ${formatMoney(row)} too little, and you can give that back in the dashboard then.`,
  ];
};

/** Mails the buyer what the shop has sent or the bank returned, and the seller what happened without the shop. */
const sendMails = async (
  transaction: Database,
  found: OrderRecord,
  { row, event, owed, isGoodwill, isOpened, sentences }: RecordedEvent,
  { now, sellerEmail, deskUrl }: Context,
): Promise<void> => {
  const desk = deskUrl?.();
  const isOurs = row.source === 'ours';
  if (isOurs && event.state === 'failed' && owed.byHand) {
    const { request } = row;
    const buyer = recipientOf(found);
    await queueBuyerEmail(transaction, found, refundReturnedEmail(found, { ...owed.byHand, request }), now, {
      replyTo: sellerEmail,
    });
    const toSeller = refundReturnedSellerEmail(found, { ...row, byHand: owed.byHand.amount, reason: event.reason }, desk);
    await queueEmail(transaction, sellerEmail, toSeller, now, { replyTo: buyer });
    return;
  }
  if (isOpened && event.state === 'done') await queueBuyerEmail(transaction, found, refundSentEmail(found, row), now);
  if (!isOpened || isGoodwill || event.state === 'failed')
    await queueEmail(
      transaction,
      sellerEmail,
      providerMoneyEmail(found, { ...event, currency: row.currency }, sentences.join(' '), desk),
      now,
    );
};

/** What of a payment an event is about: a bank may dispute more than was paid, in the card's own currency. */
const amountIn = ({ kind, amount }: MoneyEvent, rows: readonly Money[]): number =>
  kind === 'dispute' ? Math.min(amount, sumsOf(rows).paid || amount) : amount;

/**
 * Applies an event to the order of its payment: the row, then what is owed, then history and mail. The order must be locked. Returns `false` when
 * its reference was heard of meanwhile by a call that does not know the payment.
 */
const applyEvent = async (transaction: Database, payment: Tables['payment'], event: MoneyEvent, context: Context): Promise<boolean> => {
  const found = await readOrder(transaction, payment.order_id);
  if (!found) return true;
  const { now } = context;
  const knownRow =
    found.money.find(({ reference }) => reference === event.reference) ??
    found.money.find(({ id, source, reference }) => event.kind === 'refund' && id === event.id && source === 'ours' && reference === null);
  const rank = ranks[event.kind];
  if (knownRow && (rank[event.state] ?? 0) <= (rank[knownRow.state] ?? 0)) return true;
  // A lost dispute is set off against what was granted when the bank began to hold the money.
  const { order_id, session_id } = payment;
  const rows = rowsOf(found.money, payment);
  // A refund that the shop sent and a restore forgot was granted: it is no goodwill, and decided again it is not sent twice.
  const isForgotten = event.kind === 'refund' && event.id !== undefined && !found.money.some(({ id }) => id === event.id) && !knownRow;
  const granted = isForgotten
    ? sumsOf(rows).paid
    : knownRow && isHeldBack(knownRow)
      ? knownRow.granted
      : await readGranted(transaction, found, payment);
  const values = { order_id, session_id, amount: amountIn(event, rows), currency: currencyOf(rows), granted };
  const row = await writeRow(transaction, knownRow, event, values, now);
  if (!row) return false;
  // A refund that failed before it was heard of has changed nothing.
  if (event.state === 'failed' && !knownRow) return true;
  const money = [...found.money.filter((other) => other !== knownRow), row];
  const returnedRow = row.source === 'ours' && event.state === 'failed' ? row : undefined;
  const owed = await updateOwed(transaction, { ...found, money }, { now, returnedRefund: returnedRow });
  const isOpened = knownRow !== undefined && isRefundOpen(knownRow);
  const isGoodwill = goodwillIn(rowsOf(money, payment)) > goodwillIn(rows);
  const what = describeEvent(event, row, isOpened && !isGoodwill);
  const actor = row.source === 'ours' && event.state === 'done' ? 'job' : 'provider';
  await addOrderEvent(transaction, payment.order_id, { actor, what }, now);
  const why = event.kind === 'refund' ? ' again' : found.row.status === 'cancelled' ? ', because the order is cancelled' : '';
  const consequences = await notifyOwed(transaction, { ...found, money }, owed, { now, why, cause: event.kind });
  const sentences = [what, ...consequences, ...describeTwin(found.money, row, now)];
  await sendMails(transaction, found, { row, event, owed, isGoodwill, isOpened, sentences }, context);
  return true;
};

/**
 * The payment that an event is about: that of the row of its reference, which no other order can have as well, or by its id at the provider, or by
 * a refund of the shop.
 */
const findPayment = async (db: Database, event: MoneyEvent): Promise<Tables['payment'] | undefined> => {
  const ofMoney = db.selectFrom('payment').innerJoin('money', 'money.session_id', 'payment.session_id').selectAll('payment');
  const found =
    (await ofMoney.where('money.reference', '=', event.reference).executeTakeFirst()) ??
    (await db.selectFrom('payment').selectAll().where('reference', '=', event.payment).executeTakeFirst());
  if (found || event.kind === 'dispute' || event.id === undefined) return found;
  return ofMoney.where('money.id', '=', event.id).executeTakeFirst();
};

/**
 * Keeps an event of a payment that is not known yet, the last state of each reference. Returns `false`, or `undefined` when another webhook of the
 * same reference was quicker.
 */
const keepEarly = async (transaction: Database, event: MoneyEvent, { now }: Context): Promise<false | undefined> => {
  const knownRow = await transaction.selectFrom('money').selectAll().where('reference', '=', event.reference).executeTakeFirst();
  const rank = ranks[event.kind];
  if (knownRow && (rank[event.state] ?? 0) <= (rank[knownRow.state] ?? 0)) return false;
  const values = { order_id: null, session_id: null, amount: event.amount, currency: ownCurrency, granted: 0 };
  return (await writeRow(transaction, knownRow, event, values, now)) ? false : undefined;
};

const toEvent = ({ id, source, reference, payment, amount, state, note: reason, answer_by: answerBy }: Money): MoneyEvent => {
  const facts = { reference: reference ?? '', payment: payment ?? '', amount, reason };
  if (source === 'dispute') return { ...facts, kind: 'dispute', state: state as 'held', ...(answerBy !== null && { answerBy }) };
  return { ...facts, kind: 'refund', id: source === 'ours' ? id : undefined, state: state as 'done' };
};

/** Takes what was heard of a reference before its payment. The conditional deletion decides which process applies it. */
const takeEarly = async (transaction: Database, reference: string): Promise<MoneyEvent | undefined> => {
  const row = await transaction
    .deleteFrom('money')
    .where('reference', '=', reference)
    .where('order_id', 'is', null)
    .returningAll()
    .executeTakeFirst();
  return row && toEvent(row);
};

/** As `applyOrKeep`; `undefined` when another call of the same reference was quicker. */
const tryToApply = async (transaction: Database, event: MoneyEvent, context: Context): Promise<boolean | undefined> => {
  const payment = await findPayment(transaction, event);
  if (payment) {
    await lockOrder(transaction, payment.order_id);
    const early = await takeEarly(transaction, event.reference);
    if (early) await applyEvent(transaction, payment, early, context);
    return (await applyEvent(transaction, payment, event, context)) || undefined;
  }
  if (await recordUnmatchedMoney(transaction, event, context)) {
    await takeEarly(transaction, event.reference);
    return true;
  }
  return keepEarly(transaction, event, context);
};

const maxTries = 10;

/**
 * Applies an event to the order of its payment, or to an unmatched payment; else keeps it, and returns `false`. It looks again when another call
 * was quicker, and throws when that happens too often: the webhook or the job is repeated.
 */
const applyOrKeep = async (transaction: Database, event: MoneyEvent, context: Context): Promise<boolean> => {
  for (let tries = 0; tries < maxTries; tries += 1) {
    const isApplied = await tryToApply(transaction, event, context);
    if (isApplied !== undefined) return isApplied;
  }
  throw new Error(`${event.reference} could not be recorded: other calls kept changing it.`);
};

/**
 * Records what the provider says of money that goes back or is held: only the row of its reference changes, then what is owed is computed
 * anew. It is told in the order's history and by mail, once for each state. Returns `false` for a payment that is not in this database; then it
 * is kept for `applyEarlyMoney`.
 */
export const recordMoney = (db: Database, event: MoneyEvent, context: Context): Promise<boolean> =>
  db
    .transaction()
    .execute((transaction) => applyOrKeep(transaction, { ...event, reason: event.reason && problemLine(event.reason) }, context));

/** Events that were heard of before their payment, of payments that are in the database by now. */
const earlyMoney = (db: Database, now: Date) =>
  db
    .selectFrom('money')
    .where('money.order_id', 'is', null)
    .where(({ or, exists, selectFrom }) =>
      or([
        exists(selectFrom('payment').select('payment.session_id').whereRef('payment.reference', '=', 'money.payment')),
        exists(selectFrom('unmatched_payment').select('event_id').whereRef('unmatched_payment.reference', '=', 'money.payment')),
      ]),
    )
    .where(isNotBackingOff('earlyMoney', 'money.reference', now));

/** How many of them are to be applied, and when the first was heard of. */
export const readDueEarlyMoney = (db: Database, now: Date) =>
  earlyMoney(db, now)
    .select(({ fn }) => [fn.countAll().as('count'), fn.min<string | null>('money.created_at').as('oldest')])
    .executeTakeFirstOrThrow();

const maxApplied = 50;

/**
 * Applies what was heard of before its payment, once that is known; each once, whatever number of processes do it. One that cannot be applied
 * holds up no other.
 */
export const applyEarlyMoney = async (db: Database, context: Context, run: JobRun = {}): Promise<void> => {
  const rows = await earlyMoney(db, context.now).select('money.reference').orderBy('money.created_at').limit(maxApplied).execute();
  const apply = (reference: string): Promise<void> =>
    db.transaction().execute(async (transaction) => {
      const row = await transaction
        .selectFrom('money')
        .selectAll()
        .where('reference', '=', reference)
        .where('order_id', 'is', null)
        .executeTakeFirst();
      // Taken under the order's lock, as by a webhook of the same reference: the order's row is always locked first.
      if (row) await applyOrKeep(transaction, toEvent(row), context);
    });
  await tryEach(db, { kind: 'earlyMoney', keys: rows.map(({ reference }) => reference ?? ''), now: context.now }, apply, run);
};
