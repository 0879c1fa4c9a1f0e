import type { ExpressionBuilder } from 'kysely';
import { after } from '#server/db/columns.ts';
import { billingOf } from '#server/db/order-record.ts';
import type { Database, Tables } from '#server/db/schema.ts';
import { writeOrderWords } from '#server/domain/desk/order-words.ts';
import { addStaffEvent, findStaffRole, type Staff } from '#server/domain/desk/staff.ts';
import { tryRows } from '#server/domain/failed-jobs.ts';
import { Conflict, NotFound } from '#server/domain/failure.ts';
import { paymentStatus } from '#server/domain/money/payment-status.ts';
import { dispatchEvent } from '#server/domain/orders/order-status.ts';
import { unsentStates } from '#server/domain/orders/promised-pieces.ts';
import { isMessageOf, isOrderOf, type Person } from '#server/domain/person.ts';
import { retentionSeconds } from '#server/domain/retention.ts';
import { deleteReviewsOf } from '#server/domain/reviews/review-moderation.ts';
import { sha256 } from '#server/domain/secrets.ts';
import { queueEmail } from '#server/mail/outbox.ts';
import { dataDeletedEmail, type Sender } from '#server/mail/templates/account-emails.ts';

/** How many orders the law keeps after a deletion, and how many messages were deleted. */
export type ErasureCounts = { readonly hadAccount: boolean; readonly orders: number; readonly messages: number };

const batchSize = 200;

/**
 * Removes from an order what tax law does not need: contact, notes, gift message, former addresses, reasons of whatever was decided about it, how
 * money was paid back, pictures of refunds, and the words of its buyer that it is found by. Name, address and prices stay.
 */
const eraseContact = (db: Database, row: Tables['order']): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    const { email: _, phone: __, ...kept } = billingOf({ row });
    await transaction
      .updateTable('order')
      .set({ billing: JSON.stringify(kept), note: '', gift_message: '', cancel_reason: null, email_key: '', erasure_asked_at: null })
      .where('id', '=', row.id)
      .execute();
    await transaction.deleteFrom('order_note').where('order_id', '=', row.id).execute();
    await transaction
      .updateTable('order_event')
      .set((event) => ({ what: event.fn.coalesce('what_erased', 'what') }))
      .where('order_id', '=', row.id)
      .where('what_erased', 'is not', null)
      .execute();
    // How the seller paid it back, perhaps with an account number.
    await transaction.updateTable('money').set({ note: '' }).where('order_id', '=', row.id).execute();
    await writeOrderWords(transaction, row.id);
    const references = transaction.selectFrom('refund').select('reference').where('order_id', '=', row.id);
    // The files are deleted by `purgeRefundImages`.
    await transaction.deleteFrom('refund_image').where('reference', 'in', references).execute();
    await transaction.updateTable('refund').set({ reason: '', decline_reason: null }).where('order_id', '=', row.id).execute();
  });

/** Sent, cancelled or refunded in full, or so old that nothing will be sent any more. Without a refund the sum is null, and equals nothing. */
const isOver =
  (now: Date) =>
  ({ eb, or, selectFrom }: ExpressionBuilder<Tables, 'order'>) => {
    const refunded = selectFrom('money')
      .select(({ fn }) => fn.sum<number>('money.amount').as('refunded'))
      .innerJoin('payment', 'payment.session_id', 'money.session_id')
      .whereRef('money.order_id', '=', 'order.id')
      .where('payment.status', '=', paymentStatus.paid)
      .where('money.source', '!=', 'payment')
      .where('money.state', '=', 'done');
    return or([
      eb('order.status', 'not in', unsentStates),
      eb('order.total', '<=', refunded),
      eb('order.created_at', '<=', after(now, -retentionSeconds.unsentContact)),
    ]);
  };

/**
 * Erases the contact details of orders whose buyer asked to be forgotten, once they can no longer be sent, on their way or be sent back, and no
 * refund or dispute is open.
 */
export const eraseContacts = async (db: Database, now: Date): Promise<void> => {
  const cutoff = after(now, -retentionSeconds.erasedContact);
  const find = (failed: readonly string[]) =>
    db
      .selectFrom('order')
      .selectAll()
      .where('order.erasure_asked_at', 'is not', null)
      .where('order.created_at', '<=', cutoff)
      .where(isOver(now))
      .where(({ eb, fn, selectFrom }) => {
        const sentAt = selectFrom('order_event')
          .select((event) => event.fn.min('order_event.at').as('sent_at'))
          .whereRef('order_event.order_id', '=', 'order.id')
          .where('order_event.what', 'like', `${dispatchEvent}%`);
        return eb(fn.coalesce(sentAt, 'order.created_at'), '<=', cutoff);
      })
      .where(({ exists, not, or, selectFrom }) =>
        not(
          or([
            exists(
              selectFrom('refund').select('reference').whereRef('refund.order_id', '=', 'order.id').where('refund.decided_at', 'is', null),
            ),
            exists(
              selectFrom('money')
                .select('money.id')
                .whereRef('money.order_id', '=', 'order.id')
                .where('money.state', 'in', ['wanted', 'sent', 'inquiry', 'held']),
            ),
          ]),
        ),
      )
      .$if(failed.length > 0, (query) => query.where('order.id', 'not in', failed))
      .limit(batchSize)
      .execute();
  await tryRows(batchSize, find, (row) => eraseContact(db, row));
};

/**
 * Deletes what is held of a person: account, sessions, links, messages, reviews and copies of mail at once, the contact details of their orders
 * when `eraseContacts` may. Confirms it by mail. Throws `NotFound` when nothing is held. At the desk it is noted `by` whom, of which account or
 * order (`subject`), and refused for the staff.
 */
export const deletePersonalData = async (
  db: Database,
  person: Person,
  { sender, now, desk }: { readonly sender: Sender; readonly now: Date; readonly desk?: { readonly by: Staff; readonly subject: string } },
): Promise<ErasureCounts> => {
  const { account, emailKey } = person;
  const counts = await db.transaction().execute(async (transaction) => {
    if (desk) {
      if ((await findStaffRole(transaction, account?.id ?? '')) !== undefined)
        throw new Conflict('This account may use the desk: take it off the staff first.');
      await addStaffEvent(transaction, desk.by, desk.subject, now);
    }
    const orders = await transaction
      .updateTable('order')
      .set({ user_id: null, erasure_asked_at: now.toISOString() })
      .where(isOrderOf(person))
      .returning('id')
      .execute();
    await deleteReviewsOf(
      transaction,
      orders.map(({ id }) => id),
    );
    if (emailKey !== undefined) await transaction.deleteFrom('review_opt_out').where('email_hash', '=', sha256(emailKey)).execute();
    const messages = await transaction.deleteFrom('message').where(isMessageOf(person, 'message.email')).returning('reference').execute();
    // Mail about orders that is still due is sent first.
    const mails = await transaction
      .deleteFrom('mail')
      .where(({ or }) => or([isMessageOf(person, 'mail.recipient'), isMessageOf(person, 'mail.reply_to')]))
      .where('due_at', 'is', null)
      .returning('id')
      .execute();
    const alerts = await transaction
      .deleteFrom('stock_alert')
      .where('email_key', '=', emailKey ?? '')
      .returning('id')
      .execute();
    const stopLinks = await transaction
      .deleteFrom('token')
      .where('purpose', '=', 'stopStockAlerts')
      .where('subject', '=', emailKey ?? '')
      .returning('hash')
      .execute();
    if (!account && orders.length + messages.length + mails.length + alerts.length + stopLinks.length === 0)
      throw new NotFound(`Nothing is held about the address ${emailKey}.`);
    // Sessions, registrations, tokens, the second factor, lists and their link are deleted with the account (on delete cascade).
    if (account) await transaction.deleteFrom('account').where('id', '=', account.id).execute();
    const email = account?.email ?? emailKey;
    if (email !== undefined) await queueEmail(transaction, email, dataDeletedEmail(sender, orders.length > 0), now);
    return { hadAccount: account !== undefined, orders: orders.length, messages: messages.length };
  });
  await eraseContacts(db, now);
  return counts;
};
