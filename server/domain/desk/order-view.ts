import type { DeskOrder, PrintedOrders } from '#contract/desk/orders.ts';
import { maxListed, ownCurrency } from '#server/db/columns.ts';
import { countAll, type OrderRecord } from '#server/db/order-record.ts';
import type { Database, OrderActor, Tables } from '#server/db/schema.ts';
import { inPounds } from '#server/domain/catalogue/catalogue.ts';
import { listCounters } from '#server/domain/catalogue/stock-counters.ts';
import { isBeforeDispatch } from '#server/domain/desk/correct-address.ts';
import { readParcels } from '#server/domain/desk/order-list.ts';
import { mailsOf } from '#server/domain/desk/order-mails.ts';
import { isOwnNote, listOrderNotes } from '#server/domain/desk/order-notes.ts';
import { refundStateOf } from '#server/domain/desk/refund-list.ts';
import type { Staff } from '#server/domain/desk/staff.ts';
import { Failure, NotFound } from '#server/domain/failure.ts';
import { isRefundOpen } from '#server/domain/money/ledger.ts';
import { listRequests } from '#server/domain/money/order-refunds.ts';
import { toRefundViews } from '#server/domain/money/refund-requests.ts';
import { refuseUncancellable } from '#server/domain/orders/cancel-order.ts';
import { listOrderEvents } from '#server/domain/orders/order-events.ts';
import { readOrderId } from '#server/domain/orders/order-id.ts';
import { type ReadOrder, toOrder, withRefunds } from '#server/domain/orders/orders.ts';
import { listPromised } from '#server/domain/orders/promised-pieces.ts';
import { isOfBuyerOf } from '#server/domain/person.ts';

const actors: Readonly<Record<OrderActor, string>> = {
  buyer: 'The buyer',
  seller: 'The seller',
  provider: 'The payment provider',
  job: 'The shop',
};

const maxOthers = 10;

/** Units on the shelf of each line's variant, those of unsent orders included; `null` for a variant without a stock counter. */
const readShelf = async (db: Database, lines: readonly Tables['order_line'][]) => {
  const productIds = [...new Set(lines.map(({ product_id }) => product_id))];
  const counters = await listCounters(db, productIds);
  const promised = await listPromised(db, productIds);
  return (line: Tables['order_line']): number | null => {
    const onShelf = counters
      .filter(({ counts }) => counts(line))
      .map(({ stock, saleCount, counts }) => stock - saleCount + countAll(promised.filter(counts)));
    return onShelf.length === 0 ? null : Math.min(...onShelf);
  };
};

/** Events and notes, the newest first. */
const readHistory = async (db: Database, orderId: string, reader: Staff | undefined, now: Date): Promise<DeskOrder['history']> => {
  const events = await listOrderEvents(db, orderId);
  const notes = await listOrderNotes(db, orderId);
  return [
    ...events.map(({ at, actor, what, staff }) => ({ at, by: staff ?? actors[actor], what, isNote: false, ownNote: null })),
    ...notes.map(({ at, text, staff, position, account_id }) => ({
      at,
      by: staff ?? 'Somebody',
      what: text,
      isNote: true,
      ownNote: reader && isOwnNote({ at, account_id }, reader, now) ? position : null,
    })),
  ]
    .toSorted((one, other) => (one.at < other.at ? -1 : 1))
    .toReversed();
};

/** Other orders of the same account or email address. */
const readOtherOrders = async (db: Database, { row }: Pick<OrderRecord, 'row'>) =>
  db
    .selectFrom('order')
    .select(['id', 'created_at as createdAt', 'status', 'total'])
    .where(isOfBuyerOf(row))
    .where('id', '!=', row.id)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(maxOthers)
    .execute();

const isCancellable = (found: OrderRecord, requests: readonly Tables['refund'][]): boolean => {
  try {
    refuseUncancellable(found, requests);
    return true;
  } catch (error) {
    if (error instanceof Failure) return false;
    throw error;
  }
};

/** The lines of parcels, each with the SKU of its product. */
const readLines = async (db: Database, parcels: Awaited<ReturnType<typeof readParcels>>) => {
  const productIds = parcels.flatMap(({ lines }) => lines.map(({ product_id }) => product_id));
  const products = await db.selectFrom('product').select(['id', 'sku']).where('id', 'in', productIds).execute();
  const skus = new Map(products.map(({ id, sku }) => [id, sku]));
  return ({ row, lines }: (typeof parcels)[number]) =>
    lines.flatMap((line, index) => (row.goods[index] ? [{ ...row.goods[index], sku: skus.get(line.product_id) ?? '' }] : []));
};

/** What is printed of parcels, in the order of `ids`: those of orders, or of exchanges the references of their refund requests. */
export const printParcels = async (db: Database, ids: readonly string[], now: Date): Promise<PrintedOrders> => {
  if (ids.length === 0) return { items: [], missing: [] };
  const references = ids.map((id) => id.toUpperCase());
  const exchanges = await db.selectFrom('refund').select(['reference', 'order_id']).where('reference', 'in', references).execute();
  const keys = ids.map((id, index) => {
    const exchange = exchanges.find(({ reference }) => reference === references[index]);
    return { id: exchange?.order_id ?? readOrderId(id), replacement: exchange?.reference ?? null };
  });
  const parcels = await readParcels(db, keys, now);
  const linesOf = await readLines(db, parcels);
  const isFound = ({ id, replacement }: (typeof keys)[number]): boolean =>
    parcels.some(({ row }) => row.id === id && row.replacement === replacement);
  return {
    items: parcels.map((parcel) => ({ ...parcel.row, order: toOrder({ ...parcel.found, lines: parcel.lines }), lines: linesOf(parcel) })),
    missing: ids.filter((_, index) => !keys[index] || !isFound(keys[index])),
  };
};

/** `by`: the member of staff who reads it, for whom it tells which notes they may delete. */
type Reading = { readonly read: ReadOrder; readonly by?: Staff | undefined; readonly now: Date };

/** All that is known of an order; `text` is the id as typed, `read` how it is read. Throws `NotFound`. */
export const showOrder = async (db: Database, text: string, { read, by, now }: Reading): Promise<DeskOrder> => {
  const id = readOrderId(text);
  const record = await read(db, id);
  const [parcel] = record ? await readParcels(db, [{ id, replacement: null }], now) : [];
  if (!record || !parcel) throw new NotFound(`There is no order ${text}.`);
  const linesOf = await readLines(db, [parcel]);
  const onShelf = await readShelf(db, parcel.lines);
  const requests = await listRequests(db, id);
  const views = await toRefundViews(db, requests);
  const messages = await db
    .selectFrom('message')
    .select(['reference', 'text', 'created_at as createdAt', 'answered_at'])
    .where('order_id', '=', id)
    .orderBy('created_at', 'desc')
    .limit(maxListed)
    .execute();
  const byHand = record.money.filter((money) => money.source === 'hand' && isRefundOpen(money) && money.currency === ownCurrency);
  return {
    ...parcel.row,
    // Its items are the lines below, one for one.
    order: { ...(await withRefunds(db, record)), items: toOrder({ ...record, lines: parcel.lines }).items },
    hasAccount: record.row.user_id !== null,
    lines: linesOf(parcel).map((line, index) => ({ ...line, onShelf: parcel.lines[index] ? onShelf(parcel.lines[index]) : null })),
    history: await readHistory(db, id, by, now),
    refunds: views.map((view) => ({
      reference: view.reference,
      product: view.product,
      outcome: refundStateOf(view),
      createdAt: view.createdAt,
    })),
    messages: messages.map(({ answered_at, ...message }) => ({ ...message, isAnswered: answered_at !== null })),
    others: (await readOtherOrders(db, record)).map((other) => ({ ...other, total: inPounds(other.total) })),
    dueByHand: inPounds(byHand.reduce((total, { amount }) => total + amount, 0)),
    mails: mailsOf(record),
    canCancel: isCancellable(record, requests),
    canCorrectAddress: isBeforeDispatch(record.row.status),
  };
};
