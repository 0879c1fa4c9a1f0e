import { after } from '#server/db/columns.ts';
import type { Database, Tables } from '#server/db/schema.ts';
import { countFailedJobs } from '#server/domain/failed-jobs.ts';
import { paymentStatus } from '#server/domain/money/payment-status.ts';
import { overdueOrders } from '#server/domain/orders/due-orders.ts';
import { readLastRun } from '#server/domain/seller/last-runs.ts';
import { stuckRefundSeconds } from '#server/domain/seller/seller-notices.ts';

type Status = (Tables['order'] | Tables['payment'])['status'];

/** Open ones only: counting settled ones would read the shop's whole past. */
const openOrders: readonly Status[] = ['pending', 'confirmed', 'processing', 'Dispatch'];
const openPayments: readonly Status[] = [paymentStatus.open, paymentStatus.processing];

/** Rows by status, with 0 for a status that none has. */
const countByStatus = async (db: Database, table: 'order' | 'payment', statuses: readonly Status[]) => {
  const query = db.selectFrom(table).select((row) => ['status', row.fn.countAll().as('count')]);
  const rows = await query.where('status', 'in', statuses).groupBy('status').execute();
  return statuses.map((status) => ({ status, count: Number(rows.find((row) => row.status === status)?.count ?? 0) }));
};

/** How much waits, and since when the oldest of it (ISO text). */
export type QueueState = { readonly count: unknown; readonly oldest: string | null };

/** Mails or refunds that wait; `oldest` is when the first of them was queued. */
export const readOutbox = (db: Database, table: 'mail' | 'money'): Promise<QueueState> =>
  db
    .selectFrom(table)
    .select((entry) => [entry.fn.countAll().as('count'), entry.fn.min('created_at').as('oldest')])
    // Not null; written like this, SQLite uses the index.
    .where('due_at', '>', '')
    .executeTakeFirstOrThrow();

export const readOverdueOrders = (db: Database, now: Date): Promise<QueueState> =>
  overdueOrders(db, now)
    .clearSelect()
    .select((order) => [order.fn.countAll().as('count'), order.fn.min('pay_by').as('oldest')])
    .executeTakeFirstOrThrow();

export const readDueInvites = (db: Database, now: Date): Promise<QueueState> =>
  db
    .selectFrom('review_invite')
    .select((invite) => [invite.fn.countAll().as('count'), invite.fn.min('due_at').as('oldest')])
    .where('due_at', '<=', now.toISOString())
    .executeTakeFirstOrThrow();

/** Expired rows that the retention has not deleted yet, measured by windows of rate limits, which expire all the time. */
export const readExpired = (db: Database, now: Date): Promise<QueueState> =>
  db
    .selectFrom('limit_hit')
    .select((hit) => [hit.fn.countAll().as('count'), hit.fn.min('ends_at').as('oldest')])
    .where('ends_at', '<=', now.toISOString())
    .executeTakeFirstOrThrow();

/** Mails given up and refunds that the seller was told of are dead, as what other jobs have tried for two hours. */
const countFailed = async (db: Database, now: Date) => {
  const counted = async (query: { executeTakeFirstOrThrow: () => Promise<{ readonly count: unknown }> }): Promise<number> =>
    Number((await query.executeTakeFirstOrThrow()).count);
  const outbox = (table: 'mail' | 'money') => db.selectFrom(table).select((entry) => entry.fn.countAll().as('count'));
  const retriedMail = outbox('mail').where('due_at', '>', '').where('problem', '!=', '');
  const retriedRefunds = outbox('money').where('due_at', '>', '').where('note', '!=', '');
  const stuckSince = after(now, -stuckRefundSeconds);
  return [
    { kind: 'mail', state: 'retried', count: await counted(retriedMail) },
    { kind: 'mail', state: 'dead', count: await counted(outbox('mail').where('sent_at', 'is', null).where('due_at', 'is', null)) },
    { kind: 'refund', state: 'retried', count: await counted(retriedRefunds.where('created_at', '>', stuckSince)) },
    {
      kind: 'refund',
      state: 'dead',
      count: await counted(outbox('money').where('due_at', '>', '').where('created_at', '<=', stuckSince)),
    },
    ...(await countFailedJobs(db)),
  ];
};

/** What an operator watches: open orders and payments by status, work that fails, and the last backup. What waits is with the jobs. */
export const readShopState = async (db: Database, now: Date) => ({
  orders: await countByStatus(db, 'order', openOrders),
  payments: await countByStatus(db, 'payment', openPayments),
  failed: await countFailed(db, now),
  backedUpAt: await readLastRun(db, 'backup'),
});
