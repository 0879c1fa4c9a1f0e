import type { Database } from '#server/db/schema.ts';
import { announceSale } from '#server/domain/catalogue.ts';
import { releaseStock } from '#server/domain/order-stock.ts';
import { addOrderEvent } from '#server/domain/orders.ts';
import { recordPayment } from '#server/domain/payments.ts';
import type { PaymentProvider } from '#server/payments/provider.ts';

const mostAtOnce = 200;

/** Whoever turns the status gives the goods back, so that it happens once however many processes see it. */
const lapse = (db: Database, orderId: string, now: Date): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    const turned = await transaction
      .updateTable('order')
      .set({ status: 'lapsed', client_key: null })
      .where('id', '=', orderId)
      .where('status', '=', 'pending')
      .where('pay_by', '<=', now.toISOString())
      .returning('id')
      .executeTakeFirst();
    if (!turned) return;
    await announceSale(transaction);
    const lines = await transaction.selectFrom('order_line').selectAll().where('order_id', '=', orderId).execute();
    await releaseStock(transaction, lines);
    await addOrderEvent(transaction, orderId, 'Not paid in time: lapsed, its goods given back.', now);
  });

/** Lets every order lapse that was not paid in time, or just one, and gives their goods back. */
const lapseOrders = async (db: Database, now: Date, only: string | undefined): Promise<void> => {
  const overdue = db.selectFrom('order').select('id').where('status', '=', 'pending').where('pay_by', '<=', now.toISOString());
  const rows = await (only === undefined ? overdue.limit(mostAtOnce) : overdue.where('id', '=', only)).execute();
  for (const { id } of rows) await lapse(db, id, now);
};

/**
 * Applies what is due by the clock, to all orders or to one: payments that the provider knows of and no webhook tells, then lapses.
 * Safe to run at the same time in any number of processes.
 */
export const updateDueOrders = async (
  db: Database,
  provider: Pick<PaymentProvider, 'pendingEvents'>,
  now: Date,
  orderId?: string,
): Promise<void> => {
  for (const news of await provider.pendingEvents(db, now, orderId)) await recordPayment(db, news, now);
  await lapseOrders(db, now, orderId);
};
