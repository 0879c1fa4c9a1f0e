import { isOneLine } from '#contract/text-line.ts';
import { formatPence } from '#server/db/columns.ts';
import type { Database, Money } from '#server/db/schema.ts';
import type { ActingStaff } from '#server/domain/desk/staff.ts';
import { Conflict, Invalid } from '#server/domain/failure.ts';
import { isRefundOpen, readGranted, updateOwed } from '#server/domain/money/ledger.ts';
import { isSettled } from '#server/domain/money/payment-status.ts';
import { causeIn, describeRefund, notifyOwed, recordMoney } from '#server/domain/money/record-money.ts';
import { maxSettlementLength } from '#server/domain/money/unmatched-payments.ts';
import { addOrderEvent, checkVersion } from '#server/domain/orders/order-events.ts';
import { readLockedOrder, requireOrder } from '#server/domain/orders/orders.ts';
import { queueBuyerEmail, type SellerMailbox } from '#server/mail/outbox.ts';
import { refundSentEmail } from '#server/mail/templates/refund-emails.ts';
import type { RefundEvent, RefundProvider } from '#server/payments/provider.ts';

type SettlementOptions = ActingStaff & { readonly isChecked?: boolean | undefined };

/**
 * Records what the provider has paid back of an order's payments that the shop has not heard of. Returns how much that is, in pence, and whether all
 * could be asked: not where the provider does not answer, or where money that is open was paid through another.
 */
const recordRefunds = async (db: Database, provider: RefundProvider, orderId: string, context: Parameters<typeof recordMoney>[2]) => {
  const before = await requireOrder(db, orderId);
  const isKnown = ({ reference, state }: RefundEvent): boolean =>
    before.money.some((row) => row.reference === reference && (row.state === state || row.state === 'failed'));
  let added = 0;
  let isAnswered = true;
  for (const { provider: name, reference, session_id } of before.payments.filter(isSettled)) {
    // On the test page no money moves.
    const isOther = name !== provider.name && name !== 'test';
    if (isOther && before.money.some((row) => row.session_id === session_id && isRefundOpen(row))) isAnswered = false;
    if (name !== provider.name || reference === null) continue;
    const refunds = await provider.listRefunds(reference).catch(() => undefined);
    if (!refunds) isAnswered = false;
    for (const event of (refunds ?? []).filter((each) => !isKnown(each))) {
      await recordMoney(db, event, context);
      if (event.state === 'done') added += event.amount;
    }
  }
  return { added, isAnswered };
};

/**
 * `settleByHand`, once the provider was asked what it has paid back of the order: one movement of money is not recorded twice. Throws `Conflict`
 * when the provider has paid something that the shop had not heard of, which is recorded then; and with the code `notChecked` when it does not
 * answer, unless the seller has looked there.
 */
export const settleOrder = async (
  db: Database,
  provider: RefundProvider,
  {
    orderId,
    how,
    now,
    sellerEmail,
    deskUrl,
    ...settling
  }: SellerMailbox & SettlementOptions & { readonly orderId: string; readonly how: string; readonly now: Date },
): Promise<Money[]> => {
  if (settling.seen !== undefined) await checkVersion(db, orderId, settling.seen);
  const { added, isAnswered } = await recordRefunds(db, provider, orderId, { now, sellerEmail, deskUrl });
  if (added > 0)
    throw new Conflict(
      `The payment provider has paid ${formatPence(added)} back already, which the shop has noted now: nothing is settled by hand. Look at the order again, and settle what it still says is open.`,
    );
  if (!isAnswered && !settling.isChecked)
    throw new Conflict(
      'The payment provider cannot be asked right now whether it has paid this back already, so nothing is settled. Try again later; or look there yourself, and if it was not paid there, say that you have checked.',
      undefined,
      'notChecked',
    );
  return settleByHand(db, orderId, how, now, settling);
};

/**
 * Records that the seller has paid by hand, in the way that `how` says, all that is open of an order, and mails the buyer; returns the rows.
 * Throws `Conflict` when nothing is open, or a refund is being sent, because that cannot be recalled, or may have been sent, unless the
 * seller has checked at the provider that it was not; `Invalid` unless `how` is one line.
 */
export const settleByHand = (
  db: Database,
  orderId: string,
  how: string,
  now: Date,
  { isChecked = false, seen, by }: SettlementOptions = {},
): Promise<Money[]> =>
  db.transaction().execute(async (transaction) => {
    const note = how.trim();
    if (!isOneLine(note, maxSettlementLength))
      throw new Invalid(`Say how it was paid back in one line of at most ${maxSettlementLength} characters.`);
    const found = await readLockedOrder(transaction, orderId);
    await checkVersion(transaction, orderId, seen);
    const sentRows = found.money.filter(({ state }) => state === 'sent');
    if (sentRows.some((row) => row.note === '' && (row.due_at ?? '') > now.toISOString()))
      throw new Conflict(
        'The shop is just trying to pay this back. Nothing is settled: please try again in a few minutes, while the shop runs.',
      );
    if (sentRows.length > 0 && !isChecked)
      throw new Conflict(
        'This may have been paid back: a try ended without a clear answer. Nothing is settled: the running shop looks again, which can take up to an hour. If it cannot, look at the payment provider yourself, and if it was not paid there, say that you have checked.',
        undefined,
        'notChecked',
      );
    const open = found.money.filter(isRefundOpen);
    const nothingToSettle = new Conflict(`Nothing of order ${orderId} is waiting to be paid back.`);
    if (open.length === 0) throw nothingToSettle;
    const ids = open.map(({ id }) => id);
    // An amount that was not sent after all may be smaller by now.
    await transaction.updateTable('money').set({ state: 'wanted' }).where('id', 'in', ids).execute();
    const unsent = { ...found, money: found.money.map((row) => (isRefundOpen(row) ? { ...row, state: 'wanted' as const } : row)) };
    await notifyOwed(transaction, unsent, await updateOwed(transaction, unsent, { now }), { now, cause: causeIn(unsent) });
    const settledRows: Money[] = [];
    for (const payment of found.payments) {
      const granted = await readGranted(transaction, found, payment);
      const rows = await transaction
        .updateTable('money')
        .set({ source: 'hand', state: 'done', due_at: null, note, granted, at: now.toISOString() })
        .where('id', 'in', ids)
        .where('session_id', '=', payment.session_id)
        .where('state', '=', 'wanted')
        .returningAll()
        .execute();
      settledRows.push(...rows);
    }
    if (settledRows.length === 0) throw nothingToSettle;
    for (const row of settledRows) {
      const erased = `${describeRefund(row)} by hand.`;
      await addOrderEvent(transaction, orderId, { actor: 'seller', what: `${describeRefund(row)} by hand: ${note}.`, erased, by }, now);
      await queueBuyerEmail(transaction, found, refundSentEmail(found, row), now);
    }
    return settledRows;
  });
