import { activeSteps, type Order } from '#contract/order.ts';
import type { OrderRecord } from '#server/db/order-record.ts';
import type { Database } from '#server/db/schema.ts';
import { cancellableOf, declaredOf, itemIdOf } from '#server/domain/money/declared-units.ts';
import { isSettled } from '#server/domain/money/payment-status.ts';

/** Who buys to sell on has no right to cancel without a reason. */
export const isOfReseller = async (db: Database, { user_id }: OrderRecord['row']): Promise<boolean> => {
  if (user_id === null) return false;
  return (await db.selectFrom('account').select('role').where('id', '=', user_id).executeTakeFirst())?.role === 'reseller';
};

/**
 * The refund requests of an order for its buyer: those that were declined, with the reason, and all others but withdrawn cancellations; and what
 * can still be cancelled.
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
    .filter(({ outcome }) => outcome !== 'declined' && outcome !== 'withdrawn')
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
  const isPaid = activeSteps(found.row.status).length > 0;
  const cancellable = cancellableOf(found, requests);
  return {
    ...(declinedRefunds.length > 0 && { declinedRefunds }),
    ...(refundRequests.length > 0 && { refundRequests }),
    ...(isPaid && cancellable.items.length > 0 && !(await isOfReseller(db, found.row)) && { cancellable }),
  };
};
