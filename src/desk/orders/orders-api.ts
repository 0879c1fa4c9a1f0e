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
import { callWith, deskApi, type Started } from '#desk/desk-api.ts';
import { onSuccess } from '#shared/api/shop-api.ts';

/** A view, or what a search finds in it. */
type OrdersWanted = { readonly view: OrderView; readonly q: string };

type Call = { readonly method: string; readonly path: string };
type OfOrder<Body> = { readonly orderId: string } & Body;

/** A change of one order, answered with the order as it is then, which is shown at once. */
const change = <Body extends object>(endpoint: Call) => ({
  query: ({ orderId, ...data }: OfOrder<Body>) => ({ endpoint, params: { orderId }, data, schema: deskOrder }),
  invalidatesTags: ['Desk' as const],
  onQueryStarted: ({ orderId }: OfOrder<Body>, { dispatch, queryFulfilled }: Started<DeskOrder>): Promise<void> =>
    onSuccess(queryFulfilled, (order) => dispatch(ordersApi.util.updateQueryData('deskOrder', orderId, () => order))),
});

/** A call that moves many orders, or as a trial says what it would do. */
const moveMany = <Body extends object>(endpoint: Call) => ({
  query: (data: Body) => ({ endpoint, data, schema: manyMoved }),
  invalidatesTags: (_result: unknown, _error: unknown, body: Body) => ('isTrial' in body && body.isTrial ? [] : ['Desk' as const]),
});

const ordersApi = deskApi.injectEndpoints({
  endpoints: (build) => ({
    deskOrders: build.infiniteQuery<OrderPage, OrdersWanted, string>({
      infiniteQueryOptions: { initialPageParam: '', getNextPageParam: ({ next }) => next },
      query: ({ queryArg, pageParam }) => ({
        endpoint: callWith(deskEndpoints.orders, { ...queryArg, after: pageParam }),
        schema: orderPage,
      }),
      providesTags: ['Desk'],
    }),
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
    markDelivered: build.mutation<DeskOrder, OfOrder<z.input<typeof delivered>>>(change(deskEndpoints.markDelivered)),
    addNote: build.mutation<DeskOrder, OfOrder<z.input<typeof newNote>>>(change(deskEndpoints.addNote)),
    correctAddress: build.mutation<DeskOrder, OfOrder<z.input<typeof addressCorrection>>>(change(deskEndpoints.correctAddress)),
    sendMailAgain: build.mutation<DeskOrder, OfOrder<z.input<typeof mailAgain>>>(change(deskEndpoints.sendMailAgain)),
    cancelDeskOrder: build.mutation<DeskOrder, OfOrder<z.input<typeof cancelling>>>(change(deskEndpoints.cancelOrder)),
    settleOrder: build.mutation<DeskOrder, OfOrder<z.input<typeof settling>>>(change(deskEndpoints.settleOrder)),
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
