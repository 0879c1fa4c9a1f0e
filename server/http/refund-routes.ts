import { Hono } from 'hono';
import { endpoints } from '#contract/endpoints.ts';
import type { Order } from '#contract/order.ts';
import { type RefundReceipt, refundLimits, refundRequest } from '#contract/refund.ts';
import { hour } from '#server/db/columns.ts';
import { readUpdatedOrder, updateDueOrders } from '#server/domain/due-orders.ts';
import { readOrderId } from '#server/domain/order-id.ts';
import { enforceRateLimit, type RateLimit } from '#server/domain/rate-limit.ts';
import { findRefundOrder, requestRefund } from '#server/domain/refund-requests.ts';
import { clientAddress } from '#server/http/client-address.ts';
import { constantTimeRefusal } from '#server/http/constant-time.ts';
import { noStore } from '#server/http/no-store.ts';
import { limitRate } from '#server/http/rate-limit.ts';
import { parseBody } from '#server/http/read-body.ts';
import type { Services } from '#server/http/services.ts';
import { fieldValue, type ReceiveUpload, uploadedFiles } from '#server/http/upload.ts';

/** Refund requests per client address. */
const rateLimit: RateLimit = { max: 20, perSeconds: hour };

/** Routes of refund requests: finding the order, and sending a request with pictures. */
export const refundRoutes = (services: Services, receiveUpload: ReceiveUpload): Hono => {
  const { db, clock, refundImages: imageStore, payments: provider } = services;

  const addRequest = async (form: FormData): Promise<string> => {
    const request = parseBody(
      { orderId: fieldValue(form, 'orderId'), ProductId: fieldValue(form, 'ProductId'), reason: fieldValue(form, 'reason') },
      refundRequest,
    );
    await updateDueOrders(db, provider, clock(), readOrderId(request.orderId));
    return requestRefund(db, request, uploadedFiles(form), { imageStore, now: clock() });
  };

  return new Hono()
    .use('/refund/*', noStore)
    .get(endpoints.refundOrder.path, async (c) => {
      await limitRate(c, services, 'lookUps');
      const order = await constantTimeRefusal(services.minResponseMs, () =>
        findRefundOrder(db, c.req.param('orderId'), readUpdatedOrder(provider, clock())),
      );
      return c.json(order satisfies Order);
    })
    .post(endpoints.requestRefund.path, async (c) => {
      const address = clientAddress(c, services);
      await enforceRateLimit(db, { key: `refunds:${address}`, ...rateLimit, now: clock() });
      const reference = await receiveUpload(c, { address, images: refundLimits.images }, addRequest);
      return c.json({ message: 'Thank you. We have your request and will write to you.', reference } satisfies RefundReceipt, 201);
    });
};
