import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { HTTPException } from 'hono/http-exception';
import { endpoints } from '#contract/endpoints.ts';
import type { Order } from '#contract/order.ts';
import { type RefundReceipt, refundLimits, refundRequest } from '#contract/refund.ts';
import { updateDueOrders } from '#server/domain/due-orders.ts';
import { Busy, Failure } from '#server/domain/failure.ts';
import { readOrderId } from '#server/domain/order-id.ts';
import { enforceRateLimit, type Limit } from '#server/domain/rate-limit.ts';
import { findRefundOrder, requestRefund } from '#server/domain/refund-requests.ts';
import { clientAddress } from '#server/http/client-address.ts';
import { constantTime } from '#server/http/constant-time.ts';
import { limitRate } from '#server/http/rate-limit.ts';
import { parseBody } from '#server/http/read-body.ts';
import type { Services } from '#server/http/services.ts';

/** All pictures at their largest, and room for the words. */
const largestRequest = refundLimits.images * refundLimits.imageBytes + 100_000;
const field = 'additionalImages';

/** How many requests may come from one network address. */
const requestLimit: Limit = { most: 20, perSeconds: 60 * 60 };

/** Each holds up to 30 MB while it is read: a process takes no more of them at once. */
const mostAtOnce = 4;

const limitBody = bodyLimit({
  maxSize: largestRequest,
  onError: () => {
    const message = `This is more than ${refundLimits.images} pictures of ${refundLimits.imageBytes / 1024 / 1024} MB. Please send fewer or smaller ones.`;
    throw new Failure('tooLarge', message, { [field]: message });
  },
});

const noStore: MiddlewareHandler = async (c, next) => {
  c.header('Cache-Control', 'no-store');
  await next();
};

const readForm = async (c: Context): Promise<FormData> => {
  if (!/^multipart\/form-data\s*;/i.test(c.req.header('content-type') ?? ''))
    throw new HTTPException(415, { message: 'This must be sent as a form with files.' });
  try {
    return await c.req.formData();
  } catch (error) {
    // Too large a body is the body limit's to refuse, and it has.
    if (error instanceof Failure) throw error;
    throw new HTTPException(400, { message: 'What was sent cannot be read.' });
  }
};

/** The files of the form; a browser sends a nameless empty one where none was chosen. */
const filesOf = (form: FormData): Blob[] => {
  const files = form.getAll(field).filter((part) => part !== '' && !(part instanceof File && part.name === '' && part.size === 0));
  return files.map((part) => (typeof part === 'string' ? new Blob([part]) : part));
};

/** What was sent once stands for itself; a field that was sent twice is none of ours. */
const partOf = (form: FormData, name: string): unknown => {
  const values = form.getAll(name);
  return values.length > 1 ? values : values[0];
};

/** Finding an order to ask a refund for, and asking. Pictures are kept outside of all that is served. */
export const refundRoutes = (services: Services): Hono => {
  const { db, clock, refundImages: imageStore, payments: provider } = services;
  let running = 0;

  const take = async (c: Context): Promise<string> => {
    const form = await readForm(c);
    const request = parseBody(
      { orderId: partOf(form, 'orderId'), ProductId: partOf(form, 'ProductId'), reason: partOf(form, 'reason') },
      refundRequest,
    );
    await updateDueOrders(db, provider, clock(), readOrderId(request.orderId));
    return requestRefund(db, request, filesOf(form), { imageStore, now: clock() });
  };

  return new Hono()
    .use('/refund/*', noStore)
    .get(endpoints.refundOrder.path, async (c) => {
      await limitRate(c, services, 'lookUps');
      const found = await constantTime(services.minResponseMs, async () => {
        const id = readOrderId(c.req.param('orderId'));
        await updateDueOrders(db, provider, clock(), id);
        return findRefundOrder(db, id);
      });
      return c.json(found satisfies Order);
    })
    .post(endpoints.requestRefund.path, limitBody, async (c) => {
      await enforceRateLimit(db, { key: `refunds:${clientAddress(c, services)}`, ...requestLimit, now: clock() });
      if (running >= mostAtOnce) throw new Busy();
      running += 1;
      try {
        const reference = await take(c);
        return c.json({ message: 'Thank you. We have your request and will write to you.', reference } satisfies RefundReceipt, 201);
      } finally {
        running -= 1;
      }
    });
};
