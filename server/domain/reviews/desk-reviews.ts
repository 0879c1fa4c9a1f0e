import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { DeskReview, DeskReviewPage, ReviewChange, ReviewListView } from '#contract/desk/reviews.ts';
import type { Database } from '#server/db/schema.ts';
import { findFirstPictures } from '#server/domain/catalogue/mail-pictures.ts';
import { countWhere, readPage } from '#server/domain/desk/cursor.ts';
import type { Staff } from '#server/domain/desk/staff.ts';
import { NotFound } from '#server/domain/failure.ts';
import {
  approveReview,
  declineReview,
  keepReview,
  type ReviewView,
  removeReview,
  replyToReview,
  showReview,
  toReviewViews,
} from '#server/domain/reviews/review-moderation.ts';

const isReported = sql<SqlBool>`state = 'approved' and reference in (select review_report.reference from review_report)`;

/** The rows of each view, the time that it is sorted by, and whether that ascends (`>`). */
const views: Readonly<Record<ReviewListView, readonly [where: RawBuilder<SqlBool>, by: 'created_at' | 'decided_at', operator: '>' | '<']>> =
  {
    waiting: [sql`state = 'waiting'`, 'created_at', '>'],
    reported: [isReported, 'created_at', '>'],
    approved: [sql`state = 'approved'`, 'decided_at', '<'],
    declined: [sql`state in ('declined', 'removed')`, 'decided_at', '<'],
  };

/** How many wait for a decision, and how many public ones were reported. */
export const countReviews = async (db: Database): Promise<DeskReviewPage['counts']> => ({
  waiting: await countWhere(db, 'review', views.waiting[0]),
  reported: await countWhere(db, 'review', views.reported[0]),
});

const withPicture = async <Review extends ReviewView>(db: Database, reviews: readonly Review[]) => {
  const pictureOf = await findFirstPictures(
    db,
    reviews.map(({ productId }) => productId),
  );
  return reviews.map((review) => ({ ...review, picture: pictureOf(review.productId) }));
};

/** A page of a view; `cursor` as an earlier page gave it. */
export const listDeskReviews = async (db: Database, view: ReviewListView, cursor: string | undefined): Promise<DeskReviewPage> => {
  const [where, by, operator] = views[view];
  const { rows, next } = await readPage(db.selectFrom('review').selectAll().where(where), {
    by: [sql.ref(by), sql.ref('reference')],
    operator,
    cursorOf: (row) => [row[by] ?? '', row.reference],
    after: cursor,
  });
  return { items: await withPicture(db, await toReviewViews(db, rows)), next, counts: await countReviews(db) };
};

/** The first review of a view other than this one. */
const firstOf = async (db: Database, view: ReviewListView, reference: string): Promise<string | undefined> => {
  const query = db.selectFrom('review').select('reference').where(views[view][0]).where('reference', '!=', reference);
  return (await query.orderBy('created_at').orderBy('reference').executeTakeFirst())?.reference;
};

/** One review with all that a decision needs; `text` is its reference as typed. Throws `NotFound`. */
export const showDeskReview = async (db: Database, text: string): Promise<DeskReview> => {
  const [review] = await withPicture(db, [await showReview(db, text)]);
  if (!review) throw new NotFound(`There is no review ${text}.`);
  const { reference, orderId } = review;
  const others = await db
    .selectFrom('order as own')
    .innerJoin('order as other', (join) =>
      join.on(sql<SqlBool>`other.user_id = own.user_id or (other.email_key = own.email_key and own.email_key != '')`),
    )
    .innerJoin('review', 'review.order_id', 'other.id')
    .selectAll('review')
    .where('own.id', '=', orderId)
    .where('review.reference', '!=', reference)
    .orderBy('review.created_at', 'desc')
    .limit(10)
    .execute();
  return {
    ...review,
    others: await toReviewViews(db, others),
    nextWaiting: (await firstOf(db, 'waiting', reference)) ?? (await firstOf(db, 'reported', reference)) ?? null,
  };
};

/** A photograph of a review in any state. Throws `NotFound`. */
export const readDeskReviewPicture = async (db: Database, { reference, file }: Readonly<Record<'reference' | 'file', string>>) => {
  const image = await db
    .selectFrom('review_image')
    .select('content')
    .where('reference', '=', reference)
    .where('file', '=', file)
    .executeTakeFirst();
  if (!image) throw new NotFound('There is no such picture.');
  return new Uint8Array(image.content);
};

/** What a member of staff does with a review as they have read it. Throws as each of these does. */
export const changeReview = (db: Database, text: string, { revision, change }: ReviewChange, by: Staff, now: Date): Promise<ReviewView> => {
  const acting = { revision, by, now };
  switch (change.what) {
    case 'approve':
      return approveReview(db, text, acting);
    case 'decline':
      return declineReview(db, text, change.reason, acting);
    case 'remove':
      return removeReview(db, text, change.reason, acting);
    case 'reply':
      return replyToReview(db, text, change.reply, acting);
    case 'keep':
      return keepReview(db, text, acting);
  }
};
