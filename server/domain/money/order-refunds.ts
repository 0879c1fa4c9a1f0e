import type { Order } from '#contract/order.ts';
import type { OrderRecord } from '#server/db/order-record.ts';
import type { Database } from '#server/db/schema.ts';
import { cancellableOf, declaredOf, isSent, itemIdOf } from '#server/domain/money/declared-units.ts';
import { isSettled } from '#server/domain/money/payment-status.ts';

/**
 * The refund requests of an order for its buyer: those that were declined, with the reason, and all others; and what can still be cancelled.
 */
export const readRefunds = async (
  db: Database,
  found: OrderRecord,
): Promise<Pick<Order, 'cancellable' | 'declinedRefunds' | 'refundRequests'>> => {
  if (found.row.status === 'pending' && !found.payments.some(isSettled)) return {};
  const requests = await db.selectFrom('refund').selectAll().where('order_id', '=', found.row.id).orderBy('created_at').execute();
  const declinedRefunds = requests
    .filter(({ outcome }) => outcome === 'declined')
    .map(({ reference, product_id, decline_reason }) => ({ reference, productId: product_id, reason: decline_reason ?? '' }));
  const refundRequests = requests
    .filter(({ outcome }) => outcome !== 'declined')
    .map(({ reference, product_id, reason, created_at, outcome, declared }) => ({
      reference,
      productId: product_id,
      reason,
      createdAt: created_at,
      isOpen: outcome === null,
      ...(declared !== null && {
        cancelled: declaredOf({ declared }).map(({ position, quantity }) => ({
          itemId: itemIdOf({ order_id: found.row.id, position }),
          quantity,
        })),
      }),
    }));
  const cancellable = cancellableOf(found, requests);
  return {
    ...(declinedRefunds.length > 0 && { declinedRefunds }),
    ...(refundRequests.length > 0 && { refundRequests }),
    ...(isSent(found.row) && cancellable.items.length > 0 && { cancellable }),
  };
};
