import type * as z from 'zod/mini';
import { deskEndpoints } from '#contract/desk/endpoints.ts';
import {
  type DeskRefund,
  type decidedRefund,
  decisionPreview,
  deskRefund,
  type RefundPage,
  type RefundView,
  refundPage,
  refundViews,
  type returnedGoods,
} from '#contract/desk/refunds.ts';
import { changeOf, deskApi, type Of, pagesOf } from '#desk/desk-api.ts';

/** The view that a query names. */
export const viewOf = (text: string | null): RefundView => refundViews.find((view) => view === text) ?? 'open';

const show = (id: string, now: DeskRefund): object => refundsApi.util.updateQueryData('deskRefund', id, () => now);

const refundsApi = deskApi.injectEndpoints({
  endpoints: (build) => ({
    deskRefunds: build.infiniteQuery<RefundPage, { readonly view: RefundView }, string>(pagesOf(deskEndpoints.refunds, refundPage)),
    deskRefund: build.query<DeskRefund, string>({
      query: (reference) => ({ endpoint: deskEndpoints.refund, params: { reference }, schema: deskRefund }),
      providesTags: ['Desk'],
    }),
    /** The mail of a decision that was not made. Fetched anew for each version, and not by a tag: the decision itself would fetch it once more. */
    decisionPreview: build.query<z.output<typeof decisionPreview>, Of<z.input<typeof decidedRefund>>>({
      query: ({ id: reference, decision }) => ({
        endpoint: deskEndpoints.previewDecision,
        params: { reference },
        data: decision,
        schema: decisionPreview,
      }),
      keepUnusedDataFor: 0,
    }),
    decideRefund: build.mutation<DeskRefund, Of<z.input<typeof decidedRefund>>>(changeOf(deskEndpoints.decideRefund, deskRefund, show)),
    receiveReturn: build.mutation<DeskRefund, Of<z.input<typeof returnedGoods>>>(changeOf(deskEndpoints.receiveReturn, deskRefund, show)),
  }),
});

export const {
  useDecideRefundMutation,
  useDecisionPreviewQuery,
  useDeskRefundQuery,
  useDeskRefundsInfiniteQuery,
  useReceiveReturnMutation,
} = refundsApi;
