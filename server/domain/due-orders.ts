import type { Database } from '#server/db/schema.ts';
import { announceSale } from '#server/domain/catalogue.ts';
import { releaseStock } from '#server/domain/order-stock.ts';
import { addOrderEvent } from '#server/domain/orders.ts';
import { recordPayment } from '#server/domain/payments.ts';
import type { PaymentProvider } from '#server/payments/provider.ts';

const batchSize = 200;

/** The conditional update of `status` decides which process releases the stock, so that it happens once. */
const lapseOrder = (db: Database, orderId: string, now: Date): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    const lapsed = await transaction
      .updateTable('order')
      .set({ status: 'lapsed', client_key: null })
      .where('id', '=', orderId)
      .where('status', '=', 'pending')
      .where('pay_by', '<=', now.toISOString())
      .returning('id')
      .executeTakeFirst();
    if (!lapsed) return;
    await announceSale(transaction);
    const lines = await transaction.selectFrom('order_line').selectAll().where('order_id', '=', orderId).execute();
    await releaseStock(transaction, lines);
    await addOrderEvent(transaction, orderId, 'Not paid in time: lapsed, its goods given back.', now);
  });

/** Lapses unpaid orders past their `pay_by`, all of them or one, and releases their stock. */
const lapseOverdueOrders = async (db: Database, now: Date, orderId: string | undefined): Promise<void> => {
  const overdue = db.selectFrom('order').select('id').where('status', '=', 'pending').where('pay_by', '<=', now.toISOString());
  const rows = await (orderId === undefined ? overdue.limit(batchSize) : overdue.where('id', '=', orderId)).execute();
  for (const { id } of rows) await lapseOrder(db, id, now);
};

/**
 * Applies what is due by the clock, to all orders or to one: payments that the provider reports without a webhook, then lapses. Idempotent,
 * and safe to run concurrently in several processes.
 */
export const updateDueOrders = async (
  db: Database,
  provider: Pick<PaymentProvider, 'pendingEvents'>,
  now: Date,
  orderId?: string,
): Promise<void> => {
  for (const event of await provider.pendingEvents(db, now, orderId)) await recordPayment(db, event, now);
  await lapseOverdueOrders(db, now, orderId);
};
