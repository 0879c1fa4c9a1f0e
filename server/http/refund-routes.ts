import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { endpoints } from '#contract/endpoints.ts';
import type { Order } from '#contract/order.ts';
import { type RefundReceipt, refundLimits, refundRequest } from '#contract/refund.ts';
import { updateDueOrders } from '#server/domain/due-orders.ts';
import { Busy, Failure } from '#server/domain/failure.ts';
import { readOrderId } from '#server/domain/order-id.ts';
import { enforceRateLimit, type RateLimit } from '#server/domain/rate-limit.ts';
import { findRefundOrder, requestRefund } from '#server/domain/refund-requests.ts';
import { clientAddress } from '#server/http/client-address.ts';
import { constantTimeRefusal } from '#server/http/constant-time.ts';
import { noStore } from '#server/http/no-store.ts';
import { limitRate } from '#server/http/rate-limit.ts';
import { parseBody, readAs } from '#server/http/read-body.ts';
import type { Services } from '#server/http/services.ts';

/** All pictures at their maximum size, plus the text fields. */
const maxRequestBytes = refundLimits.images * refundLimits.imageBytes + 100_000;
const imagesField = 'additionalImages';

/** Refund requests per client address. */
const rateLimit: RateLimit = { max: 20, perSeconds: 60 * 60 };

/** Uploads that a process reads at the same time: each needs up to 30 MB of memory. Further ones answer 503. */
const maxConcurrentUploads = 4;

const limitBody = bodyLimit({
  maxSize: maxRequestBytes,
  onError: () => {
    const message = `This is more than ${refundLimits.images} pictures of ${refundLimits.imageBytes / 1024 / 1024} MB. Please send fewer or smaller ones.`;
    throw new Failure('tooLarge', message, { [imagesField]: message });
  },
});

/** Uploaded files; browsers send an empty file without a name when none was chosen. */
const uploadedFiles = (form: FormData): Blob[] => {
  const files = form.getAll(imagesField).filter((part) => part !== '' && !(part instanceof File && part.name === '' && part.size === 0));
  return files.map((part) => (typeof part === 'string' ? new Blob([part]) : part));
};

/** A field's value; an array, which validation rejects, when it was sent more than once. */
const fieldValue = (form: FormData, name: string): unknown => {
  const values = form.getAll(name);
  return values.length > 1 ? values : values[0];
};

/** Routes of refund requests: finding the order, and sending a request with pictures. */
export const refundRoutes = (services: Services): Hono => {
  const { db, clock, refundImages: imageStore, payments: provider } = services;
  let activeUploads = 0;

  const receiveRequest = async (c: Context): Promise<string> => {
    const form = await readAs(c, {
      contentType: /^multipart\/form-data\s*;/i,
      refusal: 'This must be sent as a form with files.',
      parse: () => c.req.formData(),
    });
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
      const order = await constantTimeRefusal(services.minResponseMs, async () => {
        const id = readOrderId(c.req.param('orderId'));
        await updateDueOrders(db, provider, clock(), id);
        return findRefundOrder(db, id);
      });
      return c.json(order satisfies Order);
    })
    .post(endpoints.requestRefund.path, limitBody, async (c) => {
      await enforceRateLimit(db, { key: `refunds:${clientAddress(c, services)}`, ...rateLimit, now: clock() });
      if (activeUploads >= maxConcurrentUploads) throw new Busy();
      activeUploads += 1;
      try {
        const reference = await receiveRequest(c);
        return c.json({ message: 'Thank you. We have your request and will write to you.', reference } satisfies RefundReceipt, 201);
      } finally {
        activeUploads -= 1;
      }
    });
};
