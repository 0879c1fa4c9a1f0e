import { type SqlBool, sql } from 'kysely';
import { startOfUkDay, ukTime } from '#contract/delivery-dates.ts';
import { deskPageOf } from '#contract/desk/endpoints.ts';
import type { Today } from '#contract/desk/today.ts';
import { after } from '#server/db/columns.ts';
import type { Database } from '#server/db/schema.ts';
import { inPounds } from '#server/domain/catalogue/catalogue.ts';
import { countOpenMessages, listDeskMessages } from '#server/domain/desk/message-list.ts';
import { countOrders, listOrders } from '#server/domain/desk/order-list.ts';
import { countRefunds, listRefunds } from '#server/domain/desk/refund-list.ts';
import { countFailedJobs } from '#server/domain/failed-jobs.ts';
import { paymentStatus } from '#server/domain/money/payment-status.ts';
import { maxProcessingSeconds } from '#server/domain/money/payments.ts';
import { listReportedReviews, listReviews } from '#server/domain/reviews/review-moderation.ts';
import { stuckRefundSeconds } from '#server/domain/seller/seller-notices.ts';

const maxOfEachKind = 20;
const maxLow = 10;
const firstRows = { page: 1, size: maxOfEachKind };

type Ask = Today['asks'][number];

const readAsks = async (db: Database): Promise<Ask[]> => {
  const refunds = await listRefunds(db, 'open', undefined);
  const messages = await listDeskMessages(db, 'open', undefined);
  const reviews = await listReviews(db, 'waiting', firstRows);
  const reports = await listReportedReviews(db, firstRows);
  const applicants = await db
    .selectFrom('account')
    .select(['first_name', 'last_name', 'created_at'])
    .where(sql<SqlBool>`wants_to_resell = 1 and role = 'customer' and verified_at is not null`)
    .orderBy('created_at')
    .limit(maxOfEachKind)
    .execute();
  const ofReview =
    (kind: 'review' | 'report') =>
    (review: (typeof reviews)[number]): Ask => ({
      kind,
      title: review.product,
      quote: review.text,
      who: review.author,
      at: review.createdAt,
      link: '',
    });
  const asks: Ask[] = [
    ...refunds.items.slice(0, maxOfEachKind).map(
      ({ product, reason, cancelled, buyer, createdAt, reference }): Ask => ({
        kind: 'refund',
        title: product,
        quote: reason || cancelled,
        who: buyer,
        at: createdAt,
        link: deskPageOf('refunds', reference),
      }),
    ),
    ...messages.items.slice(0, maxOfEachKind).map(
      ({ reference, topic, text, name, createdAt }): Ask => ({
        kind: 'message',
        title: topic,
        quote: text,
        who: name,
        at: createdAt,
        link: deskPageOf('messages', reference),
      }),
    ),
    ...reviews.map(ofReview('review')),
    ...reports.map(ofReview('report')),
    ...applicants.map(
      ({ first_name, last_name, created_at }): Ask => ({
        kind: 'applicant',
        title: '',
        quote: '',
        who: `${first_name} ${last_name}`,
        at: created_at,
        link: '',
      }),
    ),
  ];
  return asks.toSorted((one, other) => (one.at < other.at ? -1 : 1));
};

const readProblems = async (db: Database, now: Date): Promise<Today['problems']> => {
  const count = async (
    table: 'money' | 'unmatched_payment' | 'payment' | 'mail',
    where: ReturnType<typeof sql<SqlBool>>,
  ): Promise<number> => {
    const query = db.selectFrom(table).select(({ fn }) => fn.countAll().as('count'));
    return Number((await query.where(where).executeTakeFirstOrThrow()).count);
  };
  const jobs = await countFailedJobs(db);
  const stuckSince = after(now, -stuckRefundSeconds);
  const silentSince = after(now, -maxProcessingSeconds);
  const stuck = await count('money', sql`due_at > '' and created_at <= ${stuckSince}`);
  const problems: Today['problems'] = [
    { kind: 'refundFailed', count: stuck + (await count('money', sql`source = 'hand' and state = 'wanted'`)), link: '' },
    { kind: 'unmatchedPayment', count: await count('unmatched_payment', sql`refunded_at is null`), link: '' },
    {
      kind: 'slowBank',
      count: await count('payment', sql`status = ${paymentStatus.processing} and created_at <= ${silentSince}`),
      link: '',
    },
    { kind: 'mail', count: await count('mail', sql`sent_at is null and due_at is null`), link: '' },
    { kind: 'job', count: jobs.filter(({ state }) => state === 'dead').reduce((total, job) => total + job.count, 0), link: '' },
  ];
  return problems.filter((problem) => problem.count > 0);
};

/** Of orders that were paid on these UK days, counted back from today. */
const sumSales = async (db: Database, today: string, [from, to]: readonly [from: number, to: number]): Promise<number> => {
  const { total } = await db
    .selectFrom('order')
    .select(({ fn }) => fn.sum<number | null>('total').as('total'))
    .where('invoiced_at', '>=', startOfUkDay(today, from).toISOString())
    .where('invoiced_at', '<', startOfUkDay(today, to + 1).toISOString())
    .executeTakeFirstOrThrow();
  return inPounds(Number(total ?? 0));
};

const readSales = async (db: Database, today: string): Promise<Today['sales']> => {
  const days = [];
  for (let back = -6; back <= 0; back += 1)
    days.push({ day: ukTime(startOfUkDay(today, back)).day, total: await sumSales(db, today, [back, back]) });
  return { now: await sumSales(db, today, [-6, 0]), before: await sumSales(db, today, [-13, -7]), days };
};

const left = sql<number>`stock - sale_count`;

/** The stock counters with so few pieces left, the lowest first, and how many wait for them. */
const readLow = async (db: Database, limit: number): Promise<Today['low']> => {
  const isSold = (productId: string) =>
    sql<SqlBool>`exists (select 1 from product where product.id = ${sql.ref(productId)} and withdrawn_at is null)`;
  const products = await db
    .selectFrom('product')
    .select(['id as productId', left.as('left')])
    .where('withdrawn_at', 'is', null)
    .where(left, '<=', limit)
    // The stock of a product with sizes is their sum.
    .where(sql<SqlBool>`not exists (select 1 from product_size where product_size.product_id = product.id)`)
    .orderBy(left)
    .limit(maxLow)
    .execute();
  const sizes = await db
    .selectFrom('product_size')
    .select(['product_id as productId', 'color', 'name as size', left.as('left')])
    .where(left, '<=', limit)
    .where(isSold('product_size.product_id'))
    .orderBy(left)
    .limit(maxLow)
    .execute();
  const types = await db
    .selectFrom('product_type')
    .select(['product_id as productId', 'id as type', 'name as typeName', left.as('left')])
    .where(left, '<=', limit)
    .where(isSold('product_type.product_id'))
    .orderBy(left)
    .limit(maxLow)
    .execute();
  const none = { color: '', size: '', type: '', typeName: '' };
  const low = [...products, ...sizes, ...types]
    .map((counter) => ({ ...none, ...counter }))
    .toSorted((one, other) => one.left - other.left)
    .slice(0, maxLow);
  if (low.length === 0) return [];
  const ids = [...new Set(low.map(({ productId }) => productId))];
  const names = await db.selectFrom('product').select(['id', 'name']).where('id', 'in', ids).execute();
  const alerts = await db.selectFrom('stock_alert').selectAll().where('product_id', 'in', ids).where('state', '=', 'waiting').execute();
  return low.map(({ productId, color, size, type, typeName, left: pieces }) => ({
    name: names.find(({ id }) => id === productId)?.name ?? productId,
    choice: [typeName, color, size].filter(Boolean).join(', '),
    left: pieces,
    // '' is any.
    waiting: alerts.filter(
      (alert) =>
        alert.product_id === productId &&
        ['', color].includes(alert.color) &&
        ['', size].includes(alert.size) &&
        ['', type].includes(alert.type_id),
    ).length,
  }));
};

/** What there is to do today. Sales are for the seller alone. */
export const readToday = async (
  db: Database,
  { isSeller, lowStockLimit, now }: { readonly isSeller: boolean; readonly lowStockLimit: number; readonly now: Date },
): Promise<Today> => {
  const { day: date } = ukTime(now);
  const { items } = await listOrders(db, { view: 'toSend' }, now);
  const later = await db
    .selectFrom('order')
    .select(({ fn }) => ['dispatch_by as day', fn.countAll().as('parcels')])
    .where(sql<SqlBool>`status in ('confirmed', 'processing') and coalesce(dispatch_by, '') > ${date}`)
    .groupBy('dispatch_by')
    .orderBy('dispatch_by')
    .execute();
  const refunds = await countRefunds(db);
  return {
    date,
    send: items.filter(({ postBy }) => postBy === null || postBy <= date),
    sendLater: later.map(({ day, parcels }) => ({ day: day ?? '', parcels: Number(parcels) })),
    asks: await readAsks(db),
    problems: await readProblems(db, now),
    sales: isSeller ? await readSales(db, date) : null,
    low: await readLow(db, lowStockLimit),
    counts: {
      toSend: (await countOrders(db, now)).toSend,
      refunds: refunds.open,
      messages: await countOpenMessages(db),
    },
  };
};
