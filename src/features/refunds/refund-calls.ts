import { endpointPath, endpoints } from '#contract/endpoints.ts';
import { type Order, order } from '#contract/order.ts';
import { type RefundReceipt, type RefundRequest, refundReceipt } from '#contract/refund.ts';
import type { ApiError } from '#shared/api/api-error.ts';
import { callApi } from '#shared/api/client.ts';

/** What came of a call. */
export type Outcome<Answer> = { readonly data: Answer } | { readonly error: ApiError };

/** The order to ask a refund for, as it is now: nothing that was heard before counts. */
export const findRefundOrder = (orderId: string): Promise<Outcome<Order>> =>
  callApi({ method: endpoints.refundOrder.method, url: endpointPath(endpoints.refundOrder.path, { orderId }) }, order);

/** Sends a request with its pictures; `onProgress` hears how much has gone, from 0 to 1. */
export const sendRefundRequest = (
  { orderId, ProductId, reason }: RefundRequest,
  pictures: readonly File[],
  onProgress: (share: number) => void,
): Promise<Outcome<RefundReceipt>> => {
  const data = new FormData();
  data.append('orderId', orderId);
  data.append('ProductId', ProductId);
  data.append('reason', reason);
  for (const picture of pictures) data.append('additionalImages', picture);
  return callApi({ method: endpoints.requestRefund.method, url: endpoints.requestRefund.path, data, onProgress }, refundReceipt);
};
