import type { ExpressionBuilder } from 'kysely';
import { ukDayOf } from '#contract/delivery-dates.ts';
import { isOneLine } from '#contract/text-line.ts';
import { maxListed } from '#server/db/columns.ts';
import { problemLine } from '#server/db/retry.ts';
import type { Database, Tables } from '#server/db/schema.ts';
import { addStaffEvent, type Staff } from '#server/domain/desk/staff.ts';
import { Conflict, Invalid, NotFound } from '#server/domain/failure.ts';
import { queueEmail, type SellerMailbox } from '#server/mail/outbox.ts';
import { unmatchedReturnedEmail } from '#server/mail/templates/order-emails.ts';
import type { MoneyEvent, PaymentProvider } from '#server/payments/provider.ts';

type UnmatchedPayment = Tables['unmatched_payment'];

/** Characters of what the seller writes about a payment by hand. */
export const maxSettlementLength = 100;

/** The same on every try: the provider refunds it once. */
const refundIdOf = ({ session_id }: Pick<UnmatchedPayment, 'session_id'>): string => `unmatched:${session_id}`;

/** `open` ──refund or settle──> `refunded` ──provider reports its return──> `returned` ──settle──> `refunded`. */
export type UnmatchedState = 'open' | 'refunded' | 'returned';

export const unmatchedState = ({
  refunded_at,
  refund_reference,
}: Pick<UnmatchedPayment, 'refunded_at' | 'refund_reference'>): UnmatchedState => {
  if (refunded_at !== null) return 'refunded';
  return refund_reference === null ? 'open' : 'returned';
};

/** Payments for orders that are not in this database, newest first; `isOpen` leaves out those that were refunded. */
export const listUnmatched = (db: Database, { isOpen }: { readonly isOpen: boolean }): Promise<UnmatchedPayment[]> =>
  db
    .selectFrom('unmatched_payment')
    .selectAll()
    .$if(isOpen, (query) => query.where('refunded_at', 'is', null))
    .orderBy('received_at', 'desc')
    .orderBy('event_id')
    .limit(maxListed)
    .execute();

const readUnmatched = async (db: Database, id: string): Promise<UnmatchedPayment> => {
  const unmatched = await db.selectFrom('unmatched_payment').selectAll().where('event_id', '=', id.trim()).executeTakeFirst();
  if (!unmatched) throw new NotFound(`There is no unmatched payment ${id}.`);
  return unmatched;
};

const refuseRefunded = ({ event_id, refunded_at, refund_reference }: UnmatchedPayment): void => {
  if (refunded_at !== null) throw new Conflict(`${event_id} was refunded on ${ukDayOf(refunded_at)}: ${refund_reference}.`);
};

/**
 * Refunds an unmatched payment whole through the provider, once: a try after a crash or a lost answer finds the earlier refund. `id` is that of
 * its event. Throws `NotFound`, and `Conflict` when it was refunded, came back, or the provider refuses.
 */
export const refundUnmatched = async (
  db: Database,
  provider: PaymentProvider,
  id: string,
  clock: () => Date,
  by?: Staff,
): Promise<UnmatchedPayment> => {
  const unmatched = await readUnmatched(db, id);
  refuseRefunded(unmatched);
  if (unmatchedState(unmatched) === 'returned')
    throw new Conflict(
      `It was refunded and came back: ${unmatched.refund_reference}, ${unmatched.problem}. Please pay it another way, and settle it.`,
    );
  // Unmatched payments come by webhook only: the test page, which has none, would refund nothing.
  if (!provider.parseWebhook) throw new Conflict('This shop takes payments on its test page only, so it cannot refund this one.');
  if (unmatched.amount === null)
    throw new Conflict('It was not paid in pounds. Please refund it in the dashboard of the payment provider, and settle it.');
  const byId = (transaction: Database) =>
    transaction.updateTable('unmatched_payment').where('event_id', '=', unmatched.event_id).where('refund_reference', 'is', null);
  const instruction = { id: refundIdOf(unmatched), payment: unmatched.reference ?? '', amount: unmatched.amount };
  try {
    const earlier = (await provider.listRefunds(instruction.payment)).find((listed) => listed.id === instruction.id);
    const { reference, state, reason } = earlier ?? (await provider.refund(instruction));
    if (state === 'failed') throw new Error(reason);
    await db.transaction().execute(async (transaction) => {
      await byId(transaction).set({ refunded_at: clock().toISOString(), refund_reference: reference, problem: '' }).execute();
      if (by) await addStaffEvent(transaction, by, unmatched.order_id, clock());
    });
  } catch (error) {
    const problem = problemLine(error instanceof Error ? error.message : String(error));
    await byId(db).set({ problem }).execute();
    throw new Conflict(`It could not be refunded: ${problem}`);
  }
  return readUnmatched(db, unmatched.event_id);
};

/** Records that the seller paid an unmatched payment back, or sent the goods, as `how` says in one line. */
export const settleUnmatched = async (db: Database, id: string, how: string, now: Date, by?: Staff): Promise<UnmatchedPayment> => {
  const reference = how.trim();
  if (!isOneLine(reference, maxSettlementLength))
    throw new Invalid(`Say how it was settled in one line of at most ${maxSettlementLength} characters.`);
  const unmatched = await readUnmatched(db, id);
  const settled = await db.transaction().execute(async (transaction) => {
    const row = await transaction
      .updateTable('unmatched_payment')
      .set({ refunded_at: now.toISOString(), refund_reference: reference, problem: '' })
      .where('event_id', '=', unmatched.event_id)
      .where('refunded_at', 'is', null)
      .returningAll()
      .executeTakeFirst();
    if (row && by) await addStaffEvent(transaction, by, unmatched.order_id, now);
    return row;
  });
  if (!settled) refuseRefunded(await readUnmatched(db, id));
  return settled ?? unmatched;
};

/**
 * Records what the provider says of money of an unmatched payment that goes back, by the shop, in the dashboard or by a lost dispute: refunded,
 * if it was all of it, or returned by the bank, which is mailed to the seller, once. Returns whether the payment is one.
 */
export const recordUnmatchedMoney = async (
  transaction: Database,
  event: MoneyEvent,
  { now, sellerEmail, deskUrl }: SellerMailbox & { readonly now: Date },
): Promise<boolean> => {
  const { reference, payment, amount, state, reason } = event;
  const id = event.kind === 'refund' ? event.id : undefined;
  const sessionId = id?.replace(/^unmatched:/, '') ?? '';
  const isOf = (row: ExpressionBuilder<Tables, 'unmatched_payment'>) =>
    row.or([row('reference', '=', payment), row('session_id', '=', sessionId)]);
  const unmatched = await transaction.selectFrom('unmatched_payment').select(['amount', 'session_id']).where(isOf).executeTakeFirst();
  if (!unmatched) return false;
  // A partial refund, e.g. one from before a restore forgot the order, does not settle the payment.
  if (id !== refundIdOf(unmatched) && unmatched.amount !== amount) return true;
  const ofPayment = transaction.updateTable('unmatched_payment').where(isOf);
  if (state === 'done')
    await ofPayment
      .set({ refunded_at: now.toISOString(), refund_reference: reference, problem: '' })
      // Not if the refund has come back or the payment was settled by hand since.
      .where('refund_reference', 'is', null)
      .execute();
  if (state !== 'failed') return true;
  const returned = await ofPayment
    .set({ refunded_at: null, refund_reference: reference, problem: reason })
    .where((row) =>
      row.or([row.and([row('refund_reference', '=', reference), row('refunded_at', 'is not', null)]), row('refund_reference', 'is', null)]),
    )
    .returningAll()
    .execute();
  for (const row of returned) await queueEmail(transaction, sellerEmail, unmatchedReturnedEmail(row, deskUrl?.()), now);
  return true;
};
