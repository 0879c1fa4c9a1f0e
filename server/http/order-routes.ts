import { readDeliveryOptions } from '#server/domain/delivery/delivery-options.ts';
import { Conflict } from '#server/domain/failure.ts';
import { closeReplacedPaymentPages } from '#server/domain/money/payments.ts';
import { cancelOwnOrder, mailCancellationLink } from '#server/domain/orders/cancel-own-order.ts';
import { listUpdatedOwnOrders, readUpdatedOrder } from '#server/domain/orders/due-orders.ts';
import { findOrder, placeOrder } from '#server/domain/orders/orders.ts';
import { checkVoucher, limitVoucherGuesses } from '#server/domain/vouchers/check-voucher.ts';
import { calls } from '#server/http/calls.ts';
import { clientIp } from '#server/http/client-ip.ts';
import type { Serve } from '#server/http/serve.ts';
import type { Services } from '#server/http/services.ts';
import { findShopper, isStaff, requireShopper } from '#server/http/session.ts';

/** Calls of orders: placing, checking a voucher, cancelling, looking up by id, and the signed-in shopper's list. */
export const orderRoutes = (serve: Serve, services: Services): void => {
  const { db, payments: provider } = services;
  serve(calls.placeOrder, async ({ c, now, headers, body: payload }) => {
    const buyer = await findShopper(c, services);
    await closeReplacedPaymentPages(db, provider, { replaces: payload.replaces, buyer, now });
    const caller = { clientIp: clientIp(c, services), now };
    const { isOpen, delivery, trader, vat } = await services.readShop();
    if (!isOpen && !(await isStaff(c, services))) throw new Conflict('This shop is not open yet.');
    const place = () =>
      placeOrder(db, {
        ...caller,
        payload,
        key: headers['Idempotency-Key'],
        buyer,
        limits: services.unpaidLimits,
        shopOrigin: services.shopUrl(),
        delivery,
        trader,
        vat,
        minPence: provider.minPence,
      });
    return payload.voucher === undefined ? place() : limitVoucherGuesses(db, caller, place);
  });
  serve(calls.deliveryOptions, () => readDeliveryOptions(db));
  serve(calls.checkVoucher, async ({ c, now, body: check }) => {
    const buyer = await findShopper(c, services);
    return checkVoucher(db, { check, buyer, clientIp: clientIp(c, services), minPence: provider.minPence, now });
  });
  serve(calls.cancelOrder, async ({ c, now, body: { orderId, token } }) => {
    const by = token === undefined ? { account: await requireShopper(c, services) } : { token };
    const order = await cancelOwnOrder(db, { orderId, by, now });
    c.set('securityEvent', 'order cancelled by its buyer');
    return order;
  });
  serve(calls.mailCancellationLink, async ({ now, body: { orderId } }) => {
    await mailCancellationLink(db, orderId, now);
    return {
      message: 'We have emailed a link to the address that was given with this order. It can take a minute; check your spam folder, too.',
    };
  });
  serve(calls.myOrders, ({ now, shopper }) => listUpdatedOwnOrders(db, provider, now, shopper));
  serve(calls.order, ({ c, now }) => findOrder(db, c.req.param('orderId'), readUpdatedOrder(provider, now)));
};
