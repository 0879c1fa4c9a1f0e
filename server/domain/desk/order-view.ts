import type { DeskOrder } from '#contract/desk/orders.ts';
import { maxListed, ownCurrency } from '#server/db/columns.ts';
import type { OrderRecord } from '#server/db/order-record.ts';
import type { Database, OrderActor, Tables } from '#server/db/schema.ts';
import { inPounds } from '#server/domain/catalogue/catalogue.ts';
import { listCounters } from '#server/domain/catalogue/stock-counters.ts';
import { isBeforeDispatch } from '#server/domain/desk/correct-address.ts';
import { readOrderRows, toGoods } from '#server/domain/desk/order-list.ts';
import { mailsOf } from '#server/domain/desk/order-mails.ts';
import { listOrderNotes } from '#server/domain/desk/order-notes.ts';
import { refundStateOf } from '#server/domain/desk/refund-list.ts';
import { Failure, NotFound } from '#server/domain/failure.ts';
import { isOpen } from '#server/domain/money/ledger.ts';
import { readRefunds } from '#server/domain/money/order-refunds.ts';
import { showRefundRequest, toRefundViews } from '#server/domain/money/refund-requests.ts';
import { listRequests, refuseUncancellable } from '#server/domain/orders/cancel-order.ts';
import { listOrderEvents } from '#server/domain/orders/order-events.ts';
import { readOrderId } from '#server/domain/orders/order-id.ts';
import { type ReadOrder, toOrder } from '#server/domain/orders/orders.ts';
import { countAll, listPromised } from '#server/domain/orders/promised-pieces.ts';

const actors: Readonly<Record<OrderActor, string>> = {
  buyer: 'The buyer',
  seller: 'The seller',
  provider: 'The payment provider',
  job: 'The shop',
};

const maxOthers = 10;

/** How many pieces of a line's choice are on the shelf, those of unsent orders included; `null` for what is not counted any more. */
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
const readHistory = async (db: Database, orderId: string): Promise<DeskOrder['history']> => {
  const events = await listOrderEvents(db, orderId);
  const notes = await listOrderNotes(db, orderId);
  return [
    ...events.map(({ at, actor, what, staff }) => ({ at, by: staff ?? actors[actor], what, isNote: false })),
    ...notes.map(({ at, text, staff }) => ({ at, by: staff ?? 'Somebody', what: text, isNote: true })),
  ]
    .toSorted((one, other) => (one.at < other.at ? -1 : 1))
    .toReversed();
};

/** Other orders of the same account or email address. */
const readOtherOrders = async (db: Database, { row }: Pick<OrderRecord, 'row'>) =>
  db
    .selectFrom('order')
    .select(['id', 'created_at', 'status', 'total'])
    .where((order) =>
      order.or([
        ...(row.user_id === null ? [] : [order('user_id', '=', row.user_id)]),
        ...(row.email_key === '' ? [] : [order('email_key', '=', row.email_key)]),
        order('id', '=', row.id),
      ]),
    )
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

type Reading = { readonly read: ReadOrder; readonly now: Date };

/**
 * All that is known of an order, with the goods of the `replacement` alone where that is asked for; `text` is the id as typed, `read` how it is
 * read. Throws `NotFound`.
 */
export const showOrder = async (
  db: Database,
  text: string,
  { read, now }: Reading,
  replacement: string | null = null,
): Promise<DeskOrder> => {
  const id = readOrderId(text);
  const found = await read(db, id);
  const [row] = found ? await readOrderRows(db, [{ id, replacement }], now) : [];
  if (!found || !row) throw new NotFound(`There is no order ${text}.`);
  const goodsOf = await toGoods(db, found.lines);
  const onShelf = await readShelf(db, found.lines);
  const productIds = found.lines.map(({ product_id }) => product_id);
  const products = await db.selectFrom('product').select(['id', 'sku']).where('id', 'in', productIds).execute();
  const skus = new Map(products.map((product) => [product.id, product.sku]));
  const requests = await listRequests(db, id);
  const views = await toRefundViews(db, requests);
  const messages = await db
    .selectFrom('message')
    .select(['reference', 'text', 'created_at', 'answered_at'])
    .where('order_id', '=', id)
    .orderBy('created_at', 'desc')
    .limit(maxListed)
    .execute();
  const byHand = found.money.filter((money) => money.source === 'hand' && isOpen(money) && money.currency === ownCurrency);
  return {
    ...row,
    order: { ...toOrder(found), ...(await readRefunds(db, found)) },
    hasAccount: found.row.user_id !== null,
    // An exchange has one product.
    lines: (replacement === null
      ? found.lines
      : found.lines.filter(({ product_id }) => product_id === row.goods[0]?.productId).slice(0, 1)
    ).map((line, index) => ({ ...goodsOf(line), ...row.goods[index], sku: skus.get(line.product_id) ?? '', onShelf: onShelf(line) })),
    history: await readHistory(db, id),
    refunds: views.map((view) => ({
      reference: view.reference,
      product: view.product,
      outcome: refundStateOf(view),
      createdAt: view.createdAt,
    })),
    messages: messages.map(({ reference, text: words, created_at, answered_at }) => ({
      reference,
      text: words,
      createdAt: created_at,
      isAnswered: answered_at !== null,
    })),
    others: (await readOtherOrders(db, found)).map((other) => ({
      id: other.id,
      createdAt: other.created_at,
      status: other.status,
      total: inPounds(other.total),
    })),
    dueByHand: inPounds(byHand.reduce((total, { amount }) => total + amount, 0)),
    mails: mailsOf(found),
    canCancel: isCancellable(found, requests),
    canCorrectAddress: isBeforeDispatch(found.row.status),
  };
};

/** What a parcel has in it: `text` is the id of its order, or of an exchange the reference of the refund request. Throws `NotFound`. */
export const showParcel = async (db: Database, text: string, reading: Reading): Promise<DeskOrder> => {
  if (!/^R-/i.test(text)) return showOrder(db, text, reading);
  const { orderId, reference } = await showRefundRequest(db, text);
  return showOrder(db, orderId, reading, reference);
};
