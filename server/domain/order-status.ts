import { type OrderStep, orderSteps } from '#contract/order.ts';
import type { OrderRecord } from '#server/db/order-record.ts';
import type { Database } from '#server/db/schema.ts';
import { Conflict, Invalid, NotFound } from '#server/domain/failure.ts';
import { readOrderId } from '#server/domain/order-id.ts';
import { addOrderEvent, lockOrder, readOrder } from '#server/domain/orders.ts';
import { queueMail } from '#server/mail/outbox.ts';
import { type Email, renderEmail } from '#server/mail/render-email.ts';
import { deliveredEmail, dispatchEmail, processingEmail, recipientOf } from '#server/mail/templates/order-emails.ts';

/** A step of an order as the seller sets it; `method` and `tracking` go with Dispatch. */
export type StatusChange = {
  readonly to: OrderStep;
  readonly method?: string | undefined;
  readonly tracking?: string | undefined;
  readonly now: Date;
};

const longest = 100;
const letters: Readonly<Record<OrderStep, ((order: OrderRecord) => Email) | undefined>> = {
  // The buyer has had that letter when the payment came.
  confirmed: undefined,
  processing: processingEmail,
  Dispatch: dispatchEmail,
  Delivered: deliveredEmail,
};

const checkWords = ({ to, method, tracking }: StatusChange): void => {
  const words = [method, tracking].filter((word) => word !== undefined);
  if (to !== 'Dispatch' && words.length > 0) throw new Invalid('A shipping method and a tracking number go with Dispatch only.');
  if (to === 'Dispatch' && method === undefined) throw new Invalid('Say how it is sent, for example with --method "Royal Mail".');
  if (words.some((word) => word.trim() === '' || word.length > longest || /[\p{Cc}\p{Surrogate}]/u.test(word)))
    throw new Invalid(`A shipping method and a tracking number are one line of at most ${longest} characters.`);
};

/** Steps go forward: one at a time, but a parcel may go out without having been in preparation. Dispatch may be put right. */
const checkStep = ({ row }: OrderRecord, to: OrderStep): void => {
  if (row.status === 'pending') throw new Conflict('This order is not paid yet, so there is nothing to do for it.');
  if (row.status === 'lapsed') throw new Conflict('This order was not paid in time and has lapsed.');
  const [from, wanted] = [orderSteps.indexOf(row.status), orderSteps.indexOf(to)];
  if (wanted < from) throw new Conflict(`This order is at ${row.status} already and cannot go back to ${to}.`);
  if (wanted === from && to !== 'Dispatch') throw new Conflict(`This order is at ${to} already.`);
  if (to === 'Delivered' && row.status !== 'Dispatch')
    throw new Conflict(`This order is at ${row.status}: it must be at Dispatch before it can be Delivered.`);
};

const sentenceOf = ({ to, method, tracking }: StatusChange): string =>
  to === 'Dispatch'
    ? `Moved to Dispatch: sent with ${method}${tracking === undefined ? '' : `, tracking number ${tracking}`}.`
    : `Moved to ${to}.`;

/**
 * Moves an order on, notes when, and writes to the buyer. `text` is the id as somebody typed it. Throws `NotFound`, `Conflict` for a step that
 * cannot follow, `Invalid` for words that do not go with it.
 */
export const changeStatus = async (db: Database, text: string, change: StatusChange): Promise<OrderRecord> => {
  checkWords(change);
  const { to, method, tracking, now } = change;
  return db.transaction().execute(async (transaction) => {
    const id = readOrderId(text);
    await lockOrder(transaction, id).catch((error: unknown) => {
      throw error instanceof NotFound ? new NotFound(`There is no order ${text}.`) : error;
    });
    const before = await readOrder(transaction, id);
    if (!before) throw new NotFound(`There is no order ${text}.`);
    checkStep(before, to);
    const sent = to === 'Dispatch' ? { shipping_method: method ?? null, track_id: tracking ?? null } : {};
    await transaction
      .updateTable('order')
      .set({ status: to, ...sent })
      .where('id', '=', id)
      .execute();
    await addOrderEvent(transaction, id, sentenceOf(change), now);
    const after = { ...before, row: { ...before.row, ...sent, status: to } };
    const letter = letters[to];
    if (letter) await queueMail(transaction, { to: recipientOf(after), ...renderEmail(letter(after)), now });
    return after;
  });
};

/** What happened to an order, the first thing first. */
export const listOrderEvents = async (db: Database, orderId: string): Promise<{ readonly at: string; readonly what: string }[]> =>
  db.selectFrom('order_event').select(['at', 'what']).where('order_id', '=', orderId).orderBy('position').execute();
