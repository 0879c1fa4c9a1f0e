import { formatShortDay, ukDayOf } from '#contract/delivery-dates.ts';
import { deskPageOf, deskPages } from '#contract/desk/endpoints.ts';
import { after, day, formatCount, formatMoney, formatPence, hour } from '#server/db/columns.ts';
import type { Database, SellerNoticeKind } from '#server/db/schema.ts';
import { addSellerNotice } from '#server/db/seller-notice.ts';
import { countQuantity, listCounters } from '#server/domain/catalogue/stock-counters.ts';
import { describeDeadJobs } from '#server/domain/failed-jobs.ts';
import { paymentStatus } from '#server/domain/money/payment-status.ts';
import { maxProcessingSeconds } from '#server/domain/money/payments.ts';
import { listWaiting } from '#server/domain/stock-alerts/stock-alerts.ts';
import { queueEmail, type SellerMailbox } from '#server/mail/outbox.ts';
import { digestEmail, type NoticeGroup, noticeEmail } from '#server/mail/templates/seller-emails.ts';

/** When the seller's mail is sent: at once, or as one digest a day. */
type NoticeSchedule = 'at-once' | 'daily';

/** A product with so few units left as `lowStockLimit`, or fewer, runs low. */
export type NoticeSettings = SellerMailbox & {
  readonly schedule: NoticeSchedule;
  readonly lowStockLimit: number;
};

/** UTC; before the working day in the UK, in winter and summer. */
const digestHour = 6;
/** How long a refund may stay unsent before the seller is told; it has been tried nine times by then. */
export const stuckRefundSeconds = 2 * hour;

const lastDigestTime = (now: Date): Date => {
  const time = new Date(now);
  time.setUTCHours(digestHour, 0, 0, 0);
  return time <= now ? time : new Date(after(time, -day));
};

/** Adds a notice for each refund that is not sent after `stuckRefundSeconds`, also of a provider that the shop no longer uses. */
const addStuckRefunds = async (db: Database, now: Date): Promise<void> => {
  const stuck = await db
    .selectFrom('money')
    .leftJoin('seller_notice', (join) => join.on('seller_notice.kind', '=', 'refund').onRef('seller_notice.subject', '=', 'money.id'))
    .select('money.id')
    // Not null; written as a comparison, for which SQLite uses the index.
    .where('money.due_at', '>', '')
    .where('money.created_at', '<=', after(now, -stuckRefundSeconds))
    .where('seller_notice.subject', 'is', null)
    .execute();
  for (const { id } of stuck) await addSellerNotice(db, 'refund', id, now);
};

/** Adds a notice for each payment that a bank has not answered in a week: its order has expired, and the provider is asked on. */
const addLateBanks = async (db: Database, now: Date): Promise<void> => {
  const late = await db
    .selectFrom('payment')
    .leftJoin('seller_notice', (join) =>
      join.on('seller_notice.kind', '=', 'lateBank').onRef('seller_notice.subject', '=', 'payment.session_id'),
    )
    .select('payment.session_id')
    .where('payment.status', '=', paymentStatus.processing)
    .where('payment.created_at', '<=', after(now, -maxProcessingSeconds))
    .where('seller_notice.subject', 'is', null)
    .execute();
  for (const { session_id } of late) await addSellerNotice(db, 'lateBank', session_id, now);
};

type Row = NoticeGroup['rows'][number];

const describeOrders = async (db: Database, ids: readonly string[]): Promise<Row[]> => {
  const orders = await db
    .selectFrom('order')
    .innerJoin('order_line', 'order_line.order_id', 'order.id')
    .select(({ fn }) => ['order.id', 'order.total', 'order.status', 'order.dispatch_by', fn.sum('order_line.quantity').as('pieces')])
    .where('order.id', 'in', ids)
    .groupBy(['order.id', 'order.total', 'order.status', 'order.dispatch_by'])
    .execute();
  return orders.map(({ id, total, status, dispatch_by, pieces }) => {
    const postBy = status === 'cancelled' || dispatch_by === null ? '' : `, post it by ${formatShortDay(dispatch_by)}`;
    return [id, `${formatPence(total)}, ${formatCount(Number(pieces), 'piece')}${postBy}`, deskPageOf('orders', id)];
  });
};

const describeRefundRequests = async (db: Database, references: readonly string[]): Promise<Row[]> => {
  const requests = await db
    .selectFrom('refund')
    .innerJoin('order_line', (join) =>
      join.onRef('order_line.order_id', '=', 'refund.order_id').onRef('order_line.product_id', '=', 'refund.product_id'),
    )
    .select(({ fn }) => ['refund.reference', 'refund.order_id', fn.min('order_line.product_name').as('product')])
    .where('refund.reference', 'in', references)
    .groupBy(['refund.reference', 'refund.order_id'])
    .execute();
  return requests.map(({ reference, order_id, product }) => [reference, `${product}, order ${order_id}`, deskPageOf('refunds', reference)]);
};

const describeReviews = async (db: Database, subjects: readonly string[]): Promise<Row[]> => {
  const references = subjects.map((subject) => subject.split(' ')[0] ?? '');
  const reviews = await db
    .selectFrom('review')
    .innerJoin('order_line', (join) =>
      join.onRef('order_line.order_id', '=', 'review.order_id').onRef('order_line.product_id', '=', 'review.product_id'),
    )
    .select(({ fn }) => ['review.reference', 'review.stars', fn.min('order_line.product_name').as('product')])
    .where('review.reference', 'in', references)
    .groupBy(['review.reference', 'review.stars'])
    .execute();
  return reviews.map(({ reference, product, stars }) => [
    reference,
    `${product}, ${formatCount(stars, 'star')}`,
    deskPageOf('reviews', reference),
  ]);
};

/** Without recipient and subject, which may hold a code. Mail to the seller is left out: this mail would not arrive either. */
const describeMails = async (db: Database, ids: readonly string[], sellerEmail: string): Promise<Row[]> => {
  const mails = await db.selectFrom('mail').select(['id', 'tries']).where('id', 'in', ids).where('recipient', '!=', sellerEmail).execute();
  return mails.map(({ id, tries }) => [id, tries === 1 ? 'refused by the mail server' : `given up after ${tries} tries`, deskPages.health]);
};

const describeWaiting = async (db: Database, ids: readonly string[]): Promise<Row[]> =>
  (await listWaiting(db, ids)).map(({ productId, name, waiting }) => [
    name,
    waiting === 1 ? 'one waits' : `${waiting} wait`,
    deskPageOf('products', productId),
  ]);

/** Applicants whose application is still open, without names and email addresses. */
const describeApplicants = async (db: Database, subjects: readonly string[]): Promise<Row[]> => {
  const askedOn = new Map(subjects.map((subject) => [subject.split(' ')[0] ?? '', ukDayOf(subject.split(' ')[1] ?? '')]));
  const accounts = await db
    .selectFrom('account')
    .select(['id', 'created_at'])
    .where('id', 'in', [...askedOn.keys()])
    .where('wants_to_resell', '=', 1)
    .where('role', '=', 'customer')
    .execute();
  return accounts.map(({ id, created_at }) => [
    `account of ${ukDayOf(created_at)}`,
    `asked on ${askedOn.get(id)}`,
    deskPageOf('people', id),
  ]);
};

const describeTries = (tries: number): string => (tries === 1 ? 'tried once' : `tried ${tries} times`);

/** Begins the reason of a refund that may have been sent. */
const unclearPaymentText = 'May have been paid, which the next try looks up: ';

/** Refunds that are still unsent. A digest comes once a day, so a refund may have been sent meanwhile, or may no longer be owed. */
const describeStuckRefunds = async (db: Database, ids: readonly string[]): Promise<Row[]> => {
  const refunds = await db
    .selectFrom('money')
    .innerJoin('payment', 'payment.session_id', 'money.session_id')
    .select(['payment.order_id', 'money.amount', 'money.currency', 'money.state', 'money.tries', 'money.note', 'payment.provider'])
    .where('money.id', 'in', ids)
    .where('money.due_at', '>', '')
    .execute();
  return refunds.map(({ order_id, amount, currency, state, tries, note, provider }) => [
    order_id,
    `${formatMoney({ amount, currency })} through ${provider}, ${describeTries(tries)}${note === '' ? '' : `: ${state === 'sent' ? unclearPaymentText : ''}${note}`}`,
    deskPageOf('orders', order_id),
  ]);
};

const describeLateBanks = async (db: Database, sessions: readonly string[]): Promise<Row[]> => {
  const payments = await db
    .selectFrom('payment')
    .innerJoin('order', 'order.id', 'payment.order_id')
    .select(['order.id', 'order.total', 'payment.provider', 'payment.created_at'])
    .where('payment.session_id', 'in', sessions)
    // Told once a day, it may have been answered meanwhile.
    .where('payment.status', '=', paymentStatus.processing)
    .execute();
  return payments.map(({ id, total, provider, created_at }) => [
    id,
    `${formatPence(total)} through ${provider}, since ${ukDayOf(created_at)}`,
    deskPageOf('orders', id),
  ]);
};

/** Claims a notice for each stock counter of these orders that has run low; unpaid orders do not count, because they may expire. */
const claimLowStock = async (transaction: Database, orderIds: readonly string[], limit: number, now: Date): Promise<Row[]> => {
  const lines = await transaction.selectFrom('order_line').selectAll().where('order_id', 'in', orderIds).execute();
  const productIds = [...new Set(lines.map(({ product_id }) => product_id))];
  const unpaid = await countQuantity(transaction, productIds, ['pending']);
  const rows: Row[] = [];
  for (const counter of await listCounters(transaction, productIds)) {
    const left = counter.stock - counter.saleCount + unpaid(counter);
    if (left > limit || !lines.some(counter.counts)) continue;
    if (await addSellerNotice(transaction, 'lowStock', `${counter.key} of ${counter.stock}`, now, now))
      rows.push([counter.name, left <= 0 ? 'sold out' : `${left} left`, deskPageOf('products', counter.target.productId)]);
  }
  return rows;
};

/** Notices that are to be mailed now. */
const dueNotices = (db: Database, schedule: NoticeSchedule, now: Date) =>
  db
    .selectFrom('seller_notice')
    .where('mailed_at', 'is', null)
    .where('created_at', '<=', (schedule === 'daily' ? lastDigestTime(now) : now).toISOString());

/** How many of them there are, and since when the first is due. */
export const readDueNotices = async (db: Database, schedule: NoticeSchedule, now: Date) => {
  const { count, first } = await dueNotices(db, schedule, now)
    .select(({ fn }) => [fn.countAll().as('count'), fn.min<string | null>('created_at').as('first')])
    .executeTakeFirstOrThrow();
  if (first === null || schedule === 'at-once') return { count, oldest: first };
  const digest = lastDigestTime(new Date(first)).toISOString();
  return { count, oldest: digest === first ? digest : after(new Date(digest), day) };
};

/**
 * Mails the seller what has happened: orders, refund requests, reviews, applications, low stock and work that is stuck. Notices are claimed in the transaction
 * that queues their mail, so that each is told once, also with several processes and after a crash.
 */
export const mailSellerNotices = async (
  db: Database,
  { sellerEmail, schedule, lowStockLimit, deskUrl }: NoticeSettings,
  now: Date,
): Promise<void> => {
  await addStuckRefunds(db, now);
  await addLateBanks(db, now);
  const dueUntil = (schedule === 'daily' ? lastDigestTime(now) : now).toISOString();
  // A read without a lock first: mostly nothing is due.
  const first = await dueNotices(db, schedule, now).select('kind').limit(1).executeTakeFirst();
  if (!first) return;
  await db.transaction().execute(async (transaction) => {
    const claimedNotices = await transaction
      .updateTable('seller_notice')
      .set({ mailed_at: now.toISOString() })
      .where('mailed_at', 'is', null)
      .where('created_at', '<=', dueUntil)
      .returning(['kind', 'subject'])
      .execute();
    const rowsOf = async (kind: SellerNoticeKind, describe: (subjects: readonly string[]) => Promise<Row[]>): Promise<Row[]> => {
      const subjects = claimedNotices.filter((notice) => notice.kind === kind).map(({ subject }) => subject);
      return subjects.length === 0 ? [] : describe(subjects);
    };
    const all: readonly NoticeGroup[] = [
      { kind: 'order', rows: await rowsOf('order', (ids) => describeOrders(transaction, ids)) },
      { kind: 'cancellation', rows: await rowsOf('cancellation', (ids) => describeOrders(transaction, ids)) },
      { kind: 'refundRequest', rows: await rowsOf('refundRequest', (references) => describeRefundRequests(transaction, references)) },
      { kind: 'review', rows: await rowsOf('review', (references) => describeReviews(transaction, references)) },
      { kind: 'reviewReport', rows: await rowsOf('reviewReport', (subjects) => describeReviews(transaction, subjects)) },
      { kind: 'lowStock', rows: await rowsOf('order', (ids) => claimLowStock(transaction, ids, lowStockLimit, now)) },
      { kind: 'waiting', rows: await rowsOf('waiting', (ids) => describeWaiting(transaction, ids)) },
      { kind: 'applicant', rows: await rowsOf('applicant', (subjects) => describeApplicants(transaction, subjects)) },
      { kind: 'mail', rows: await rowsOf('mail', (ids) => describeMails(transaction, ids, sellerEmail)) },
      { kind: 'refund', rows: await rowsOf('refund', (ids) => describeStuckRefunds(transaction, ids)) },
      { kind: 'lateBank', rows: await rowsOf('lateBank', (sessions) => describeLateBanks(transaction, sessions)) },
      { kind: 'job', rows: await rowsOf('job', (subjects) => describeDeadJobs(transaction, subjects)) },
    ];
    const groups = all.filter(({ rows }) => rows.length > 0);
    if (groups.length === 0) return;
    const desk = deskUrl?.();
    const emails = schedule === 'daily' ? [digestEmail(groups, desk)] : groups.map((group) => noticeEmail(group, desk));
    for (const email of emails) await queueEmail(transaction, sellerEmail, email, now);
  });
};

/** Deletes notices of what is over, with the copies of their mail. Those of stock counters and payments stay, so that they are not told again. */
export const purgeSellerNotices = async (db: Database, mailedBefore: string): Promise<void> => {
  await db
    .deleteFrom('seller_notice')
    .where('mailed_at', '<=', mailedBefore)
    .where('kind', 'in', ['order', 'cancellation', 'refundRequest', 'review', 'reviewReport', 'waiting', 'applicant', 'mail', 'job'])
    .execute();
};
