import { declareCancellation } from '#server/domain/money/declare-cancellation.ts';
import { findRefundOrder, requestRefund } from '#server/domain/money/refund-requests.ts';
import { readUpdatedOrder, updateDueOrders } from '#server/domain/orders/due-orders.ts';
import { readOrderId } from '#server/domain/orders/order-id.ts';
import { calls } from '#server/http/calls.ts';
import type { Serve } from '#server/http/serve.ts';
import type { Services } from '#server/http/services.ts';

/** Calls of refund requests: finding the order, and sending a request with pictures. */
export const refundRoutes = (serve: Serve, services: Services): void => {
  const { db, refundImages: imageStore, payments: provider } = services;
  serve(calls.refundOrder, ({ c, now }) => findRefundOrder(db, c.req.param('orderId'), readUpdatedOrder(provider, now)));
  serve(calls.declareCancellation, async ({ now, body }) => {
    await updateDueOrders(db, provider, now, readOrderId(body.orderId));
    return declareCancellation(db, body, now);
  });
  serve(calls.requestRefund, async ({ now, body, pictures }) => {
    await updateDueOrders(db, provider, now, readOrderId(body.orderId));
    const reference = await requestRefund(db, body, pictures, { imageStore, now });
    return { message: 'Thank you. We have your request and will write to you.', reference };
  });
};
