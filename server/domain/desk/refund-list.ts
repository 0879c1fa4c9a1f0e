import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { DeskRefund, RefundPage, RefundView, refundStates } from '#contract/desk/refunds.ts';
import { orderSteps } from '#contract/order.ts';
import { after, day } from '#server/db/columns.ts';
import { countAll } from '#server/db/order-record.ts';
import type { Database } from '#server/db/schema.ts';
import { inPounds } from '#server/domain/catalogue/catalogue.ts';
import { findFirstPictures } from '#server/domain/catalogue/mail-pictures.ts';
import { listCounters } from '#server/domain/catalogue/stock-counters.ts';
import { countWhere, readPage } from '#server/domain/desk/cursor.ts';
import { NotFound } from '#server/domain/failure.ts';
import { declaredUnitsOf, deliveryForUnits } from '#server/domain/money/declared-units.ts';
import { type RefundRequestView, readRequest, showRefundRequest, toRefundViews } from '#server/domain/money/refund-requests.ts';
import { listOrderEvents } from '#server/domain/orders/order-events.ts';
import { readOrder } from '#server/domain/orders/orders.ts';
import { isOfBuyerOf } from '#server/domain/person.ts';

type State = (typeof refundStates)[number];

export const refundStateOf = ({ outcome, sentAt, receivedAt }: Pick<RefundRequestView, 'outcome' | 'sentAt' | 'receivedAt'>): State => {
  if (outcome === 'open') return receivedAt === null ? 'new' : 'received';
  if (outcome === 'exchange') return sentAt === null ? 'exchangeToSend' : 'exchangeSent';
  return outcome;
};

type View = { readonly where: RawBuilder<SqlBool>; readonly by: RawBuilder<string>; readonly operator: '>' | '<' };

const createdAt = sql<string>`created_at`;
const decidedAt = sql<string>`decided_at`;
/** Sorts requests with a due day before all others. */
const dueDayOrder = sql<string>`coalesce(due_on, 'none') || created_at`;

/** The rows of each view, as in its partial index, what it is sorted by, and whether that ascends (`>`). */
const views: Readonly<Record<RefundView, View>> = {
  open: { where: sql`decided_at is null`, by: dueDayOrder, operator: '>' },
  toSend: { where: sql`outcome = 'exchange' and sent_at is null`, by: decidedAt, operator: '>' },
  decided: { where: sql`decided_at is not null`, by: decidedAt, operator: '<' },
  all: { where: sql`1 = 1`, by: createdAt, operator: '<' },
};

/** How many wait for a decision, and how many exchanges for their parcel. */
export const countRefunds = async (db: Database): Promise<RefundPage['counts']> => ({
  open: await countWhere(db, 'refund', views.open.where),
  toSend: await countWhere(db, 'refund', views.toSend.where),
});

const toRows = async (db: Database, requests: readonly RefundRequestView[]): Promise<RefundPage['items']> => {
  const pictureOf = await findFirstPictures(
    db,
    requests.map(({ productId }) => productId),
  );
  return requests.map((view) => ({
    reference: view.reference,
    orderId: view.orderId,
    product: view.product,
    picture: pictureOf(view.productId),
    reason: view.reason,
    cancelled: view.cancelled,
    dueOn: view.dueOn,
    buyer: view.buyerName,
    createdAt: view.createdAt,
    state: refundStateOf(view),
    pictures: view.images.length,
    left: view.left,
  }));
};

/** A page of a view; `cursor` as an earlier page gave it. */
export const listRefunds = async (db: Database, view: RefundView, cursor: string | undefined): Promise<RefundPage> => {
  const { where, by, operator } = views[view];
  const { rows, next } = await readPage(db.selectFrom('refund').selectAll().select(by.as('sorted_by')).where(where), {
    by: [by, sql.ref('reference')],
    operator,
    cursorOf: (row) => [row.sorted_by, row.reference],
    after: cursor,
  });
  return { items: await toRows(db, await toRefundViews(db, rows)), next, counts: await countRefunds(db) };
};

/** Within this time other requests for the product are counted. */
const similarSeconds = 60 * day;
const maxOthers = 20;

/** How often the product was asked for back lately, and how many units were sold in that time. */
const countSimilar = async (db: Database, productId: string, now: Date): Promise<DeskRefund['similar']> => {
  const since = after(now, -similarSeconds);
  const requests = await countWhere(db, 'refund', sql`product_id = ${productId} and created_at >= ${since}`);
  const sold = await db
    .selectFrom('order')
    .innerJoin('order_line', 'order_line.order_id', 'order.id')
    .select(({ fn }) => fn.sum<number | null>('order_line.quantity').as('pieces'))
    .where('order.created_at', '>=', since)
    .where('order.status', 'in', orderSteps)
    .where('order_line.product_id', '=', productId)
    .executeTakeFirstOrThrow();
  return { requests, sold: Number(sold.pieces ?? 0) };
};

/** One request with all that a decision needs; `text` is its reference as typed. Throws `NotFound`. */
export const showRefund = async (db: Database, text: string, now: Date): Promise<DeskRefund> => {
  const view = await showRefundRequest(db, text);
  const units = declaredUnitsOf(await readRequest(db, text));
  const order = await readOrder(db, view.orderId);
  const [row] = await toRows(db, [view]);
  if (!order || !row) throw new NotFound(`There is no refund request ${text}.`);
  const lines = order.lines.filter(({ product_id }) => product_id === view.productId);
  const counters = await listCounters(db, [view.productId]);
  const left = lines.flatMap((line) => counters.filter(({ counts }) => counts(line)).map(({ stock, saleCount }) => stock - saleCount));
  const ofBuyer = db.selectFrom('order').select('order.id').where(isOfBuyerOf(order.row));
  const others = await db
    .selectFrom('refund')
    .selectAll()
    .where('order_id', 'in', ofBuyer)
    .where('reference', '!=', view.reference)
    .orderBy('created_at', 'desc')
    .limit(maxOthers)
    .execute();
  const events = await listOrderEvents(db, view.orderId);
  return {
    ...row,
    version: events.length,
    files: view.images,
    quantity: view.cancelledUnits || countAll(lines),
    paid: view.paid,
    delivery: inPounds(units.length > 0 ? deliveryForUnits(order, units) : lines.reduce((total, { delivery }) => total + delivery, 0)),
    inStock: left.length === 0 ? 0 : Math.min(...left),
    receivedAt: view.receivedAt,
    isUnsent: view.isUnsent,
    isPayable: view.receivedAt !== null || view.postedAt !== null || view.isUnsent,
    decidedAt: view.decidedAt,
    decidedBy: events.find(({ at, staff }) => at === view.decidedAt && staff !== null)?.staff ?? null,
    amount: view.amount,
    declineReason: view.declineReason,
    wentBack: view.wentBack,
    most: view.most,
    sentWith: view.sentWith,
    similar: await countSimilar(db, view.productId, now),
    others: (await toRefundViews(db, others)).map((other) => ({
      reference: other.reference,
      product: other.product,
      state: refundStateOf(other),
    })),
  };
};
