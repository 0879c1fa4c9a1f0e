import { cutText } from '#contract/cut-text.ts';
import { ukDayOf } from '#contract/delivery-dates.ts';
import { endpointPath, endpoints } from '#contract/endpoints.ts';
import {
  type PublicReview,
  type ReviewAccess,
  type ReviewDraft,
  type ReviewForm,
  type ReviewPage,
  reviewLimits,
  starCounts,
} from '#contract/review.ts';
import { billingOf, type OrderRecord } from '#server/db/order-record.ts';
import type { Database, Tables } from '#server/db/schema.ts';
import { addSellerNotice } from '#server/db/seller-notice.ts';
import type { Account } from '#server/domain/accounts/account-row.ts';
import { peekToken } from '#server/domain/accounts/tokens.ts';
import { Conflict, Invalid, NotFound, Unauthorised } from '#server/domain/failure.ts';
import { isRefundedInFull } from '#server/domain/money/refund-requests.ts';
import { addOrderEvent } from '#server/domain/orders/order-events.ts';
import { readOrderId } from '#server/domain/orders/order-id.ts';
import { lockOrder, readOrder } from '#server/domain/orders/orders.ts';
import { isOrderOf, ownerOf } from '#server/domain/person.ts';
import { newReference } from '#server/domain/reference.ts';
import { isToken } from '#server/domain/secrets.ts';

/** The visitor or shopper of a call, and its time. */
export type Reviewer = { readonly account: Account | undefined; readonly now: Date };

// The same for an order of somebody else and for none at all, so that a guessed number reveals nothing.
const unknownOrder = 'Your account has no such order. Sign in to the account that you ordered with, or use the link in our email.';

/** The order that the key gives access to. Throws `Invalid` for a link that does not work, `Unauthorised` and `NotFound` for a number. */
const findOrderId = async (db: Database, key: string, { account, now }: Reviewer): Promise<string> => {
  if (isToken(key)) return (await peekToken(db, 'review', key, now)).subject;
  if (!account) throw new Unauthorised('Please sign in to the account that you ordered with, or use the link in our email.');
  const own = await db
    .selectFrom('order')
    .select('order.id')
    .where('order.id', '=', readOrderId(key))
    .where(isOrderOf(ownerOf(account)))
    .executeTakeFirst();
  if (!own) throw new NotFound(unknownOrder);
  return own.id;
};

const nameOf = ({ lines }: OrderRecord, productId: string): string | undefined =>
  lines.find(({ product_id }) => product_id === productId)?.product_name;

/**
 * The product's name, if this order bought, got and kept it. Throws `Invalid` for a product of another order, `Conflict` before the delivery
 * and after a refund in full.
 */
const checkReviewable = async (db: Database, order: OrderRecord, productId: string): Promise<string> => {
  const name = nameOf(order, productId);
  if (name === undefined) throw new Invalid('This product is not in that order, so only somebody else can review it.');
  if (order.row.status !== 'Delivered') throw new Conflict('You can review this once it has been delivered.');
  if (await isRefundedInFull(db, order, productId))
    throw new Conflict('You got all your money back for this, so it cannot be reviewed. Thank you for telling us what was wrong.');
  return name;
};

const readRequired = async (db: Database, id: string): Promise<OrderRecord> => {
  const order = await readOrder(db, id);
  if (!order) throw new NotFound(unknownOrder);
  return order;
};

const findReview = (db: Database, orderId: string, productId: string): Promise<Tables['review'] | undefined> =>
  db.selectFrom('review').selectAll().where('order_id', '=', orderId).where('product_id', '=', productId).executeTakeFirst();

/** "Ada B.": what reviews are signed with unless their author says otherwise. */
const suggestAuthor = (order: OrderRecord): string => {
  const { firstName, lastName } = billingOf(order);
  const initial = [...lastName.trim()][0];
  return cutText([firstName.trim(), ...(initial === undefined ? [] : [`${initial}.`])].join(' '), reviewLimits.author);
};

/**
 * POST /order/review/open: what a buyer has written about a product so far. Throws `Invalid` (codes `invalid`, `expired`), `Unauthorised`,
 * `NotFound` and `Conflict` as `writeReview` does.
 */
export const openReview = async (db: Database, { productId, key }: ReviewAccess, reviewer: Reviewer): Promise<ReviewDraft> => {
  const order = await readRequired(db, await findOrderId(db, key, reviewer));
  const productName = await checkReviewable(db, order, productId);
  const isByMail = isToken(key);
  const review = await findReview(db, order.row.id, productId);
  if (!review) return { productName, state: 'new', author: suggestAuthor(order), text: '', images: 0, isByMail };
  const { state, stars, author, text, reference } = review;
  const images = await db.selectFrom('review_image').select('file').where('reference', '=', reference).execute();
  return { productName, state, stars, author, text, images: images.length, isByMail };
};

/** An encoded photograph under a random name. */
export type NewReviewImage = Pick<Tables['review_image'], 'file' | 'content'>;

const decidedMessage =
  'You have reviewed this already, and your review cannot be changed any more. Write to us if something in it is wrong.';

/** Stores a new review or a new version of one that waits; returns its reference. Throws `Conflict` once the seller has decided. */
const saveReview = async (
  transaction: Database,
  orderId: string,
  { productId, stars, author, text }: ReviewForm,
  now: Date,
): Promise<{ readonly reference: string; readonly isNew: boolean }> => {
  const storedReview = await findReview(transaction, orderId, productId);
  if (!storedReview) {
    const reference = newReference('V');
    await transaction
      .insertInto('review')
      .values({
        reference,
        order_id: orderId,
        product_id: productId,
        stars,
        author,
        text,
        state: 'waiting',
        reason: '',
        reply: '',
        revision: 1,
        created_at: now.toISOString(),
      })
      .execute();
    return { reference, isNew: true };
  }
  // The state again in the statement: the seller decides under another lock than the order's.
  const changedReview = await transaction
    .updateTable('review')
    .set((review) => ({ stars, author, text, revision: review('revision', '+', 1) }))
    .where('reference', '=', storedReview.reference)
    .where('state', '=', 'waiting')
    .returning('reference')
    .executeTakeFirst();
  if (!changedReview) throw new Conflict(decidedMessage);
  return { reference: changedReview.reference, isNew: false };
};

/**
 * POST /order/review: stores a review for the seller to look at, once for each product of an order; until then it can be sent again, and new
 * photographs replace earlier ones, which can also be removed alone. Throws what `openReview` and `encode` do, and `Conflict` once it is
 * decided.
 */
export const writeReview = async (
  db: Database,
  form: ReviewForm,
  photographs: readonly Blob[],
  { encode, ...reviewer }: Reviewer & { readonly encode: (photographs: readonly Blob[]) => Promise<NewReviewImage[]> },
): Promise<void> => {
  const { now } = reviewer;
  const orderId = await findOrderId(db, form.key, reviewer);
  // Checked before the photographs, whose encoding is slow, and again under the order's lock.
  await checkReviewable(db, await readRequired(db, orderId), form.productId);
  const images = await encode(photographs);
  await db.transaction().execute(async (transaction) => {
    await lockOrder(transaction, orderId);
    const productName = await checkReviewable(transaction, await readRequired(transaction, orderId), form.productId);
    const { reference, isNew } = await saveReview(transaction, orderId, form, now);
    if (images.length > 0 || form.removeImages === 'true')
      await transaction.deleteFrom('review_image').where('reference', '=', reference).execute();
    if (images.length > 0)
      await transaction
        .insertInto('review_image')
        .values(images.map((image, position) => ({ reference, position, ...image })))
        .execute();
    await addSellerNotice(transaction, 'review', reference, now);
    if (isNew) await addOrderEvent(transaction, orderId, { actor: 'buyer', what: `Review ${reference} of ${productName}.` }, now);
  });
};

const countStars = async (db: Database, productId: string): Promise<number[]> => {
  const rows = await db
    .selectFrom('review')
    .select(({ fn }) => ['stars', fn.countAll().as('reviews')])
    .where('product_id', '=', productId)
    .where('state', '=', 'approved')
    .groupBy('stars')
    .execute();
  return starCounts.map((stars) => Number(rows.find((row) => row.stars === stars)?.reviews ?? 0));
};

type PurchasedVariant = Pick<Tables['order_line'], 'color' | 'size'>;

const toPublic = (row: Tables['review'], files: readonly string[], [bought, ...others]: readonly PurchasedVariant[]): PublicReview => ({
  reference: row.reference,
  author: row.author,
  stars: row.stars,
  text: row.text,
  at: ukDayOf(row.created_at),
  images: files.map((file) => endpointPath(endpoints.reviewPicture.path, { file })),
  reply: row.reply,
  ...(others.length === 0 && bought?.color != null && { color: bought.color }),
  ...(others.length === 0 && bought?.size != null && { size: bought.size }),
});

/** GET /client/products/{id}/reviews: approved reviews, the latest first. `page` counts from 1; one past the end is the last. */
export const listPublicReviews = async (db: Database, productId: string, page: number): Promise<ReviewPage> => {
  const stars = await countStars(db, productId);
  const count = stars.reduce((sum, each) => sum + each, 0);
  const pages = Math.max(1, Math.ceil(count / reviewLimits.perPage));
  const currentPage = Math.min(page, pages);
  const rows = await db
    .selectFrom('review')
    .selectAll()
    .where('product_id', '=', productId)
    .where('state', '=', 'approved')
    .orderBy('decided_at', 'desc')
    .orderBy('reference')
    .limit(reviewLimits.perPage)
    .offset((currentPage - 1) * reviewLimits.perPage)
    .execute();
  const references = rows.map(({ reference }) => reference);
  const images =
    references.length === 0
      ? []
      : await db
          .selectFrom('review_image')
          .select(['reference', 'file'])
          .where('reference', 'in', references)
          .orderBy('position')
          .execute();
  const purchases =
    references.length === 0
      ? []
      : await db
          .selectFrom('review')
          .innerJoin('order_line', (join) =>
            join.onRef('order_line.order_id', '=', 'review.order_id').onRef('order_line.product_id', '=', 'review.product_id'),
          )
          .select(['review.reference', 'order_line.color', 'order_line.size'])
          .distinct()
          .where('review.reference', 'in', references)
          .execute();
  const ofReview = <Row extends { readonly reference: string }>(list: readonly Row[], reference: string): Row[] =>
    list.filter((row) => row.reference === reference);
  const items = rows.map((row) =>
    toPublic(
      row,
      ofReview(images, row.reference).map(({ file }) => file),
      ofReview(purchases, row.reference),
    ),
  );
  return { items, count, page: currentPage, pages, stars };
};

const findPublicPicture = (db: Database, file: string) =>
  db
    .selectFrom('review_image')
    .innerJoin('review', 'review.reference', 'review_image.reference')
    .where('review_image.file', '=', file)
    .where('review.state', '=', 'approved');

const noPicture = () => new NotFound('There is no such picture.');

/** Throws `NotFound` unless this is a photograph of an approved review; does not read it. */
export const checkReviewPicture = async (db: Database, file: string): Promise<void> => {
  if (!(await findPublicPicture(db, file).select('review_image.file').executeTakeFirst())) throw noPicture();
};

/** A photograph of an approved review; throws `NotFound` for any other. */
export const readReviewPicture = async (db: Database, file: string): Promise<Uint8Array<ArrayBuffer>> => {
  const row = await findPublicPicture(db, file).select('review_image.content').executeTakeFirst();
  if (!row) throw noPicture();
  return new Uint8Array(row.content);
};
