import { randomUUID } from 'node:crypto';
import type { Database, Tables } from '#server/db/schema.ts';
import { writeLetter } from '#server/domain/letter.ts';
import { queueMail } from '#server/domain/mail.ts';
import { money, paidBackLetter, recipientOf } from '#server/domain/order-letters.ts';
import { lockOrder, noteEvent, readOrder } from '#server/domain/orders.ts';

/** What a provider needs to know to pay back: `id` is the same for every try, and never paid back twice. */
type MoneyBack = {
  readonly id: string;
  /** The provider's name for the payment, if it gave one. */
  readonly payment: string;
  /** In pence; all of the payment where there is none. */
  readonly amount: number | undefined;
  /** Nobody has tried yet, so that there is nothing to look for. */
  readonly isFirst: boolean;
};

/** Whoever took the money and can pay it back. `payBack` gives the name it has there, or throws what is in the way. */
export type Payer = {
  readonly name: Tables['payment']['provider'];
  readonly payBack: (money: MoneyBack) => Promise<string>;
};

/** What goes back of a payment: for a request that was decided, or all of it where nothing can be sent. */
type Debt = { readonly orderId: string; readonly sessionId: string; readonly request?: string; readonly amount?: number };

/** Longer than any try can take, so that no other process takes what one is paying back. */
const lease = 5 * 60;
const [firstPause, longestPause] = [30, 60 * 60];
const longestProblem = 300;

const after = (now: Date, seconds: number): string => new Date(now.getTime() + seconds * 1000).toISOString();

/** Notes that money is to go back, as part of the transaction in which that is decided. The running shop then pays it. */
export const owe = async (transaction: Database, { orderId, sessionId, request, amount }: Debt, now: Date): Promise<void> => {
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

/** Takes what has been due longest with this provider, for `lease` seconds: one conditional statement, so that only one process has it. */
const claim = async (db: Database, name: Payer['name'], now: Date): Promise<Due | undefined> => {
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
    .set((payback) => ({ due_at: after(now, lease), tries: payback('tries', '+', 1) }))
    .where('id', '=', next.id)
    .where('due_at', '<=', at)
    .returningAll()
    .executeTakeFirst();
  // Another process was quicker: there may be more.
  return row ? { ...row, payment: next.reference ?? '' } : claim(db, name, now);
};

/** It is on its way: noted once, and only now told to the buyer. */
const noteDone = (db: Database, { id, order_id, session_id, request, amount }: Due, reference: string, now: Date): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    await lockOrder(transaction, order_id);
    const isNew = await transaction
      .updateTable('payback')
      .set({ due_at: null, done_at: now.toISOString(), reference, problem: '' })
      .where('id', '=', id)
      .where('done_at', 'is', null)
      .returning('id')
      .executeTakeFirst();
    const order = await readOrder(transaction, order_id);
    if (!isNew || !order) return;
    if (request === null)
      await transaction.updateTable('payment').set({ status: 'refunded' }).where('session_id', '=', session_id).execute();
    const what = amount === null ? 'The payment' : money(amount);
    await noteEvent(transaction, order_id, `${what} paid back${request === null ? '' : ` for request ${request}`}: ${reference}.`, now);
    const letter = writeLetter(paidBackLetter(order, { request, amount }));
    await queueMail(transaction, { to: recipientOf(order), ...letter, now });
  });

/** It could not be paid back: again after a pause that doubles up to an hour, for as long as it takes. Money is never given up. */
const noteProblem = async (db: Database, { id, tries }: Due, problem: string, now: Date): Promise<void> => {
  const pause = Math.min(longestPause, firstPause * 2 ** Math.min(tries - 1, 10));
  const line = problem.replaceAll(/[\p{Cc}\p{Surrogate}]+/gu, ' ').trim();
  await db
    .updateTable('payback')
    .set({ due_at: after(now, pause), problem: line.slice(0, longestProblem) || 'no reason given' })
    .where('id', '=', id)
    .where('done_at', 'is', null)
    .execute();
};

/**
 * Pays back what is due, one after the other, until there is no more or the provider refuses; answers how many went out. What another
 * provider took waits for that one. A process that dies over it costs a delay and never a second payment: the next try is the same one.
 */
export const payBackDue = async (
  db: Database,
  payer: Payer,
  clock: () => Date,
  tell: (problem: unknown) => void = () => undefined,
): Promise<number> => {
  let paid = 0;
  for (;;) {
    const due = await claim(db, payer.name, clock());
    if (!due) return paid;
    const { id, payment, amount, tries } = due;
    try {
      const reference = await payer.payBack({ id, payment, amount: amount ?? undefined, isFirst: tries === 1 });
      await noteDone(db, due, reference, clock());
    } catch (error) {
      tell(error);
      await noteProblem(db, due, error instanceof Error ? error.message : String(error), clock());
      return paid;
    }
    paid += 1;
  }
};

/** What goes back or went back of an order's money, the first thing first. */
export const paybacksOf = (db: Database, orderId: string): Promise<Tables['payback'][]> =>
  db.selectFrom('payback').selectAll().where('order_id', '=', orderId).orderBy('created_at').orderBy('id').execute();
