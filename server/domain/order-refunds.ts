import { sql } from 'kysely';
import type { Order } from '#contract/order.ts';
import type { OrderRecord } from '#server/db/order-record.ts';
import type { Database, Tables } from '#server/db/schema.ts';
import { inPounds } from '#server/domain/catalogue.ts';
import { isSettled } from '#server/domain/payment-status.ts';

type Request = Pick<Tables['refund'], 'reference' | 'product_id' | 'reason' | 'created_at' | 'outcome' | 'decline_reason'>;
/** `created_at` is when it went back; `amount` is null for what is left of the whole payment. */
type MoneyBack = { readonly amount: number | null; readonly created_at: string };
type Row = (Request & { readonly kind: 'request' }) | (MoneyBack & { readonly kind: 'back' });

/** How the event of a paid order's cancellation begins. */
export const cancelledEvent = 'Cancelled, ';

/**
 * Refund requests of an order, and what went back of its payment: by the shop, and by refunds and lost disputes at the provider. Of payments
 * that went back whole, the cancellation queued the invoiced one; any other is a second payment. One query, because each look at a paid order
 * asks for all of them, and most orders have none.
 */
export const readRefundRows = async (db: Database, orderId: string): Promise<readonly Row[]> =>
  (
    await sql<Row>`select 'request' as kind, created_at, reference, product_id, reason, outcome, decline_reason, null as amount
        from refund where order_id = ${orderId}
      union all select 'back', done_at, null, null, null, null, null, amount
        from payback where order_id = ${orderId} and done_at is not null and (amount is not null or created_at in
          (select at from order_event where order_id = ${orderId} and what like ${`${cancelledEvent}%`}))
      union all select 'back', created_at, null, null, null, null, null, counted + coalesce(reduced_by, 0)
        from provider_return where order_id = ${orderId} and state in ('refunded', 'lost')
      order by created_at`.execute(db)
  ).rows;

/** What went back of what an order's invoice is about, oldest first. */
const listMoneyBack = (rows: readonly Row[], total: number): NonNullable<Order['moneyBack']> => {
  const back = rows.filter((row) => row.kind === 'back');
  const rest = back.reduce((left, { amount }) => left - (amount ?? 0), total);
  return back
    .map(({ amount, created_at }) => ({ amount: amount ?? rest, date: created_at }))
    .filter(({ amount }) => amount > 0)
    .map(({ amount, date }) => ({ amount: inPounds(amount), date }));
};

/** The refund requests of an order for its buyer, those that were declined, with the reason, and all others; and what was paid back. */
export const readRefunds = async (
  db: Database,
  { row, payments }: OrderRecord,
): Promise<Pick<Order, 'declinedRefunds' | 'refundRequests' | 'moneyBack'>> => {
  if (row.status === 'pending' && !payments.some(isSettled)) return {};
  const rows = await readRefundRows(db, row.id);
  const requests = rows.filter(({ kind }) => kind === 'request') as readonly Request[];
  const declinedRefunds = requests
    .filter(({ outcome }) => outcome === 'declined')
    .map(({ reference, product_id, decline_reason }) => ({ reference, productId: product_id, reason: decline_reason ?? '' }));
  const refundRequests = requests
    .filter(({ outcome }) => outcome !== 'declined')
    .map(({ reference, product_id, reason, created_at, outcome }) => ({
      reference,
      productId: product_id,
      reason,
      createdAt: created_at,
      isOpen: outcome === null,
    }));
  const moneyBack = listMoneyBack(rows, row.total);
  return {
    ...(declinedRefunds.length > 0 && { declinedRefunds }),
    ...(refundRequests.length > 0 && { refundRequests }),
    ...(moneyBack.length > 0 && { moneyBack }),
  };
};
