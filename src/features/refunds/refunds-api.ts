import { endpoints, limitOrderId } from '#contract/endpoints.ts';
import { type Order, order } from '#contract/order.ts';
import {
  type CancellationDeclaration,
  type CancellationReceipt,
  cancellationReceipt,
  type RefundReceipt,
  type RefundRequest,
  refundReceipt,
} from '#contract/refund.ts';
import { shopApi } from '#shared/api/shop-api.ts';

type RequestRefund = {
  readonly request: RefundRequest;
  readonly images: readonly File[];
  /** Called with the upload progress, from 0 to 1. */
  readonly onProgress: (progress: number) => void;
};

const toFormData = ({ orderId, ProductId, reason }: RefundRequest, images: readonly File[]): FormData => {
  const data = new FormData();
  data.append('orderId', orderId);
  data.append('ProductId', ProductId);
  data.append('reason', reason);
  for (const image of images) data.append('additionalImages', image);
  return data;
};

const refundsApi = shopApi.injectEndpoints({
  endpoints: (build) => ({
    /** The order to request a refund for. Not cached: each search fetches the order anew. */
    refundOrder: build.query<Order, string>({
      query: (orderId) => ({ endpoint: endpoints.refundOrder, params: { orderId: limitOrderId(orderId) }, schema: order }),
      keepUnusedDataFor: 0,
    }),
    requestRefund: build.mutation<RefundReceipt, RequestRefund>({
      query: ({ request, images, onProgress }) => ({
        endpoint: endpoints.requestRefund,
        data: toFormData(request, images),
        onProgress,
        schema: refundReceipt,
      }),
    }),
    /** Cancels units of a paid order without a reason. */
    declareCancellation: build.mutation<CancellationReceipt, CancellationDeclaration>({
      query: (data) => ({ endpoint: endpoints.declareCancellation, data, schema: cancellationReceipt }),
    }),
  }),
});

export const { useDeclareCancellationMutation, useRefundOrderQuery, useRequestRefundMutation } = refundsApi;
