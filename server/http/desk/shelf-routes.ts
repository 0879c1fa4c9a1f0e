import { reviewViews } from '#contract/desk/reviews.ts';
import { changeReview, listDeskReviews, readDeskReviewPicture, showDeskReview } from '#server/domain/reviews/desk-reviews.ts';
import { readView, sendPhotograph } from '#server/http/desk/desk-request.ts';
import { shelfCalls } from '#server/http/desk/shelf-calls.ts';
import type { Serve } from '#server/http/serve.ts';
import type { Services } from '#server/http/services.ts';

/** The calls of the desk about reviews. */
export const shelfRoutes = (serve: Serve, { db }: Services): void => {
  serve(shelfCalls.reviews, ({ c }) => listDeskReviews(db, readView(c, reviewViews), c.req.query('after')));
  serve(shelfCalls.review, ({ c }) => showDeskReview(db, c.req.param('reference')));
  serve(shelfCalls.reviewPicture, async ({ c }) => sendPhotograph(c, await readDeskReviewPicture(db, c.req.param())));
  serve(shelfCalls.changeReview, async ({ c, now, by, body }) => {
    await changeReview(db, c.req.param('reference'), body, by, now);
    return showDeskReview(db, c.req.param('reference'));
  });
};
