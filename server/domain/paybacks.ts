import { randomUUID } from 'node:crypto';
import type { Database, Tables } from '#server/db/schema.ts';
import { Conflict, Invalid } from '#server/domain/failure.ts';
import { addOrderEvent, lockOrder, readOrder } from '#server/domain/orders.ts';
import { queueMail } from '#server/mail/outbox.ts';
import { renderEmail } from '#server/mail/render-email.ts';
import {
  money,
  paybackReturnedEmail,
  paybackReturnedSellerEmail,
  paybackSentEmail,
  recipientOf,
} from '#server/mail/templates/order-emails.ts';
import type { PaybackProvider, PaybackReturned } from '#server/payments/provider.ts';

/** What goes back of a payment: for a request that was decided, or all of it where nothing can be sent. */
type Debt = { readonly orderId: string; readonly sessionId: string; readonly request?: string; readonly amount?: number };

/** Longer than any try can take, so that no other process takes what one is paying back. */
const lease = 5 * 60;
const [firstPause, longestPause] = [30, 60 * 60];
const [longestProblem, longestHow] = [300, 100];

const after = (now: Date, seconds: number): string => new Date(now.getTime() + seconds * 1000).toISOString();

/** Notes that money is to go back, as part of the transaction in which that is decided. The running shop then pays it. */
export const queuePayback = async (transaction: Database, { orderId, sessionId, request, amount }: Debt, now: Date): Promise<void> => {
  const at = now.toISOString();
  await transaction
    .insertInto('payback')
    .values({
      id: randomUUID(),
      order_id: orderId,
      session_id: sessionId,
      request: request ?? null,
      amount: amount ?? null,
      created_at: at,
      due_at: at,
      tries: 0,
      done_at: null,
      reference: null,
      problem: '',
    })
    .execute();
};

type Due = Tables['payback'] & { readonly payment: string };

/**
 * Takes what has been due longest with this provider, for `lease` seconds: one conditional statement, so that only one process has it. Until
 * it is known how that went there is no problem to tell, by which `isBeingTried` knows.
 */
const claim = async (db: Database, name: PaybackProvider['name'], now: Date): Promise<Due | undefined> => {
  const at = now.toISOString();
  const next = await db
    .selectFrom('payback')
    .innerJoin('payment', 'payment.session_id', 'payback.session_id')
    .select(['payback.id', 'payment.reference'])
    .where('payback.due_at', '<=', at)
    .where('payment.provider', '=', name)
    .orderBy('payback.due_at')
    .limit(1)
    .executeTakeFirst();
  if (!next) return undefined;
  const row = await db
    .updateTable('payback')
    .set((payback) => ({ due_at: after(now, lease), tries: payback('tries', '+', 1), problem: '' }))
    .where('id', '=', next.id)
    .where('due_at', '<=', at)
    .returningAll()
    .executeTakeFirst();
  // Another process was quicker: there may be more.
  return row ? { ...row, payment: next.reference ?? '' } : claim(db, name, now);
};

/** How money got back to the buyer: the provider's name for it, or what the seller says of another way. */
type Done = { readonly reference: string; readonly isByHand: boolean };

const sentenceOf = ({ request, amount }: Tables['payback']): string =>
  `${amount === null ? 'The payment' : money(amount)} paid back${request === null ? '' : ` for request ${request}`}`;

/**
 * Money is on its way to the buyer: noted once, and only now told. The order's row must be locked. What was settled by hand stays so, and what
 * the provider has said came back is not done because its first answer is noted late.
 */
const noteDone = async (transaction: Database, payback: Tables['payback'], { reference, isByHand }: Done, now: Date): Promise<void> => {
  const { id, order_id, session_id, request, amount } = payback;
  const isNew = await transaction
    .updateTable('payback')
    .set({ due_at: null, done_at: now.toISOString(), reference, problem: '' })
    .where('id', '=', id)
    .where('done_at', 'is', null)
    .$if(!isByHand, (query) => query.where('due_at', 'is not', null))
    .returning('id')
    .executeTakeFirst();
  const what = sentenceOf(payback);
  const order = await readOrder(transaction, order_id);
  if (!order) return;
  if (!isNew) {
    const known = await transaction.selectFrom('payback').select('reference').where('id', '=', id).executeTakeFirst();
    if (known && known.reference !== reference)
      await addOrderEvent(
        transaction,
        order_id,
        `${what} a second time: ${reference}, after ${known.reference}. Please look into it.`,
        now,
      );
    return;
  }
  if (request === null) await transaction.updateTable('payment').set({ status: 'refunded' }).where('session_id', '=', session_id).execute();
  await addOrderEvent(transaction, order_id, `${what}${isByHand ? ' by hand' : ''}: ${reference}.`, now);
  const letter = renderEmail(paybackSentEmail(order, { request, amount, how: isByHand ? reference : undefined }));
  await queueMail(transaction, { to: recipientOf(order), ...letter, now });
};

const lineOf = (problem: string): string =>
  problem
    .replaceAll(/[\p{Cc}\p{Surrogate}]+/gu, ' ')
    .trim()
    .slice(0, longestProblem) || 'no reason given';

/** It could not be paid back: again after a pause that doubles up to an hour, for as long as it takes. Money is never given up. */
const markFailed = async (db: Database, { id, tries }: Due, problem: string, now: Date): Promise<void> => {
  const pause = Math.min(longestPause, firstPause * 2 ** Math.min(tries - 1, 10));
  await db
    .updateTable('payback')
    .set({ due_at: after(now, pause), problem: lineOf(problem) })
    .where('id', '=', id)
    .where('done_at', 'is', null)
    // It has come back in the meantime, and is not tried again.
    .where('due_at', 'is not', null)
    // After a sleep longer than the lease, another process is at it, and this says nothing of that one's try.
    .where('tries', '=', tries)
    .execute();
};

/**
 * Pays back what is due, one after the other, until there is no more or the provider refuses; answers how many went out. What another
 * provider took waits for that one. A process that dies over it costs a delay and never a second payment: the next try is the same one.
 */
export const sendDuePaybacks = async (
  db: Database,
  payer: PaybackProvider,
  clock: () => Date,
  tell: (problem: unknown) => void = () => undefined,
): Promise<number> => {
  let paid = 0;
  for (;;) {
    const due = await claim(db, payer.name, clock());
    if (!due) return paid;
    const { id, payment, amount, tries } = due;
    let reference: string;
    try {
      reference = await payer.payBack({ id, payment, amount: amount ?? undefined, isFirst: tries === 1 });
    } catch (error) {
      tell(error);
      await markFailed(db, due, error instanceof Error ? error.message : String(error), clock());
      return paid;
    }
    // Where this fails, the money has gone all the same: it counts as being tried until the lease ends, and the next try finds it paid.
    await db.transaction().execute(async (transaction) => {
      await lockOrder(transaction, due.order_id);
      await noteDone(transaction, due, { reference, isByHand: false }, clock());
    });
    paid += 1;
  }
};

/**
 * Takes in that money came back: it is open again, and not tried again, for it cannot go the same way. The buyer is told. Told once more, late
 * or early, it counts once: there is something to open only while this very payment of it is noted as done, or none is.
 */
export const recordPaybackReturned = async (
  db: Database,
  { reference, payback, problem }: PaybackReturned,
  { now, sellerAddress }: { readonly now: Date; readonly sellerAddress: string },
): Promise<void> => {
  const known = await db
    .selectFrom('payback')
    .select(['id', 'order_id'])
    .where((row) => row.or([row('reference', '=', reference), row('id', '=', payback ?? '')]))
    .executeTakeFirst();
  if (!known) return;
  const line = lineOf(problem);
  await db.transaction().execute(async (transaction) => {
    await lockOrder(transaction, known.order_id);
    const opened = await transaction
      .updateTable('payback')
      .set({ due_at: null, done_at: null, reference, problem: line })
      .where('id', '=', known.id)
      .where((row) =>
        row.or([
          row.and([row('done_at', 'is not', null), row('reference', '=', reference)]),
          row.and([row('done_at', 'is', null), row('reference', 'is', null)]),
        ]),
      )
      .returningAll()
      .executeTakeFirst();
    const order = await readOrder(transaction, known.order_id);
    if (!opened || !order) return;
    const { order_id, session_id, request, amount } = opened;
    if (request === null) await transaction.updateTable('payment').set({ status: 'refund' }).where('session_id', '=', session_id).execute();
    await addOrderEvent(transaction, order_id, `${sentenceOf(opened)} has come back: ${reference}, ${line}.`, now);
    const [back, buyer] = [{ request, amount }, recipientOf(order)];
    await queueMail(transaction, { to: buyer, replyTo: sellerAddress, ...renderEmail(paybackReturnedEmail(order, back)), now });
    await queueMail(transaction, { to: sellerAddress, replyTo: buyer, ...renderEmail(paybackReturnedSellerEmail(order, back, line)), now });
  });
};

/** Did it come back, so that only the seller can find another way? */
export const hasComeBack = ({ due_at, done_at }: Pick<Tables['payback'], 'due_at' | 'done_at'>): boolean =>
  due_at === null && done_at === null;

/** Is a process at it, or was one stopped over it, so that nobody knows whether the money has gone? The next try finds out. */
const isBeingTried = ({ due_at, tries, problem }: Tables['payback']): boolean => due_at !== null && tries > 0 && problem === '';

/**
 * Notes that the seller has paid back, in a way that `how` tells, all that is open of an order; gives what that was. From then on no provider
 * pays it: `claim` finds nothing due, and waits for this transaction where both are at it. Throws `Conflict` when nothing is open, and while
 * something is being tried, because a payment that is under way cannot be called back; `Invalid` for words that are not one line.
 */
export const settleManually = (db: Database, orderId: string, how: string, now: Date): Promise<Tables['payback'][]> =>
  db.transaction().execute(async (transaction) => {
    const reference = how.trim();
    if (reference === '' || reference.length > longestHow || /[\p{Cc}\p{Surrogate}]/u.test(reference))
      throw new Invalid(`Say how it was paid back in one line of at most ${longestHow} characters.`);
    await lockOrder(transaction, orderId);
    // Written to rather than read, so that nobody takes one of them meanwhile.
    const open = await transaction
      .updateTable('payback')
      .set((payback) => ({ tries: payback.ref('tries') }))
      .where('order_id', '=', orderId)
      .where('done_at', 'is', null)
      .returningAll()
      .execute();
    if (open.length === 0) throw new Conflict(`Nothing of order ${orderId} is waiting to be paid back.`);
    if (open.some(isBeingTried))
      throw new Conflict(
        'The shop is just trying to pay this back, or was stopped over it and will look how that went. Nothing is settled: please try again in a few minutes, while the shop runs.',
      );
    for (const payback of open) await noteDone(transaction, payback, { reference, isByHand: true }, now);
    return open;
  });

/** What goes back or went back of an order's money, the first thing first. */
export const listPaybacks = (db: Database, orderId: string): Promise<Tables['payback'][]> =>
  db.selectFrom('payback').selectAll().where('order_id', '=', orderId).orderBy('created_at').orderBy('id').execute();
