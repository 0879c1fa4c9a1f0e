import { endpoints, limitOrderId } from '#contract/endpoints.ts';
import { type Order, type OrderPayload, order } from '#contract/order.ts';
import { type PaymentMethods, type PaymentSession, paymentMethods, paymentSession } from '#contract/payment.ts';
import { shopApi } from '#shared/api/shop-api.ts';

const ordersApi = shopApi.injectEndpoints({
  endpoints: (build) => ({
    /** Not cached: a payment may have changed it. */
    order: build.query<Order, string>({
      query: (orderId) => ({ endpoint: endpoints.order, params: { orderId: limitOrderId(orderId) }, schema: order }),
      keepUnusedDataFor: 0,
    }),
    /** `key` is the idempotency key: the same key and payload never make a second order. */
    placeOrder: build.mutation<Order, { readonly payload: OrderPayload; readonly key: string }>({
      query: ({ payload, key }) => ({
        endpoint: endpoints.placeOrder,
        data: payload,
        headers: { 'Idempotency-Key': key },
        schema: order,
      }),
    }),
    paymentMethods: build.query<PaymentMethods, void>({ query: () => ({ endpoint: endpoints.paymentMethods, schema: paymentMethods }) }),
    payOrder: build.mutation<PaymentSession, string>({
      query: (orderId) => ({ endpoint: endpoints.payOrder, data: { orderId }, schema: paymentSession }),
    }),
  }),
});

export const { useOrderQuery, usePlaceOrderMutation, usePaymentMethodsQuery, usePayOrderMutation } = ordersApi;
