import { type Context, Hono } from 'hono';
import type * as z from 'zod/mini';
import type { messageAnswer } from '#contract/account.ts';
import { endpoints } from '#contract/endpoints.ts';
import { cancellationLink, type Order, orderCancellation, orderKey, orderPayload, voucherCheck } from '#contract/order.ts';
import type { VoucherTerms } from '#contract/voucher.ts';
import { cancelOwnOrder, mailCancellationLink } from '#server/domain/cancel-own-order.ts';
import { checkVoucher, limitVoucherGuesses } from '#server/domain/check-voucher.ts';
import { listUpdatedOwnOrders, readUpdatedOrder } from '#server/domain/due-orders.ts';
import { Invalid } from '#server/domain/failure.ts';
import { findOrder, placeOrder } from '#server/domain/orders.ts';
import { closeReplacedPaymentPages } from '#server/domain/payments.ts';
import { clientAddress } from '#server/http/client-address.ts';
import { noStore } from '#server/http/no-store.ts';
import { limitOwnReads, limitRate } from '#server/http/rate-limit.ts';
import { readBody } from '#server/http/read-body.ts';
import type { Services } from '#server/http/services.ts';
import { findShopper, requireShopper } from '#server/http/session.ts';

const idempotencyKey = (c: Context): string => {
  const key = orderKey.safeParse(c.req.header('idempotency-key'));
  if (key.success) return key.data;
  throw new Invalid('This order came without the key that keeps it from being placed twice. Please reload the page and try again.');
};

/** Routes of orders: placing, checking a voucher, cancelling, looking up by id, and the signed-in shopper's list. */
export const orderRoutes = (services: Services): Hono => {
  const { db, clock, payments: provider } = services;
  return new Hono()
    .use('/order/*', noStore)
    .post(endpoints.placeOrder.path, async (c) => {
      await limitRate(c, services, 'orders');
      const key = idempotencyKey(c);
      const payload = await readBody(c, orderPayload);
      const buyer = await findShopper(c, services);
      await closeReplacedPaymentPages(db, provider, { replaces: payload.replaces, buyer, now: clock() });
      const caller = { clientAddress: clientAddress(c, services), now: clock() };
      const place = () =>
        placeOrder(db, {
          ...caller,
          payload,
          key,
          buyer,
          limits: services.unpaidLimits,
          shopOrigin: services.shopUrl(),
          delivery: services.delivery,
          trader: services.trader,
          vat: services.vat,
          minPence: provider.minPence,
        });
      const order = await (payload.voucher === undefined ? place() : limitVoucherGuesses(db, caller, place));
      return c.json(order satisfies Order, 201);
    })
    .post(endpoints.checkVoucher.path, async (c) => {
      await limitRate(c, services, 'lookUps');
      const check = await readBody(c, voucherCheck);
      const buyer = await findShopper(c, services);
      const caller = { buyer, clientAddress: clientAddress(c, services), minPence: provider.minPence, now: clock() };
      return c.json((await checkVoucher(db, { check, ...caller })) satisfies VoucherTerms);
    })
    .post(endpoints.cancelOrder.path, async (c) => {
      await limitRate(c, services, 'lookUps');
      const { orderId, token } = await readBody(c, orderCancellation);
      const by = token === undefined ? { account: await requireShopper(c, services) } : { token };
      const order = await cancelOwnOrder(db, { orderId, by, now: clock() });
      c.set('securityEvent', 'order cancelled by its buyer');
      return c.json(order satisfies Order);
    })
    .post(endpoints.mailCancellationLink.path, async (c) => {
      await limitRate(c, services, 'lookUps');
      const { orderId } = await readBody(c, cancellationLink);
      await mailCancellationLink(db, orderId, clock());
      return c.json({
        message: 'We have emailed a link to the address that was given with this order. It can take a minute; check your spam folder, too.',
      } satisfies z.output<typeof messageAnswer>);
    })
    .get(endpoints.myOrders.path, async (c) => {
      const shopper = await requireShopper(c, services);
      await limitOwnReads(services, shopper.id);
      return c.json((await listUpdatedOwnOrders(db, provider, clock(), shopper)) satisfies Order[]);
    })
    .get(endpoints.order.path, async (c) => {
      await limitRate(c, services, 'lookUps');
      return c.json((await findOrder(db, c.req.param('orderId'), readUpdatedOrder(provider, clock()))) satisfies Order);
    });
};
