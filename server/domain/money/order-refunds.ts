import { activeSteps, type Order } from '#contract/order.ts';
import type { OrderRecord } from '#server/db/order-record.ts';
import type { Database, Tables } from '#server/db/schema.ts';
import { cancellableOf, declaredUnitsOf, itemIdOf } from '#server/domain/money/declared-units.ts';
import { isSettled } from '#server/domain/money/payment-status.ts';

/** Whether the buyer is a reseller, who has no right to cancel without a reason. */
export const isOfReseller = async (db: Database, { user_id }: OrderRecord['row']): Promise<boolean> => {
  if (user_id === null) return false;
  return (await db.selectFrom('account').select('role').where('id', '=', user_id).executeTakeFirst())?.role === 'reseller';
};

/** The refund requests of an order for its buyer: those that were declined, with the reason, and all others but withdrawn cancellations. */
export const requestsOf = (
  { row }: OrderRecord,
  requests: readonly Tables['refund'][],
): Pick<Order, 'declinedRefunds' | 'refundRequests'> => {
  const ofOrder = requests.filter(({ order_id }) => order_id === row.id);
  const declinedRefunds = ofOrder
    .filter(({ outcome }) => outcome === 'declined')
    .map(({ reference, product_id, decline_reason }) => ({ reference, productId: product_id, reason: decline_reason ?? '' }));
  const refundRequests = ofOrder
    .filter(({ outcome }) => outcome !== 'declined' && outcome !== 'withdrawn')
    .map(({ reference, product_id, reason, created_at, outcome, declared, due_on }) => ({
      reference,
      productId: product_id,
      reason,
      createdAt: created_at,
      isOpen: outcome === null,
      ...(declared !== null && {
        cancelled: declaredUnitsOf({ declared }).map(({ position, quantity }) => ({
          itemId: itemIdOf({ order_id: row.id, position }),
          quantity,
        })),
      }),
      ...(due_on !== null && { dueOn: due_on }),
    }));
  return {
    ...(declinedRefunds.length > 0 && { declinedRefunds }),
    ...(refundRequests.length > 0 && { refundRequests }),
  };
};

/** The refund requests of these orders, oldest first. */
export const listRequests = async (db: Database, ...orderIds: readonly string[]): Promise<Tables['refund'][]> =>
  orderIds.length === 0
    ? []
    : db.selectFrom('refund').selectAll().where('order_id', 'in', orderIds).orderBy('created_at').orderBy('reference').execute();

/** The refund requests of an order, as `requestsOf` shows them, and what of it can still be cancelled. */
export const readRefunds = async (
  db: Database,
  found: OrderRecord,
): Promise<Pick<Order, 'cancellable' | 'declinedRefunds' | 'refundRequests'>> => {
  if (found.row.status === 'pending' && !found.payments.some(isSettled)) return {};
  const requests = await listRequests(db, found.row.id);
  const isPaid = activeSteps(found.row.status).length > 0;
  const cancellable = cancellableOf(found, requests);
  return {
    ...requestsOf(found, requests),
    ...(isPaid && cancellable.items.length > 0 && !(await isOfReseller(db, found.row)) && { cancellable }),
  };
};
