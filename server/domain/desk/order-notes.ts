import type { Database } from '#server/db/schema.ts';
import { addStaffEvent, type Staff } from '#server/domain/desk/staff.ts';
import { readLockedOrder } from '#server/domain/orders/orders.ts';

/** The notes of the staff about an order, oldest first. */
export const listOrderNotes = (db: Database, orderId: string) =>
  db
    .selectFrom('order_note')
    .leftJoin('account', 'account.id', 'order_note.account_id')
    .select(['order_note.at', 'order_note.text', 'account.first_name as staff'])
    .where('order_id', '=', orderId)
    .orderBy('position')
    .execute();

/** Adds a note; the same one again, as after a lost answer, is not added. Throws `NotFound`. */
export const addOrderNote = (db: Database, text: string, note: string, by: Staff, now: Date): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    const { id } = (await readLockedOrder(transaction, text)).row;
    const notes = await transaction.selectFrom('order_note').selectAll().where('order_id', '=', id).orderBy('position').execute();
    const latest = notes.at(-1);
    if (latest?.text === note && latest.account_id === by.accountId) return;
    await transaction
      .insertInto('order_note')
      .values({ order_id: id, position: notes.length, at: now.toISOString(), account_id: by.accountId, text: note })
      .execute();
    await addStaffEvent(transaction, by, id, now);
  });
