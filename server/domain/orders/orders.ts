import { type DeliveryCharge, deliveryCharge, isPostcodeUnclear } from '#contract/delivery.ts';
import { type DeliverySettings, slowestMaking } from '#contract/delivery-dates.ts';
import { collectionId, type DeliveryOptions, type DeliveryPart } from '#contract/delivery-options.ts';
import { lessAmount, type Pence, pence, pounds, sum, times } from '#contract/money.ts';
import { maxOrderTotal, minutesToPay, type Order, type OrderLine, type OrderPayload, orderSteps } from '#contract/order.ts';
import { unitPrice } from '#contract/pricing.ts';
import { safetyFacts } from '#contract/product-fields.ts';
import type { Vat } from '#contract/vat.ts';
import type { VoucherLine } from '#contract/voucher.ts';
import { after, formatPence, maxListed, minute } from '#server/db/columns.ts';
import { billingOf, deliveryOptionOf, furtherParcelsOf, giftWrapOf, type OrderRecord, partsOf } from '#server/db/order-record.ts';
import type { Database, Tables } from '#server/db/schema.ts';
import { announceProducts, inPounds } from '#server/domain/catalogue/catalogue.ts';
import { promiseOf, readDeliveryOptions } from '#server/domain/delivery/delivery-options.ts';
import { writeOrderWords } from '#server/domain/desk/order-words.ts';
import { emailKeyOf } from '#server/domain/email-address.ts';
import { Conflict, Failure, Invalid, NotFound, Unauthorised } from '#server/domain/failure.ts';
import { isHeldBack, isPaidBack, isRefundOpen, usedRows } from '#server/domain/money/ledger.ts';
import { movementsBack } from '#server/domain/money/money-back.ts';
import { listRequests, readRefunds, requestsOf } from '#server/domain/money/order-refunds.ts';
import { hasUnusablePayment, paymentStatus } from '#server/domain/money/payment-status.ts';
import { formatInvoiceNumber, ratePrecision } from '#server/domain/orders/invoices.ts';
import { addOrderEvent, type OrderEvent } from '#server/domain/orders/order-events.ts';
import { newOrderId, readOrderId } from '#server/domain/orders/order-id.ts';
import {
  claimStock,
  type OrderedProduct,
  readProducts,
  releaseStock,
  stockProblems,
  toStockClaim,
} from '#server/domain/orders/order-stock.ts';
import { enforceUnpaidLimits, isTrustedBuyer, type UnpaidLimits } from '#server/domain/orders/unpaid-limits.ts';
import { isOrderOf, ownerOf } from '#server/domain/person.ts';
import { householdOf } from '#server/domain/rate-limit.ts';
import { cartNumbers } from '#server/domain/saved-lists/saved-lists.ts';
import { sha256 } from '#server/domain/secrets.ts';
import { discountOf, enforceVoucherUses, openVoucher } from '#server/domain/vouchers/vouchers.ts';

/** A signed-in shopper, or `undefined` for a guest. */
export type Buyer = { readonly id: string; readonly role: 'customer' | 'reseller' } | undefined;

/**
 * `key` is the idempotency key. `shopOrigin` is for links in mail and `trader` names the seller there. `minPence` is the smallest amount
 * the provider takes; an order of 0 is allowed as well. `limits` apply to unpaid orders of this buyer and client address.
 */
export type OrderRequest = {
  readonly payload: OrderPayload;
  readonly key: string;
  readonly buyer: Buyer;
  readonly clientIp: string;
  readonly limits: UnpaidLimits;
  readonly shopOrigin: string;
  readonly trader: string;
  readonly vat: Vat | undefined;
  /** When parcels are posted, for the arrival that the order is promised. */
  readonly delivery: DeliverySettings;
  readonly minPence: number;
  readonly now: Date;
};

/** An order whose payment page was never opened expires after this time; the checkout opens it with the order. */
export const minutesToOpenPayment = 10;

/** Messages for orders that cannot be shown. */
export const orderNotFound = 'We can’t find an order with that ID. Check the ID in your confirmation email.';
const expiredMessage = 'This order was not paid in time, so it was cancelled and nothing is on its way.';
const replacedMessage = 'This order was changed before it was paid, and the one that took its place has an ID of its own.';
const replacedPaidMessage =
  'You paid for this order after another had taken its place. You will get all of it back, and we have emailed you the details.';
const expiredPaidMessage =
  'Your payment for this order came too late, so nothing is on its way. You will get all of it back, and we have emailed you the details.';

const readRow = (db: Database, id: string): Promise<Tables['order'] | undefined> =>
  db.selectFrom('order').selectAll().where('id', '=', id).executeTakeFirst();

const lockRow = (transaction: Database, id: string): Promise<Tables['order'] | undefined> =>
  transaction
    .updateTable('order')
    .set((order) => ({ status: order.ref('status') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();

/** Locks an order's row until the transaction ends (an update that changes nothing, on both engines). Throws `NotFound`. */
export const lockOrder = async (transaction: Database, orderId: string): Promise<Tables['order']> => {
  const row = await lockRow(transaction, orderId);
  if (!row) throw new NotFound(orderNotFound);
  return row;
};

/** An order by its id: of an unknown one, `undefined`. */
export const readOrder = async (db: Database, id: string): Promise<OrderRecord | undefined> => (await readOrders(db, [id]))[0];

/** An order for the seller; `text` is the id as typed. Throws `NotFound`. */
export const requireOrder = async (db: Database, text: string): Promise<OrderRecord> => {
  const found = await readOrder(db, readOrderId(text));
  if (!found) throw new NotFound(`There is no order ${text}.`);
  return found;
};

/** `readOrder` under the order's lock. */
export const readLockedOrder = async (transaction: Database, text: string): Promise<OrderRecord> => {
  await lockRow(transaction, readOrderId(text));
  return requireOrder(transaction, text);
};

const refuseExpired = (found: OrderRecord): never => {
  const isReplaced = found.row.replaced_by !== null;
  const unpaidMessage = isReplaced ? replacedMessage : expiredMessage;
  const paidMessage = isReplaced ? replacedPaidMessage : expiredPaidMessage;
  throw new Failure('notFound', hasUnusablePayment(found) ? paidMessage : unpaidMessage, undefined, { code: 'expired' });
};

/** Paid, and neither expired nor cancelled since. */
export const isPaid = (status: Tables['order']['status']): boolean => orderSteps.some((step) => step === status);

const paymentOf = ({ row, payments }: OrderRecord): Order['payment'] => {
  if (isPaid(row.status)) return 'paid';
  const last = payments.at(-1)?.status;
  return last === paymentStatus.processing || last === paymentStatus.failed ? last : 'open';
};

/** Until when an unpaid order holds its stock. */
const payByOf = ({ row, payments }: OrderRecord): string =>
  payments.length > 0 ? row.pay_by : after(new Date(row.created_at), minutesToOpenPayment * minute);

/** What the buyer of a cancelled order reads: the reason, and where what was paid is. */
const cancellationOf = ({ row, money }: OrderRecord): NonNullable<Order['cancellation']> => {
  const reason = row.cancel_reason ?? '';
  return {
    ...(reason !== '' && { reason }),
    refund: money.some(isRefundOpen) ? 'due' : money.some(isPaidBack) && !money.some(isHeldBack) ? 'done' : 'none',
    by: row.cancelled_by ?? 'seller',
    ...(row.ended_at !== null && { at: row.ended_at }),
  };
};

/** What went back of the payment that its invoice is about, oldest first: what its buyer has, and what came back since. */
const moneyBackOf = (found: OrderRecord): Pick<Order, 'moneyBack' | 'moneyReturned'> => {
  const rows = usedRows(found);
  const moneyBack = movementsBack(rows.filter(isPaidBack)).map(({ amount, at, isDispute }) => ({
    amount: inPounds(amount),
    date: at,
    ...(isDispute && { isDispute }),
  }));
  const moneyReturned = rows.flatMap(({ amount, at, done_at, source }) =>
    done_at === null ? [] : [{ amount: inPounds(amount), date: done_at, returned: at, ...(source === 'dispute' && { isDispute: true }) }],
  );
  return { ...(moneyBack.length > 0 && { moneyBack }), ...(moneyReturned.length > 0 && { moneyReturned }) };
};

/** Once it was posted, its arrival counts from that day. */
const arrivalOf = (row: Tables['order']): Pick<Order, 'arrival'> => {
  const from = row.expected_from ?? row.arrives_from;
  const to = row.expected_by ?? row.arrives_by;
  if (from === null || to === null) return {};
  return { arrival: { from, to, ...(row.expected_from === null && row.dispatch_by !== null && { dispatchBy: row.dispatch_by }) } };
};

/** How it gets to its buyer, wrapped or not, and what that costs, where it is not standard delivery by item alone. */
const deliveryOf = (row: Tables['order']): Pick<Order, 'way' | 'deliveryParts' | 'giftWrap'> => {
  const way = deliveryOptionOf(row);
  const deliveryParts = partsOf(row);
  return { ...(way && { way }), ...(deliveryParts && { deliveryParts }), ...giftWrapOf(row) };
};

/** The number, day and seller of an order's invoice. */
const invoiceOf = ({ row }: OrderRecord): NonNullable<Order['invoice']> => ({
  number: formatInvoiceNumber(row.invoice_number ?? 0),
  date: row.invoiced_at ?? row.created_at,
  seller: row.trader,
  ...(row.vat_number !== null && row.vat_rate !== null && { vat: { number: row.vat_number, rate: row.vat_rate / ratePrecision } }),
});

/** An order in the contract's shape. */
export const toOrder = (found: OrderRecord): Order => {
  const { row, lines } = found;
  return {
    _id: row.id,
    status: row.status,
    ...(row.shipping_method !== null && { shippingMethod: row.shipping_method }),
    ...(row.track_id !== null && { trackId: row.track_id }),
    ...(row.further_parcels !== null && { furtherParcels: furtherParcelsOf(row) }),
    overallTotal: inPounds(row.total),
    billingInfo: billingOf(found),
    items: lines.map((line) => ({
      _id: `${row.id}/${line.position + 1}`,
      quantity: line.quantity,
      product: { _id: line.product_id, name: line.product_name },
      ...(line.type_id !== null && { variation: { _id: line.type_id, name: line.type_name ?? '' } }),
      ...(line.color !== null && { color: line.color }),
      ...(line.size !== null && { size: line.size }),
      ...(line.is_personalised === 1 && { personalised: true }),
      unitPrice: inPounds(line.unit_price),
      delivery: inPounds(line.delivery),
      ...(line.discount > 0 && { discount: inPounds(line.discount) }),
    })),
    goodsTotal: inPounds(row.goods_total),
    deliveryTotal: inPounds(row.delivery_total),
    ...deliveryOf(row),
    ...(row.voucher_code !== null && { voucher: { code: row.voucher_code, discount: inPounds(row.discount_total) } }),
    ...(row.invoice_number !== null && { invoice: invoiceOf(found) }),
    note: row.note,
    giftMessage: row.gift_message,
    createdAt: row.created_at,
    ...arrivalOf(row),
    ...moneyBackOf(found),
    ...(row.status === 'cancelled' ? { cancellation: cancellationOf(found) } : { payment: paymentOf(found) }),
    ...(row.status === 'Delivered' && row.ended_at !== null && { deliveredAt: row.ended_at }),
    ...(row.status === 'pending' && { payBy: payByOf(found) }),
  };
};

/** An order with its refund requests. */
export const withRefunds = async (db: Database, found: OrderRecord): Promise<Order> => ({
  ...toOrder(found),
  ...(await readRefunds(db, found)),
});

/** Orders with their refund requests, in one query; without what can still be cancelled, which their own pages show. */
export const withRequests = async (db: Database, orders: readonly OrderRecord[]): Promise<Order[]> => {
  const requests = await listRequests(db, ...orders.map(({ row }) => row.id));
  return orders.map((found) => ({ ...toOrder(found), ...requestsOf(found, requests) }));
};

/** How a call reads an order by its id: as it is stored, or after what is due by the clock. */
export type ReadOrder = (db: Database, id: string) => Promise<OrderRecord | undefined>;

/**
 * GET /order/getoneorder/{id}, paid or not: the id alone gives access. `text` is the id as typed. Throws `NotFound`, and a failure with the
 * code `expired` for an order that was not paid in time.
 */
export const findOrder = async (db: Database, text: string, read: ReadOrder = readOrder): Promise<Order> => {
  const found = await read(db, readOrderId(text));
  if (!found) throw new NotFound(orderNotFound);
  if (found.row.status === 'expired') return refuseExpired(found);
  return withRefunds(db, found);
};

/** Completes order rows with their lines, payments and money, in three queries. */
export const toRecords = async (db: Database, rows: readonly Tables['order'][]): Promise<OrderRecord[]> => {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const lines = await db.selectFrom('order_line').selectAll().where('order_id', 'in', ids).orderBy('position').execute();
  const payments = await db.selectFrom('payment').selectAll().where('order_id', 'in', ids).orderBy('attempt').execute();
  const money = await db.selectFrom('money').selectAll().where('order_id', 'in', ids).orderBy('created_at').execute();
  const belongsTo =
    ({ id }: Tables['order']) =>
    ({ order_id }: { readonly order_id: string | null }) =>
      order_id === id;
  return rows.map((row) => ({
    row,
    lines: lines.filter(belongsTo(row)),
    payments: payments.filter(belongsTo(row)),
    money: money.filter(belongsTo(row)),
  }));
};

/** Orders by their ids, in any order; unknown ones are left out. */
export const readOrders = async (db: Database, ids: readonly string[]): Promise<OrderRecord[]> =>
  toRecords(db, await db.selectFrom('order').selectAll().where('id', 'in', ids).execute());

/** A shopper's orders, newest first; expired ones, which nobody can open, are left out. */
export const readOwnOrders = async (db: Database, account: Parameters<typeof ownerOf>[0]): Promise<OrderRecord[]> => {
  const rows = await db
    .selectFrom('order')
    .selectAll()
    .where(isOrderOf(ownerOf(account)))
    .where('status', '!=', 'expired')
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(maxListed)
    .execute();
  return toRecords(db, rows);
};

/** The order that an idempotency key has created. Throws when it is paid or expired, or was created from another payload. */
const findByKey = async (db: Database, { key, buyer }: OrderRequest, digest: string): Promise<Order> => {
  const request = await db.selectFrom('order_request').selectAll().where('key', '=', key).executeTakeFirstOrThrow();
  const latest = await latestReplacement(db, request.order_id, buyer);
  if (latest && isPaid(latest.status)) refuseDuplicate('paid', latest.id);
  if (request.digest !== digest)
    throw new Invalid('This order was sent before with something else in it. Please review it and order again.', undefined, 'keyUsed');
  const found = await readOrder(db, request.order_id);
  if (!found) throw new NotFound(orderNotFound);
  const { status } = found.row;
  if (status === 'expired' || status === 'cancelled') {
    const message =
      status === 'expired'
        ? 'This order was not paid in time, so it was cancelled. Please order again.'
        : `${found.row.cancelled_by === 'buyer' ? 'You' : 'We'} have cancelled this order. Please order again.`;
    throw new Failure('conflict', message, undefined, { code: 'expired' });
  }
  return toOrder(found);
};

type PricedLine = Omit<Tables['order_line'], 'order_id' | 'position' | 'discount' | 'cart_up_to'> & {
  readonly goods: Pence;
  readonly delivery: Pence;
};

/** Prices a line by the contract's `unitPrice`; its delivery is per unit. */
export const priceLine = (line: OrderLine, product: OrderedProduct, isReseller: boolean): PricedLine => {
  const claim = toStockClaim(line, product);
  const type = product.types.find(({ _id }) => _id === claim.type_id);
  const { unit } = unitPrice({ ...product, selectedVariation: type }, isReseller);
  return {
    ...claim,
    product_name: product.name,
    type_name: type?.name ?? null,
    is_personalised: Number(product.personalised),
    facts: product.warnings && safetyFacts(product, type?.netQuantity || product.netQuantity),
    unit_price: unit,
    goods: times(unit, line.quantity),
    delivery: times(pence(product.deliveryCost), line.quantity),
  };
};

/** What decides the price of an order beside its lines. */
type Pricing = {
  readonly products: ReadonlyMap<string, OrderedProduct>;
  readonly isReseller: boolean;
  readonly options: DeliveryOptions;
  readonly wayId: string | undefined;
  readonly postcode: string;
};

/**
 * Lines of products that are sold, with prices and their shares of the standard delivery, and as the voucher rule takes them; and what delivery
 * costs. Throws `Conflict` with the code `delivery` for a way that there is not, or a region that nothing is delivered to.
 */
export const priceLines = (items: readonly OrderLine[], { products, isReseller, options, wayId, postcode }: Pricing) => {
  const priced = items.flatMap((line) => {
    const product = products.get(line.productId);
    return product ? [{ line: priceLine(line, product, isReseller), product }] : [];
  });
  const charge = deliveryCharge(options, {
    perItem: priced.map(({ line }) => line.delivery),
    goods: sum(priced.map(({ line }) => line.goods)),
    wayId,
    postcode,
  });
  if ('problem' in charge) throw refusedDelivery(charge);
  const lines = priced.map(({ line, product: { _id, category } }, index) => {
    const delivery = charge.shares[index] ?? sum([]);
    const forVoucher: VoucherLine = { productId: _id, categories: category, goods: line.goods, delivery };
    return { line: { ...line, delivery }, forVoucher };
  });
  return { lines, charge };
};

/** Throws `Invalid` with the code `postcode` where the price of delivery hangs on a postcode that cannot be read, and its buyer was not asked yet. */
const askAboutPostcode = (options: DeliveryOptions, { billingInfo: { postalCode }, way, isPostcodeConfirmed }: OrderPayload): void => {
  if (isPostcodeConfirmed || way === collectionId || !isPostcodeUnclear(options, postalCode)) return;
  const message =
    'Is this postcode right? We can’t tell what delivery to it costs. If it is, leave it as it is and place your order again.';
  throw new Invalid(message, { 'billingInfo.postalCode': message }, 'postcode');
};

const refusedDelivery = (refused: Extract<DeliveryCharge, { readonly problem: string }>): Conflict => {
  if (refused.problem === 'way') {
    const message = 'This way to get your order is not offered any more. Please choose another.';
    return new Conflict(message, { way: message }, 'delivery');
  }
  const message = `We’re sorry, we can’t deliver to ${refused.region}.`;
  return new Conflict(message, { 'billingInfo.postalCode': message }, 'delivery');
};

/** What wrapping an order costs its buyer, in pence; `null` for one who has not asked for it. Throws `Conflict` where it is not offered. */
const wrappingOf = ({ giftWrap }: DeliveryOptions, isWanted = false): Pence | null => {
  if (!isWanted) return null;
  if (giftWrap === null)
    throw new Conflict(
      'We don’t offer gift wrapping any more. Your order is not placed: please look at its total again.',
      undefined,
      'giftWrap',
    );
  return pence(giftWrap);
};

const toPart = ({ amount, ...part }: Extract<DeliveryCharge, { readonly total: Pence }>['parts'][number]): DeliveryPart => ({
  ...part,
  amount: pounds(amount),
});

/** May this buyer replace an order? A guest order may be replaced by anyone who has its id. */
export const mayReplace = ({ user_id }: Pick<Tables['order'], 'user_id'>, buyer: Buyer): boolean =>
  user_id === null || user_id === buyer?.id;

/** Follows `replaced_by` to the latest order that this buyer may replace; `undefined` for an unknown id. */
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

/** Throws: the earlier order is paid or being paid, so no second one is created. */
export const refuseDuplicate = (code: 'paid' | 'processing', orderId: string): never => {
  const message =
    code === 'paid'
      ? 'You have paid for this order already, so nothing was changed and nothing more was ordered.'
      : 'The payment for your order is on its way as it was, so nothing was changed and nothing more was ordered.';
  throw new Failure('conflict', message, undefined, { code, orderId });
};

/**
 * Releases the stock of an unpaid order that has just expired or been cancelled, in the same transaction, and makes its open payment pages
 * due to be closed.
 */
export const releaseOrder = async (transaction: Database, id: string, event: OrderEvent, now: Date): Promise<void> => {
  const { version } = await announceProducts(transaction);
  // Under the lock: a product that gets its first sizes has its lines count as of one of them.
  const lines = await transaction.selectFrom('order_line').selectAll().where('order_id', '=', id).execute();
  await releaseStock(transaction, lines, version);
  await transaction.updateTable('payment').set({ checked_at: null }).where('order_id', '=', id).execute();
  await addOrderEvent(transaction, id, event, now);
};

/**
 * Expires the unpaid order that a new one replaces and releases its stock, in the new one's transaction; returns that order. Throws when it is paid or being
 * paid. Lock order: order row before catalogue row, as everywhere.
 */
const expireReplaced = async (
  transaction: Database,
  { payload: { replaces, again }, buyer, now }: OrderRequest,
  newId: string,
): Promise<Tables['order'] | undefined> => {
  if (replaces === undefined) return undefined;
  const row = await latestReplacement(transaction, readOrderId(replaces), buyer, lockRow);
  if (!row || row.status === 'expired' || row.status === 'cancelled' || !mayReplace(row, buyer)) return undefined;
  const { id } = row;
  if (row.status !== 'pending') {
    if (again !== undefined && readOrderId(again) === id) return undefined;
    refuseDuplicate('paid', id);
  }
  const payments = await transaction.selectFrom('payment').select('status').where('order_id', '=', id).execute();
  if (payments.some(({ status }) => status === paymentStatus.processing)) refuseDuplicate('processing', id);
  await transaction.updateTable('order').set({ status: 'expired', replaced_by: newId, client_key: null }).where('id', '=', id).execute();
  const what = `Not paid yet, and changed: order ${newId} took its place, its goods given back.`;
  await releaseOrder(transaction, id, { actor: 'buyer', what }, now);
  return row;
};

/** The first event of an order; says when its buyer knowingly ordered the same again. */
const describePlacing = async (db: Database, { payload: { again }, buyer }: OrderRequest): Promise<string> => {
  const earlier = again === undefined ? undefined : await latestReplacement(db, readOrderId(again), buyer);
  return earlier && isPaid(earlier.status)
    ? `Placed, not yet paid. The buyer asked for it beside order ${earlier.id}.`
    : 'Placed, not yet paid.';
};

/**
 * Lines with prices and their share of the voucher's discount, and totals. Throws `Conflict` with an error per unavailable line, `Invalid`
 * for a total that cannot be paid, and why the voucher takes nothing off or it cannot be delivered or wrapped.
 */
const priceOrder = (
  { payload: { items, way, giftWrap, billingInfo }, buyer, minPence }: OrderRequest,
  { products, options }: Pick<Pricing, 'products' | 'options'>,
  voucher: Tables['voucher'] | undefined,
) => {
  const problems = stockProblems(items, products);
  if (Object.keys(problems).length > 0) throw new Conflict('Some of these items are no longer available like this.', problems);
  const { lines: priced, charge } = priceLines(items, {
    products,
    isReseller: buyer?.role === 'reseller',
    options,
    wayId: way,
    postcode: billingInfo.postalCode,
  });
  const goodsTotal = sum(priced.map(({ line }) => line.goods));
  const wrapping = wrappingOf(options, giftWrap);
  const extras = wrapping === null ? [] : [wrapping];
  const reduction =
    voucher &&
    discountOf(
      voucher,
      priced.map(({ forVoucher }) => forVoucher),
      minPence,
      sum([charge.extra, ...extras]),
    );
  const discountTotal = reduction?.discount ?? sum([]);
  const lines = priced.map(({ line: { goods: _, ...line } }, index) => ({ ...line, discount: reduction?.shares[index] ?? 0 }));
  const total = lessAmount(sum([goodsTotal, charge.total, ...extras]), discountTotal);
  if (total > maxOrderTotal) throw new Invalid('This order is too large to be paid at once. Please write to us about it.');
  if (total > 0 && total < minPence)
    throw new Invalid(
      `The least that can be paid here is ${formatPence(minPence)}. Please add something to your order.`,
      undefined,
      'tooLittle',
    );
  return { lines, goodsTotal, charge, wrapping, discountTotal, total };
};

const createOrder = async (transaction: Database, id: string, request: OrderRequest): Promise<Order> => {
  const { payload, buyer, clientIp, limits, shopOrigin, trader, vat, delivery, now } = request;
  const replacedOrder = await expireReplaced(transaction, request, id);
  const voucher = payload.voucher === undefined ? undefined : await openVoucher(transaction, payload.voucher, now);
  const clientKey = (await isTrustedBuyer(transaction, buyer)) ? null : sha256(`client:${householdOf(clientIp)}`);
  // Under the catalogue's lock, so that no price and no stock changes before the order is stored.
  const { version } = await announceProducts(transaction);
  const products = await readProducts(
    transaction,
    payload.items.map(({ productId }) => productId),
  );
  const options = await readDeliveryOptions(transaction);
  askAboutPostcode(options, payload);
  const { lines: priced, goodsTotal, charge, wrapping, discountTotal, total } = priceOrder(request, { products, options }, voucher);
  const emailKey = emailKeyOf(payload.billingInfo.email);
  const row = await transaction
    .insertInto('order')
    .values({
      id,
      status: 'pending',
      user_id: buyer?.id ?? null,
      billing: JSON.stringify(payload.billingInfo),
      note: payload.note,
      gift_message: payload.giftMessage,
      // The form forgets the tick on a reload, so a refusal of the replaced order stays.
      refuses_review_mail: Math.max(Number(payload.refusesReviewMail), replacedOrder?.refuses_review_mail ?? 0),
      goods_total: goodsTotal,
      delivery_total: charge.total,
      delivery_way: charge.way ? JSON.stringify(charge.way) : null,
      delivery_parts: charge.parts.length > 1 ? JSON.stringify(charge.parts.map(toPart)) : null,
      gift_wrap: wrapping,
      voucher_code: voucher?.code ?? null,
      discount_total: discountTotal,
      total,
      shop_origin: shopOrigin,
      trader,
      vat_number: vat?.number ?? null,
      vat_rate: vat ? Math.round(vat.rate * ratePrecision) : null,
      email_key: emailKey,
      client_key: clientKey,
      created_at: now.toISOString(),
      pay_by: after(now, minutesToPay * minute),
      ...promiseOf(delivery, charge.way, now, slowestMaking([...products.values()])),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  const cartChangeNumbers = buyer && payload.fromCart ? await cartNumbers(transaction, buyer.id, priced) : [];
  const lines = priced.map((line, position) => ({ ...line, order_id: id, position, cart_up_to: cartChangeNumbers[position] ?? null }));
  await transaction.insertInto('order_line').values(lines).execute();
  await addOrderEvent(transaction, id, { actor: 'buyer', what: await describePlacing(transaction, request) }, now);
  await writeOrderWords(transaction, id);
  await claimStock(transaction, priced, version);
  await enforceUnpaidLimits(transaction, { id, lines: payload.items, buyer, emailKey, clientKey }, limits);
  if (voucher) await enforceVoucherUses(transaction, voucher, { buyer, emailKey, orderId: id });
  return toOrder({ row, lines, payments: [], money: [] });
};

/** Whether the error means that the account was deleted meanwhile: the only row an order refers to that can be deleted. SQLite names no key. */
const isAccountGone = (error: unknown): boolean =>
  error instanceof Error && /order_account|FOREIGN KEY constraint failed/.test(error.message);

/**
 * POST /order/orders: creates an order and claims its stock until `pay_by`. Idempotent by key until the order is paid. Throws `Conflict`
 * with an error per line, failures with the codes `unpaidLimit` and `voucher`, and `Invalid` for a key that came with another payload.
 */
export const placeOrder = (db: Database, request: OrderRequest): Promise<Order> => {
  const digest = sha256(JSON.stringify(request.payload));
  return db
    .transaction()
    .execute(async (transaction) => {
      const id = newOrderId();
      const isFirst = await transaction
        .insertInto('order_request')
        .values({ key: request.key, order_id: id, digest })
        .onConflict((conflict) => conflict.column('key').doNothing())
        .returning('key')
        .executeTakeFirst();
      return isFirst ? createOrder(transaction, id, request) : findByKey(transaction, request, digest);
    })
    .catch((error: unknown) => {
      throw isAccountGone(error) ? new Unauthorised() : error;
    });
};
