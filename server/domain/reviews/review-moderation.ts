import { type ReportReason, type ReviewReport, type ReviewState, reviewLimits } from '#contract/review.ts';
import { isOneLine } from '#contract/text-line.ts';
import { firstPage, type Page } from '#server/db/columns.ts';
import type { OrderRecord } from '#server/db/order-record.ts';
import type { Database, Tables } from '#server/db/schema.ts';
import { addSellerNotice } from '#server/db/seller-notice.ts';
import { announceChange } from '#server/domain/catalogue/catalogue.ts';
import { Conflict, Invalid, NotFound } from '#server/domain/failure.ts';
import { readOrder } from '#server/domain/orders/orders.ts';
import { readReference } from '#server/domain/reference.ts';
import type { Email } from '#server/mail/email.ts';
import { queueBuyerEmail } from '#server/mail/outbox.ts';
import { reviewDeclinedEmail, reviewRemovedEmail } from '#server/mail/templates/review-emails.ts';

const maxReason = 300;
const maxReply = 1000;

const toView = async (db: Database, row: Tables['review']) => {
  const line = await db
    .selectFrom('order_line')
    .select('product_name')
    .where('order_id', '=', row.order_id)
    .where('product_id', '=', row.product_id)
    .executeTakeFirst();
  const images = await db.selectFrom('review_image').select('file').where('reference', '=', row.reference).orderBy('position').execute();
  const reports = await db
    .selectFrom('review_report')
    .select(['reason', 'reports', 'created_at as since'])
    .where('reference', '=', row.reference)
    .orderBy('reason')
    .execute();
  return {
    reference: row.reference,
    orderId: row.order_id,
    productId: row.product_id,
    product: line?.product_name ?? row.product_id,
    stars: row.stars,
    author: row.author,
    text: row.text,
    state: row.state,
    reason: row.reason,
    reply: row.reply,
    createdAt: row.created_at,
    decidedAt: row.decided_at,
    images: images.map(({ file }) => file),
    reports,
  };
};

/** A review for the seller; `images` are file names, `reports` how often it was reported for each reason. */
export type ReviewView = Awaited<ReturnType<typeof toView>>;

const toViews = async (db: Database, rows: readonly Tables['review'][]): Promise<ReviewView[]> => {
  const views: ReviewView[] = [];
  for (const row of rows) views.push(await toView(db, row));
  return views;
};

/** A page of the reviews for the seller, newest first; of one state, or all. */
export const listReviews = async (db: Database, state?: ReviewState, { page, size }: Page = firstPage): Promise<ReviewView[]> => {
  const rows = await db
    .selectFrom('review')
    .selectAll()
    .$if(state !== undefined, (query) => query.where('state', '=', state ?? 'waiting'))
    .orderBy('created_at', 'desc')
    .orderBy('reference')
    .limit(size)
    .offset((page - 1) * size)
    .execute();
  return toViews(db, rows);
};

/** A page of the public reviews that were reported since the seller last dealt with them. */
export const listReportedReviews = async (db: Database, { page, size }: Page = firstPage): Promise<ReviewView[]> => {
  const rows = await db
    .selectFrom('review')
    .selectAll()
    .where('reference', 'in', (query) => query.selectFrom('review_report').select('review_report.reference'))
    .where('state', '=', 'approved')
    .orderBy('created_at', 'desc')
    .orderBy('reference')
    .limit(size)
    .offset((page - 1) * size)
    .execute();
  return toViews(db, rows);
};

const readRow = async (db: Database, text: string): Promise<Tables['review']> => {
  const row = await db.selectFrom('review').selectAll().where('reference', '=', readReference('V', text)).executeTakeFirst();
  if (!row) throw new NotFound(`There is no review ${text}.`);
  return row;
};

/** One review by its reference as typed, and notes that the seller has seen this version of it. Throws `NotFound`. */
export const showReview = async (db: Database, text: string): Promise<ReviewView> => {
  const row = await readRow(db, text);
  await db.updateTable('review').set({ seen_revision: row.revision }).where('reference', '=', row.reference).execute();
  return toView(db, row);
};

/** Counts the approved reviews of products again; in a transaction that has called `announceChange`. */
const recountReviews = async (transaction: Database, productIds: readonly string[]): Promise<void> => {
  for (const id of new Set(productIds)) {
    const sums = await transaction
      .selectFrom('review')
      .select(({ fn }) => [fn.countAll().as('reviews'), fn.sum('stars').as('stars')])
      .where('product_id', '=', id)
      .where('state', '=', 'approved')
      .executeTakeFirstOrThrow();
    await transaction.deleteFrom('product_rating').where('product_id', '=', id).execute();
    const reviews = Number(sums.reviews);
    const product = await transaction.selectFrom('product').select('id').where('id', '=', id).executeTakeFirst();
    if (product && reviews > 0)
      await transaction
        .insertInto('product_rating')
        .values({ product_id: id, reviews, stars: Number(sums.stars) })
        .execute();
  }
};

type Move = { readonly from: ReviewState; readonly to: ReviewState; readonly reason?: string; readonly now: Date };

/** Moves a review from one state to another; `false` when it is in another by now, or has a version that the seller has not seen. */
const move = async (transaction: Database, reference: string, { from, to, reason = '', now }: Move): Promise<boolean> => {
  const moved = await transaction
    .updateTable('review')
    .set({ state: to, reason, decided_at: now.toISOString() })
    .where('reference', '=', reference)
    .where('state', '=', from)
    .whereRef('seen_revision', '=', 'revision')
    .returning('reference')
    .executeTakeFirst();
  return moved !== undefined;
};

const refuseMove = async (db: Database, reference: string, from: ReviewState): Promise<never> => {
  const { state } = await readRow(db, reference);
  if (state !== from) throw new Conflict(`This review is ${state === 'waiting' ? 'not decided yet' : `${state} already`}.`);
  throw new Conflict('Look at it first, or again: its author has written it since.', undefined, 'lookFirst');
};

const readReason = (text: string): string => {
  const reason = text.trim();
  if (!isOneLine(reason, maxReason)) throw new Invalid(`Say why in one line of at most ${maxReason} characters.`);
  return reason;
};

/** Makes a waiting review public, as the seller has seen it. Throws `NotFound`, `Conflict` once decided or when it was not looked at. */
export const approveReview = async (db: Database, text: string, now: Date): Promise<ReviewView> => {
  const { reference, product_id } = await readRow(db, text);
  return db.transaction().execute(async (transaction) => {
    await announceChange(transaction);
    if (!(await move(transaction, reference, { from: 'waiting', to: 'approved', now })))
      await refuseMove(transaction, reference, 'waiting');
    await recountReviews(transaction, [product_id]);
    return toView(transaction, await readRow(transaction, reference));
  });
};

/** Mails the author of a review, in the transaction that has hidden it. */
const mailAuthor = async (
  transaction: Database,
  view: ReviewView,
  template: (order: OrderRecord, view: ReviewView) => Email,
  now: Date,
): Promise<void> => {
  const order = await readOrder(transaction, view.orderId);
  if (order) await queueBuyerEmail(transaction, order, template(order, view), now);
};

/** Declines a waiting review for good, and mails its author why. Throws as `approveReview` does, and `Invalid` without a reason. */
export const declineReview = async (db: Database, text: string, why: string, now: Date): Promise<ReviewView> => {
  const reason = readReason(why);
  const { reference } = await readRow(db, text);
  return db.transaction().execute(async (transaction) => {
    if (!(await move(transaction, reference, { from: 'waiting', to: 'declined', reason, now })))
      await refuseMove(transaction, reference, 'waiting');
    const view = await toView(transaction, await readRow(transaction, reference));
    await mailAuthor(transaction, view, reviewDeclinedEmail, now);
    return view;
  });
};

/**
 * Takes a public review back for good, and mails its author why. Throws `NotFound`, `Conflict` for one that is not public, `Invalid` without
 * a reason.
 */
export const removeReview = async (db: Database, text: string, why: string, now: Date): Promise<ReviewView> => {
  const reason = readReason(why);
  const { reference, product_id } = await readRow(db, text);
  return db.transaction().execute(async (transaction) => {
    await announceChange(transaction);
    if (!(await move(transaction, reference, { from: 'approved', to: 'removed', reason, now })))
      await refuseMove(transaction, reference, 'approved');
    await transaction.deleteFrom('review_report').where('reference', '=', reference).execute();
    await recountReviews(transaction, [product_id]);
    const view = await toView(transaction, await readRow(transaction, reference));
    await mailAuthor(transaction, view, reviewRemovedEmail, now);
    return view;
  });
};

/** Sets, changes or with '' removes the seller's reply below a review. Throws `NotFound`, `Invalid` for a text that is too long. */
export const replyToReview = async (db: Database, text: string, reply: string): Promise<ReviewView> => {
  const { reference } = await readRow(db, text);
  const trimmed = reply.trim();
  if (trimmed.length > maxReply) throw new Invalid(`A reply has at most ${maxReply} characters.`);
  await db.updateTable('review').set({ reply: trimmed }).where('reference', '=', reference).execute();
  return toView(db, await readRow(db, reference));
};

/** Keeps a reported review: its reports are dealt with, and it can be reported again. Throws `NotFound`. */
export const keepReview = async (db: Database, text: string): Promise<ReviewView> => {
  const { reference } = await readRow(db, text);
  await db.deleteFrom('review_report').where('reference', '=', reference).execute();
  return toView(db, await readRow(db, reference));
};

const addReport = async (transaction: Database, reference: string, reason: ReportReason, now: Date): Promise<void> => {
  const first = await transaction
    .insertInto('review_report')
    .values({ reference, reason, reports: 1, created_at: now.toISOString() })
    .onConflict((conflict) =>
      conflict.columns(['reference', 'reason']).doUpdateSet((report) => ({ reports: report('review_report.reports', '+', 1) })),
    )
    .returning(['reports', 'created_at'])
    .executeTakeFirstOrThrow();
  // The time makes a later report of the same review another notice.
  if (first.reports === 1) await addSellerNotice(transaction, 'reviewReport', `${reference} ${first.created_at}`, now);
};

/** POST /client/reviews/report: counts a report of a public review, and tells the seller of the first. Throws `NotFound` for any other. */
export const reportReview = (db: Database, { reference: text, reason }: ReviewReport, now: Date): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    const row = await transaction
      .selectFrom('review')
      .select('reference')
      .where('reference', '=', readReference('V', text))
      .where('state', '=', 'approved')
      .executeTakeFirst();
    if (!row) throw new NotFound('This review is not in the shop any more.');
    await addReport(transaction, row.reference, reason, now);
  });

/**
 * Deletes the reviews and invitations of orders, and what products say of them. In a transaction that has locked the orders; locks the
 * catalogue only if one of the reviews is public, or may become so meanwhile.
 */
export const deleteReviewsOf = async (transaction: Database, orderIds: readonly string[]): Promise<void> => {
  if (orderIds.length === 0) return;
  const reviews = await transaction.selectFrom('review').select(['product_id', 'state']).where('order_id', 'in', orderIds).execute();
  const mayBePublic = reviews.some(({ state }) => state === 'approved' || state === 'waiting');
  // Before the reviews: `approveReview` locks in this order.
  if (mayBePublic) await announceChange(transaction);
  await transaction.deleteFrom('review_invite').where('order_id', 'in', orderIds).execute();
  await transaction.deleteFrom('token').where('purpose', '=', 'review').where('subject', 'in', orderIds).execute();
  await transaction.deleteFrom('review').where('order_id', 'in', orderIds).execute();
  if (mayBePublic)
    await recountReviews(
      transaction,
      reviews.map(({ product_id }) => product_id),
    );
};

/** Deletes reviews that were declined or removed before this time, and invitations that were sent before it. */
export const purgeReviews = async (
  db: Database,
  { decidedBefore, sentBefore }: Readonly<Record<'decidedBefore' | 'sentBefore', string>>,
) => {
  await db.deleteFrom('review').where('state', 'in', ['declined', 'removed']).where('decided_at', '<=', decidedBefore).execute();
  await db.deleteFrom('review_invite').where('sent_at', '<=', sentBefore).execute();
};

/** What reviews have at most, for the commands' help. */
export const reviewRules = { reason: maxReason, reply: maxReply, images: reviewLimits.images } as const;
