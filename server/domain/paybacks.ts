import { randomUUID } from 'node:crypto';
import { isOneLine } from '#contract/text-line.ts';
import { after, formatPence } from '#server/db/columns.ts';
import { leaseSeconds, problemLine, retryAt } from '#server/db/retry.ts';
import type { Database, Tables } from '#server/db/schema.ts';
import { isDisputed } from '#server/domain/disputes.ts';
import { Conflict, Invalid } from '#server/domain/failure.ts';
import { addOrderEvent, lockOrder, readOrder } from '#server/domain/orders.ts';
import { paymentStatus } from '#server/domain/payment-status.ts';
import { maxManualReference, recordUnmatchedReturned } from '#server/domain/unmatched-payments.ts';
import { queueBuyerEmail, queueEmail } from '#server/mail/outbox.ts';
import { paybackReturnedEmail, paybackReturnedSellerEmail, paybackSentEmail, recipientOf } from '#server/mail/templates/order-emails.ts';
import { type PaybackMade, type PaybackProvider, type PaybackReturned, UnclearPayback } from '#server/payments/provider.ts';

type Payback = Tables['payback'];

/**
 * Money that goes back to a buyer:
 *
 *     due, unclear ──claim──> sending ──accepted──> done ──provider reports its return──> returned
 *     sending ──refused, back-off──> due
 *     sending ──no clear answer, back-off──> unclear
 *     sending, unclear ──provider reports it──> done
 *     due, returned; unclear, if the seller has looked ──seller settles manually──> done
 *
 * `sending` outlives a process that died, and is `unclear` otherwise: whether the money was sent is not known before the next try has looked, the
 * provider reports it, or the seller has looked at the provider, as where no try can. Its return may be reported before its acceptance. What
 * returned is never retried: it cannot go the same way.
 */
export type PaybackState = 'due' | 'sending' | 'unclear' | 'done' | 'returned';

/** Begins the `problem` of a payback that is `unclear`. */
const unclearMark = 'May have been paid, which the next try looks up:';

/** Derived, because rows of older versions have no state column; `claim` empties `problem`, a failed try fills it. */
export const paybackState = ({
  due_at,
  done_at,
  tries,
  problem,
}: Pick<Payback, 'due_at' | 'done_at' | 'tries' | 'problem'>): PaybackState => {
  if (done_at !== null) return 'done';
  if (due_at === null) return 'returned';
  if (problem.startsWith(unclearMark)) return 'unclear';
  return tries > 0 && problem === '' ? 'sending' : 'due';
};

/**
 * `amount` in pence for a decided `request`, or for what earlier refunds left of a cancelled order's payment; without it, the whole
 * payment.
 */
type NewPayback = { readonly orderId: string; readonly sessionId: string; readonly request?: string; readonly amount?: number };

/** Queues a payback in the transaction that decides it; `sendDuePaybacks` sends it. */
export const queuePayback = async (
  transaction: Database,
  { orderId, sessionId, request, amount }: NewPayback,
  now: Date,
): Promise<void> => {
  const at = now.toISOString();
  await transaction
    .insertInto('payback')
    .values({
      id: randomUUID(),
      order_id: orderId,
      session_id: sessionId,
      request,
      amount,
      created_at: at,
      due_at: at,
      tries: 0,
      problem: '',
    })
    .execute();
};

/** May an earlier try have sent it? */
const isUnclear = (payback: Parameters<typeof paybackState>[0]): boolean => ['sending', 'unclear'].includes(paybackState(payback));

type ClaimedPayback = Payback & { readonly payment: string; readonly isUnclear: boolean };

/** Leases the payback of this provider that has been due longest. One conditional update, so that only one process gets it. */
const claim = async (db: Database, provider: PaybackProvider['name'], now: Date): Promise<ClaimedPayback | undefined> => {
  const at = now.toISOString();
  const next = await db
    .selectFrom('payback')
    .innerJoin('payment', 'payment.session_id', 'payback.session_id')
    .select(['payback.id', 'payment.reference', 'payback.due_at', 'payback.done_at', 'payback.tries', 'payback.problem'])
    .where('payback.due_at', '<=', at)
    .where('payment.provider', '=', provider)
    .orderBy('payback.due_at')
    .limit(1)
    .executeTakeFirst();
  if (!next) return undefined;
  const row = await db
    .updateTable('payback')
    .set((payback) => ({ due_at: after(now, leaseSeconds), tries: payback('tries', '+', 1), problem: '' }))
    .where('id', '=', next.id)
    .where('due_at', '<=', at)
    .returningAll()
    .executeTakeFirst();
  // Another process claimed it first; there may be more.
  return row ? { ...row, payment: next.reference ?? '', isUnclear: isUnclear(next) } : claim(db, provider, now);
};

/** `reference` is the provider's id of the payback or, when settled manually, the seller's `how`. */
type Completion = { readonly reference: string; readonly isManual: boolean };

const describe = ({ request, amount }: Payback): string =>
  `${amount === null ? 'The payment' : formatPence(amount)} paid back${request === null ? '' : ` for request ${request}`}`;

const setPaymentStatus = async (
  transaction: Database,
  { request, session_id }: Payback,
  status: Tables['payment']['status'],
): Promise<void> => {
  if (request === null) await transaction.updateTable('payment').set({ status }).where('session_id', '=', session_id).execute();
};

/**
 * Completes a payback once and mails the buyer. The order must be locked. A late answer of the provider overrides neither a manual
 * settlement nor a return.
 */
const complete = async (transaction: Database, payback: Payback, { reference, isManual }: Completion, now: Date): Promise<void> => {
  const { id, order_id, request, amount } = payback;
  const isCompleted = await transaction
    .updateTable('payback')
    .set({ due_at: null, done_at: now.toISOString(), reference, problem: '' })
    .where('id', '=', id)
    .where('done_at', 'is', null)
    .$if(!isManual, (query) => query.where('due_at', 'is not', null))
    .returning('id')
    .executeTakeFirst();
  const what = describe(payback);
  const order = await readOrder(transaction, order_id);
  if (!order) return;
  if (!isCompleted) {
    const stored = await transaction.selectFrom('payback').select('reference').where('id', '=', id).executeTakeFirst();
    if (stored && stored.reference !== reference)
      await addOrderEvent(
        transaction,
        order_id,
        { actor: 'job', what: `${what} a second time: ${reference}, after ${stored.reference}. Please look into it.` },
        now,
      );
    return;
  }
  // Of a part, the rest may be held by a dispute.
  const isHeld = amount !== null && (await isDisputed(transaction, order_id));
  await setPaymentStatus(transaction, payback, isHeld ? paymentStatus.paid : paymentStatus.paidBack);
  const event = isManual
    ? ({ actor: 'seller', what: `${what} by hand: ${reference}.` } as const)
    : ({ actor: 'job', what: `${what}: ${reference}.` } as const);
  await addOrderEvent(transaction, order_id, event, now);
  const email = paybackSentEmail(order, { request, amount, how: isManual ? reference : undefined });
  await queueBuyerEmail(transaction, order, email, now);
};

/** Schedules the next try with exponential back-off; paybacks are never given up. */
const retryLater = async (db: Database, { id, tries }: ClaimedPayback, problem: string, now: Date): Promise<void> => {
  await db
    .updateTable('payback')
    .set({ due_at: retryAt(now, tries), problem: problemLine(problem) })
    .where('id', '=', id)
    .where('done_at', 'is', null)
    // Not when it was returned meanwhile: that is not retried.
    .where('due_at', 'is not', null)
    // Not when this process slept longer than its lease and another one has claimed it since.
    .where('tries', '=', tries)
    .execute();
};

/**
 * Sends due paybacks one by one until none is left, the provider fails or the signal is aborted; gives how many were sent. Crash-safe: a
 * later try finds what an earlier one sent. Paybacks of other providers are left alone.
 */
export const sendDuePaybacks = async (
  db: Database,
  provider: PaybackProvider,
  clock: () => Date,
  onProblem: (problem: unknown) => void = () => undefined,
  signal?: AbortSignal,
): Promise<number> => {
  let sent = 0;
  for (;;) {
    if (signal?.aborted) return sent;
    const claimed = await claim(db, provider.name, clock());
    if (!claimed) return sent;
    const { id, payment, amount, tries } = claimed;
    let reference: string;
    try {
      reference = await provider.payBack({
        id,
        payment,
        amount: amount ?? undefined,
        isFirst: tries === 1,
        isUnclear: claimed.isUnclear,
      });
    } catch (error) {
      onProblem(error);
      const message = error instanceof Error ? error.message : String(error);
      await retryLater(db, claimed, error instanceof UnclearPayback ? `${unclearMark} ${message}` : message, clock());
      return sent;
    }
    // The money is sent even if this transaction fails: then the row stays `sending` until its lease ends, and the next try finds the payback.
    await db.transaction().execute(async (transaction) => {
      await lockOrder(transaction, claimed.order_id);
      await complete(transaction, claimed, { reference, isManual: false }, clock());
    });
    sent += 1;
  }
};

/**
 * Completes a payback that the provider reports, in case its answer was lost, and mails the buyer. One that was settled in another way was
 * paid a second time, which the order's history tells. What the history names already changes nothing: reports come repeatedly, and late.
 */
export const recordPaybackMade = (db: Database, { reference, payback: id }: PaybackMade, now: Date): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    const payback = await transaction.selectFrom('payback').selectAll().where('id', '=', id).executeTakeFirst();
    if (!payback) return;
    await lockOrder(transaction, payback.order_id);
    const told = await transaction
      .selectFrom('order_event')
      .select('position')
      .where('order_id', '=', payback.order_id)
      .where('what', 'like', `%: ${reference}%`)
      .executeTakeFirst();
    if (!told) await complete(transaction, payback, { reference, isManual: false }, now);
  });

type ReturnContext = { readonly now: Date; readonly sellerAddress: string };

const markReturned = (
  db: Database,
  found: Pick<Payback, 'id' | 'order_id'>,
  { reference, problem }: Pick<PaybackReturned, 'reference' | 'problem'>,
  { now, sellerAddress }: ReturnContext,
): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    await lockOrder(transaction, found.order_id);
    const returned = await transaction
      .updateTable('payback')
      .set({ due_at: null, done_at: null, reference, problem })
      .where('id', '=', found.id)
      .where((row) =>
        row.or([
          row.and([row('done_at', 'is not', null), row('reference', '=', reference)]),
          row.and([row('done_at', 'is', null), row('reference', 'is', null)]),
        ]),
      )
      .returningAll()
      .executeTakeFirst();
    const order = await readOrder(transaction, found.order_id);
    if (!returned || !order) return;
    await setPaymentStatus(transaction, returned, paymentStatus.paybackDue);
    const what = `${describe(returned)} has come back: ${reference}, ${problem}.`;
    await addOrderEvent(transaction, found.order_id, { actor: 'provider', what }, now);
    const buyer = recipientOf(order);
    await queueBuyerEmail(transaction, order, paybackReturnedEmail(order, returned), now, { replyTo: sellerAddress });
    await queueEmail(transaction, sellerAddress, paybackReturnedSellerEmail(order, returned, problem), now, { replyTo: buyer });
  });

/**
 * Marks a payback as returned, once, and mails buyer and seller. Only the payback with this reference, or one without a reference yet, is
 * affected, so that a repeated or late event changes nothing. It may be that of an unmatched payment.
 */
export const recordPaybackReturned = async (
  db: Database,
  { reference, payback, problem }: PaybackReturned,
  { now, sellerAddress }: ReturnContext,
): Promise<void> => {
  // A refund in the provider's dashboard may have taken the place of several.
  const all = await db
    .selectFrom('payback')
    .select(['id', 'order_id'])
    .where((row) => row.or([row('reference', '=', reference), row('id', '=', payback ?? '')]))
    .execute();
  if (all.length === 0) return recordUnmatchedReturned(db, { reference, payback, problem }, { now, sellerAddress });
  for (const found of all) await markReturned(db, found, { reference, problem: problemLine(problem) }, { now, sellerAddress });
};

/**
 * Marks all open paybacks of an order as paid back by the seller in the way that `how` says, and gives them. Throws `Conflict` when none is
 * open, one is `sending`, because that cannot be recalled, or `unclear`, unless the seller has checked at the provider that it was not paid
 * there; `Invalid` unless `how` is one line.
 */
export const settleManually = (
  db: Database,
  orderId: string,
  how: string,
  now: Date,
  { isChecked = false }: { readonly isChecked?: boolean | undefined } = {},
): Promise<Payback[]> =>
  db.transaction().execute(async (transaction) => {
    const reference = how.trim();
    if (!isOneLine(reference, maxManualReference))
      throw new Invalid(`Say how it was paid back in one line of at most ${maxManualReference} characters.`);
    await lockOrder(transaction, orderId);
    // An update that changes nothing, as a row lock: no process can claim one of them meanwhile.
    const open = await transaction
      .updateTable('payback')
      .set((payback) => ({ tries: payback.ref('tries') }))
      .where('order_id', '=', orderId)
      .where('done_at', 'is', null)
      .returningAll()
      .execute();
    if (open.length === 0) throw new Conflict(`Nothing of order ${orderId} is waiting to be paid back.`);
    const states = open.map(paybackState);
    if (states.includes('sending'))
      throw new Conflict(
        'The shop is just trying to pay this back. Nothing is settled: please try again in a few minutes, while the shop runs.',
      );
    if (states.includes('unclear') && !isChecked)
      throw new Conflict(
        'This may have been paid back: a try ended without a clear answer. Nothing is settled: the running shop looks again, which can take up to an hour. If it cannot, look at the payment provider yourself, and if it was not paid there, say so with --checked.',
      );
    for (const payback of open) await complete(transaction, payback, { reference, isManual: true }, now);
    return open;
  });

/** What of the provider's money took the place of paybacks, and what of that was taken off one which is due for the rest. */
type Replaced = { readonly amount: number; readonly reduced?: { readonly payback: string; readonly by: number } };

/**
 * Lets money that the provider has given back without the shop take the place of the due paybacks of a payment, oldest first.
 * The order must be locked.
 */
export const settleByProvider = async (
  transaction: Database,
  sessionId: string,
  { reference, amount }: { readonly reference: string; readonly amount: number },
  now: Date,
): Promise<Replaced> => {
  // A row lock, as in `settleManually`.
  const open = await transaction
    .updateTable('payback')
    .set((payback) => ({ tries: payback.ref('tries') }))
    .where('session_id', '=', sessionId)
    .where('due_at', 'is not', null)
    .returningAll()
    .execute();
  let left = amount;
  let reduced: Replaced['reduced'];
  for (const payback of open.toSorted((one, other) => (one.created_at < other.created_at ? -1 : 1))) {
    const order = await readOrder(transaction, payback.order_id);
    const owed = payback.amount ?? order?.row.total ?? 0;
    // Without an amount, the provider gives back what is left, and so never too much.
    if (paybackState(payback) === 'sending' || left === 0 || (payback.amount === null && left < owed)) continue;
    if (left >= owed) await complete(transaction, payback, { reference, isManual: false }, now);
    else {
      await transaction
        .updateTable('payback')
        .set({ amount: owed - left })
        .where('id', '=', payback.id)
        .execute();
      reduced = { payback: payback.id, by: left };
    }
    left -= Math.min(left, owed);
  }
  return { amount: amount - left, ...(reduced && { reduced }) };
};

/**
 * Gives a payback back what a refund at the provider took off it before that failed. Where it was tried or sent by then, the rest is a
 * payback of its own: the provider knows the other by its id and amount. The order must be locked.
 */
export const raisePayback = async (transaction: Database, { id, by }: { readonly id: string; readonly by: number }, now: Date) => {
  const raised = await transaction
    .updateTable('payback')
    .set((payback) => ({ amount: payback('amount', '+', by) }))
    .where('id', '=', id)
    .where('done_at', 'is', null)
    .where((row) => row.or([row('tries', '=', 0), row('due_at', 'is', null)]))
    .returning('id')
    .executeTakeFirst();
  if (raised) return;
  const payback = await transaction.selectFrom('payback').selectAll().where('id', '=', id).executeTakeFirst();
  if (!payback) return;
  const { order_id: orderId, session_id: sessionId, request } = payback;
  await queuePayback(transaction, { orderId, sessionId, ...(request !== null && { request }), amount: by }, now);
  await setPaymentStatus(transaction, payback, paymentStatus.paybackDue);
};

/**
 * Queues what a refund at the provider gave back of a cancelled order, and failed, or what a dispute held and is over: no payback was queued
 * for it. Gives whether it was queued. The order must be locked.
 */
export const payBackInstead = async (transaction: Database, sessionId: string, amount: number, now: Date): Promise<boolean> => {
  const open = transaction.selectFrom('payback').select('id').where('session_id', '=', sessionId).where('due_at', 'is not', null);
  // Without an amount, it gives back all that is left.
  if (amount <= 0 || (await open.where('amount', 'is', null).executeTakeFirst())) return false;
  const { order_id: orderId } = await transaction
    .updateTable('payment')
    .set({ status: paymentStatus.paybackDue })
    .where('session_id', '=', sessionId)
    .returning('order_id')
    .executeTakeFirstOrThrow();
  await queuePayback(transaction, { orderId, sessionId, amount }, now);
  return true;
};

/** The paybacks of an order, oldest first. */
export const listPaybacks = (db: Database, orderId: string): Promise<Payback[]> =>
  db.selectFrom('payback').selectAll().where('order_id', '=', orderId).orderBy('created_at').orderBy('id').execute();
