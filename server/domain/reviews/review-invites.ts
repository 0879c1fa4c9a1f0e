import { reviewDays } from '#contract/review.ts';
import { after, day } from '#server/db/columns.ts';
import type { OrderRecord } from '#server/db/order-record.ts';
import type { Database } from '#server/db/schema.ts';
import { deadLink } from '#server/domain/accounts/mailed-links.ts';
import { findToken, issueToken } from '#server/domain/accounts/tokens.ts';
import { isNotBackingOff, type JobRun, tryEach } from '#server/domain/failed-jobs.ts';
import { linesOfParcel } from '#server/domain/money/declared-units.ts';
import { listRequests } from '#server/domain/money/order-refunds.ts';
import { isRefundedInFull } from '#server/domain/money/refund-requests.ts';
import { readOrder } from '#server/domain/orders/orders.ts';
import { sha256 } from '#server/domain/secrets.ts';
import { queueBuyerEmail } from '#server/mail/outbox.ts';
import { reviewInviteEmail } from '#server/mail/templates/review-emails.ts';

const batchSize = 50;

/** Plans the mail that asks for reviews, in the transaction that moves an order to Delivered. */
export const planReviewInvite = async (transaction: Database, orderId: string, now: Date): Promise<void> => {
  await transaction
    .insertInto('review_invite')
    .values({ order_id: orderId, due_at: after(now, reviewDays.toAsk * day) })
    .onConflict((conflict) => conflict.column('order_id').doNothing())
    .execute();
};

const hasOptedOut = async (db: Database, emailKey: string): Promise<boolean> =>
  (await db.selectFrom('review_opt_out').select('email_hash').where('email_hash', '=', sha256(emailKey)).executeTakeFirst()) !== undefined;

/** Products of an order that were sent, kept, not reviewed yet and still on sale; each once. */
const productsToReview = async (db: Database, order: OrderRecord): Promise<{ readonly id: string; readonly name: string }[]> => {
  const reviewed = await db.selectFrom('review').select('product_id').where('order_id', '=', order.row.id).execute();
  const sent = linesOfParcel(order, await listRequests(db, order.row.id));
  const names = new Map(sent.map(({ product_id, product_name }) => [product_id, product_name]));
  for (const { product_id } of reviewed) names.delete(product_id);
  const products = [];
  for (const [id, name] of names) {
    const sold = await db.selectFrom('product').select('id').where('id', '=', id).where('withdrawn_at', 'is', null).executeTakeFirst();
    if (sold && !(await isRefundedInFull(db, order, id))) products.push({ id, name });
  }
  return products;
};

/** The URL that ends such mails by a POST (RFC 8058); a browser that opens it is led to the page of the product. */
type UnsubscribeUrl = (token: string, productId: string) => string;

/**
 * Sends one mail, or none when there is nothing to ask for. The row of the invitation is claimed in its transaction, so that several processes send
 * it once, and a deletion of the buyer's data waits for it.
 */
const sendInvite = (db: Database, orderId: string, unsubscribeUrl: UnsubscribeUrl, now: Date): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    const claimed = await transaction
      .updateTable('review_invite')
      .set({ due_at: null, sent_at: now.toISOString() })
      .where('order_id', '=', orderId)
      .where('due_at', '<=', now.toISOString())
      .returning('order_id')
      .executeTakeFirst();
    const order = claimed && (await readOrder(transaction, orderId));
    if (!order) return;
    const { status, email_key, refuses_review_mail } = order.row;
    const isWelcome =
      status === 'Delivered' && email_key !== '' && refuses_review_mail === 0 && !(await hasOptedOut(transaction, email_key));
    const products = isWelcome ? await productsToReview(transaction, order) : [];
    const [first] = products;
    if (!first) {
      await transaction.deleteFrom('review_invite').where('order_id', '=', orderId).execute();
      return;
    }
    const token = await issueToken(transaction, 'review', { subject: orderId }, now);
    const options = { unsubscribeUrl: unsubscribeUrl(token, first.id), priority: 'bulk' } as const;
    await queueBuyerEmail(transaction, order, reviewInviteEmail(order, products, token), now, options);
  });

/** Mails the buyers of orders that were delivered `reviewDays.toAsk` days ago, once each, unless they refused such mails at the checkout or by a link. */
export const sendReviewInvites = async (db: Database, unsubscribeUrl: UnsubscribeUrl, now: Date, run: JobRun = {}): Promise<void> => {
  const due = await db
    .selectFrom('review_invite')
    .select('order_id')
    .where('due_at', '<=', now.toISOString())
    .where(isNotBackingOff('reviewInvite', 'review_invite.order_id', now))
    .orderBy('due_at')
    .limit(batchSize)
    .execute();
  const keys = due.map(({ order_id }) => order_id);
  await tryEach(db, { kind: 'reviewInvite', keys, now }, (orderId) => sendInvite(db, orderId, unsubscribeUrl, now), run);
  if (keys.length === batchSize && !run.signal?.aborted) await sendReviewInvites(db, unsubscribeUrl, now, run);
};

/** Returns whether the token was mailed; one that has expired works here. */
const optOut = async (db: Database, token: string, now: Date): Promise<boolean> => {
  const invite = await findToken(db, 'review', token);
  if (!invite) return false;
  const order = await db.selectFrom('order').select('email_key').where('id', '=', invite.subject).executeTakeFirst();
  // Without an address the buyer asked to be forgotten: there is nobody to write to.
  if (order?.email_key)
    await db
      .insertInto('review_opt_out')
      .values({ email_hash: sha256(order.email_key), created_at: now.toISOString() })
      .onConflict((conflict) => conflict.column('email_hash').doNothing())
      .execute();
  return true;
};

/** POST /order/review/stop: no more mails that ask for reviews to the address of this order. Throws `Invalid` for a link that does not work. */
export const stopReviewMails = async (db: Database, token: string, now: Date): Promise<void> => {
  if (!(await optOut(db, token, now))) throw deadLink('review');
};

/** The same by one press in a mail program, which shows no errors: does nothing for an unknown token. */
export const endReviewMails = async (db: Database, token: string, now: Date): Promise<void> => {
  await optOut(db, token, now);
};
