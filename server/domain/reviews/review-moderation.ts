import { type ReportReason, type ReviewReport, type ReviewState, reviewLimits } from '#contract/review.ts';
import { isOneLine } from '#contract/text-line.ts';
import { firstPage, type Page } from '#server/db/columns.ts';
import type { OrderRecord } from '#server/db/order-record.ts';
import type { Database, Tables } from '#server/db/schema.ts';
import { addSellerNotice } from '#server/db/seller-notice.ts';
import { announceProducts } from '#server/domain/catalogue/catalogue.ts';
import { addStaffEvent, lastActorOf, type Staff } from '#server/domain/desk/staff.ts';
import { Conflict, Invalid, NotFound } from '#server/domain/failure.ts';
import { readOrder } from '#server/domain/orders/orders.ts';
import { readReference } from '#server/domain/reference.ts';
import type { Email } from '#server/mail/email.ts';
import { queueBuyerEmail } from '#server/mail/outbox.ts';
import { reviewDeclinedEmail, reviewRemovedEmail } from '#server/mail/templates/review-emails.ts';

const { reason: maxReason, reply: maxReply } = reviewLimits;

/** Reviews for the seller, in this order. */
export const toReviewViews = async (db: Database, rows: readonly Tables['review'][]) => {
  const references = rows.map(({ reference }) => reference);
  if (references.length === 0) return [];
  const lines = await db
    .selectFrom('review')
    .innerJoin('order_line', (join) =>
      join.onRef('order_line.order_id', '=', 'review.order_id').onRef('order_line.product_id', '=', 'review.product_id'),
    )
    .select(['review.reference', 'order_line.product_name'])
    .where('review.reference', 'in', references)
    .execute();
  const images = await db
    .selectFrom('review_image')
    .select(['reference', 'file'])
    .where('reference', 'in', references)
    .orderBy('position')
    .execute();
  const reports = await db
    .selectFrom('review_report')
    .select(['reference', 'reason', 'reports', 'created_at as since'])
    .where('reference', 'in', references)
    .orderBy('reason')
    .execute();
  return rows.map(({ reference, ...row }) => ({
    reference,
    orderId: row.order_id,
    productId: row.product_id,
    product: lines.find((line) => line.reference === reference)?.product_name ?? row.product_id,
    stars: row.stars,
    author: row.author,
    text: row.text,
    state: row.state,
    reason: row.reason,
    reply: row.reply,
    revision: row.revision,
    createdAt: row.created_at,
    decidedAt: row.decided_at,
    images: images.filter((image) => image.reference === reference).map(({ file }) => file),
    reports: reports.flatMap(({ reference: reported, ...report }) => (reported === reference ? [report] : [])),
  }));
};

/** A review for the seller; `images` are file names, `reports` how often it was reported for each reason. */
export type ReviewView = Awaited<ReturnType<typeof toReviewViews>>[number];

/**
 * A page of the reviews for the seller, newest first; of one state, or all, or those public ones that were reported since the seller last dealt with
 * them.
 */
export const listReviews = async (
  db: Database,
  which?: ReviewState | 'reported',
  { page, size }: Page = firstPage,
): Promise<ReviewView[]> => {
  const rows = await db
    .selectFrom('review')
    .selectAll()
    .$if(which !== undefined, (query) => query.where('state', '=', which === 'reported' ? 'approved' : (which ?? 'waiting')))
    .$if(which === 'reported', (query) => query.where('reference', 'in', db.selectFrom('review_report').select('review_report.reference')))
    .orderBy('created_at', 'desc')
    .orderBy('reference')
    .limit(size)
    .offset((page - 1) * size)
    .execute();
  return toReviewViews(db, rows);
};

const readRow = async (db: Database, text: string): Promise<Tables['review']> => {
  const row = await db.selectFrom('review').selectAll().where('reference', '=', readReference('V', text)).executeTakeFirst();
  if (!row) throw new NotFound(`There is no review ${text}.`);
  return row;
};

/** One review by its reference as typed. Throws `NotFound`. */
export const showReview = async (db: Database, text: string): Promise<ReviewView> => {
  const [view] = await toReviewViews(db, [await readRow(db, text)]);
  if (!view) throw new NotFound(`There is no review ${text}.`);
  return view;
};

/** Counts the approved reviews of products again. `version` is that of `announceProducts`. */
const recountReviews = async (transaction: Database, productIds: readonly string[], version: number): Promise<void> => {
  for (const id of new Set(productIds)) {
    const sums = await transaction
      .selectFrom('review')
      .select(({ fn }) => [fn.countAll().as('reviews'), fn.sum('stars').as('stars')])
      .where('product_id', '=', id)
      .where('state', '=', 'approved')
      .executeTakeFirstOrThrow();
    await transaction.deleteFrom('product_rating').where('product_id', '=', id).execute();
    const reviews = Number(sums.reviews);
    const product = await transaction
      .updateTable('product')
      .set({ sold_version: version })
      .where('id', '=', id)
      .returning('id')
      .executeTakeFirst();
    if (product && reviews > 0)
      await transaction
        .insertInto('product_rating')
        .values({ product_id: id, reviews, stars: Number(sums.stars) })
        .execute();
  }
};

/** `revision`: that of the review that was seen; without it, the review may have changed since. `by`: whoever acts at the desk. */
type ReviewActor = { readonly revision?: number | undefined; readonly by?: Staff | undefined; readonly now: Date };

/** A decision applies to the version that was read, so it needs that version's revision. */
type DecidingReviewActor = ReviewActor & { readonly revision: number };

type Change = {
  /** The name of the event in the staff log. */
  readonly what: string;
  /** The state that the review must have before. */
  readonly from?: ReviewState;
  readonly set: Partial<Pick<Tables['review'], 'state' | 'reason' | 'reply' | 'decided_at'>>;
};

const refuseChange = async (transaction: Database, reference: string, from: ReviewState | undefined): Promise<never> => {
  const { state } = await readRow(transaction, reference);
  const refuse = (message: string): never => {
    throw new Conflict(message, undefined, 'changed');
  };
  if (state === 'waiting')
    return refuse(
      from === 'approved' ? 'This review is not decided yet.' : 'The author has just changed it. Read it again before you decide.',
    );
  const by = await lastActorOf(transaction, reference);
  const who = by === undefined ? '' : ` (${by})`;
  if (from !== undefined && state !== from) return refuse(`This review is ${state} already${who}.`);
  const report = await transaction.selectFrom('review_report').select('reason').where('reference', '=', reference).executeTakeFirst();
  const what = report ? 'It was reported again, or has changed,' : 'It has changed';
  return refuse(`${what} since you looked at it${who}.`);
};

/** Changes a review as it was seen, in one statement: of two at once, the second is refused. */
const change = async (
  transaction: Database,
  reference: string,
  { what, from, set }: Change,
  { revision, by, now }: ReviewActor,
): Promise<void> => {
  const changed = await transaction
    .updateTable('review')
    .set((review) => ({ ...set, revision: review('revision', '+', 1) }))
    .where('reference', '=', reference)
    .$if(from !== undefined, (query) => query.where('state', '=', from ?? 'waiting'))
    .$if(revision !== undefined, (query) => query.where('revision', '=', revision ?? 0))
    .returning('reference')
    .executeTakeFirst();
  if (!changed) await refuseChange(transaction, reference, from);
  if (by) await addStaffEvent(transaction, { ...by, call: what }, reference, now);
};

const readReason = (text: string): string => {
  const reason = text.trim();
  if (!isOneLine(reason, maxReason)) throw new Invalid(`Say why in one line of at most ${maxReason} characters.`);
  return reason;
};

/** Makes a waiting review public, as it was seen. Throws `NotFound`, `Conflict` once decided or when its author has changed it since. */
export const approveReview = async (db: Database, text: string, acting: DecidingReviewActor): Promise<ReviewView> => {
  const { reference, product_id } = await readRow(db, text);
  return db.transaction().execute(async (transaction) => {
    const { version } = await announceProducts(transaction);
    const set = { state: 'approved', reason: '', decided_at: acting.now.toISOString() } as const;
    await change(transaction, reference, { what: 'approveReview', from: 'waiting', set }, acting);
    await recountReviews(transaction, [product_id], version);
    return showReview(transaction, reference);
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
export const declineReview = async (db: Database, text: string, why: string, acting: DecidingReviewActor): Promise<ReviewView> => {
  const reason = readReason(why);
  const { reference } = await readRow(db, text);
  return db.transaction().execute(async (transaction) => {
    const set = { state: 'declined', reason, decided_at: acting.now.toISOString() } as const;
    await change(transaction, reference, { what: 'declineReview', from: 'waiting', set }, acting);
    const view = await showReview(transaction, reference);
    await mailAuthor(transaction, view, reviewDeclinedEmail, acting.now);
    return view;
  });
};

/**
 * Takes a public review back for good, and mails its author why. Throws `NotFound`, `Conflict` for one that is not public, `Invalid` without
 * a reason.
 */
export const removeReview = async (db: Database, text: string, why: string, acting: ReviewActor): Promise<ReviewView> => {
  const reason = readReason(why);
  const { reference, product_id } = await readRow(db, text);
  return db.transaction().execute(async (transaction) => {
    const { version } = await announceProducts(transaction);
    const set = { state: 'removed', reason, decided_at: acting.now.toISOString() } as const;
    await change(transaction, reference, { what: 'removeReview', from: 'approved', set }, acting);
    await transaction.deleteFrom('review_report').where('reference', '=', reference).execute();
    await recountReviews(transaction, [product_id], version);
    const view = await showReview(transaction, reference);
    await mailAuthor(transaction, view, reviewRemovedEmail, acting.now);
    return view;
  });
};

/** Sets, changes or with '' removes the seller's reply below a review. Throws `NotFound`, `Invalid` for a text that is too long. */
export const replyToReview = async (db: Database, text: string, reply: string, acting: ReviewActor): Promise<ReviewView> => {
  const { reference } = await readRow(db, text);
  const trimmed = reply.trim();
  if (trimmed.length > maxReply) throw new Invalid(`A reply has at most ${maxReply} characters.`);
  return db.transaction().execute(async (transaction) => {
    await change(transaction, reference, { what: 'replyToReview', set: { reply: trimmed } }, acting);
    return showReview(transaction, reference);
  });
};

/**
 * Keeps a reported review: its reports are dealt with, and it can be reported again. Throws `NotFound`, and `Conflict` once it was reported
 * again since it was seen.
 */
export const keepReview = async (db: Database, text: string, acting: ReviewActor): Promise<ReviewView> => {
  const { reference } = await readRow(db, text);
  return db.transaction().execute(async (transaction) => {
    await change(transaction, reference, { what: 'keepReview', set: {} }, acting);
    await transaction.deleteFrom('review_report').where('reference', '=', reference).execute();
    return showReview(transaction, reference);
  });
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

/**
 * POST /client/reviews/report: counts a report of a public review, and tells the seller of the first. Throws `NotFound` for any other. Makes it
 * another revision: a seller who reads the review meanwhile must not press "Keep" for a report that she has not seen.
 */
export const reportReview = (db: Database, { reference: text, reason }: ReviewReport, now: Date): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    const row = await transaction
      .updateTable('review')
      .set((review) => ({ revision: review('revision', '+', 1) }))
      .where('reference', '=', readReference('V', text))
      .where('state', '=', 'approved')
      .returning('reference')
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
  const announced = mayBePublic ? await announceProducts(transaction) : undefined;
  await transaction.deleteFrom('review_invite').where('order_id', 'in', orderIds).execute();
  await transaction.deleteFrom('token').where('purpose', '=', 'review').where('subject', 'in', orderIds).execute();
  await transaction.deleteFrom('review').where('order_id', 'in', orderIds).execute();
  if (announced)
    await recountReviews(
      transaction,
      reviews.map(({ product_id }) => product_id),
      announced.version,
    );
};
