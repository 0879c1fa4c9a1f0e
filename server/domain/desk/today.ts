import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { plusDays, ukTime } from '#contract/delivery-dates.ts';
import { deskPageOf, deskPages } from '#contract/desk/endpoints.ts';
import { firstParcels, type Today } from '#contract/desk/today.ts';
import { fullName } from '#contract/full-name.ts';
import type { ShopDetails } from '#contract/shop.ts';
import { after } from '#server/db/columns.ts';
import type { Database, Tables } from '#server/db/schema.ts';
import { inPounds } from '#server/domain/catalogue/catalogue.ts';
import { hasOwnDelivery } from '#server/domain/delivery/delivery-options.ts';
import { countWhere } from '#server/domain/desk/cursor.ts';
import { countOpenMessages, listDeskMessages } from '#server/domain/desk/message-list.ts';
import { countOrders, listOrders } from '#server/domain/desk/order-list.ts';
import { countRefunds, listRefunds } from '#server/domain/desk/refund-list.ts';
import { emailKeyOf } from '#server/domain/email-address.ts';
import { countFailedJobs } from '#server/domain/failed-jobs.ts';
import { periodsOf, sumRanges } from '#server/domain/figures/figures.ts';
import { paymentStatus } from '#server/domain/money/payment-status.ts';
import { maxProcessingSeconds } from '#server/domain/money/payments.ts';
import { countApplicants, isApplicant } from '#server/domain/people/people.ts';
import { countReviews, listDeskReviews } from '#server/domain/reviews/desk-reviews.ts';
import { stuckRefundSeconds } from '#server/domain/seller/seller-notices.ts';
import { madeUpDetailsIn } from '#server/domain/shop/sample-shop.ts';

const maxOfEachKind = 20;
const maxLow = 10;

type Ask = Today['asks'][number];

const readAsks = async (db: Database, isSeller: boolean): Promise<Ask[]> => {
  const refunds = await listRefunds(db, 'open', undefined);
  const messages = await listDeskMessages(db, 'open', undefined);
  const reviews = await listDeskReviews(db, 'waiting', undefined);
  const reports = await listDeskReviews(db, 'reported', undefined);
  const applicants = await db
    .selectFrom('account')
    .select(['id', 'first_name', 'last_name', 'created_at'])
    .where(isApplicant)
    .orderBy('created_at')
    .limit(maxOfEachKind)
    .execute();
  const ofReview =
    (kind: 'review' | 'report') =>
    (review: (typeof reviews.items)[number]): Ask => ({
      kind,
      title: review.product,
      quote: review.text,
      who: review.author,
      at: review.createdAt,
      link: deskPageOf('reviews', review.reference),
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
    ...reviews.items.slice(0, maxOfEachKind).map(ofReview('review')),
    ...reports.items.slice(0, maxOfEachKind).map(ofReview('report')),
    ...applicants.map(
      ({ id, first_name, last_name, created_at }): Ask => ({
        kind: 'applicant',
        title: '',
        quote: '',
        who: fullName({ firstName: first_name, lastName: last_name }),
        at: created_at,
        link: isSeller ? deskPageOf('people', id) : '',
      }),
    ),
  ];
  return asks.toSorted((one, other) => (one.at < other.at ? -1 : 1));
};

const readProblems = async (db: Database, isSeller: boolean, now: Date): Promise<Today['problems']> => {
  const count = (table: keyof Tables, where: RawBuilder<SqlBool>) => countWhere(db, table, where);
  const link = isSeller ? deskPages.health : '';
  const jobs = await countFailedJobs(db);
  const stuckSince = after(now, -stuckRefundSeconds);
  const silentSince = after(now, -maxProcessingSeconds);
  /** How many there are, and the page of the order of the oldest. */
  const ofOrders = async (table: 'money' | 'payment', where: RawBuilder<SqlBool>) => {
    const found = await count(table, where);
    const oldest = db.selectFrom(table).select('order_id').where(where).orderBy('created_at').limit(1);
    return { count: found, link: found === 0 ? '' : deskPageOf('orders', (await oldest.executeTakeFirst())?.order_id ?? '') };
  };
  const stuck = await ofOrders('money', sql`due_at > '' and created_at <= ${stuckSince}`);
  const byHand = await ofOrders('money', sql`source = 'hand' and state = 'wanted'`);
  const problems: Today['problems'] = [
    { kind: 'refundFailed', count: stuck.count + byHand.count, link: byHand.link || stuck.link },
    { kind: 'unmatchedPayment', count: await count('unmatched_payment', sql`refunded_at is null`), link },
    { kind: 'slowBank', ...(await ofOrders('payment', sql`status = ${paymentStatus.processing} and created_at <= ${silentSince}`)) },
    { kind: 'mail', count: await count('mail', sql`sent_at is null and due_at is null`), link },
    { kind: 'job', count: jobs.filter(({ state }) => state === 'dead').reduce((total, job) => total + job.count, 0), link },
  ];
  return problems.filter((problem) => problem.count > 0);
};

const readSales = async (db: Database, today: string): Promise<Today['sales']> => {
  const days = periodsOf({ from: plusDays(today, -13), to: today, by: 'day' });
  const sums = await sumRanges(db, days);
  const sumOf = (some: typeof sums): number => inPounds(some.reduce((sum, { total }) => sum + total, 0));
  const week = sums.slice(7).map(({ total }, index) => ({ day: days[index + 7]?.from ?? '', total: inPounds(total) }));
  return { now: sumOf(sums.slice(7)), before: sumOf(sums.slice(0, 7)), days: week };
};

/** The stock counters with so few units left, the lowest first, and how many wait for them; the stock of a product with sizes is their sum. */
const readLow = async (db: Database, limit: number): Promise<Today['low']> => {
  const { rows } = await sql<Today['low'][number]>`
    select low.id as "productId", product.name, low.choice, low.pieces as "left", (
      select count(*) from stock_alert where state = 'waiting' and stock_alert.product_id = low.id
        and stock_alert.color in ('', low.color) and stock_alert.size in ('', low.size) and type_id in ('', low.type)
    ) as waiting
    from (
      select id, '' as choice, '' as color, '' as size, '' as type, stock - sale_count as pieces from product
        where withdrawn_at is null and stock - sale_count <= ${limit} and not exists (select 1 from product_size where product_id = product.id)
      union all select product_id, color || ', ' || name, color, name, '', stock - sale_count from product_size
        where stock - sale_count <= ${limit}
      union all select product_id, name, '', '', id, stock - sale_count from product_type
        where stock - sale_count <= ${limit}
    ) low
    inner join product on product.id = low.id
    where withdrawn_at is null
    order by low.pieces, product.name, low.choice
    limit ${maxLow}`.execute(db);
  return rows.map(({ left, waiting, ...row }) => ({ ...row, left: Number(left), waiting: Number(waiting) }));
};

/** So many of the first orders are read for one that is no test of the staff. */
const maxTestOrders = 50;

/** Products that are not as the samples came: changed, or without a picture of the samples. Samples that were taken away are withdrawn. */
const isOwnProduct = sql<SqlBool>`(revision > 0 and withdrawn_at is null)
  or not exists (select 1 from picture where origin = 'shop' and images like '%"' || picture.file || '"%')`;

/** Whether each of the first steps is done; null once all are, or once somebody other than the staff has paid an order. */
const readFirstSteps = async (db: Database, details: ShopDetails): Promise<Today['steps']> => {
  const staff = await db
    .selectFrom('staff')
    .innerJoin('account', 'account.id', 'staff.account_id')
    .select(['account.id', 'email_key'])
    .execute();
  const ids = new Set(staff.map(({ id }) => id));
  const emailKeys = new Set([emailKeyOf(details.email), ...staff.map(({ email_key }) => email_key)]);
  const paid = await db
    .selectFrom('order')
    .select(['user_id', 'email_key'])
    .where('invoice_number', 'is not', null)
    .orderBy('invoice_number')
    .limit(maxTestOrders)
    .execute();
  if (paid.some(({ user_id, email_key }) => !ids.has(user_id ?? '') && !emailKeys.has(email_key))) return null;
  const { own, placed } = await db
    .selectFrom('product')
    .select(({ fn }) => [fn.countAll().as('own'), sql<number>`count(case when categories <> '[]' then 1 end)`.as('placed')])
    .where(isOwnProduct)
    .executeTakeFirstOrThrow();
  const steps = {
    goods: Number(own) > 0,
    categories: Number(placed) > 0,
    details: madeUpDetailsIn(details).length === 0,
    delivery: await hasOwnDelivery(db),
    order: paid.length > 0,
  };
  return Object.values(steps).every(Boolean) ? null : steps;
};

type TodayContext = {
  readonly isSeller: boolean;
  readonly lowStockLimit: number;
  /** Who the seller is, as shoppers read it. */
  readonly details: ShopDetails;
  readonly now: Date;
};

/** What there is to do today. Sales and first steps are for the seller alone. */
export const readToday = async (db: Database, { isSeller, lowStockLimit, details, now }: TodayContext): Promise<Today> => {
  const { day: date } = ukTime(now);
  const { items } = await listOrders(db, { view: 'toSend' }, now);
  const laterParcels = await db
    .selectFrom('order')
    .select(({ fn }) => ['dispatch_by as day', fn.countAll().as('parcels')])
    .where(sql<SqlBool>`status in ('confirmed', 'processing') and coalesce(dispatch_by, '') > ${date}`)
    .groupBy('dispatch_by')
    .orderBy('dispatch_by')
    .execute();
  const refunds = (await countRefunds(db)).open;
  const messages = await countOpenMessages(db);
  const { waiting, reported } = await countReviews(db);
  const send = items.filter(({ postBy }) => postBy === null || postBy <= date);
  return {
    date,
    steps: isSeller ? await readFirstSteps(db, details) : null,
    send,
    next: send.length > 0 ? [] : items.filter(({ postBy }) => postBy === laterParcels[0]?.day).slice(0, firstParcels),
    sendLater: laterParcels.map(({ day, parcels }) => ({ day: day ?? '', parcels: Number(parcels) })),
    asks: await readAsks(db, isSeller),
    problems: await readProblems(db, isSeller, now),
    sales: isSeller ? await readSales(db, date) : null,
    low: await readLow(db, lowStockLimit),
    counts: {
      toSend: (await countOrders(db, now)).toSend,
      refunds,
      messages,
      reviews: waiting + reported,
      asks: refunds + messages + waiting + reported + (await countApplicants(db)),
    },
  };
};
