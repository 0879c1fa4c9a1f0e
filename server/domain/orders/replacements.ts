import type { Database } from '#server/db/schema.ts';
import { Conflict } from '#server/domain/failure.ts';
import { type RefundRequestView, showRefundRequest } from '#server/domain/money/refund-requests.ts';
import { addOrderEvent, lockOrder } from '#server/domain/orders/orders.ts';

/**
 * Records that the replacement of an exchange was sent, once; until then a count of the shelf takes its pieces off. Throws `NotFound`, and
 * `Conflict` for a request that is not exchanged, or whose replacement was sent.
 */
export const recordReplacementSent = async (db: Database, text: string, now: Date): Promise<RefundRequestView> => {
  const { reference, orderId } = await showRefundRequest(db, text);
  return db.transaction().execute(async (transaction) => {
    await lockOrder(transaction, orderId);
    const { outcome, sentAt } = await showRefundRequest(transaction, reference);
    if (outcome !== 'exchange') throw new Conflict('This request was not decided as an exchange, so there is no replacement to send.');
    if (sentAt !== null) throw new Conflict(`The replacement was sent on ${sentAt.slice(0, 10)} already.`);
    await transaction.updateTable('refund').set({ sent_at: now.toISOString() }).where('reference', '=', reference).execute();
    await addOrderEvent(transaction, orderId, { actor: 'seller', what: `Refund request ${reference}: replacement sent.` }, now);
    return showRefundRequest(transaction, reference);
  });
};
