import { readPage } from '#contract/listing-query.ts';
import { NotFound } from '#server/domain/failure.ts';
import { endReviewMails, stopReviewMails } from '#server/domain/reviews/review-invites.ts';
import { reportReview } from '#server/domain/reviews/review-moderation.ts';
import { checkReviewPicture, listPublicReviews, openReview, readReviewPicture, writeReview } from '#server/domain/reviews/reviews.ts';
import { calls } from '#server/http/calls.ts';
import type { CatalogueSnapshot } from '#server/http/catalogue-cache.ts';
import { revalidate, sendEncoded, sendNotModified } from '#server/http/encoded-body.ts';
import type { Serve } from '#server/http/serve.ts';
import type { Services } from '#server/http/services.ts';
import { findShopper } from '#server/http/session.ts';
import { encodeImages } from '#server/storage/refund-images.ts';

/** File names are random and never reused for other content, so the name serves as ETag: a cached photograph is neither read nor hashed. */
const pictureName = /^([0-9a-f-]{36})\.jpg$/;

/** Calls of reviews: reading and reporting public ones, and writing one. */
export const reviewRoutes = (serve: Serve, services: Services, catalogue: () => Promise<CatalogueSnapshot>): void => {
  const { db } = services;
  serve(calls.reviews, async ({ c }) => {
    const productId = c.req.param('productId');
    if (!(await catalogue()).catalogue.find(productId)) throw new NotFound('This product is not in the shop.');
    return listPublicReviews(db, productId, readPage(c.req.query('page')));
  });
  // To be revalidated, not cached for longer: a removed review must disappear with the next request.
  serve(calls.reviewPicture, async ({ c }) => {
    const file = c.req.param('file');
    const hash = pictureName.exec(file)?.[1];
    if (hash === undefined) throw new NotFound('There is no such picture.');
    await checkReviewPicture(db, file);
    return (
      sendNotModified(c, hash, revalidate) ??
      sendEncoded(c, { type: 'image/jpeg', hash, identity: await readReviewPicture(db, file) }, revalidate)
    );
  });
  serve(calls.reportReview, ({ now, body }) => reportReview(db, body, now));
  serve(calls.openReview, async ({ c, now, body }) => openReview(db, body, { account: await findShopper(c, services), now }));
  serve(calls.writeReview, async ({ c, now, body, pictures }) =>
    writeReview(db, body, pictures, { account: await findShopper(c, services), encode: encodeImages, now }),
  );
  serve(calls.stopReviewMails, ({ now, body }) => stopReviewMails(db, body.key, now));
  serve(calls.endReviewMails, ({ c, now }) => endReviewMails(db, c.req.param('token'), now));
};
