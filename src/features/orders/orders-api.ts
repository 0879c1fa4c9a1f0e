import type * as z from 'zod/mini';
import { messageAnswer } from '#contract/account.ts';
import { type DeliveryOptions, deliveryOptions } from '#contract/delivery-options.ts';
import { endpoints, limitOrderId } from '#contract/endpoints.ts';
import {
  type cancellationLink,
  type Order,
  type OrderPayload,
  order,
  type orderCancellation,
  type PaymentMethods,
  type PaymentSession,
  paymentMethods,
  paymentSession,
  type VoucherCheck,
} from '#contract/order.ts';
import { type VoucherTerms, voucherTerms } from '#contract/voucher.ts';
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
    /** Signed in as its owner, or with the token of a mailed link. */
    cancelOrder: build.mutation<Order, z.input<typeof orderCancellation>>({
      query: (data) => ({ endpoint: endpoints.cancelOrder, data, schema: order }),
    }),
    mailCancellationLink: build.mutation<z.output<typeof messageAnswer>, z.input<typeof cancellationLink>>({
      query: (data) => ({ endpoint: endpoints.mailCancellationLink, data, schema: messageAnswer }),
    }),
    /** Not cached: another shopper may have the last use meanwhile. */
    checkVoucher: build.query<VoucherTerms, VoucherCheck>({
      query: (check) => ({ endpoint: endpoints.checkVoucher, data: check, schema: voucherTerms }),
      keepUnusedDataFor: 0,
    }),
    deliveryOptions: build.query<DeliveryOptions, void>({
      query: () => ({ endpoint: endpoints.deliveryOptions, schema: deliveryOptions }),
    }),
    paymentMethods: build.query<PaymentMethods, void>({ query: () => ({ endpoint: endpoints.paymentMethods, schema: paymentMethods }) }),
    payOrder: build.mutation<PaymentSession, string>({
      query: (orderId) => ({ endpoint: endpoints.payOrder, data: { orderId }, schema: paymentSession }),
    }),
  }),
});

export const {
  useCancelOrderMutation,
  useCheckVoucherQuery,
  useDeliveryOptionsQuery,
  useMailCancellationLinkMutation,
  useOrderQuery,
  usePlaceOrderMutation,
  usePaymentMethodsQuery,
  usePayOrderMutation,
} = ordersApi;
