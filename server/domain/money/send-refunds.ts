import { after } from '#server/db/columns.ts';
import { leaseSeconds, problemLine, retryAt } from '#server/db/retry.ts';
import type { Database, Money } from '#server/db/schema.ts';
import { updateOwed } from '#server/domain/money/ledger.ts';
import { causeIn, notifyOwed, recordMoney } from '#server/domain/money/record-money.ts';
import { lockOrder, readOrder } from '#server/domain/orders/orders.ts';
import type { SellerMailbox } from '#server/mail/outbox.ts';
import { type RefundEvent, type RefundProvider, UnclearRefund } from '#server/payments/provider.ts';

type ClaimedRefund = Money & { readonly order_id: string; readonly paymentReference: string };

/**
 * Leases the refund of this provider that has been due longest. One process gets it, because the lease is written only while the refund is due. The
 * order need not be locked: `fixAmount` looks again at what is owed.
 */
const claim = async (db: Database, provider: RefundProvider['name'], now: Date): Promise<ClaimedRefund | undefined> => {
  const at = now.toISOString();
  const next = await db
    .selectFrom('money')
    .innerJoin('payment', 'payment.session_id', 'money.session_id')
    .select(['money.id', 'payment.order_id', 'payment.reference'])
    .where('money.due_at', '<=', at)
    .where('payment.provider', '=', provider)
    .orderBy('money.due_at')
    .limit(1)
    .executeTakeFirst();
  if (!next) return undefined;
  const row = await db
    .updateTable('money')
    .set((money) => ({ due_at: after(now, leaseSeconds), tries: money('tries', '+', 1), note: '' }))
    .where('id', '=', next.id)
    .where('due_at', '<=', at)
    .returningAll()
    .executeTakeFirst();
  // Another process has claimed this refund, or it is no longer owed: look for the next one.
  return row ? { ...row, order_id: next.order_id, paymentReference: next.reference ?? '' } : claim(db, provider, now);
};

/** What was on its way may be owed no more by now, as after a refund in the dashboard: it is dropped, and told. */
const updateAndNotify = async (transaction: Database, orderId: string, now: Date): Promise<void> => {
  const found = await readOrder(transaction, orderId);
  if (found) await notifyOwed(transaction, found, await updateOwed(transaction, found, { now }), { now, cause: causeIn(found) });
};

/**
 * Fixes the amount of a claimed refund that the provider does not have: what is owed now, after the provider's own refunds have been recorded.
 * Returns `undefined` when nothing of it is owed any more, it was settled by hand, or this process slept longer than its lease.
 */
const fixAmount = (db: Database, { id, order_id, tries }: ClaimedRefund, now: Date): Promise<Money | undefined> =>
  db.transaction().execute(async (transaction) => {
    await lockOrder(transaction, order_id);
    const byId = transaction.updateTable('money').where('id', '=', id).where('tries', '=', tries).where('due_at', 'is not', null);
    await byId.set({ state: 'wanted' }).execute();
    await updateAndNotify(transaction, order_id, now);
    return byId.set({ state: 'sent', at: now.toISOString() }).returningAll().executeTakeFirst();
  });

/**
 * Schedules the next try with exponential back-off; a refund is never given up. Refused, it is `wanted` as it was before; one that may have been
 * sent stays `sent` until the next try has looked.
 */
const retryLater = (db: Database, claimed: ClaimedRefund, error: unknown, isRefused: boolean, now: Date): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    const { id, order_id, tries } = claimed;
    const note = problemLine(error instanceof Error ? error.message : String(error));
    await lockOrder(transaction, order_id);
    await transaction
      .updateTable('money')
      .set({ due_at: retryAt(now, tries), note, ...(isRefused && { state: 'wanted' }) })
      .where('id', '=', id)
      // Not when it was completed meanwhile, or another process has claimed it because this one slept longer than its lease.
      .where('due_at', 'is not', null)
      .where('tries', '=', tries)
      .execute();
    await updateAndNotify(transaction, order_id, now);
  });

const isAlreadyMade = (events: readonly RefundEvent[], { id }: Money): boolean =>
  events.some((event) => event.id === id && event.state === 'done');

type Sending = SellerMailbox & {
  /** The database's clock in a job, because a lease may be compared on another machine. */
  readonly clock: () => Date | Promise<Date>;
  readonly onProblem?: (problem: unknown) => void;
  readonly signal?: AbortSignal | undefined;
};

/**
 * Sends the refunds that are due, one by one, until none is left, the provider fails or the signal is aborted; returns how many the provider has taken. Each
 * try first records what the provider has refunded of the payment, by whomever: so a refund whose answer was lost is found, and one of the
 * dashboard that was not heard of yet is not paid twice. Refunds through other providers are left alone.
 */
export const sendDueRefunds = async (
  db: Database,
  provider: RefundProvider,
  { clock, sellerEmail, deskUrl, onProblem = () => undefined, signal }: Sending,
): Promise<number> => {
  const record = async (events: readonly RefundEvent[]): Promise<void> => {
    for (const event of events) await recordMoney(db, event, { now: await clock(), sellerEmail, deskUrl });
  };
  /** Asks the provider; returns `undefined` when that failed, and the refund is tried again later. */
  const ask = async <Answer>(claimed: ClaimedRefund, call: () => Promise<Answer>, isRefused: (error: unknown) => boolean) => {
    try {
      return await call();
    } catch (error) {
      onProblem(error);
      await retryLater(db, claimed, error, isRefused(error), await clock());
      return undefined;
    }
  };
  let sent = 0;
  for (;;) {
    if (signal?.aborted) return sent;
    const claimed = await claim(db, provider.name, await clock());
    if (!claimed) return sent;
    const { id, paymentReference: payment } = claimed;
    const earlier = await ask(
      claimed,
      () => provider.listRefunds(payment),
      () => false,
    );
    if (!earlier) return sent;
    await record(earlier);
    if (!isAlreadyMade(earlier, claimed)) {
      const fixed = await fixAmount(db, claimed, await clock());
      if (!fixed) continue;
      const { amount } = fixed;
      const answer = await ask(
        claimed,
        () => provider.refund({ id, payment, amount }),
        (error) => !(error instanceof UnclearRefund),
      );
      if (!answer) return sent;
      // If this fails, the row stays `sent` until its lease ends, and the next try finds the refund.
      await record([answer]);
    }
    sent += 1;
  }
};
