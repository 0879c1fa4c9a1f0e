import type * as z from 'zod/mini';
import { deskEndpoints } from '#contract/desk/endpoints.ts';
import * as contract from '#contract/desk/refunds.ts';
import { changeOf, deskApi, type Of, pagesOf } from '#desk/desk-api.ts';

/** The view that a query names. */
export const viewOf = (text: string | null): contract.RefundView => contract.refundViews.find((view) => view === text) ?? 'open';

const show = (id: string, now: contract.DeskRefund): object => refundsApi.util.updateQueryData('deskRefund', id, () => now);

export const refundsApi = deskApi.injectEndpoints({
  endpoints: (build) => ({
    deskRefunds: build.infiniteQuery<contract.RefundPage, { readonly view: contract.RefundView }, string>(
      pagesOf(deskEndpoints.refunds, contract.refundPage),
    ),
    deskRefund: build.query<contract.DeskRefund, string>({
      query: (reference) => ({ endpoint: deskEndpoints.refund, params: { reference }, schema: contract.deskRefund }),
      providesTags: ['Desk'],
    }),
    /** The mail of a decision that was not made. Fetched anew for each version, and not by a tag: the decision itself would fetch it once more. */
    decisionPreview: build.query<z.output<typeof contract.decisionPreview>, Of<z.input<typeof contract.decidedRefund>>>({
      query: ({ id: reference, decision }) => ({
        endpoint: deskEndpoints.previewDecision,
        params: { reference },
        data: decision,
        schema: contract.decisionPreview,
      }),
      keepUnusedDataFor: 0,
    }),
    decideRefund: build.mutation<contract.DeskRefund, Of<z.input<typeof contract.decidedRefund>>>(
      changeOf(deskEndpoints.decideRefund, contract.deskRefund, show),
    ),
    receiveReturn: build.mutation<contract.DeskRefund, Of<z.input<typeof contract.returnedGoods>>>(
      changeOf(deskEndpoints.receiveReturn, contract.deskRefund, show),
    ),
  }),
});
