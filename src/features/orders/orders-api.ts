import { endpointPath, endpoints } from '#contract/endpoints.ts';
import { type Order, type OrderPayload, order } from '#contract/order.ts';
import { type PaymentSession, paymentSession } from '#contract/payment.ts';
import { shopApi } from '#shared/api/shop-api.ts';

/** Placing an order, paying for it, reading it. `key` is the Idempotency-Key: with the same one there is never a second order. */
export const ordersApi = shopApi.injectEndpoints({
  endpoints: (build) => ({
    order: build.query<Order, string>({
      query: (orderId) => ({ method: endpoints.order.method, url: endpointPath(endpoints.order.path, { orderId }), schema: order }),
    }),
    placeOrder: build.mutation<Order, { readonly payload: OrderPayload; readonly key: string }>({
      query: ({ payload, key }) => ({
        method: endpoints.placeOrder.method,
        url: endpoints.placeOrder.path,
        data: payload,
        headers: { 'Idempotency-Key': key },
        schema: order,
      }),
    }),
    payOrder: build.mutation<PaymentSession, string>({
      query: (orderId) => ({ method: endpoints.payOrder.method, url: endpoints.payOrder.path, data: { orderId }, schema: paymentSession }),
    }),
  }),
});
