import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { type Day, isDay, plusDays, startOfUkDay, ukTime } from '#contract/delivery-dates.ts';
import { type Figures, type FiguresRange, figurePeriods, maxPeriods, type Sums } from '#contract/desk/figures.ts';
import { ownCurrency } from '#server/db/columns.ts';
import type { Database } from '#server/db/schema.ts';
import { inPounds } from '#server/domain/catalogue/catalogue.ts';
import { byteOrderMark } from '#server/domain/catalogue/catalogue-file.ts';
import { type ActingStaff, addStaffEvent } from '#server/domain/desk/staff.ts';
import { listSearchMisses } from '#server/domain/figures/search-misses.ts';
import { movementsIn } from '#server/domain/money/money-back.ts';
import { paymentStatus } from '#server/domain/money/payment-status.ts';
import { amountCell, toCsv } from '#server/domain/orders/order-file.ts';

/** UK days, `to` included. */
type Range = { readonly from: Day; readonly to: Day };

const defaultDays = 28;
const stockDays = 30;
const unsoldDays = 90;
const maxListed = 10;

/** Days whose order lines, and products that, are read together. */
const daysPerGoods = 1;
const productsPerPart = 500;

/** When a range begins and has ended, as time columns hold it. */
export const instantsOf = ({ from, to }: Range): readonly [start: string, end: string] => [
  startOfUkDay(from).toISOString(),
  startOfUkDay(to, 1).toISOString(),
];

const daysIn = ({ from, to }: Range): number => Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1;

/** The last day of the week, from Monday, or of the month that the day is in. */
const lastDayOf = {
  day: (day: Day): Day => day,
  week: (day: Day): Day => plusDays(day, (7 - new Date(day).getUTCDay()) % 7),
  month: (day: Day): Day => plusDays(`${plusDays(`${day.slice(0, 7)}-01`, 31).slice(0, 7)}-01`, -1),
} as const;

/** The days, weeks or months of a range; the first and the last may be cut off. */
export const periodsOf = ({ from, to, by }: FiguresRange): Range[] => {
  const periods: Range[] = [];
  for (let start = from; start <= to; ) {
    const last = lastDayOf[by](start);
    const end = last < to ? last : to;
    periods.push({ from: start, to: end });
    start = plusDays(end, 1);
  }
  return periods;
};

/** The range that a URL asks for, by default the last four weeks. One with too many bars gets longer periods, and is cut off in the end. */
export const readRange = (asked: { readonly [Name in keyof FiguresRange]?: string | undefined }, now: Date): FiguresRange => {
  const { from = '', to = '' } = asked;
  const isGiven = isDay(from) && isDay(to) && from <= to;
  const last = isGiven ? to : ukTime(now).day;
  const earliest = plusDays(last, 1 - maxPeriods * 28);
  const first = isGiven ? (from > earliest ? from : earliest) : plusDays(last, 1 - defaultDays);
  const by = figurePeriods.find((each) => each === asked.by) ?? 'day';
  const longEnough = figurePeriods
    .slice(figurePeriods.indexOf(by))
    .find((each) => periodsOf({ from: first, to: last, by: each }).length <= maxPeriods);
  return { from: first, to: last, by: longEnough ?? 'month' };
};

/** In pence. */
const sumNames = ['orders', 'total', 'delivery', 'vouchers', 'paidBack'] as const;

type PenceSums = Readonly<Record<(typeof sumNames)[number], number>>;

/** SQLite's driver is synchronous: a query that reads sums of so few days from an index does not hold the event loop for long. */
const daysPerSum = 31;

/** A range in parts of so many days at most. */
export const splitRange = ({ from, to }: Range, days: number): Range[] => {
  const parts: Range[] = [];
  for (let start = from; start <= to; start = plusDays(start, days)) {
    const end = plusDays(start, days - 1);
    parts.push({ from: start, to: end < to ? end : to });
  }
  return parts;
};

const sumPartsOf = (range: Range): Range[] => splitRange(range, daysPerSum);

/** Ranges of `daysPerSum` at most, in groups that have no more days together. */
const groupRanges = (ranges: readonly Range[]): Range[][] => {
  const groups: Range[][] = [];
  let days = daysPerSum;
  for (const range of ranges) {
    days += daysIn(range);
    if (days > daysPerSum) {
      groups.push([]);
      days = daysIn(range);
    }
    groups.at(-1)?.push(range);
  }
  return groups;
};

type SumRow = Readonly<Record<string, unknown>>;

/** The sums of each range of a group. */
const sumGroup = async (db: Database, ranges: readonly Range[]): Promise<SumRow[]> => {
  const spans = ranges.map(instantsOf);
  const rows = spans.map(([start, end], index) => sql`(${sql.lit(index)}, ${start}, ${end})`);
  const period = sql`period (number, starts_at, ends_at) as (values ${sql.join(rows)})`;
  const starts = spans.map(([start]) => start).toSorted();
  const ends = spans.map(([, end]) => end).toSorted();
  const sales = await sql<SumRow>`with ${period}
    select number, count(id) as orders, sum(total) as total, sum(delivery_total) as delivery, sum(discount_total) as vouchers
    from period left join "order" on invoiced_at >= starts_at and invoiced_at < ends_at group by number`.execute(db);
  const back = await sql<SumRow>`with ${period}
    select number, sum(amount) as "paidBack" from ${movementsIn([starts[0] ?? '', ends.at(-1) ?? ''])}
    inner join period on moved_at >= starts_at and moved_at < ends_at
    where currency = ${ownCurrency}
    and exists (select 1 from payment where payment.session_id = moved.session_id and payment.status = ${paymentStatus.paid})
    and exists (select 1 from "order" where "order".id = moved.order_id and invoice_number is not null)
    group by number`.execute(db);
  const isOf = (index: number) => (row: SumRow) => Number(row.number) === index;
  return spans.map((_, index) => ({ ...sales.rows.find(isOf(index)), ...back.rows.find(isOf(index)) }));
};

const addUp = (found: readonly SumRow[]): PenceSums =>
  Object.fromEntries(sumNames.map((name) => [name, found.reduce((total, sums) => total + Number(sums[name] ?? 0), 0)])) as PenceSums;

/**
 * The sums of each range, in pence: of the orders whose invoice was numbered in it, and of the money of such orders that went back in it, less what
 * came back to the shop. Read in parts, between which the event loop runs.
 */
export const sumRanges = async (db: Database, ranges: readonly Range[]): Promise<PenceSums[]> => {
  const parts = ranges.map(sumPartsOf);
  const found: SumRow[] = [];
  for (const group of groupRanges(parts.flat())) {
    await setImmediate();
    found.push(...(await sumGroup(db, group)));
  }
  return parts.map(({ length }) => addUp(found.splice(0, length)));
};

/** The total of these sums, in pounds. */
const toSums = (found: readonly PenceSums[]): Sums => {
  const { orders, ...amounts } = addUp(found);
  return {
    orders,
    total: inPounds(amounts.total),
    delivery: inPounds(amounts.delivery),
    vouchers: inPounds(amounts.vouchers),
    paidBack: inPounds(amounts.paidBack),
  };
};

type ProductSales = { readonly name: string; readonly pieces: number; readonly total: number };

/** What was sold of each product in a range, day by day: the lines of a year are too many for one query. */
const readSold = async (db: Database, range: Range): Promise<Map<string, ProductSales>> => {
  const sold = new Map<string, ProductSales>();
  for (const day of splitRange(range, daysPerGoods)) {
    await setImmediate();
    const [start, end] = instantsOf(day);
    const rows = await db
      .selectFrom('order_line')
      .innerJoin('order', 'order.id', 'order_line.order_id')
      .select(({ fn }) => [
        'product_id as productId',
        fn.max('product_name').as('name'),
        fn.sum('quantity').as('pieces'),
        fn.sum(sql`quantity * unit_price`).as('total'),
      ])
      .where('invoiced_at', '>=', start)
      .where('invoiced_at', '<', end)
      .groupBy('product_id')
      .execute();
    for (const { productId, name, pieces, total } of rows) {
      const before = sold.get(productId) ?? { name, pieces: 0, total: 0 };
      const longest = before.name > name ? before.name : name;
      sold.set(productId, { name: longest, pieces: before.pieces + Number(pieces), total: before.total + Number(total) });
    }
  }
  return sold;
};

const unsoldCount = sql<number>`stock - sale_count`;

/** Products by id, in parts. */
const readProductsOf = async (db: Database, ids: readonly string[]) => {
  const products = new Map<string, { readonly name: string; readonly left: number; readonly isSold: boolean }>();
  for (let from = 0; from < ids.length; from += productsPerPart) {
    await setImmediate();
    const rows = await db
      .selectFrom('product')
      .select(['id', 'name', 'withdrawn_at', unsoldCount.as('left')])
      .where('id', 'in', ids.slice(from, from + productsPerPart))
      .execute();
    for (const { id, withdrawn_at, ...row } of rows) products.set(id, { ...row, isSold: withdrawn_at === null });
  }
  return products;
};

/** Sorted by these numbers, the lowest first, then by id; the first few. */
const lowestFirst = <Row extends { readonly productId: string }>(rows: readonly Row[], keyOf: (row: Row) => number): Row[] =>
  rows.toSorted((one, other) => keyOf(one) - keyOf(other) || (one.productId < other.productId ? -1 : 1)).slice(0, maxListed);

const readGoods = async (db: Database, range: Range): Promise<Figures['goods']> => {
  const sold = [...(await readSold(db, range))].map(([productId, row]) => ({ productId, ...row }));
  const best = lowestFirst(sold, ({ total }) => -total);
  const products = await readProductsOf(
    db,
    best.map(({ productId }) => productId),
  );
  return best.map((row) => ({ ...row, name: products.get(row.productId)?.name ?? row.name, total: inPounds(row.total) }));
};

/** How long the stock of what sells will last, the shortest first. */
const readStock = async (db: Database, today: Day): Promise<Figures['stock']> => {
  const sold = await readSold(db, { from: plusDays(today, 1 - stockDays), to: today });
  const products = await readProductsOf(db, [...sold.keys()]);
  const stock = [...sold].flatMap(([productId, { pieces }]) => {
    const product = products.get(productId);
    return product?.isSold ? [{ productId, name: product.name, left: product.left, pieces }] : [];
  });
  return lowestFirst(stock, (row) => row.left / row.pieces).map(({ pieces, ...row }) => ({
    ...row,
    days: Math.floor((row.left * stockDays) / pieces),
  }));
};

const readUnsold = async (db: Database, today: Day): Promise<Figures['unsold']> => {
  const since = startOfUkDay(today, 1 - unsoldDays).toISOString();
  const sold = await readSold(db, { from: plusDays(today, 1 - unsoldDays), to: today });
  let unsold: { readonly productId: string; readonly name: string; readonly left: number; readonly createdAt: string }[] = [];
  for (let last = ''; ; ) {
    await setImmediate();
    const rows = await db
      .selectFrom('product')
      .select(['id as productId', 'name', unsoldCount.as('left'), 'created_at as createdAt', 'withdrawn_at'])
      .where('id', '>', last)
      .orderBy('id')
      .limit(productsPerPart)
      .execute();
    const old = rows.flatMap(({ withdrawn_at, ...row }) =>
      withdrawn_at === null && row.createdAt < since && row.left > 0 && !sold.has(row.productId) ? [row] : [],
    );
    unsold = lowestFirst([...unsold, ...old], ({ createdAt }) => Date.parse(createdAt));
    last = rows.at(-1)?.productId ?? '';
    if (rows.length < productsPerPart) break;
  }
  return unsold.map(({ createdAt: _, ...row }) => row);
};

/** What was sold in a range and in the one before, what sells best and not at all, and what people look for in vain. */
export const readFigures = async (db: Database, range: FiguresRange, now: Date): Promise<Figures> => {
  const today = ukTime(now).day;
  const periods = periodsOf(range);
  const before = { from: plusDays(range.from, -daysIn(range)), to: plusDays(range.from, -1) };
  const [earlier, ...sums] = await sumRanges(db, [before, ...periods]);
  return {
    ...range,
    now: toSums(sums),
    before: toSums(earlier ? [earlier] : []),
    periods: periods.map((period, index) => ({ ...period, ...toSums(sums.slice(index, index + 1)) })),
    goods: await readGoods(db, range),
    stock: await readStock(db, today),
    unsold: await readUnsold(db, today),
    searches: await listSearchMisses(db),
  };
};

/** The sums of a range by its periods, as CSV. */
export const exportFigures = async (
  db: Database,
  range: FiguresRange,
  { by, now }: ActingStaff & { readonly now: Date },
): Promise<string> => {
  const periods = periodsOf(range);
  if (by) await addStaffEvent(db, by, `${range.from}..${range.to}`, now);
  const sums = await sumRanges(db, periods);
  const lines = sums.map(({ orders, total, delivery, vouchers, paidBack }, index) =>
    toCsv([periods[index]?.from ?? '', periods[index]?.to ?? '', orders, ...[total, delivery, vouchers, paidBack].map(amountCell)]),
  );
  return [byteOrderMark, toCsv(['from', 'to', ...sumNames]), ...lines].join('');
};
