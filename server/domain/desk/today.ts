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

/** How many reviews and reports of reviews wait for the seller, and how many ask to become a reseller. */
const countOthers = async (db: Database): Promise<number> => {
  const { count } = await db
    .selectNoFrom(
      sql<number>`(select count(*) from review where state = 'waiting')
        + (select count(distinct review_report.reference) from review_report inner join review on review.reference = review_report.reference
          where review.state = 'approved')
        + (select count(*) from account where wants_to_resell = 1 and role = 'customer' and verified_at is not null)`.as('count'),
    )
    .executeTakeFirstOrThrow();
  return Number(count);
};

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
      ({ product, reason, buyer, createdAt, reference }): Ask => ({
        kind: 'refund',
        title: product,
        quote: reason,
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

/** Of orders that were paid on a UK day, so many days from `today`. */
const readDaySales = async (db: Database, today: string, days: number): Promise<{ day: string; pence: number }> => {
  const { total } = await db
    .selectFrom('order')
    .select(({ fn }) => fn.sum<number | null>('total').as('total'))
    .where('invoiced_at', '>=', startOfUkDay(today, days).toISOString())
    .where('invoiced_at', '<', startOfUkDay(today, days + 1).toISOString())
    .executeTakeFirstOrThrow();
  return { day: ukTime(startOfUkDay(today, days)).day, pence: Number(total ?? 0) };
};

const readSales = async (db: Database, today: string): Promise<Today['sales']> => {
  const sales: Awaited<ReturnType<typeof readDaySales>>[] = [];
  for (let days = -13; days <= 0; days += 1) sales.push(await readDaySales(db, today, days));
  const sumOf = (some: typeof sales): number => inPounds(some.reduce((total, { pence }) => total + pence, 0));
  const week = sales.slice(7);
  return { now: sumOf(week), before: sumOf(sales.slice(0, 7)), days: week.map(({ day, pence }) => ({ day, total: inPounds(pence) })) };
};

/** The stock counters with so few pieces left, the lowest first, and how many wait for them; the stock of a product with sizes is their sum. */
const readLow = async (db: Database, limit: number): Promise<Today['low']> => {
  const { rows } = await sql<{ name: string; choice: string; left: number; waiting: number }>`
    select product.name, low.choice, low.pieces as "left", (
      select count(*) from stock_alert where state = 'waiting' and stock_alert.product_id = low.id
        and stock_alert.color in ('', low.color) and stock_alert.size in ('', low.size) and type_id in ('', low.type)
    ) as waiting
    from (
      select id, '' as choice, '' as color, '' as size, '' as type, stock - sale_count as pieces from product
        where stock - sale_count <= ${limit} and not exists (select 1 from product_size where product_id = product.id)
      union all select product_id, color || ', ' || name, color, name, '', stock - sale_count from product_size
        where stock - sale_count <= ${limit}
      union all select product_id, name, '', '', id, stock - sale_count from product_type
        where stock - sale_count <= ${limit}
    ) low
    inner join product on product.id = low.id
    where withdrawn_at is null
    order by low.pieces, product.name, low.choice
    limit ${maxLow}`.execute(db);
  return rows.map(({ name, choice, left, waiting }) => ({ name, choice, left: Number(left), waiting: Number(waiting) }));
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
  const refunds = (await countRefunds(db)).open;
  const messages = await countOpenMessages(db);
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
      refunds,
      messages,
      asks: refunds + messages + (await countOthers(db)),
    },
  };
};
