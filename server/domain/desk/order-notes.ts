import { after, hour } from '#server/db/columns.ts';
import type { Database } from '#server/db/schema.ts';
import { addStaffEvent, type Staff } from '#server/domain/desk/staff.ts';
import { Conflict } from '#server/domain/failure.ts';
import { readLockedOrder } from '#server/domain/orders/orders.ts';

/** The notes of the staff about an order, oldest first. */
export const listOrderNotes = (db: Database, orderId: string) =>
  db
    .selectFrom('order_note')
    .leftJoin('account', 'account.id', 'order_note.account_id')
    .select(['order_note.at', 'order_note.text', 'order_note.position', 'order_note.account_id', 'account.first_name as staff'])
    .where('order_id', '=', orderId)
    .orderBy('position')
    .execute();

/** For so long a repeated note counts as the same press, e.g. after a lost answer, and its author may delete it. */
const ownNoteSeconds = hour;

/** Whether this member of staff may still delete a note. */
export const isOwnNote = (note: { readonly account_id: string | null; readonly at: string }, by: Staff, now: Date): boolean =>
  note.account_id === by.accountId && note.at > after(now, -ownNoteSeconds);

type OfOrder = { readonly text: string; readonly by: Staff; readonly now: Date };

/** Adds a note, unless its author has added it within the last hour. Throws `NotFound`. */
export const addOrderNote = (db: Database, orderId: string, { text, by, now }: OfOrder): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    const { id } = (await readLockedOrder(transaction, orderId)).row;
    const notes = await transaction.selectFrom('order_note').selectAll().where('order_id', '=', id).orderBy('position').execute();
    if (notes.some((note) => note.text === text && isOwnNote(note, by, now))) return;
    await transaction
      .insertInto('order_note')
      .values({ order_id: id, position: (notes.at(-1)?.position ?? -1) + 1, at: now.toISOString(), account_id: by.accountId, text })
      .execute();
    await addStaffEvent(transaction, by, id, now);
  });

/** Deletes a note that its author wrote within the last hour; one that is gone already stays gone. Throws `NotFound` and `Conflict`. */
export const deleteOrderNote = (
  db: Database,
  orderId: string,
  { position, by, now }: Omit<OfOrder, 'text'> & { position: number },
): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    const { id } = (await readLockedOrder(transaction, orderId)).row;
    const notes = transaction.selectFrom('order_note').selectAll().where('order_id', '=', id).where('position', '=', position);
    const note = await notes.executeTakeFirst();
    if (!note) return;
    if (!isOwnNote(note, by, now)) throw new Conflict('A note is deleted by whoever wrote it, and only within an hour.');
    await transaction.deleteFrom('order_note').where('order_id', '=', id).where('position', '=', position).execute();
    await addStaffEvent(transaction, by, id, now);
  });
