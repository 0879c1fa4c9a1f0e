import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { formatSterling, type Pence, pence, sum, times } from '#contract/money.ts';
import { largestTotal, minutesToPay, type Order, type OrderLine, type OrderPayload, orderSteps } from '#contract/order.ts';
import { unitPrice } from '#contract/pricing.ts';
import type { UnpaidLimits } from '#contract/unpaid-limits.ts';
import { billingOf, type OrderRecord } from '#server/db/order-record.ts';
import type { Database, Tables } from '#server/db/schema.ts';
import type { Account } from '#server/domain/account-row.ts';
import { announceSale, catalogueEdition, inPounds } from '#server/domain/catalogue.ts';
import { emailKeyOf } from '#server/domain/email-key.ts';
import { Conflict, Failure, Invalid, NotFound } from '#server/domain/failure.ts';
import { maxListed } from '#server/domain/max-listed.ts';
import { newOrderId, readOrderId } from '#server/domain/order-id.ts';
import {
  claimStock,
  type OrderedProduct,
  readProducts,
  releaseStock,
  StockConflict,
  stockProblems,
  toStockClaim,
} from '#server/domain/order-stock.ts';
import { hashOf } from '#server/domain/rate-limit.ts';
import { enforceUnpaidLimits } from '#server/domain/unpaid-limits.ts';

/** Who orders: a signed-in shopper, or nobody that the shop knows. */
export type Buyer = { readonly id: string; readonly role: 'customer' | 'reseller' } | undefined;

/**
 * An order as asked for. `key` is the one for which there will never be a second; `shopOrigin` stands in links in mail, and `trader` in mail as
 * who sold; `minPence` is the smallest sum in pence that can be paid, and nothing at all can be had as well; `limits` are for what this buyer
 * and this client address hold without paying.
 */
export type OrderRequest = {
  readonly payload: OrderPayload;
  readonly key: string;
  readonly buyer: Buyer;
  readonly clientAddress: string;
  readonly limits: UnpaidLimits;
  readonly shopOrigin: string;
  readonly trader: string;
  readonly minPence: number;
  readonly now: Date;
};

/** The sentences of orders that cannot be shown. */
export const orderNotFound = 'There is no order with this number. Please check it against your e-mail.';
const lapsed = 'This order was not paid in time, so it was cancelled and nothing is on its way.';
const replaced = 'This order was changed before it was paid, and the one that took its place has a number of its own.';
const replacedButPaid = 'You paid for this order after another had taken its place. You will get all of it back, and an e-mail says more.';
const lapsedButPaid =
  'Your payment for this order came too late and the goods had been sold. You will get all of it back, and an e-mail says more.';

/** Notes what happened to an order, for the seller. The order's row must be locked, or new. */
export const addOrderEvent = async (transaction: Database, orderId: string, what: string, now: Date): Promise<void> => {
  await transaction
    .insertInto('order_event')
    .columns(['order_id', 'position', 'at', 'what'])
    .expression((row) =>
      row
        .selectFrom('order_event')
        .select(({ fn, val, lit }) => [
          val(orderId).as('order_id'),
          fn.coalesce(sql<number>`max(position) + 1`, lit(0)).as('position'),
          val(now.toISOString()).as('at'),
          val(what).as('what'),
        ])
        .where('order_id', '=', orderId),
    )
    .execute();
};

const readRow = (db: Database, id: string): Promise<Tables['order'] | undefined> =>
  db.selectFrom('order').selectAll().where('id', '=', id).executeTakeFirst();

const lockRow = (transaction: Database, id: string): Promise<Tables['order'] | undefined> =>
  transaction
    .updateTable('order')
    .set((order) => ({ status: order.ref('status') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();

/** Takes an order's row, so that nobody changes it before this transaction ends; throws `NotFound`. */
export const lockOrder = async (transaction: Database, orderId: string): Promise<Tables['order']> => {
  const row = await lockRow(transaction, orderId);
  if (!row) throw new NotFound(orderNotFound);
  return row;
};

/** Everything of one order, or nothing. Asks the same questions whether or not the order exists, so that it takes alike long. */
export const readOrder = async (db: Database, id: string): Promise<OrderRecord | undefined> => {
  const row = await readRow(db, id);
  const lines = await db.selectFrom('order_line').selectAll().where('order_id', '=', id).orderBy('position').execute();
  const payments = await db.selectFrom('payment').selectAll().where('order_id', '=', id).orderBy('attempt').execute();
  return row && { row, lines, payments };
};

/** Is money to be paid back for something that cannot be sent? */
export const needsPayback = ({ payments }: Pick<OrderRecord, 'payments'>): boolean => payments.some(({ status }) => status === 'refund');

/** Was money paid for something that cannot be sent, wherever that money is by now? */
export const hasUnusablePayment = ({ payments }: Pick<OrderRecord, 'payments'>): boolean =>
  payments.some(({ status }) => status === 'refund' || status === 'refunded');

const refuseLapsed = (found: OrderRecord): never => {
  const [unpaid, paid] = found.row.replaced_by === null ? [lapsed, lapsedButPaid] : [replaced, replacedButPaid];
  throw new Failure('notFound', hasUnusablePayment(found) ? paid : unpaid, undefined, { code: 'lapsed' });
};

const isStep = (status: Tables['order']['status']): boolean => orderSteps.some((step) => step === status);

const paymentOf = ({ row, payments }: OrderRecord): Order['payment'] => {
  if (isStep(row.status)) return 'paid';
  const last = payments.at(-1)?.status;
  return last === 'processing' || last === 'failed' ? last : 'open';
};

/** An order as a shopper reads it (contract, order). */
export const toOrder = (found: OrderRecord): Order => {
  const { row, lines } = found;
  return {
    _id: row.id,
    status: row.status,
    ...(row.shipping_method !== null && { shippingMethod: row.shipping_method }),
    ...(row.track_id !== null && { trackId: row.track_id }),
    overallTotal: inPounds(row.total),
    billingInfo: billingOf(found),
    items: lines.map((line) => ({
      _id: `${row.id}/${line.position + 1}`,
      quantity: line.quantity,
      product: { _id: line.product_id, name: line.product_name },
      ...(line.type_id !== null && { variation: { _id: line.type_id, name: line.type_name ?? '' } }),
      ...(line.color !== null && { color: line.color }),
      ...(line.size !== null && { size: line.size }),
      unitPrice: inPounds(line.unit_price),
      delivery: inPounds(line.delivery),
    })),
    goodsTotal: inPounds(row.goods_total),
    deliveryTotal: inPounds(row.delivery_total),
    note: row.note,
    createdAt: row.created_at,
    payment: paymentOf(found),
    ...(row.status === 'pending' && { payBy: row.pay_by }),
  };
};

/**
 * GET /order/getoneorder/{id}, also of an unpaid order: whoever holds the id may see it. `text` is the id as somebody
 * typed it. Throws `NotFound`, and for an order that was not paid in time a failure with the code `lapsed`.
 */
export const findOrder = async (db: Database, text: string): Promise<Order> => {
  const found = await readOrder(db, readOrderId(text));
  if (!found) throw new NotFound(orderNotFound);
  return found.row.status === 'lapsed' ? refuseLapsed(found) : toOrder(found);
};

/** Some orders' lines and payments in two questions. */
const withTheirLines = async (db: Database, rows: readonly Tables['order'][]): Promise<OrderRecord[]> => {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const lines = await db.selectFrom('order_line').selectAll().where('order_id', 'in', ids).orderBy('position').execute();
  const payments = await db.selectFrom('payment').selectAll().where('order_id', 'in', ids).orderBy('attempt').execute();
  const isOf =
    ({ id }: Tables['order']) =>
    ({ order_id }: { readonly order_id: string }) =>
      order_id === id;
  return rows.map((row) => ({ row, lines: lines.filter(isOf(row)), payments: payments.filter(isOf(row)) }));
};

/**
 * GET /order/mine: a shopper's orders, the newest first, without lapsed ones. Paid guest orders of the same address are listed only when
 * the mailbox was proved together with the password; unpaid ones never, as anybody may type an address.
 */
export const listOwnOrders = async (
  db: Database,
  { id, email, hasProvedMailbox }: Pick<Account, 'id' | 'email' | 'hasProvedMailbox'>,
): Promise<Order[]> => {
  const rows = await db
    .selectFrom('order')
    .selectAll()
    .where((row) => {
      const own = row('user_id', '=', id);
      if (!hasProvedMailbox) return own;
      return row.or([own, row.and([row('user_id', 'is', null), row('email_key', '=', emailKeyOf(email)), row('status', '!=', 'pending')])]);
    })
    .where('status', '!=', 'lapsed')
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(maxListed)
    .execute();
  return (await withTheirLines(db, rows)).map(toOrder);
};

/** Orders for the seller, the newest first, of one state or of all. */
export const listOrders = async (
  db: Database,
  { status, most = maxListed }: { readonly status?: Tables['order']['status'] | undefined; readonly most?: number | undefined },
): Promise<OrderRecord[]> => {
  const all = db.selectFrom('order').selectAll().orderBy('created_at', 'desc').orderBy('id').limit(most);
  return withTheirLines(db, await (status === undefined ? all : all.where('status', '=', status)).execute());
};

const digestOf = (payload: OrderPayload): string => createHash('sha256').update(JSON.stringify(payload)).digest('base64url');

/** The order that a key has made already; one that is paid is not given again, whatever is asked for now. */
const knownOrder = async (db: Database, { key, buyer }: OrderRequest, digest: string): Promise<Order> => {
  const request = await db.selectFrom('order_request').selectAll().where('key', '=', key).executeTakeFirstOrThrow();
  const standing = await latestReplacement(db, request.order_id, buyer);
  if (standing && isStep(standing.status)) refuseDuplicate('paid', standing.id);
  if (request.digest !== digest)
    throw new Invalid(
      'This order was sent before with something else in it. Please look at it again and order anew.',
      undefined,
      'keyUsed',
    );
  const found = await readOrder(db, request.order_id);
  if (!found) throw new NotFound(orderNotFound);
  if (found.row.status === 'lapsed')
    throw new Failure('conflict', 'This order was not paid in time, so it was cancelled. Please order anew.', undefined, {
      code: 'lapsed',
    });
  return toOrder(found);
};

type PricedLine = Omit<Tables['order_line'], 'order_id' | 'position'> & { readonly goods: Pence; readonly delivery: Pence };

/** A line by the one price rule and the cart's delivery: so much for each piece. */
const priceLine = (line: OrderLine, goods: OrderedProduct, isReseller: boolean): PricedLine => {
  const taken = toStockClaim(line, goods);
  const type = goods.types.find(({ _id }) => _id === taken.type_id);
  const { unit } = unitPrice({ ...goods, selectedVariation: type }, isReseller);
  return {
    ...taken,
    product_name: goods.name,
    type_name: type?.name ?? null,
    unit_price: unit,
    goods: times(unit, line.quantity),
    delivery: times(pence(goods.deliveryCost), line.quantity),
  };
};

const after = (now: Date, minutes: number): string => new Date(now.getTime() + minutes * 60_000).toISOString();

/** May this buyer let a new order take the place of that one? One that was made without signing in belongs to whoever has its id. */
export const mayReplace = ({ user_id }: Pick<Tables['order'], 'user_id'>, buyer: Buyer): boolean =>
  user_id === null || user_id === buyer?.id;

/**
 * The order that stands in the place of one: itself, or the last of those that took its place one after the other, as far as they are this
 * buyer's. Nothing when there is no such order.
 */
export const latestReplacement = async (
  db: Database,
  id: string,
  buyer: Buyer,
  read: (db: Database, id: string) => Promise<Tables['order'] | undefined> = readRow,
): Promise<Tables['order'] | undefined> => {
  const row = await read(db, id);
  if (!row || row.replaced_by === null) return row;
  const next = await latestReplacement(db, row.replaced_by, buyer, read);
  return next && mayReplace(next, buyer) ? next : row;
};

/** Says that an order stands as it was, because it is paid or about to be, so that there will be no second one. */
export const refuseDuplicate = (code: 'paid' | 'processing', orderId: string): never => {
  const message =
    code === 'paid'
      ? 'You have paid for this order already, so nothing was changed and nothing more was ordered. Please have a look at it.'
      : 'The payment for your order is on its way as it was, so nothing was changed and nothing more was ordered. Please have a look at it.';
  throw new Failure('conflict', message, undefined, { code, orderId });
};

/**
 * Takes back an unpaid order whose place another takes, with its goods, as part of that other's transaction. Its row is taken before the
 * catalogue's, as everywhere. One that has been paid, or is being paid, stands, and the other is refused.
 */
const takeBack = async (transaction: Database, { payload: { replaces, again }, buyer, now }: OrderRequest, by: string): Promise<void> => {
  if (replaces === undefined) return;
  const row = await latestReplacement(transaction, readOrderId(replaces), buyer, lockRow);
  if (!row || row.status === 'lapsed' || !mayReplace(row, buyer)) return;
  const { id } = row;
  if (row.status !== 'pending') {
    if (again !== undefined && readOrderId(again) === id) return;
    refuseDuplicate('paid', id);
  }
  const payments = await transaction.selectFrom('payment').select('status').where('order_id', '=', id).execute();
  if (payments.some(({ status }) => status === 'processing')) refuseDuplicate('processing', id);
  await announceSale(transaction);
  const lines = await transaction.selectFrom('order_line').selectAll().where('order_id', '=', id).execute();
  await releaseStock(transaction, lines);
  await transaction.updateTable('order').set({ status: 'lapsed', replaced_by: by, client_key: null }).where('id', '=', id).execute();
  await addOrderEvent(transaction, id, `Not paid yet, and changed: order ${by} took its place, its goods given back.`, now);
};

/** What the seller reads of a new order: whether its buyer meant to buy the same once more. */
const placedAs = async (db: Database, { payload: { again }, buyer }: OrderRequest): Promise<string> => {
  const before = again === undefined ? undefined : await latestReplacement(db, readOrderId(again), buyer);
  return before && isStep(before.status)
    ? `Placed, not yet paid. The buyer asked for it beside order ${before.id}.`
    : 'Placed, not yet paid.';
};

const fill = async (transaction: Database, id: string, request: OrderRequest): Promise<Order> => {
  const { payload, buyer, clientAddress, limits, shopOrigin, trader, minPence, now } = request;
  await takeBack(transaction, request, id);
  // Read before the catalogue's lock, for which every order of the shop waits, so that it is held for no longer than goods are taken.
  const edition = await catalogueEdition(transaction);
  const goods = await readProducts(
    transaction,
    payload.items.map(({ productId }) => productId),
  );
  const problems = stockProblems(payload.items, goods);
  if (Object.keys(problems).length > 0) throw new Conflict('Some of these goods cannot be had like this any more.', problems);

  const priced = payload.items.flatMap((line) => {
    const product = goods.get(line.productId);
    return product ? [priceLine(line, product, buyer?.role === 'reseller')] : [];
  });
  const [goodsTotal, deliveryTotal] = [sum(priced.map((line) => line.goods)), sum(priced.map(({ delivery }) => delivery))];
  const total = sum([goodsTotal, deliveryTotal]);
  if (total > largestTotal) throw new Invalid('This order is too large to be paid at once. Please write to us about it.');
  if (total > 0 && total < minPence)
    throw new Invalid(
      `The least that can be paid here is ${formatSterling(pence(minPence / 100))}. Please add something to your order.`,
      undefined,
      'tooLittle',
    );
  const emailKey = emailKeyOf(payload.billingInfo.email);
  const clientKey = buyer?.role === 'reseller' ? null : hashOf(`client:${clientAddress}`);
  const row = await transaction
    .insertInto('order')
    .values({
      id,
      status: 'pending',
      user_id: buyer?.id ?? null,
      billing: JSON.stringify(payload.billingInfo),
      note: payload.note,
      goods_total: goodsTotal,
      delivery_total: deliveryTotal,
      total,
      shop_origin: shopOrigin,
      trader,
      email_key: emailKey,
      replaced_by: null,
      client_key: clientKey,
      created_at: now.toISOString(),
      pay_by: after(now, minutesToPay),
      shipping_method: null,
      track_id: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  const lines = priced.map(({ goods: _, ...line }, position) => ({ ...line, order_id: id, position }));
  await transaction.insertInto('order_line').values(lines).execute();
  await addOrderEvent(transaction, id, await placedAs(transaction, request), now);
  if ((await announceSale(transaction)) !== edition) throw new StockConflict();
  await claimStock(transaction, priced);
  await enforceUnpaidLimits(transaction, { id, lines: payload.items, buyer, emailKey, clientKey }, limits);
  return toOrder({ row, lines, payments: [] });
};

/** So often an order is made anew before its shopper is told that somebody else was quicker. */
const mostTries = 5;

/**
 * POST /order/orders: takes the goods and keeps them for half an hour, or for good once they are paid. The first call with a key makes
 * the order; any other, at once or later, waits for it and gives the same one until that is paid, and is refused from then on. Throws `Conflict`
 * with each line's problem, a failure with the code `unpaidLimit` where too much waits to be paid, `Invalid` for a key that was used for
 * another order.
 */
export const placeOrder = async (db: Database, request: OrderRequest): Promise<Order> => {
  const digest = digestOf(request.payload);
  const place = (): Promise<Order> =>
    db.transaction().execute(async (transaction) => {
      const id = newOrderId();
      const isFirst = await transaction
        .insertInto('order_request')
        .values({ key: request.key, order_id: id, digest })
        .onConflict((conflict) => conflict.column('key').doNothing())
        .returning('key')
        .executeTakeFirst();
      return isFirst ? fill(transaction, id, request) : knownOrder(transaction, request, digest);
    });
  for (let tries = 1; ; tries += 1) {
    try {
      return await place();
    } catch (error) {
      if (!(error instanceof StockConflict) || tries === mostTries) throw error;
    }
  }
};
