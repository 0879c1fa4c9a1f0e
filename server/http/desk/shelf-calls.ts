import { deskReview, deskReviewPage, reviewChange, reviewViews } from '#contract/desk/reviews.ts';
import { after, desk, view } from '#server/http/desk/desk-call.ts';

/** Reviews. */
export const shelfCalls = {
  reviews: desk('reviews', 'A page of the reviews', { query: { view: view(reviewViews), after }, answer: deskReviewPage }),
  review: desk('review', 'One review', { answer: deskReview, refusals: [404] }),
  reviewPicture: desk('reviewPicture', 'A photograph of a review', { isPicture: true, refusals: [404] }),
  changeReview: desk('changeReview', 'Decide a review, or reply to it', { body: reviewChange, answer: deskReview, refusals: [404, 409] }),
} as const;
