import { ukDayOf } from '#contract/delivery-dates.ts';
import { lessAmount, type Pence, pounds, sum, times } from '#contract/money.ts';
import type { Order } from '#contract/order.ts';
import type { RefundRequest } from '#contract/refund.ts';
import { isOneLine } from '#contract/text-line.ts';
import { after, firstPage, formatCount, formatPence, hour, type Page } from '#server/db/columns.ts';
import { buyerName, countAll, type OrderRecord } from '#server/db/order-record.ts';
import type { Database, Money, Tables } from '#server/db/schema.ts';
import { addSellerNotice } from '#server/db/seller-notice.ts';
import { announceProducts } from '#server/domain/catalogue/catalogue.ts';
import { writeOrderWords } from '#server/domain/desk/order-words.ts';
import type { ActingStaff } from '#server/domain/desk/staff.ts';
import { Conflict, Invalid, NotFound } from '#server/domain/failure.ts';
import {
  declaredUnitsOf,
  describeUnits,
  isUnsent,
  leavingParcel,
  linesOfParcel,
  paidForUnits,
  refundDueDay,
  uncancelledUnits,
} from '#server/domain/money/declared-units.ts';
import {
  assignTo,
  grantableAmount,
  isHeldBack,
  nameOf,
  sumsOf,
  updateOwed,
  usedPayment,
  usedRows,
  wentBackForNone,
  withoutGoodwill,
} from '#server/domain/money/ledger.ts';
import { listRequests } from '#server/domain/money/order-refunds.ts';
import { cancelPaid } from '#server/domain/orders/cancel-order.ts';
import { addOrderEvent, checkVersion, type OrderEvent } from '#server/domain/orders/order-events.ts';
import { readOrderId } from '#server/domain/orders/order-id.ts';
import { claimStock, releaseStock, StockConflict, withCurrentSizes } from '#server/domain/orders/order-stock.ts';
import { isPaid, lockOrder, type ReadOrder, readOrder, readOrders, withRefunds } from '#server/domain/orders/orders.ts';
import { newReference, readReference } from '#server/domain/reference.ts';
import type { Email } from '#server/mail/email.ts';
import { queueBuyerEmail } from '#server/mail/outbox.ts';
import { recipientOf } from '#server/mail/templates/order-emails.ts';
import { type RefundDecision, refundDecidedEmail, refundReceivedEmail } from '#server/mail/templates/refund-emails.ts';

// The same for unknown and unpaid orders: it is all that can be said of either.
const orderNotFoundText = 'We cannot find a paid order with this ID. Check the ID in your confirmation email.';

/** Reads a paid order. Throws `NotFound` for an unknown or unpaid one. */
export const readPaidOrder = async (db: Database, id: string, read: ReadOrder = readOrder): Promise<OrderRecord> => {
  const found = await read(db, id);
  if (!found || !isPaid(found.row.status)) throw new NotFound(orderNotFoundText);
  return found;
};

/** GET /refund/getrefundorders/{orderId}; `text` is the id as typed. Throws `NotFound` for unknown and unpaid orders. */
export const findRefundOrder = async (db: Database, text: string, read?: ReadOrder): Promise<Order> =>
  withRefunds(db, await readPaidOrder(db, readOrderId(text), read));

const linesOf = ({ lines }: OrderRecord, productId: string): readonly Tables['order_line'][] =>
  lines.filter(({ product_id }) => product_id === productId);

/** Paid for a product in an order, delivery included, less what a voucher took off. */
const paidFor = (order: OrderRecord, productId: string): Pence =>
  sum(
    linesOf(order, productId).map(({ unit_price, quantity, delivery, discount }) =>
      lessAmount(sum([times(unit_price as Pence, quantity), delivery as Pence]), discount as Pence),
    ),
  );

const listRequestsFor = async (db: Database, order: OrderRecord, productId: string): Promise<Tables['refund'][]> =>
  (await listRequests(db, order.row.id)).filter(({ product_id }) => product_id === productId);

const grantedTotal = (requests: readonly Tables['refund'][]): number => requests.reduce((total, { amount }) => total + (amount ?? 0), 0);

/** What can still be refunded for a product, in pence: of what was paid for it, and of what can be granted of the whole payment. */
const refundableIn = (order: OrderRecord, productId: string, requests: readonly Tables['refund'][]): number => {
  const ofOrder = requests.filter(({ order_id }) => order_id === order.row.id);
  const left = paidFor(order, productId) - grantedTotal(ofOrder.filter(({ product_id }) => product_id === productId));
  return Math.min(left, grantableAmount(order, grantedTotal(ofOrder)));
};

/** Cancellations of the same product whose money is still to go back. */
const openCancellations = ({ order_id, product_id }: Tables['refund'], requests: readonly Tables['refund'][]): Tables['refund'][] =>
  requests.filter(
    (request) =>
      request.order_id === order_id && request.product_id === product_id && request.declared !== null && request.decided_at === null,
  );

/** What can be refunded for a request: for a cancellation at most what was paid for its units, for any other what open cancellations leave. */
const refundableFor = (row: Tables['refund'], order: OrderRecord, requests: readonly Tables['refund'][]): number => {
  const left = refundableIn(order, row.product_id, requests);
  if (row.declared !== null) return Math.min(left, paidForUnits(order, declaredUnitsOf(row)));
  const reserved = openCancellations(row, requests).reduce((total, request) => total + paidForUnits(order, declaredUnitsOf(request)), 0);
  return reserved === 0 ? left : Math.max(0, left - reserved);
};

const refundableOf = async (db: Database, order: OrderRecord, productId: string): Promise<number> =>
  refundableIn(order, productId, await listRequests(db, order.row.id));

/** Whether a buyer got all the money back for a product; never for one that a voucher paid for, or whose money a bank holds for a dispute. */
export const isRefundedInFull = async (db: Database, order: OrderRecord, productId: string): Promise<boolean> => {
  const unheld = { ...order, money: order.money.filter((row) => !isHeldBack(row)) };
  return paidFor(order, productId) > 0 && (await refundableOf(db, unheld, productId)) <= 0;
};

const refuse = (Refusal: typeof Invalid | typeof Conflict, message: string): never => {
  throw new Refusal(message, { ProductId: message });
};

const alreadyRefundedText = 'This product has been refunded in full already.';

const checkRefundable = async (db: Database, order: OrderRecord, productId: string): Promise<void> => {
  if (linesOf(order, productId).length === 0) refuse(Invalid, 'This product is not in that order. Choose one that is.');
  const open = (await listRequestsFor(db, order, productId)).find(({ decided_at }) => decided_at === null);
  if (open) refuse(Conflict, `We already have your request ${open.reference} for this product and will write to you about it.`);
  // What a voucher paid for can be exchanged.
  if (await isRefundedInFull(db, order, productId)) refuse(Conflict, alreadyRefundedText);
  if (paidFor(order, productId) > 0 && (await refundableOf(db, order, productId)) <= 0)
    refuse(
      Conflict,
      'Your bank holds the money while it looks into your dispute. If it decides that the money stays with us, you can ask for a refund then.',
    );
};

/** The reference of the open request that this one repeats, word for word and with as many pictures: its answer was lost on the way. */
const repeatedRequest = async (
  db: Database,
  order: OrderRecord,
  { ProductId, reason }: RefundRequest,
  pictures: number,
): Promise<string | undefined> => {
  const requests = await listRequestsFor(db, order, ProductId);
  const same = requests.find((each) => each.order_id === order.row.id && each.decided_at === null && each.reason === reason);
  if (!same) return undefined;
  const images = await db.selectFrom('refund_image').select('position').where('reference', '=', same.reference).execute();
  return images.length === pictures ? same.reference : undefined;
};

/** An encoded photograph under a random name: its content for the row, or `null` when it is a file. */
type NewRefundImage = Pick<Tables['refund_image'], 'file' | 'content'>;

/** Stores the photographs of refund requests: in their rows, or as files. All but `add` are about files only. */
export type RefundImageStore = {
  /** Checks and encodes images, and writes all files or none. Throws a `Failure` about `additionalImages`. */
  readonly add: (images: readonly Blob[]) => Promise<NewRefundImage[]>;
  /** The content of a file; undefined where it is missing. */
  readonly read: (file: string) => Promise<Buffer | undefined>;
  readonly remove: (files: readonly string[]) => Promise<void>;
  readonly listOlderThan: (time: Date) => Promise<string[]>;
};

const insertRequest = async (
  transaction: Database,
  { ProductId, reason }: RefundRequest,
  order: OrderRecord,
  images: readonly NewRefundImage[],
  now: Date,
): Promise<string> => {
  const reference = newReference('R');
  await transaction
    .insertInto('refund')
    .values({
      reference,
      order_id: order.row.id,
      product_id: ProductId,
      reason,
      created_at: now.toISOString(),
      exchanged: 0,
      restocked: 0,
    })
    .execute();
  if (images.length > 0)
    await transaction
      .insertInto('refund_image')
      .values(images.map((image, position) => ({ reference, position, ...image })))
      .execute();
  const productName = linesOf(order, ProductId)[0]?.product_name ?? ProductId;
  await addOrderEvent(transaction, order.row.id, { actor: 'buyer', what: `Refund request ${reference} for ${productName}.` }, now);
  await writeOrderWords(transaction, order.row.id);
  const email = refundReceivedEmail(order, { reference, reason, productName, pictures: images.length });
  await queueBuyerEmail(transaction, order, email, now);
  await addSellerNotice(transaction, 'refundRequest', reference, now);
  return reference;
};

/**
 * POST /refund/requestrefund: stores a request with its images and mails the buyer; returns the reference. Throws `NotFound` for an unknown
 * or unpaid order, `Invalid` for another order's product, `Conflict` for a second open request or nothing left, and what `add` throws. The same request
 * sent again has the same reference.
 */
export const requestRefund = async (
  db: Database,
  request: RefundRequest,
  images: readonly Blob[],
  { imageStore, now }: { readonly imageStore: Pick<RefundImageStore, 'add' | 'remove'>; readonly now: Date },
): Promise<string> => {
  const id = readOrderId(request.orderId);
  // Checked before the images, whose encoding is slow, and again under the order's lock.
  const found = await readPaidOrder(db, id);
  const repeated = await repeatedRequest(db, found, request, images.length);
  if (repeated !== undefined) return repeated;
  await checkRefundable(db, found, request.ProductId);
  const added = await imageStore.add(images);
  const removeAdded = () => imageStore.remove(added.map(({ file }) => file));
  try {
    const { reference, isNew } = await db.transaction().execute(async (transaction) => {
      await lockOrder(transaction, id);
      const order = await readPaidOrder(transaction, id);
      const first = await repeatedRequest(transaction, order, request, images.length);
      if (first !== undefined) return { reference: first, isNew: false };
      await checkRefundable(transaction, order, request.ProductId);
      return { reference: await insertRequest(transaction, request, order, added, now), isNew: true };
    });
    if (!isNew) await removeAdded();
    return reference;
  } catch (error) {
    await removeAdded();
    throw error;
  }
};

/** A refund that a request led to, as the seller sees it. */
const toRefund = ({ source, state, amount, at, reference, note }: Money) => ({
  source,
  state,
  amount: pounds(amount as Pence),
  at,
  reference,
  note,
});

/** Ledger rows that the decision may count for this request: see `wentBackForNone`. */
const countableMoney = ({ decided_at }: Tables['refund'], order: OrderRecord): readonly Money[] =>
  decided_at === null ? wentBackForNone(order) : [];

type RefundRelations = {
  readonly order: OrderRecord;
  readonly images: readonly Pick<Tables['refund_image'], 'reference' | 'file'>[];
  readonly requests: readonly Tables['refund'][];
};

const toView = (row: Tables['refund'], { order, images, requests }: RefundRelations) => {
  const paid = usedPayment(order);
  return {
    reference: row.reference,
    orderId: row.order_id,
    productId: row.product_id,
    product: linesOf(order, row.product_id)[0]?.product_name ?? row.product_id,
    reason: row.reason,
    /** What a cancellation is of, and how many units; '' and 0 of a request. */
    cancelled: describeUnits(order, declaredUnitsOf(row)),
    cancelledUnits: countAll(declaredUnitsOf(row)),
    /** An open cancellation of an order that is not sent: its goods must not be sent. */
    isUnsent: row.declared !== null && row.decided_at === null && isUnsent(order.row),
    postedAt: row.posted_at,
    dueOn: row.due_on,
    createdAt: row.created_at,
    outcome: row.outcome ?? ('open' as const),
    amount: row.amount === null ? null : pounds(row.amount as Pence),
    decidedAt: row.decided_at,
    declineReason: row.decline_reason,
    exchanged: row.exchanged,
    sentAt: row.sent_at,
    sentWith: [row.shipping_method, row.track_id].filter(Boolean).join(', '),
    receivedAt: row.received_at,
    restocked: row.restocked,
    buyer: recipientOf(order),
    buyerName: buyerName(order),
    // Paid for the product, and what of it can still be refunded.
    paid: pounds((row.declared === null ? paidFor(order, row.product_id) : paidForUnits(order, declaredUnitsOf(row))) as Pence),
    left: pounds(refundableFor(row, order, requests) as Pence),
    payment: paid ? `${paid.provider} ${paid.reference ?? paid.session_id}` : null,
    // What went back for no request, and may be said to be for this one; and what can be refunded if all of it is.
    wentBack: countableMoney(row, order).map((money) => ({ name: nameOf(money), amount: pounds(money.amount as Pence), at: money.at })),
    most: pounds(refundableFor(row, withoutGoodwill(order, countableMoney(row, order).map(nameOf)), requests) as Pence),
    // What went back for it, or is to go back: ledger rows, oldest first.
    refunds: order.money.filter(({ request }) => request === row.reference).map(toRefund),
    images: images.filter(({ reference }) => reference === row.reference).map(({ file }) => file),
  };
};

/**
 * A refund request for the seller; amounts in pounds. Its states (`outcome`), each for good:
 *
 *     open ──decide──┬──> full, partial     the amount is owed to the buyer, see `Money`;
 *                    │                      refused before `receivedAt`, unless the seller does without the goods
 *                    ├──> exchange          takes `exchanged` units from stock, sent at `sentAt`; refused while there are too few, and stays open
 *                    └──> declined          with a reason for the buyer, who may ask again
 *
 * Of a cancellation (`cancelled`) only `full` and, for goods that came back worth less, `partial` can be decided; its money is due at `dueOn`. Or it
 * is `withdrawn`: the buyer keeps the goods, which can be cancelled again. `full` of one that `isUnsent` puts its goods back to stock; when nothing
 * of the order is left to be sent, the order is cancelled.
 *
 * `receivedAt`: the goods came back, once, and `restocked` of them can be sold again. Those that an exchange or `withoutReturn` did not wait
 * for may come after the decision; restocked ones cannot be declined.
 */
export type RefundRequestView = ReturnType<typeof toView>;

/** Any number of requests in the same number of statements. Throws `NotFound` for one without its order. */
export const toRefundViews = async (db: Database, rows: readonly Tables['refund'][]): Promise<RefundRequestView[]> => {
  if (rows.length === 0) return [];
  const orderIds = [...new Set(rows.map(({ order_id }) => order_id))];
  const references = rows.map(({ reference }) => reference);
  const orders = await readOrders(db, orderIds);
  const related = {
    images: await db
      .selectFrom('refund_image')
      .select(['reference', 'file'])
      .where('reference', 'in', references)
      .orderBy('position')
      .execute(),
    requests: await listRequests(db, ...orderIds),
  };
  return rows.map((row) => {
    const order = orders.find(({ row: { id } }) => id === row.order_id);
    if (!order) throw new NotFound(orderNotFoundText);
    return toView(row, { order, ...related });
  });
};

/** A page of the requests for the seller, newest first; `isOpen` keeps those that wait for the seller: to be decided, or to be sent again. */
export const listRefundRequests = async (
  db: Database,
  { isOpen }: { readonly isOpen: boolean },
  { page, size }: Page = firstPage,
): Promise<RefundRequestView[]> => {
  const rows = await db
    .selectFrom('refund')
    .selectAll()
    .$if(isOpen, (query) =>
      query.where((row) => row.or([row('decided_at', 'is', null), row.and([row('outcome', '=', 'exchange'), row('sent_at', 'is', null)])])),
    )
    .orderBy('created_at', 'desc')
    .orderBy('reference')
    .limit(size)
    .offset((page - 1) * size)
    .execute();
  return toRefundViews(db, rows);
};

export const readRequest = async (db: Database, text: string): Promise<Tables['refund']> => {
  const row = await db.selectFrom('refund').selectAll().where('reference', '=', readReference('R', text)).executeTakeFirst();
  if (!row) throw new NotFound(`There is no refund request ${text}.`);
  return row;
};

/** One request by its reference as typed. Throws `NotFound`. */
export const showRefundRequest = async (db: Database, text: string): Promise<RefundRequestView> => {
  const [view] = await toRefundViews(db, [await readRequest(db, text)]);
  if (!view) throw new NotFound(orderNotFoundText);
  return view;
};

/**
 * The seller's decision. `full` is all that was paid for the product, delivery included, less earlier refunds; `amount` in pence.
 * An exchange is of all units by default; the buyer reads why a request is declined. Money goes back once the goods have been received,
 * or with `withoutReturn`: they are broken, lost, or proven to be on their way. `counting` names what went back already for no request and is
 * for this one (`wentBack`): the amount includes it.
 */
export type Decision =
  | ({ readonly outcome: 'full' } & RefundOptions)
  | ({ readonly outcome: 'partial'; readonly amount: Pence } & RefundOptions)
  | { readonly outcome: 'exchange'; readonly pieces?: number | undefined }
  | { readonly outcome: 'declined' | 'withdrawn'; readonly reason: string };

type RefundOptions = { readonly withoutReturn?: boolean | undefined; readonly counting?: readonly string[] | undefined };

/** The movements that a decision counts. Throws `Conflict` for one that is not offered, or no more. */
const readCounted = (decision: Decision, order: OrderRecord): readonly Money[] => {
  const names = 'counting' in decision ? (decision.counting ?? []) : [];
  const countedMoney = wentBackForNone(order).filter((row) => names.includes(nameOf(row)));
  if (countedMoney.length < names.length)
    throw new Conflict('What went back already has changed meanwhile, or is counted for another request. Please look at it again.');
  return countedMoney;
};

/** Whether a decision gives the buyer a reason instead of money. */
const isRefusal = (decision: Decision): decision is Extract<Decision, { readonly reason: string }> =>
  decision.outcome === 'declined' || decision.outcome === 'withdrawn';

const maxDeclineReason = 300;

const readDeclineReason = (decision: Decision): string | null => {
  if (!isRefusal(decision)) return null;
  const reason = decision.reason.trim();
  if (!isOneLine(reason, maxDeclineReason))
    throw new Invalid(`Say why in one line of at most ${maxDeclineReason} characters: the buyer reads it.`);
  return reason;
};

const decideAmount = async (
  transaction: Database,
  decision: Decision,
  order: OrderRecord,
  row: Tables['refund'],
): Promise<number | null> => {
  const productId = row.product_id;
  if (decision.outcome === 'exchange' || isRefusal(decision)) return null;
  if (paidFor(order, productId) === 0) throw new Conflict('Nothing was paid for this product, so it can be exchanged or declined.');
  if (await isRefundedInFull(transaction, order, productId))
    throw new Conflict(
      wentBackForNone(order).length > 0 ? `${alreadyRefundedText} If that was for this request, say so.` : alreadyRefundedText,
    );
  const requests = await listRequests(transaction, order.row.id);
  const left = refundableFor(row, order, requests);
  if (left <= 0 && refundableIn(order, productId, requests) > 0) {
    const references = openCancellations(row, requests).map(({ reference }) => reference);
    throw new Conflict(
      `What is left of the money for this product is for the cancellation ${references.join(', ')}. Refund that; this request can be declined.`,
    );
  }
  if (left <= 0) throw new Conflict('The buyer’s bank holds the money for a dispute. Decide when it is over, or decline the request.');
  if (decision.outcome === 'full') return left;
  if (decision.amount <= 0) throw new Invalid('A partial refund is more than nothing.');
  if (decision.amount > left) throw new Invalid(`That is more than the ${formatPence(left)} that can be refunded for this product.`);
  return decision.amount;
};

/** A cancellation is a declaration: it is answered with its money, less what goods that came back have lost, unless the buyer keeps the goods. */
const requireRefund = (decision: Decision, { declared, received_at, posted_at }: Tables['refund']): void => {
  if (declared === null && decision.outcome === 'withdrawn')
    throw new Conflict('This is a refund request, and no cancellation: it can be declined, not withdrawn.');
  if (declared === null) return;
  if (decision.outcome === 'withdrawn' && (received_at !== null || posted_at !== null))
    throw new Conflict('The goods, or the proof that they were posted, have come, so the buyer does not keep them: refund it.');
  if (decision.outcome === 'exchange' || decision.outcome === 'declined')
    throw new Conflict('The buyer has cancelled this, which cannot be declined or exchanged: refund it.', undefined, 'cancelled');
  if (decision.outcome === 'partial' && received_at === null)
    throw new Conflict(
      'Less than all goes back for a cancellation only once the goods are back and have lost worth.',
      undefined,
      'cancelled',
    );
};

const requireReturn = (decision: Decision, { received_at, posted_at }: Tables['refund']): void => {
  if (decision.outcome === 'exchange' || isRefusal(decision)) return;
  if (received_at === null && posted_at === null && !decision.withoutReturn)
    throw new Conflict(
      'Money goes back once the goods have been received and inspected, unless they are broken, lost or proven to be on their way.',
      undefined,
      'goodsNotReceived',
    );
  if (received_at !== null && decision.withoutReturn)
    throw new Invalid(`The goods were received on ${ukDayOf(received_at)}, so this is no refund without a return.`);
};

type Deciding = {
  readonly order: OrderRecord;
  readonly amount: number | null;
  readonly reason: string | null;
  readonly alreadyRefunded: number;
};

const toRefundDecision = (decision: Decision, { order, amount, reason, alreadyRefunded }: Deciding): RefundDecision => {
  if (isRefusal(decision)) {
    const { outcome } = decision;
    const why = reason ?? '';
    return outcome === 'declined' ? { outcome, reason: why } : { outcome, reason: why, hasMoneyBack: sumsOf(usedRows(order)).back > 0 };
  }
  if (decision.outcome === 'exchange' || amount === null) return { outcome: 'exchange' };
  return {
    outcome: decision.outcome,
    amount,
    alreadyRefunded: Math.min(alreadyRefunded, amount),
    isWithoutReturn: decision.withoutReturn ?? false,
  };
};

const describeDecision = (reference: string, decided: RefundDecision, exchanged: number): Pick<OrderEvent, 'what' | 'erased'> => {
  if (decided.outcome === 'withdrawn' || decided.outcome === 'declined') {
    const erased =
      decided.outcome === 'declined'
        ? `Refund request ${reference}: declined.`
        : `Cancellation ${reference}: withdrawn, the buyer keeps the goods.`;
    return { what: `${erased} ${decided.reason}`, erased };
  }
  if (decided.outcome === 'exchange')
    return { what: `Refund request ${reference}: exchange, ${formatCount(exchanged, 'piece')} taken from stock.` };
  const condition = decided.isWithoutReturn ? ' without a return' : '';
  const alreadyRefunded = decided.alreadyRefunded > 0 ? `, of which ${formatPence(decided.alreadyRefunded)} had gone back before` : '';
  return {
    what: `Refund request ${reference}: ${decided.outcome} refund of ${formatPence(decided.amount)}${condition}${alreadyRefunded}.`,
  };
};

/** The lines of `pieces` units of a product in an order, of all units by default. Throws `Invalid` when it is not clear which units are meant. */
const linesOfUnits = (order: OrderRecord, productId: string, pieces: number | undefined): Tables['order_line'][] =>
  linesOfUnitsIn(linesOf(order, productId), pieces);

/** As `linesOfUnits`, of these lines. */
const linesOfUnitsIn = (lines: readonly Tables['order_line'][], pieces: number | undefined): Tables['order_line'][] => {
  const ordered = countAll(lines);
  if (pieces === undefined || pieces === ordered) return [...lines];
  if (pieces < 1 || pieces > ordered) throw new Invalid(`The order has ${formatCount(ordered, 'piece')} of this product.`);
  if (lines.length > 1)
    throw new Invalid('The order has this product in several options, so it is not clear which pieces are meant. Leave their number out.');
  return lines.map((line) => ({ ...line, quantity: pieces }));
};

/** Units of a product in an order that its buyer has not cancelled. */
const countUncancelled = (order: OrderRecord, productId: string, requests: readonly Tables['refund'][]): number =>
  linesOf(order, productId).reduce((count, line) => count + uncancelledUnits(line, requests), 0);

/** Throws `Conflict` for more units than the buyer has left uncancelled. */
const refuseCancelled = (pieces: number, uncancelled: number): void => {
  if (pieces <= uncancelled) return;
  throw new Conflict(
    uncancelled === 0
      ? 'The buyer has cancelled all pieces of this product, so none can be exchanged.'
      : `The buyer has cancelled some pieces of this product: only ${formatCount(uncancelled, 'piece')} can be exchanged.`,
  );
};

/** Takes an exchange's replacement units from stock; returns how many. Throws `Conflict` when there are too few, or the buyer has cancelled them. */
const takeExchanged = async (transaction: Database, order: OrderRecord, productId: string, pieces: number | undefined): Promise<number> => {
  const lines = linesOfUnits(order, productId, pieces);
  const requests = await listRequestsFor(transaction, order, productId);
  refuseCancelled(countAll(lines), countUncancelled(order, productId, requests));
  const { version } = await announceProducts(transaction);
  try {
    await claimStock(transaction, await withCurrentSizes(transaction, lines), version);
  } catch (error) {
    if (!(error instanceof StockConflict)) throw error;
    throw new Conflict(
      `There is too little of ${lines[0]?.product_name ?? productId} in stock to send ${formatCount(countAll(lines), 'piece')} again, so the request stays open. Add stock and decide it then, or refund it.`,
    );
  }
  return countAll(lines);
};

/** Units of lines that went back to stock, for the row of their request; the order `isSent` or not. */
const restockColumns = (lines: readonly Tables['order_line'][], isSent: boolean): Pick<Tables['refund'], 'restocked' | 'unsent'> => {
  const units = lines.map(({ position, quantity }) => ({ position, quantity }));
  return { restocked: countAll(lines), unsent: isSent || units.length === 0 ? null : JSON.stringify(units) };
};

/** Restocks the goods of a cancellation that were still to be sent; returns them by line. Units without a stock counter are skipped. */
const keepGoods = async (transaction: Database, order: OrderRecord, row: Tables['refund']): Promise<Tables['order_line'][]> => {
  const { version } = await announceProducts(transaction);
  const lines = leavingParcel(order, row, await listRequestsFor(transaction, order, row.product_id));
  await releaseStock(transaction, await withCurrentSizes(transaction, lines), version);
  return lines;
};

/**
 * Cancels an order of which nothing is left to be sent, no exchange either, so that all that is left of the payment goes back as well.
 */
const cancelEmptied = async (transaction: Database, orderId: string, by: ActingStaff['by'], now: Date): Promise<void> => {
  const order = await readPaidOrder(transaction, orderId);
  const requests = await listRequests(transaction, orderId);
  if (requests.some(({ outcome, sent_at }) => outcome === 'exchange' && sent_at === null)) return;
  if (linesOfParcel(order, requests).length === 0) await cancelPaid(transaction, order, requests, { actor: 'buyer', reason: '', by, now });
};

/** Decides in a transaction; returns the request, and the mail to the buyer, which is not queued. */
const decide = async (transaction: Database, text: string, decision: Decision, { seen, by, now }: ActingStaff & { readonly now: Date }) => {
  const declineReason = readDeclineReason(decision);
  const { reference, order_id } = await readRequest(transaction, text);
  await lockOrder(transaction, order_id);
  await checkVersion(transaction, order_id, seen);
  const row = await readRequest(transaction, reference);
  if (row.decided_at !== null) throw new Conflict(`This request was decided on ${ukDayOf(row.decided_at)}: ${row.outcome}.`);
  const order = await readPaidOrder(transaction, order_id);
  requireRefund(decision, row);
  const countedMoney = readCounted(decision, order);
  const amount = await decideAmount(transaction, decision, withoutGoodwill(order, countedMoney.map(nameOf)), row);
  const isKept = row.declared !== null && isUnsent(order.row) && decision.outcome === 'full';
  if (!isKept) requireReturn(decision, row);
  if (decision.outcome === 'declined' && row.restocked > 0)
    throw new Conflict('Its goods are back in stock, so the request can be refunded or exchanged, not declined.');
  const exchangedQuantity = decision.outcome === 'exchange' ? await takeExchanged(transaction, order, row.product_id, decision.pieces) : 0;
  const alreadyRefunded = countedMoney.reduce((total, { amount }) => total + amount, 0);
  const decided = toRefundDecision(isKept ? { outcome: 'full' } : decision, { order, amount, reason: declineReason, alreadyRefunded });
  const keptGoods = isKept && { received_at: now.toISOString(), ...restockColumns(await keepGoods(transaction, order, row), false) };
  await transaction
    .updateTable('refund')
    .set({
      outcome: decision.outcome,
      amount,
      exchanged: exchangedQuantity,
      decline_reason: declineReason,
      decided_at: now.toISOString(),
      ...keptGoods,
    })
    .where('reference', '=', reference)
    .execute();
  await addOrderEvent(transaction, order_id, { actor: 'seller', ...describeDecision(reference, decided, exchangedQuantity), by }, now);
  await assignTo(transaction, order, reference, countedMoney);
  if (amount !== null) await updateOwed(transaction, await readPaidOrder(transaction, order_id), { now });
  if (isKept) await cancelEmptied(transaction, order_id, by, now);
  const view = await showRefundRequest(transaction, reference);
  const email = refundDecidedEmail(order, { reference, productName: view.cancelled || view.product }, decided, view.cancelled !== '');
  return { view, order, email };
};

/**
 * Decides an open request for good, owes the buyer its amount or takes the stock of an exchange, and mails the buyer. Throws `NotFound`,
 * `Conflict` for a decided request, money for goods that were not received, or too little stock, `Invalid` for an amount or units out of
 * range, no reason to decline, or `withoutReturn` for goods that were received.
 */
export const decideRefundRequest = (
  db: Database,
  text: string,
  decision: Decision,
  now: Date,
  acting: ActingStaff = {},
): Promise<RefundRequestView> =>
  db.transaction().execute(async (transaction) => {
    const { view, order, email } = await decide(transaction, text, decision, { ...acting, now });
    await queueBuyerEmail(transaction, order, email, now);
    return view;
  });

/** Thrown to roll a transaction back; carries the result that was found in it. */
class PreviewRollback<Result> extends Error {
  readonly result: Result;

  constructor(result: Result) {
    super('Nothing was changed.');
    this.result = result;
  }
}

/** The mail of a decision, which is made in a transaction and rolled back. Throws what `decideRefundRequest` throws. */
export const previewDecision = async (
  db: Database,
  text: string,
  decision: Decision,
  now: Date,
): Promise<{ readonly email: Email; readonly amount: number }> => {
  try {
    return await db.transaction().execute(async (transaction) => {
      const { view, email } = await decide(transaction, text, decision, { now });
      throw new PreviewRollback({ email, amount: view.amount ?? 0 });
    });
  } catch (error) {
    if (error instanceof PreviewRollback) return error.result;
    throw error;
  }
};

/** `pieces` that go back to stock, all by default, if `isRestocked`. */
type Return = ActingStaff & { readonly isRestocked: boolean; readonly pieces?: number | undefined; readonly now: Date };

/**
 * The lines of `pieces` units that came back with a request: of a product in several options those that the buyer has not cancelled, unless all were
 * replaced.
 */
const returnedLines = (
  order: OrderRecord,
  { product_id, exchanged }: Tables['refund'],
  requests: readonly Tables['refund'][],
  pieces: number | undefined,
): Tables['order_line'][] => {
  const lines = linesOf(order, product_id);
  if (lines.length === 1 || exchanged > 0) return linesOfUnits(order, product_id, pieces);
  const keptGoods = lines.map((line) => ({ ...line, quantity: uncancelledUnits(line, requests) })).filter(({ quantity }) => quantity > 0);
  return keptGoods.length > 0 ? linesOfUnitsIn(keptGoods, pieces) : linesOfUnits(order, product_id, pieces);
};

/** The lines of `pieces` units of a cancellation, of all its units by default. Throws `Invalid` when it is not clear which units are meant. */
const declaredLines = (order: OrderRecord, row: Tables['refund'], pieces: number | undefined): Tables['order_line'][] => {
  const units = declaredUnitsOf(row);
  const lines = units.flatMap(({ position, quantity }) =>
    order.lines.filter((line) => line.position === position).map((line) => ({ ...line, quantity })),
  );
  const count = countAll(units);
  if (pieces === undefined || pieces === count) return lines;
  if (pieces < 1 || pieces > count) throw new Invalid(`The cancellation is of ${formatCount(count, 'piece')}.`);
  if (lines.length > 1)
    throw new Invalid('The cancellation is of several options, so it is not clear which pieces are meant. Leave their number out.');
  return lines.map((line) => ({ ...line, quantity: pieces }));
};

/** Units that can be restocked with a request: sold or sent in exchange, less those restocked already and those of cancellations. */
const countAway = (order: OrderRecord, { declared, product_id }: Tables['refund'], requests: readonly Tables['refund'][]): number => {
  const add = (some: readonly Tables['refund'][], start: number): number =>
    some.reduce((left, { exchanged, restocked }) => left + exchanged - restocked, start);
  const away = add(requests, countAll(linesOf(order, product_id)));
  if (declared !== null) return away;
  const ofRequests = requests.filter((request) => request.declared === null);
  return Math.max(0, Math.min(away, add(ofRequests, countUncancelled(order, product_id, requests))));
};

/**
 * Puts returned units back to stock, and returns them; of a cancellation only those that it is of. Throws `Conflict` for more than were sold and sent again, over
 * all requests for the product, and for units that are counted nowhere any more (`releaseStock`).
 */
const restock = async (
  transaction: Database,
  order: OrderRecord,
  row: Tables['refund'],
  pieces: number | undefined,
): Promise<Tables['order_line'][]> => {
  const requests = await listRequestsFor(transaction, order, row.product_id);
  const lines = row.declared === null ? returnedLines(order, row, requests, pieces) : declaredLines(order, row, pieces);
  const away = countAway(order, row, requests);
  if (countAll(lines) > away)
    throw new Conflict(
      away === 0 ? 'All pieces of this product are back in stock already.' : `Only ${formatCount(away, 'piece')} can go back to stock.`,
    );
  const { version } = await announceProducts(transaction);
  if ((await releaseStock(transaction, await withCurrentSizes(transaction, lines), version)) < countAll(lines))
    throw new Conflict(
      'These pieces do not count as sold any more, because an import took them out of the product, so they cannot go back to stock. If you sell them again, count the shelf.',
      undefined,
      'notCounted',
    );
  return lines;
};

/** Throws `Conflict` for a cancellation of an order that is not sent: nothing of it can come back. */
export const refuseUnsent = async (transaction: Database, { declared, order_id }: Tables['refund']): Promise<void> => {
  if (declared !== null && isUnsent((await readPaidOrder(transaction, order_id)).row))
    throw new Conflict('The goods of this cancellation were not sent, so nothing comes back: refund it, and do not send them.');
};

/**
 * Records that the goods of a request came back, once; what was recorded without `isRestocked` can be restocked later. Throws `NotFound`,
 * `Conflict` for a declined request or one that was received, `Invalid` for a number of units out of range.
 */
export const receiveReturn = async (
  db: Database,
  text: string,
  { isRestocked, pieces, seen, by, now }: Return,
): Promise<RefundRequestView> => {
  if (pieces !== undefined && !isRestocked) throw new Invalid('A number of pieces goes with those only that go back to stock.');
  const { reference, order_id } = await readRequest(db, text);
  return db.transaction().execute(async (transaction) => {
    await lockOrder(transaction, order_id);
    await checkVersion(transaction, order_id, seen);
    const row = await readRequest(transaction, reference);
    if (row.outcome === 'declined' || row.outcome === 'withdrawn')
      throw new Conflict(`This request was ${row.outcome}, so its goods belong to the buyer.`);
    if (row.decided_at === null) await refuseUnsent(transaction, row);
    if (row.received_at !== null && (row.restocked > 0 || !isRestocked))
      throw new Conflict(`The goods were received on ${ukDayOf(row.received_at)} already.`);
    const order = await readPaidOrder(transaction, order_id);
    const back = isRestocked ? await restock(transaction, order, row, pieces) : [];
    const restocked = restockColumns(back, !isUnsent(order.row));
    await transaction
      .updateTable('refund')
      .set({
        received_at: row.received_at ?? now.toISOString(),
        ...restocked,
        due_on: row.declared === null ? null : (row.due_on ?? refundDueDay(now)),
      })
      .where('reference', '=', reference)
      .execute();
    const what = `Refund request ${reference}: goods received${back.length > 0 ? `, ${formatCount(restocked.restocked, 'piece')} back in stock` : ''}.`;
    await addOrderEvent(transaction, order_id, { actor: 'seller', what, by }, now);
    return showRefundRequest(transaction, reference);
  });
};

/** A photograph of a request by its file name. Throws `NotFound`. */
export const readRefundImage = async (
  db: Database,
  { read }: Pick<RefundImageStore, 'read'>,
  { reference, file }: { readonly reference: string; readonly file: string },
): Promise<Buffer> => {
  const row = await db
    .selectFrom('refund_image')
    .select(['file', 'content'])
    .where('reference', '=', readReference('R', reference))
    .where('file', '=', file)
    .executeTakeFirst();
  const content = row && (row.content ?? (await read(row.file)));
  if (!content) throw new NotFound('There is no such picture.');
  return Buffer.from(content);
};

/** Longer than any request takes from storing its first image to its commit. */
const maxRequestSeconds = hour;

/** Far below the number of parameters that either engine takes. */
const filesPerQuery = 500;

/** Removes files of images that no request has: it was deleted, perhaps by another process, or never committed because its process died. */
export const purgeRefundImages = async (db: Database, imageStore: RefundImageStore, now: Date): Promise<void> => {
  const files = await imageStore.listOlderThan(new Date(after(now, -maxRequestSeconds)));
  for (let start = 0; start < files.length; start += filesPerQuery) {
    const asked = files.slice(start, start + filesPerQuery);
    const stored = await db.selectFrom('refund_image').select('file').where('file', 'in', asked).execute();
    const storedFiles = new Set(stored.map(({ file }) => file));
    await imageStore.remove(asked.filter((file) => !storedFiles.has(file)));
  }
};
