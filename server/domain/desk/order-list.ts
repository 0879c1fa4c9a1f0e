import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { isDay, startOfUkDay, ukTime } from '#contract/delivery-dates.ts';
import type { OrderPage, OrderRow, OrderView } from '#contract/desk/orders.ts';
import { picturePath } from '#contract/picture.ts';
import { isOneLine } from '#contract/text-line.ts';
import {
  billingOf,
  buyerName,
  countAll,
  deliveryOptionOf,
  describeWay,
  furtherParcelsOf,
  type OrderRecord,
} from '#server/db/order-record.ts';
import type { Database, Tables } from '#server/db/schema.ts';
import { inPounds } from '#server/domain/catalogue/catalogue.ts';
import { findPictureStems } from '#server/domain/catalogue/mail-pictures.ts';
import { isBeforeDispatch } from '#server/domain/desk/correct-address.ts';
import { countWhere, isBeyond, pageLimit, readCursor, toPage } from '#server/domain/desk/cursor.ts';
import { addStaffEvent, type Staff } from '#server/domain/desk/staff.ts';
import { filterByWords, noWordFilter, type WordFilter } from '#server/domain/desk/words.ts';
import { declaredUnitsOf, describeUnits, linesOfParcel, unsentCancellations } from '#server/domain/money/declared-units.ts';
import { paymentStatus } from '#server/domain/money/payment-status.ts';
import { orderHead, orderLine } from '#server/domain/orders/order-file.ts';
import { readOrders } from '#server/domain/orders/orders.ts';

/** Identifies a row: an order, or the replacement of an exchange by its reference. `due` sorts parcels to send. */
type Key = { readonly id: string; readonly replacement: string | null; readonly due: string; readonly at: string };

const dispatchDueDay = sql<string>`coalesce(dispatch_by, '')`;
// Written as in the partial indexes.
const isToSend = sql<SqlBool>`status in ('confirmed', 'processing')`;
// `status || ''`: for the column alone SQLite takes an index of the status, and sorts all orders that were ever sent.
const isSent = sql<SqlBool>`status || '' in ('Dispatch', 'Delivered')`;
const isExchangeToSend = sql<SqlBool>`outcome = 'exchange' and sent_at is null`;
const [createdAt, id, decidedAt, reference] = [sql.ref('created_at'), sql.ref('id'), sql.ref('decided_at'), sql.ref('reference')];

/** Several common words may match no order together, and then all orders would be read: only this many of the newest are searched. */
const maxSearched = 2000;

const isNewest = sql<SqlBool>`created_at >= coalesce((select newer.created_at from "order" newer order by newer.created_at desc
  limit 1 offset ${sql.lit(maxSearched)}), '')`;

/** Between these UK days, both inclusive; with a parcel of this courier. */
type Limits = { readonly from?: string | undefined; readonly to?: string | undefined; readonly courier?: string | undefined };

/** Whether a parcel beside the first went by this courier. */
const hasFurtherParcelOf = (courier: string): RawBuilder<SqlBool> =>
  sql`replace(further_parcels, ${JSON.stringify({ shippingMethod: courier }).slice(1, -1)}, '') <> further_parcels`;

type Reading = Limits & { readonly cursor: readonly string[] | undefined; readonly filter: WordFilter };

/** The limits of a column with a time. */
const isWithin = (column: RawBuilder<unknown>, { from, to }: Limits): RawBuilder<SqlBool> =>
  sql.join(
    [
      sql`1 = 1`,
      ...(from === undefined ? [] : [sql`${column} >= ${startOfUkDay(from).toISOString()}`]),
      ...(to === undefined ? [] : [sql`${column} < ${startOfUkDay(to, 1).toISOString()}`]),
    ],
    sql` and `,
  );

/**
 * Parcels that must leave, the most urgent first, by the day that they are to be posted. `late`: only orders that should have gone, an exchange
 * has no promised day.
 */
const readParcelKeys = async (
  db: Database,
  { isLate, today, cursor, filter, ...limits }: Reading & { readonly isLate: boolean; readonly today: string },
): Promise<Key[]> => {
  const { from, to } = limits;
  const orders = await db
    .selectFrom('order')
    .select([dispatchDueDay.as('due'), 'created_at as at', 'id'])
    .where(isToSend)
    .where(filter.where('order.id'))
    .$if(isLate, (query) => query.where(sql<SqlBool>`${dispatchDueDay} > '' and ${dispatchDueDay} < ${today}`))
    .$if(from !== undefined, (query) => query.where(sql<SqlBool>`${dispatchDueDay} >= ${from}`))
    .$if(to !== undefined, (query) => query.where(sql<SqlBool>`${dispatchDueDay} <= ${to}`))
    .$if(cursor !== undefined, (query) => query.where(isBeyond([dispatchDueDay, createdAt, id], '>', cursor ?? [])))
    .orderBy(dispatchDueDay)
    .orderBy('created_at')
    .orderBy('id')
    .limit(pageLimit)
    .execute();
  const exchanges = isLate
    ? []
    : await db
        .selectFrom('refund')
        .select(['order_id as id', 'reference', 'decided_at'])
        .where(isExchangeToSend)
        .where(isWithin(decidedAt, limits))
        .where(filter.where('refund.order_id'))
        .$if(cursor !== undefined, (query) => query.where(isBeyond([decidedAt, reference], '>', [cursor?.[0] ?? '', cursor?.[2] ?? ''])))
        .orderBy('decided_at')
        .orderBy('reference')
        .limit(pageLimit)
        .execute();
  return [
    ...orders.map((row) => ({ ...row, replacement: null })),
    ...exchanges.map((row) => ({ id: row.id, replacement: row.reference, due: row.decided_at ?? '', at: '' })),
  ].toSorted((one, other) => (one.due === other.due ? 0 : one.due < other.due ? -1 : 1));
};

const readOrderKeys = async (
  db: Database,
  view: Exclude<OrderView, 'toSend' | 'late'>,
  { cursor, filter, courier, ...days }: Reading,
): Promise<Key[]> => {
  const rows = await db
    .selectFrom('order')
    .select(['id', 'created_at as at'])
    .where(filter.where('order.id'))
    .where(isWithin(createdAt, days))
    .$if(courier !== undefined, (query) =>
      query.where(({ eb, or }) => or([eb('shipping_method', '=', courier ?? ''), hasFurtherParcelOf(courier ?? '')])),
    )
    .$if(filter.isCapped, (query) => query.where(isNewest))
    .$if(view === 'sent', (query) => query.where(isSent))
    .$if(view === 'unpaid', (query) => query.where('status', '=', 'pending'))
    .$if(cursor !== undefined, (query) => query.where(isBeyond([createdAt, id], '<', cursor?.slice(1) ?? [])))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(pageLimit)
    .execute();
  return rows.map((row) => ({ ...row, replacement: null, due: '' }));
};

/** How many orders and exchanges are to be sent, how many of them should have gone, and how many orders are not paid. */
export const countOrders = async (db: Database, now: Date): Promise<OrderPage['counts']> => {
  const isLate = sql<SqlBool>`${dispatchDueDay} > '' and ${dispatchDueDay} < ${ukTime(now).day}`;
  return {
    toSend: (await countWhere(db, 'order', isToSend)) + (await countWhere(db, 'refund', isExchangeToSend)),
    late: await countWhere(db, 'order', sql`${isToSend} and ${isLate}`),
    unpaid: await countWhere(db, 'order', sql`status = 'pending'`),
  };
};

type Goods = OrderRow['goods'][number];

/** The goods of lines, with their pictures, by line. */
const goodsReader = async (db: Database, lines: readonly Tables['order_line'][]): Promise<(line: Tables['order_line']) => Goods> => {
  const stemOf = await findPictureStems(
    db,
    lines.map(({ product_id, color }) => ({ productId: product_id, color })),
  );
  return ({ product_id: productId, product_name: name, type_name, color, size, quantity }) => {
    const stem = stemOf({ productId, color });
    const choice = [type_name, color, size].filter(Boolean).join(', ');
    return { productId, name, choice, quantity, picture: stem === undefined ? '' : picturePath(stem) };
  };
};

/** The orders' versions, notes, unanswered messages and refund requests. */
const readRelated = async (db: Database, ids: readonly string[]) => {
  const versions = await db
    .selectFrom('order_event')
    .select(({ fn }) => ['order_id', fn.countAll().as('count')])
    .where('order_id', 'in', ids)
    .groupBy('order_id')
    .execute();
  const notes = await db.selectFrom('order_note').select('order_id').distinct().where('order_id', 'in', ids).execute();
  const messages = await db
    .selectFrom('message')
    .select('order_id')
    .distinct()
    .where('order_id', 'in', ids)
    .where('answered_at', 'is', null)
    .execute();
  const refunds = await db.selectFrom('refund').selectAll().where('order_id', 'in', ids).execute();
  return { versions: new Map(versions.map(({ order_id, count }) => [order_id, Number(count)])), notes, messages, refunds };
};

const flagsOf = ({ row }: OrderRecord, { notes, messages, refunds }: Awaited<ReturnType<typeof readRelated>>): OrderRow['flags'] => {
  const isOf = ({ order_id }: { readonly order_id: string }): boolean => order_id === row.id;
  const flags = {
    buyerNote: row.note !== '',
    gift: row.gift_message !== '',
    giftWrap: row.gift_wrap !== null,
    staffNote: notes.some(isOf),
    message: messages.some(isOf),
    refund: refunds.some((refund) => isOf(refund) && refund.decided_at === null),
    voucher: row.voucher_code !== null,
  };
  return (Object.keys(flags) as (keyof typeof flags)[]).filter((flag) => flags[flag]);
};

const paymentOf = ({ row, payments }: OrderRecord): OrderRow['payment'] => {
  const last = row.status === 'pending' ? payments.at(-1)?.status : undefined;
  return last === paymentStatus.processing || last === paymentStatus.failed ? last : null;
};

/** A row with what it was read from: an exchange has the line of its product alone. */
type Parcel = { readonly row: OrderRow; readonly found: OrderRecord; readonly lines: readonly Tables['order_line'][] };

/** These orders and replacements, in their order; what is not there is left out. */
export const readParcels = async (db: Database, keys: readonly Pick<Key, 'id' | 'replacement'>[], now: Date): Promise<Parcel[]> => {
  const ids = [...new Set(keys.map((key) => key.id))];
  if (ids.length === 0) return [];
  const records = new Map((await readOrders(db, ids)).map((found) => [found.row.id, found]));
  const relatedRows = await readRelated(db, ids);
  const goodsOf = await goodsReader(
    db,
    [...records.values()].flatMap(({ lines }) => lines),
  );
  const today = ukTime(now).day;
  return keys.flatMap(({ id: orderId, replacement }): Parcel[] => {
    const found = records.get(orderId);
    const exchange = relatedRows.refunds.find((refund) => refund.reference === replacement);
    if (!found || (replacement !== null && !exchange)) return [];
    const { row } = found;
    const way = deliveryOptionOf(row);
    const lines = exchange
      ? found.lines.filter(({ product_id }) => product_id === exchange.product_id)
      : linesOfParcel(found, relatedRows.refunds);
    const goods = lines.map(goodsOf);
    const [first] = goods;
    // A request names a product, not which of its choices are exchanged.
    const exchangeGoods = exchange &&
      first && { ...first, choice: goods.map(({ choice }) => choice).join(' / '), quantity: exchange.exchanged };
    const { city, postalCode } = billingOf(found);
    const parcel = exchange ?? row;
    const shownRow: OrderRow = {
      id: row.id,
      version: relatedRows.versions.get(row.id) ?? 0,
      replacement,
      buyer: buyerName(found),
      town: city,
      postcode: postalCode,
      goods: exchangeGoods ? [exchangeGoods] : goods,
      pieces: exchange?.exchanged ?? countAll(lines),
      cancelled: exchange ? '' : describeUnits(found, unsentCancellations(found, relatedRows.refunds).flatMap(declaredUnitsOf)),
      flags: flagsOf(found, relatedRows),
      status: exchange ? (exchange.sent_at === null ? 'confirmed' : 'Dispatch') : row.status,
      payment: paymentOf(found),
      way: exchange ? '' : describeWay(way),
      isCollected: !exchange && way?.collection !== undefined,
      postBy: exchange ? ukTime(new Date(exchange.decided_at ?? now)).day : row.dispatch_by,
      isLate: !exchange && isBeforeDispatch(row.status) && row.dispatch_by !== null && row.dispatch_by < today,
      total: exchange ? 0 : inPounds(row.total),
      createdAt: row.created_at,
      courier: parcel.shipping_method ?? '',
      tracking: parcel.track_id ?? '',
    };
    return [{ row: shownRow, found, lines: exchangeGoods ? lines.slice(0, 1) : lines }];
  });
};

/** How many of the newest orders in several parcels are read for names of couriers. */
const maxDivided = 500;

/** The names of couriers as the seller has entered them: of first parcels each by a look into the index, of further ones from the newest orders. */
const listCouriers = async (db: Database): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`with recursive courier (name) as (
      select min(shipping_method) from "order" where shipping_method > ''
      union all select (select min(shipping_method) from "order" where shipping_method > courier.name) from courier where courier.name is not null
    ) select name from courier where name is not null limit 50`.execute(db);
  const divided = await db
    .selectFrom('order')
    .select('further_parcels')
    .where('further_parcels', 'is not', null)
    .orderBy('created_at', 'desc')
    .limit(maxDivided)
    .execute();
  const further = divided.flatMap(furtherParcelsOf).map(({ shippingMethod }) => shippingMethod);
  return [...new Set([...rows.map(({ name }) => name), ...further])].toSorted();
};

/** `q`: words that each begin one of the order's words, see `order-words.ts`; `after` is the cursor of an earlier page. Invalid days are ignored. */
type OrderQuery = Limits & { readonly view: OrderView; readonly q?: string | undefined; readonly after?: string | undefined };

/** The keys of a page of a view; undefined where no order has these words. */
const readPage = async (db: Database, { view, q = '', after, from = '', to = '', courier = '' }: OrderQuery, now: Date) => {
  const filter = q.trim() === '' ? noWordFilter : await filterByWords(db, { table: 'order_word', key: 'order_id' }, q);
  if (!filter) return undefined;
  const isParcels = view === 'toSend' || view === 'late';
  const reading = {
    cursor: readCursor(after, 3),
    filter,
    from: isDay(from) ? from : undefined,
    to: isDay(to) ? to : undefined,
    courier: isOneLine(courier, 100) ? courier : undefined,
  };
  const keys = isParcels
    ? await readParcelKeys(db, { ...reading, isLate: view === 'late', today: ukTime(now).day })
    : await readOrderKeys(db, view, reading);
  const page = toPage(keys, (key) => [key.due, key.at, key.replacement ?? key.id]);
  return { ...page, searched: filter.isCapped && !isParcels ? maxSearched : null };
};

export const listOrders = async (db: Database, query: OrderQuery, now: Date): Promise<OrderPage> => {
  const counts = await countOrders(db, now);
  const couriers = query.view === 'sent' || query.view === 'all' ? await listCouriers(db) : [];
  const { rows, next, searched } = (await readPage(db, query, now)) ?? { rows: [], next: null, searched: null };
  return { items: (await readParcels(db, rows, now)).map(({ row }) => row), next, counts, searched, couriers };
};

/** All orders of a view as CSV, in its order; an exchange is in the line of its order. */
export const exportOrders = async (
  db: Database,
  wanted: Omit<OrderQuery, 'after'>,
  { by, now }: { readonly by: Staff; readonly now: Date },
): Promise<string> => {
  await addStaffEvent(db, by, 'orders', now);
  const lines = new Map<string, string>();
  for (let after: string | undefined = ''; after !== undefined; ) {
    const page = await readPage(db, { ...wanted, after }, now);
    const ids = [...new Set(page?.rows.map((key) => key.id))].filter((orderId) => !lines.has(orderId));
    const found = new Map(ids.length === 0 ? [] : (await readOrders(db, ids)).map((record) => [record.row.id, orderLine(record)]));
    for (const orderId of ids) lines.set(orderId, found.get(orderId) ?? '');
    after = page?.next ?? undefined;
  }
  return [orderHead, ...lines.values()].join('');
};
