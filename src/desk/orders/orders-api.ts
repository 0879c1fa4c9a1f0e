import type * as z from 'zod/mini';
import { deskEndpoints } from '#contract/desk/endpoints.ts';
import {
  type addressCorrection,
  type cancelling,
  type DeskOrder,
  type delivered,
  deskOrder,
  type ManyMoved,
  type mailAgain,
  manyMoved,
  type newNote,
  type OrderPage,
  type OrderView,
  orderPage,
  type packing,
  printedOrders,
  type sending,
  type sendingFile,
  type settling,
} from '#contract/desk/orders.ts';
import { callWith, changeOf, deskApi, type Of, pagesOf } from '#desk/desk-api.ts';
import type { ApiError } from '#shared/api/api-error.ts';

/** A view, or what a search finds in it. */
type OrdersWanted = { readonly view: OrderView; readonly q: string };

/** A call that moves many orders, or as a trial says what it would do. */
const moveMany = <Body extends object>(endpoint: { readonly method: string; readonly path: string }) => ({
  query: (data: Body) => ({ endpoint, data, schema: manyMoved }),
  invalidatesTags: (_result: unknown, _error: unknown, body: Body) => ('isTrial' in body && body.isTrial ? [] : ['Desk' as const]),
});

/** The answer to a call that moves one order by way of many; throws why it did not. */
export const theOnly = ({ refused: [refusal] }: ManyMoved): void => {
  if (refusal) throw { status: 409, code: 'changed', message: refusal.message } satisfies ApiError;
};

const show = (id: string, now: DeskOrder): object => ordersApi.util.updateQueryData('deskOrder', id, () => now);

const ordersApi = deskApi.injectEndpoints({
  endpoints: (build) => ({
    deskOrders: build.infiniteQuery<OrderPage, OrdersWanted, string>(pagesOf(deskEndpoints.orders, orderPage)),
    deskOrder: build.query<DeskOrder, string>({
      query: (orderId) => ({ endpoint: deskEndpoints.order, params: { orderId }, schema: deskOrder }),
      providesTags: ['Desk'],
    }),
    /** Orders by their ids, and exchanges by the references of their refund requests, in this order. */
    printedOrders: build.query<z.output<typeof printedOrders>, readonly string[]>({
      query: (ids) => ({ endpoint: callWith(deskEndpoints.printedOrders, { ids: ids.join(',') }), schema: printedOrders }),
      providesTags: ['Desk'],
    }),
    startPacking: build.mutation<ManyMoved, z.input<typeof packing>>(moveMany(deskEndpoints.startPacking)),
    sendOrders: build.mutation<ManyMoved, z.input<typeof sending>>(moveMany(deskEndpoints.sendOrders)),
    sendFromFile: build.mutation<ManyMoved, z.input<typeof sendingFile>>(moveMany(deskEndpoints.sendFromFile)),
    markDelivered: build.mutation<DeskOrder, Of<z.input<typeof delivered>>>(changeOf(deskEndpoints.markDelivered, deskOrder, show)),
    addNote: build.mutation<DeskOrder, Of<z.input<typeof newNote>>>(changeOf(deskEndpoints.addNote, deskOrder, show)),
    correctAddress: build.mutation<DeskOrder, Of<z.input<typeof addressCorrection>>>(
      changeOf(deskEndpoints.correctAddress, deskOrder, show),
    ),
    sendMailAgain: build.mutation<DeskOrder, Of<z.input<typeof mailAgain>>>(changeOf(deskEndpoints.sendMailAgain, deskOrder, show)),
    cancelDeskOrder: build.mutation<DeskOrder, Of<z.input<typeof cancelling>>>(changeOf(deskEndpoints.cancelOrder, deskOrder, show)),
    settleOrder: build.mutation<DeskOrder, Of<z.input<typeof settling>>>(changeOf(deskEndpoints.settleOrder, deskOrder, show)),
  }),
});

export const {
  useAddNoteMutation,
  useCancelDeskOrderMutation,
  useCorrectAddressMutation,
  useDeskOrderQuery,
  useDeskOrdersInfiniteQuery,
  useMarkDeliveredMutation,
  usePrintedOrdersQuery,
  useSendFromFileMutation,
  useSendMailAgainMutation,
  useSendOrdersMutation,
  useSettleOrderMutation,
  useStartPackingMutation,
} = ordersApi;
