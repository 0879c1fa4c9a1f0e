import { sql } from 'kysely';
import type { Order } from '#contract/order.ts';
import type { OrderRecord } from '#server/db/order-record.ts';
import type { Database, Tables } from '#server/db/schema.ts';
import { inPounds } from '#server/domain/catalogue.ts';
import { isSettled } from '#server/domain/payment-status.ts';

type Request = Pick<Tables['refund'], 'reference' | 'product_id' | 'reason' | 'created_at' | 'outcome' | 'decline_reason'>;
/** `amount` is null for a whole payment. */
type Payback = { readonly amount: number | null; readonly done_at: string };
type ProviderReturn = { readonly amount: number; readonly created_at: string };
type Row =
  | (Request & { readonly kind: 'request' })
  | (Payback & { readonly kind: 'payback' })
  | (ProviderReturn & { readonly kind: 'provider' });

/**
 * Refund requests of an order, and what went back of its payments: by the shop, and by refunds and lost disputes at the provider. One query,
 * because each look at a paid order asks for all of them, and most orders have none.
 */
export const readRefundRows = async (db: Database, orderId: string): Promise<readonly Row[]> =>
  (
    await sql<Row>`select 'request' as kind, created_at, reference, product_id, reason, outcome, decline_reason, null as amount, null as done_at
        from refund where order_id = ${orderId}
      union all select 'payback', created_at, null, null, null, null, null, amount, done_at
        from payback where order_id = ${orderId} and done_at is not null
      union all select 'provider', created_at, null, null, null, null, null, counted, null
        from provider_return where order_id = ${orderId} and counted > 0 and state in ('refunded', 'lost')
      order by created_at`.execute(db)
  ).rows;

/**
 * What went back of what an order's invoice is about, oldest first. A second payment that was paid back is left out, because it was never
 * invoiced.
 */
const listMoneyBack = (rows: readonly Row[], { status, total }: Tables['order']): NonNullable<Order['moneyBack']> => {
  const paybacks = rows.filter((row) => row.kind === 'payback');
  const whole = status === 'cancelled' ? paybacks.find(({ amount }) => amount === null) : undefined;
  return [
    ...paybacks.flatMap(({ amount, done_at }) => (amount === null ? [] : [{ amount, date: done_at }])),
    ...(whole ? [{ amount: total, date: whole.done_at }] : []),
    ...rows.flatMap((row) => (row.kind === 'provider' ? [{ amount: row.amount, date: row.created_at }] : [])),
  ]
    .toSorted((one, other) => one.date.localeCompare(other.date))
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
  const moneyBack = listMoneyBack(rows, row);
  return {
    ...(declinedRefunds.length > 0 && { declinedRefunds }),
    ...(refundRequests.length > 0 && { refundRequests }),
    ...(moneyBack.length > 0 && { moneyBack }),
  };
};
