import { startOfUkDay } from '#contract/delivery-dates.ts';
import type { Page } from '#server/db/columns.ts';
import { billingOf, buyerName, countAll, deliveryOptionOf, describeWay, type OrderRecord } from '#server/db/order-record.ts';
import type { Database, OrderState, Tables } from '#server/db/schema.ts';
import { inPounds } from '#server/domain/catalogue/catalogue.ts';
import { filterByWords, noWordFilter } from '#server/domain/desk/words.ts';
import { Invalid } from '#server/domain/failure.ts';
import { isRefundOpen } from '#server/domain/money/ledger.ts';
import { isProcessing as isPaymentProcessing, paymentStatus } from '#server/domain/money/payment-status.ts';
import { toRecords } from '#server/domain/orders/orders.ts';

/**
 * `from` and `to` (both inclusive) are days of placing in the UK. `text`: words that each begin one of the order's words (`order-words.ts`), as in
 * the desk's search. `isPaid`: only those that have an invoice, cancelled ones too. `isProcessing`: only those with a payment that a bank
 * has not answered yet.
 */
export type OrderFilter = {
  readonly status?: OrderState | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly text?: string | undefined;
  readonly isPaid?: boolean | undefined;
  readonly isProcessing?: boolean | undefined;
};

const batchSize = 500;

/** Orders newest first, in batches: any number of them is read without holding all in memory. Throws `Invalid` for what finds nothing ever. */
export async function* searchOrders(
  db: Database,
  { status, from, to, text, isPaid, isProcessing }: OrderFilter,
): AsyncGenerator<OrderRecord> {
  if (from !== undefined && to !== undefined && from > to) throw new Invalid('The first day must not be after the last.');
  if (text?.trim() === '') throw new Invalid('Say what to look for: a name, an email address, a postcode, goods or an order id.');
  const filter = text === undefined ? noWordFilter : await filterByWords(db, { table: 'order_word', key: 'order_id' }, text);
  if (!filter) return;
  let last: Tables['order'] | undefined;
  do {
    const { created_at = '', id = '' } = last ?? {};
    const isAfterLast = last !== undefined;
    let query = db
      .selectFrom('order')
      .selectAll()
      .where(filter.where('order.id'))
      .orderBy('created_at', 'desc')
      .orderBy('id')
      .limit(batchSize);
    if (status !== undefined) query = query.where('status', '=', status);
    if (from !== undefined) query = query.where('created_at', '>=', startOfUkDay(from).toISOString());
    if (to !== undefined) query = query.where('created_at', '<', startOfUkDay(to, 1).toISOString());
    if (isPaid) query = query.where('invoice_number', 'is not', null);
    if (isProcessing)
      query = query.where('id', 'in', db.selectFrom('payment').select('order_id').where('payment.status', '=', paymentStatus.processing));
    if (isAfterLast)
      query = query.where((row) =>
        row.or([row('created_at', '<', created_at), row.and([row('created_at', '=', created_at), row('id', '>', id)])]),
      );
    const rows = await query.execute();
    yield* await toRecords(db, rows);
    last = rows.length === batchSize ? rows.at(-1) : undefined;
  } while (last !== undefined);
}

/** One page of a search, counted from 1. */
export const pageOfOrders = async (db: Database, filter: OrderFilter, { page, size }: Page): Promise<OrderRecord[]> => {
  const found: OrderRecord[] = [];
  let index = 0;
  for await (const order of searchOrders(db, filter)) {
    if (index >= (page - 1) * size) found.push(order);
    index += 1;
    if (found.length === size) break;
  }
  return found;
};

/** An order as the seller's lists give it; `postBy` is the day by which its buyer was promised that it is posted. */
export const summaryOf = (found: OrderRecord) => ({
  id: found.row.id,
  status: found.row.status,
  total: inPounds(found.row.total),
  pieces: countAll(found.lines),
  name: buyerName(found),
  email: billingOf(found).email,
  createdAt: found.row.created_at,
  postBy: found.row.dispatch_by,
  way: describeWay(deliveryOptionOf(found.row)),
  hasNote: found.row.note !== '',
  hasGiftMessage: found.row.gift_message !== '',
  isGiftWrapped: found.row.gift_wrap !== null,
  needsRefund: found.money.some(isRefundOpen),
  isPaymentProcessing: isPaymentProcessing(found),
});
