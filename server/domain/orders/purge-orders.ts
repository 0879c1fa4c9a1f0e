import type { ExpressionBuilder, ExpressionWrapper, SqlBool } from 'kysely';
import { after } from '#server/db/columns.ts';
import type { Database, Tables } from '#server/db/schema.ts';
import { tryRows } from '#server/domain/failed-jobs.ts';
import { paymentStatus } from '#server/domain/money/payment-status.ts';
import { retentionSeconds, taxRecordCutoff } from '#server/domain/retention.ts';
import { deleteReviewsOf } from '#server/domain/reviews/review-moderation.ts';

type IsExpired = (order: ExpressionBuilder<Tables, 'order'>) => ExpressionWrapper<Tables, 'order', SqlBool>;

const batchSize = 200;

/** Never paid: money that has arrived, or that a bank is processing, makes an order a tax record. */
const isUnpaid =
  (now: Date): IsExpired =>
  ({ and, eb, exists, not, selectFrom }) =>
    and([
      eb('order.status', 'in', ['expired', 'cancelled']),
      eb('order.created_at', '<=', after(now, -retentionSeconds.unpaidOrder)),
      not(
        exists(
          selectFrom('payment')
            .select('payment.session_id')
            .whereRef('payment.order_id', '=', 'order.id')
            .where('payment.status', 'not in', [paymentStatus.open, paymentStatus.failed, paymentStatus.expired]),
        ),
      ),
    ]);

/** The tax year of the order, and of every later payment and refund, is long over. */
const isOldRecord =
  (now: Date): IsExpired =>
  ({ and, eb, exists, not, or, selectFrom }) => {
    const cutoff = taxRecordCutoff(now);
    return and([
      eb('order.status', '!=', 'pending'),
      eb('order.created_at', '<', cutoff),
      not(
        or([
          exists(
            selectFrom('payment')
              .select('payment.session_id')
              .whereRef('payment.order_id', '=', 'order.id')
              .where('payment.created_at', '>=', cutoff),
          ),
          exists(
            selectFrom('money')
              .select('money.id')
              .whereRef('money.order_id', '=', 'order.id')
              .where((money) => money.or([money('money.at', '>=', cutoff), money('money.state', 'in', ['wanted', 'sent', 'held'])])),
          ),
        ]),
      ),
    ]);
  };

/** The order's lines, events, idempotency key, payments, money, refund requests and reviews are deleted with it (on delete cascade). */
const deleteOrder = (db: Database, orderId: string, isExpired: IsExpired): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    // A row lock: a late payment event locks the order as well, and makes it a tax record.
    await transaction
      .updateTable('order')
      .set((order) => ({ status: order.ref('order.status') }))
      .where('id', '=', orderId)
      .execute();
    const expired = await transaction.selectFrom('order').select('order.id').where('id', '=', orderId).where(isExpired).executeTakeFirst();
    if (!expired) return;
    await deleteReviewsOf(transaction, [orderId]);
    await transaction.deleteFrom('order').where('id', '=', orderId).execute();
  });

const deleteOrders = (db: Database, isExpired: IsExpired): Promise<void> =>
  tryRows(
    batchSize,
    (failed) =>
      db
        .selectFrom('order')
        .select('order.id')
        .where(isExpired)
        .$if(failed.length > 0, (query) => query.where('order.id', 'not in', failed))
        .limit(batchSize)
        .execute(),
    ({ id }) => deleteOrder(db, id, isExpired),
  );

/**
 * Deletes orders past their retention, with their idempotency keys and all that belongs to them, and old events of the payment provider.
 */
export const purgeOrders = async (db: Database, now: Date): Promise<void> => {
  await db.deleteFrom('unmatched_payment').where('received_at', '<', taxRecordCutoff(now)).execute();
  const eventCutoff = after(now, -retentionSeconds.paymentEvent);
  await db.deleteFrom('money').where('order_id', 'is', null).where('created_at', '<=', eventCutoff).execute();
  await db.deleteFrom('payment_event').where('received_at', '<=', eventCutoff).execute();
  try {
    await deleteOrders(db, isUnpaid(now));
  } finally {
    await deleteOrders(db, isOldRecord(now));
  }
};
