import type { Database } from '#server/db/schema.ts';
import { writeOrderWords } from '#server/domain/desk/order-words.ts';
import { paymentStatus } from '#server/domain/money/payment-status.ts';
import { skippedAfterRestore } from '#server/domain/orders/invoices.ts';

/** How Stripe begins the id of a payment page that takes no money. */
const stripeTestSessions = 'cs_test_%';

/**
 * For each start of a shop that takes money: orders that were paid in tests lose their invoices, so that they are in no books and figures, and the
 * first number is that of the first real order. Their payments count as those of the test page, which gives back what it never took. Returns how many
 * orders there were.
 */
export const endTestOrders = (db: Database): Promise<number> =>
  db.transaction().execute(async (transaction) => {
    await transaction
      .updateTable('payment')
      .set({ provider: 'test' })
      .where('provider', '=', 'stripe')
      .where('session_id', 'like', stripeTestSessions)
      .execute();
    // Before orders are looked at: the next invoice number waits for the end of this.
    const { last } = await transaction
      .updateTable('invoice_counter')
      .set((counter) => ({ last: counter.ref('last') }))
      .where('id', '=', 1)
      .returning('last')
      .executeTakeFirstOrThrow();
    const ended = await transaction
      .updateTable('order')
      .set({ invoice_number: null, invoiced_at: null })
      .where('invoice_number', 'is not', null)
      .where('id', 'in', (query) =>
        query.selectFrom('payment').select('order_id').where('provider', '=', 'test').where('status', '=', paymentStatus.paid),
      )
      .returning('id')
      .execute();
    for (const { id } of ended) await writeOrderWords(transaction, id);
    // A restore has skipped numbers: after the copy of a shop that was only tried, real orders may have got the first ones.
    if (ended.length === 0 || last >= skippedAfterRestore) return ended.length;
    const numbered = await transaction.selectFrom('order').select('id').where('invoice_number', 'is not', null).limit(1).executeTakeFirst();
    if (!numbered) await transaction.updateTable('invoice_counter').set({ last: 0 }).where('id', '=', 1).execute();
    return ended.length;
  });
