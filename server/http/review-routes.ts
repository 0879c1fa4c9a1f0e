import { type Context, Hono } from 'hono';
import { endpoints } from '#contract/endpoints.ts';
import { readPage } from '#contract/listing-query.ts';
import {
  type ReviewDraft,
  type ReviewPage,
  reviewAccess,
  reviewForm,
  reviewLimits,
  reviewMailStop,
  reviewReport,
} from '#contract/review.ts';
import { hour } from '#server/db/columns.ts';
import { NotFound, TooMany } from '#server/domain/failure.ts';
import { enforceRateLimit, type RateLimit } from '#server/domain/rate-limit.ts';
import { endReviewMails, stopReviewMails } from '#server/domain/review-invites.ts';
import { reportReview } from '#server/domain/review-moderation.ts';
import { checkReviewPicture, listPublicReviews, openReview, readReviewPicture, writeReview } from '#server/domain/reviews.ts';
import type { CatalogueSnapshot } from '#server/http/catalogue-cache.ts';
import { clientAddress } from '#server/http/client-address.ts';
import { sendEncoded, sendNotModified } from '#server/http/encoded-body.ts';
import { noStore } from '#server/http/no-store.ts';
import { createReadLimit, limitRate } from '#server/http/rate-limit.ts';
import { parseBody, readBody } from '#server/http/read-body.ts';
import type { Services } from '#server/http/services.ts';
import { findShopper } from '#server/http/session.ts';
import { redirectToStopPage } from '#server/http/stop-page.ts';
import { fieldValue, type ReceiveUpload, uploadedFiles } from '#server/http/upload.ts';
import { encodeReviewImages } from '#server/storage/refund-images.ts';

/** Not longer: a removed review must disappear with the next request. */
const revalidate = 'no-cache';

/** Per client address. */
const rateLimits = { reviews: { max: 20, perSeconds: hour }, reports: { max: 10, perSeconds: hour } } as const satisfies Record<
  string,
  RateLimit
>;

/** A random name, which is never given to another content: it is the ETag, too, so that what a browser has is neither read nor hashed. */
const pictureName = /^([0-9a-f-]{36})\.jpg$/;

/** Routes of reviews: reading and reporting public ones, and writing one. */
export const reviewRoutes = (services: Services, catalogue: () => Promise<CatalogueSnapshot>, receiveUpload: ReceiveUpload): Hono => {
  const { db, clock } = services;
  const waitForQueries = createReadLimit(services, 'queries');

  const limit = (c: Context, action: keyof typeof rateLimits): Promise<void> =>
    enforceRateLimit(db, { key: `${action}:${clientAddress(c, services)}`, ...rateLimits[action], now: clock() });

  const addReview = async (c: Context, fields: FormData): Promise<void> => {
    const names = ['productId', 'key', 'stars', 'author', 'text', 'removeImages'] as const;
    const form = parseBody(Object.fromEntries(names.map((name) => [name, fieldValue(fields, name)])), reviewForm);
    const account = await findShopper(c, services);
    await writeReview(db, form, uploadedFiles(fields), { account, encode: encodeReviewImages, now: clock() });
  };

  return new Hono()
    .get(endpoints.reviews.path, async (c) => {
      const wait = await waitForQueries(c);
      if (wait > 0) throw new TooMany(wait);
      const productId = c.req.param('productId');
      if (!(await catalogue()).catalogue.find(productId)) throw new NotFound('This product is not in the shop.');
      c.header('Cache-Control', revalidate);
      return c.json((await listPublicReviews(db, productId, readPage(c.req.query('page')))) satisfies ReviewPage);
    })
    .get(endpoints.reviewPicture.path, async (c) => {
      const file = c.req.param('file');
      const hash = pictureName.exec(file)?.[1];
      if (hash === undefined) throw new NotFound('There is no such picture.');
      await checkReviewPicture(db, file);
      return (
        sendNotModified(c, hash, revalidate) ??
        sendEncoded(c, { type: 'image/jpeg', hash, identity: await readReviewPicture(db, file) }, revalidate)
      );
    })
    .post(endpoints.reportReview.path, async (c) => {
      await limit(c, 'reports');
      await reportReview(db, await readBody(c, reviewReport), clock());
      return c.body(null, 204);
    })
    .use('/order/*', noStore)
    .post(endpoints.openReview.path, async (c) => {
      await limitRate(c, services, 'lookUps');
      const access = await readBody(c, reviewAccess);
      const account = await findShopper(c, services);
      return c.json((await openReview(db, access, { account, now: clock() })) satisfies ReviewDraft);
    })
    .post(endpoints.writeReview.path, async (c) => {
      await limit(c, 'reviews');
      const upload = { address: clientAddress(c, services), images: reviewLimits.images };
      await receiveUpload(c, upload, (fields) => addReview(c, fields));
      return c.body(null, 204);
    })
    .post(endpoints.stopReviewMails.path, async (c) => {
      await limitRate(c, services, 'lookUps');
      await stopReviewMails(db, (await readBody(c, reviewMailStop)).key, clock());
      return c.body(null, 204);
    })
    .get(endpoints.endReviewMails.path, (c) => redirectToStopPage(c, services, (token) => `?review=${token}#stop`))
    .post(endpoints.endReviewMails.path, async (c) => {
      // Without reading the body: mail programs send `List-Unsubscribe=One-Click` (RFC 8058).
      await limitRate(c, services, 'lookUps');
      await endReviewMails(db, c.req.param('token'), clock());
      return c.body(null, 204);
    });
};
