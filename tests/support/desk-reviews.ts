import type { Database } from '#server/db/schema.ts';
import { issueToken } from '#server/domain/accounts/tokens.ts';
import { writeReview } from '#server/domain/reviews/reviews.ts';
import { encodeImages } from '#server/storage/refund-images.ts';
import { aPaidOrderIn } from '#tests/support/desk.ts';

type Written = {
  readonly productId: string;
  readonly stars?: 1 | 2 | 3 | 4 | 5;
  readonly author?: string;
  readonly text?: string;
  readonly email?: string;
  readonly photographs?: readonly Blob[];
  readonly now: Date;
};

/** Buys a product and reviews it; returns the reference, the order's id, and a function that writes the review again. */
export const aReviewIn = async (
  db: Database,
  { productId, stars = 5, author = 'Priya', email, photographs = [], now, ...written }: Written,
) => {
  const { text = 'It fits the hand, and keeps tea warm.' } = written;
  const orderId = await aPaidOrderIn(db, { productId, now, ...(email !== undefined && { buyer: { email } }) });
  await db.updateTable('order').set({ status: 'Delivered' }).where('id', '=', orderId).execute();
  const key = await issueToken(db, 'review', { subject: orderId }, now);
  const write = (words: string, pictures: readonly Blob[] = []) =>
    writeReview(db, { productId, key, stars, author, text: words }, pictures, { account: undefined, encode: encodeImages, now });
  await write(text, photographs);
  const { reference } = await db.selectFrom('review').select('reference').where('order_id', '=', orderId).executeTakeFirstOrThrow();
  return { reference, orderId, write };
};
