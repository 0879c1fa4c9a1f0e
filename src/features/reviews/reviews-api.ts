import { endpoints } from '#contract/endpoints.ts';
import { type ReviewAccess, type ReviewDraft, type ReviewPage, type ReviewReport, reviewDraft, reviewPage } from '#contract/review.ts';
import { noContent } from '#shared/api/schema.ts';
import { shopApi } from '#shared/api/shop-api.ts';

type WriteReview = {
  readonly fields: Readonly<Record<'productId' | 'key' | 'stars' | 'author' | 'text', string>> & { readonly removeImages?: 'true' };
  readonly images: readonly File[];
  /** Called with the upload progress, from 0 to 1. */
  readonly onProgress: (progress: number) => void;
};

const toFormData = (fields: WriteReview['fields'], images: readonly File[]): FormData => {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.append(name, value);
  for (const image of images) data.append('additionalImages', image);
  return data;
};

const reviewsApi = shopApi.injectEndpoints({
  endpoints: (build) => ({
    reviews: build.query<ReviewPage, { readonly productId: string; readonly page: number }>({
      query: ({ productId, page }) => ({
        endpoint: { ...endpoints.reviews, path: `${endpoints.reviews.path}?page=${page}` },
        params: { productId },
        schema: reviewPage,
      }),
    }),
    /** Not cached: the seller may have decided meanwhile. */
    openReview: build.query<ReviewDraft, ReviewAccess>({
      query: (access) => ({ endpoint: endpoints.openReview, data: access, schema: reviewDraft }),
      keepUnusedDataFor: 0,
    }),
    writeReview: build.mutation<null, WriteReview>({
      query: ({ fields, images, onProgress }) => ({
        endpoint: endpoints.writeReview,
        data: toFormData(fields, images),
        onProgress,
        schema: noContent,
      }),
    }),
    reportReview: build.mutation<null, ReviewReport>({
      query: (report) => ({ endpoint: endpoints.reportReview, data: report, schema: noContent }),
    }),
    stopReviewMails: build.mutation<null, string>({
      query: (key) => ({ endpoint: endpoints.stopReviewMails, data: { key }, schema: noContent }),
    }),
  }),
});

export const { useReviewsQuery, useOpenReviewQuery, useWriteReviewMutation, useReportReviewMutation, useStopReviewMailsMutation } =
  reviewsApi;
