import { after } from '#server/db/columns.ts';
import type { Database, JobKind, Tables } from '#server/db/schema.ts';
import { overdueOrders } from '#server/domain/due-orders.ts';
import { countFailedJobs } from '#server/domain/failed-jobs.ts';
import { readLastRun } from '#server/domain/last-runs.ts';
import { readDueEarlyMoney } from '#server/domain/money/record-money.ts';
import { readDueSearch } from '#server/domain/payment-search.ts';
import { paymentStatus } from '#server/domain/payment-status.ts';
import { readDueChecks } from '#server/domain/payments.ts';
import { type NoticeSettings, readDueNotices, stuckRefundSeconds } from '#server/domain/seller-notices.ts';
import { readDueAlerts } from '#server/domain/stock-alerts.ts';
import type { PaymentProvider } from '#server/payments/provider.ts';

type Status = (Tables['order'] | Tables['payment'])['status'];

/** Open ones only: settled ones are the shop's whole past. */
const openOrders: readonly Status[] = ['pending', 'confirmed', 'processing', 'Dispatch'];
const openPayments: readonly Status[] = [paymentStatus.open, paymentStatus.processing];

/** Rows by status, with 0 for a status that none has. */
const countByStatus = async (db: Database, table: 'order' | 'payment', statuses: readonly Status[]) => {
  const query = db.selectFrom(table).select((row) => ['status', row.fn.countAll().as('count')]);
  const rows = await query.where('status', 'in', statuses).groupBy('status').execute();
  return statuses.map((status) => ({ status, count: Number(rows.find((row) => row.status === status)?.count ?? 0) }));
};

type Queue = { readonly count: unknown; readonly oldest: string | null };

/** Mails or refunds that wait; `oldest` is when the first of them was queued. */
const readOutbox = (db: Database, table: 'mail' | 'money'): Promise<Queue> =>
  db
    .selectFrom(table)
    .select((entry) => [entry.fn.countAll().as('count'), entry.fn.min('created_at').as('oldest')])
    // Not null; written like this, SQLite uses the index.
    .where('due_at', '>', '')
    .executeTakeFirstOrThrow();

const readOverdue = (db: Database, now: Date): Promise<Queue> =>
  overdueOrders(db, now)
    .clearSelect()
    .select((order) => [order.fn.countAll().as('count'), order.fn.min('pay_by').as('oldest')])
    .executeTakeFirstOrThrow();

const readInvites = (db: Database, now: Date): Promise<Queue> =>
  db
    .selectFrom('review_invite')
    .select((invite) => [invite.fn.countAll().as('count'), invite.fn.min('due_at').as('oldest')])
    .where('due_at', '<=', now.toISOString())
    .executeTakeFirstOrThrow();

/** What the retention is late with, by what expires all the time: windows of rate limits. A step of it that fails is a failed job. */
const readExpired = (db: Database, now: Date): Promise<Queue> =>
  db
    .selectFrom('limit_hit')
    .select((hit) => [hit.fn.countAll().as('count'), hit.fn.min('ends_at').as('oldest')])
    .where('ends_at', '<=', now.toISOString())
    .executeTakeFirstOrThrow();

type Settings = { readonly now: Date; readonly provider: PaymentProvider['name']; readonly noticeSchedule: NoticeSettings['schedule'] };

/** What each kind of job has yet to do. */
const readQueues = async (db: Database, { now, provider, noticeSchedule }: Settings) => {
  const queue = (kind: 'mail' | 'refund' | JobKind, { count, oldest }: Queue) => ({
    kind,
    count: Number(count),
    ageSeconds: oldest === null ? 0 : Math.max(0, (now.getTime() - Date.parse(oldest)) / 1000),
  });
  return [
    queue('mail', await readOutbox(db, 'mail')),
    queue('refund', await readOutbox(db, 'money')),
    queue('lapse', await readOverdue(db, now)),
    queue('payment', await readDueChecks(db, provider, now)),
    queue('paymentSearch', await readDueSearch(db, provider, now)),
    queue('earlyMoney', await readDueEarlyMoney(db, now)),
    queue('reviewInvite', await readInvites(db, now)),
    queue('stockAlert', await readDueAlerts(db, now)),
    queue('sellerNotices', await readDueNotices(db, noticeSchedule, now)),
    queue('retention', await readExpired(db, now)),
  ];
};

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

/** What an operator watches: open orders and payments by status, the queues of jobs and their age in seconds, work that fails, and the last backup. */
export const readShopState = async (db: Database, settings: Settings) => ({
  orders: await countByStatus(db, 'order', openOrders),
  payments: await countByStatus(db, 'payment', openPayments),
  queues: await readQueues(db, settings),
  failed: await countFailed(db, settings.now),
  backedUpAt: await readLastRun(db, 'backup'),
});
