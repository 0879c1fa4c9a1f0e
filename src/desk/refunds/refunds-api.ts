import type * as z from 'zod/mini';
import { deskEndpoints } from '#contract/desk/endpoints.ts';
import {
  type DeskRefund,
  type decidedRefund,
  decisionPreview,
  deskRefund,
  type postedReturn,
  type RefundPage,
  type RefundView,
  refundPage,
  type returnedGoods,
} from '#contract/desk/refunds.ts';
import { callWith, deskApi } from '#desk/desk-api.ts';

type OfRequest<Body> = { readonly reference: string } & Body;

/** A change of one refund request, answered with the request as it is then. A refused one leaves the page as it is: what was typed is kept. */
const change = <Body extends object>(endpoint: { readonly method: string; readonly path: string }) => ({
  query: ({ reference, ...data }: OfRequest<Body>) => ({ endpoint, params: { reference }, data, schema: deskRefund }),
  invalidatesTags: (_result: unknown, error: unknown) => (error ? [] : ['Desk' as const]),
});

const refundsApi = deskApi.injectEndpoints({
  endpoints: (build) => ({
    deskRefunds: build.infiniteQuery<RefundPage, RefundView, string>({
      infiniteQueryOptions: { initialPageParam: '', getNextPageParam: ({ next }) => next },
      query: ({ queryArg: view, pageParam }) => ({
        endpoint: callWith(deskEndpoints.refunds, { view, after: pageParam }),
        schema: refundPage,
      }),
      providesTags: ['Desk'],
    }),
    deskRefund: build.query<DeskRefund, string>({
      query: (reference) => ({ endpoint: deskEndpoints.refund, params: { reference }, schema: deskRefund }),
      providesTags: ['Desk'],
    }),
    /** The mail of a decision that was not made. Fetched anew for each version, and not by a tag: the decision itself would fetch it once more. */
    decisionPreview: build.query<z.output<typeof decisionPreview>, OfRequest<z.input<typeof decidedRefund>>>({
      query: ({ reference, decision }) => ({
        endpoint: deskEndpoints.previewDecision,
        params: { reference },
        data: decision,
        schema: decisionPreview,
      }),
      keepUnusedDataFor: 0,
    }),
    decideRefund: build.mutation<DeskRefund, OfRequest<z.input<typeof decidedRefund>>>(change(deskEndpoints.decideRefund)),
    recordPosted: build.mutation<DeskRefund, OfRequest<z.input<typeof postedReturn>>>(change(deskEndpoints.recordPosted)),
    receiveReturn: build.mutation<DeskRefund, OfRequest<z.input<typeof returnedGoods>>>(change(deskEndpoints.receiveReturn)),
  }),
});

export const {
  useDecideRefundMutation,
  useDecisionPreviewQuery,
  useDeskRefundQuery,
  useDeskRefundsInfiniteQuery,
  useReceiveReturnMutation,
  useRecordPostedMutation,
} = refundsApi;
