import type * as z from 'zod/mini';
import { deskEndpoints } from '#contract/desk/endpoints.ts';
import {
  type DeskReview,
  type DeskReviewPage,
  deskReview,
  deskReviewPage,
  type ReviewListView,
  type reviewChange,
} from '#contract/desk/reviews.ts';
import { changeOf, deskApi, type Of, pagesOf } from '#desk/desk-api.ts';

const show = (id: string, now: DeskReview): object => reviewsApi.util.updateQueryData('deskReview', id, () => now);

const reviewsApi = deskApi.injectEndpoints({
  endpoints: (build) => ({
    deskReviews: build.infiniteQuery<DeskReviewPage, { readonly view: ReviewListView }, string>(
      pagesOf(deskEndpoints.reviews, deskReviewPage),
    ),
    deskReview: build.query<DeskReview, string>({
      query: (reference) => ({ endpoint: deskEndpoints.review, params: { reference }, schema: deskReview }),
      providesTags: ['Desk'],
    }),
    changeReview: build.mutation<DeskReview, Of<z.input<typeof reviewChange>>>(changeOf(deskEndpoints.changeReview, deskReview, show)),
  }),
});

export const { useChangeReviewMutation, useDeskReviewQuery, useDeskReviewsInfiniteQuery } = reviewsApi;
