import { sql } from 'kysely';
import type { Order } from '#contract/order.ts';
import type { OrderRecord } from '#server/db/order-record.ts';
import type { Database, Tables } from '#server/db/schema.ts';
import { inPounds } from '#server/domain/catalogue.ts';
import { isSettled, paymentStatus } from '#server/domain/payment-status.ts';

type Request = Pick<Tables['refund'], 'reference' | 'product_id' | 'reason' | 'created_at' | 'outcome' | 'decline_reason'>;
/** `amount` is null for a whole payment, `done_at` until it went back. */
type Payback = { readonly amount: number | null; readonly done_at: string | null; readonly session_id: string };
type ProviderReturn = { readonly amount: number; readonly created_at: string };
type Row =
  | (Request & { readonly kind: 'request' })
  | (Payback & { readonly kind: 'payback' })
  | (ProviderReturn & { readonly kind: 'provider' });

/**
 * Refund requests of an order, and what goes back of its payments: by the shop, and by refunds and lost disputes at the provider. One query,
 * because each look at a paid order asks for all of them, and most orders have none.
 */
export const readRefundRows = async (db: Database, orderId: string): Promise<readonly Row[]> =>
  (
    await sql<Row>`select 'request' as kind, created_at, reference, product_id, reason, outcome, decline_reason, null as amount, null as done_at, null as session_id
        from refund where order_id = ${orderId}
      union all select 'payback', created_at, null, null, null, null, null, amount, done_at, session_id
        from payback where order_id = ${orderId}
      union all select 'provider', created_at, null, null, null, null, null, counted, null, null
        from provider_return where order_id = ${orderId} and counted > 0 and state in ('refunded', 'lost')
      order by created_at`.execute(db)
  ).rows;

/**
 * What went back of what an order's invoice is about, oldest first. A second payment that was paid back is left out, because it was never
 * invoiced.
 */
const listMoneyBack = (rows: readonly Row[], { row: { status, total }, payments }: OrderRecord): NonNullable<Order['moneyBack']> => {
  const paybacks = rows.filter((row) => row.kind === 'payback');
  const parts = [
    ...paybacks.flatMap(({ amount, done_at }) => (amount === null || done_at === null ? [] : [{ amount, date: done_at }])),
    ...rows.flatMap((row) => (row.kind === 'provider' ? [{ amount: row.amount, date: row.created_at }] : [])),
  ];
  // The invoiced payment, where it can be told: of no other a part goes back, or stays with the shop or the buyer's bank.
  const invoiced =
    payments.find((payment) => payment.status === paymentStatus.paid)?.session_id ??
    paybacks.find(({ amount }) => amount !== null)?.session_id;
  const wholes = paybacks.filter(({ amount, session_id }) => amount === null && session_id === (invoiced ?? session_id));
  const ends = wholes.map(({ done_at }) => done_at ?? '').toSorted();
  // Of two, one is of a second payment: which of them cannot be told before both have gone back. A whole payment is what parts left of it.
  const rest = status === 'cancelled' && ends[0] !== '' ? parts.reduce((left, { amount }) => left - amount, total) : 0;
  return [...parts, ...ends.slice(-1).flatMap((date) => (rest > 0 ? [{ amount: rest, date }] : []))]
    .toSorted((one, other) => one.date.localeCompare(other.date))
    .map(({ amount, date }) => ({ amount: inPounds(amount), date }));
};

/** The refund requests of an order for its buyer, those that were declined, with the reason, and all others; and what was paid back. */
export const readRefunds = async (
  db: Database,
  found: OrderRecord,
): Promise<Pick<Order, 'declinedRefunds' | 'refundRequests' | 'moneyBack'>> => {
  const { row, payments } = found;
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
  const moneyBack = listMoneyBack(rows, found);
  return {
    ...(declinedRefunds.length > 0 && { declinedRefunds }),
    ...(refundRequests.length > 0 && { refundRequests }),
    ...(moneyBack.length > 0 && { moneyBack }),
  };
};
