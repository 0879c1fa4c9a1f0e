import type { Database } from '#server/db/schema.ts';
import { announceSale } from '#server/domain/catalogue.ts';
import { giveBack } from '#server/domain/order-stock.ts';
import { noteEvent } from '#server/domain/orders.ts';
import { settleDelayed } from '#server/domain/test-payments.ts';

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
    await giveBack(transaction, lines);
    await noteEvent(transaction, orderId, 'Not paid in time: lapsed, its goods given back.', now);
  });

/** Lets every order lapse that was not paid in time, or just one, and gives their goods back. */
const lapseOrders = async (db: Database, now: Date, only: string | undefined): Promise<void> => {
  const overdue = db.selectFrom('order').select('id').where('status', '=', 'pending').where('pay_by', '<=', now.toISOString());
  const rows = await (only === undefined ? overdue.limit(mostAtOnce) : overdue.where('id', '=', only)).execute();
  for (const { id } of rows) await lapse(db, id, now);
};

/**
 * Brings orders up to date with the clock, all of them or just the one that is looked at: delayed payments come through, and what was
 * not paid in time lapses. For a timer and for any look at an order, in any number of processes.
 */
export const bringUpToDate = async (db: Database, now: Date, only?: string): Promise<void> => {
  await settleDelayed(db, now, only);
  await lapseOrders(db, now, only);
};
