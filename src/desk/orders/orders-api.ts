import type * as z from 'zod/mini';
import { deskEndpoints } from '#contract/desk/endpoints.ts';
import * as contract from '#contract/desk/orders.ts';
import { type SavedFile, savedFile } from '#contract/desk/people.ts';
import { callWith, changeOf, deskApi, type Of, pagesOf } from '#desk/desk-api.ts';
import type { ApiError } from '#shared/api/api-error.ts';

/** A call that moves many orders, or as a trial says what it would do. */
const moveMany = <Body extends object>(endpoint: { readonly method: string; readonly path: string }) => ({
  query: (data: Body) => ({ endpoint, data, schema: contract.manyMoved }),
  invalidatesTags: (_result: unknown, _error: unknown, body: Body) => ('isTrial' in body && body.isTrial ? [] : ['Desk' as const]),
});

/** The answer to a call that moves one order by way of many; throws why it did not. */
export const theOnly = ({ refused: [refusal] }: contract.ManyMoved): void => {
  if (refusal) throw { status: 409, code: 'changed', message: refusal.message } satisfies ApiError;
};

const show = (id: string, now: contract.DeskOrder): object => ordersApi.util.updateQueryData('deskOrder', id, () => now);

export const ordersApi = deskApi.injectEndpoints({
  endpoints: (build) => ({
    deskOrders: build.infiniteQuery<contract.OrderPage, contract.OrdersWanted, string>(pagesOf(deskEndpoints.orders, contract.orderPage)),
    exportOrders: build.mutation<SavedFile, contract.OrdersWanted>({
      query: (data) => ({ endpoint: deskEndpoints.exportOrders, data, schema: savedFile }),
    }),
    deskOrder: build.query<contract.DeskOrder, string>({
      query: (orderId) => ({ endpoint: deskEndpoints.order, params: { orderId }, schema: contract.deskOrder }),
      providesTags: ['Desk'],
    }),
    /** Orders by their ids, and exchanges by the references of their refund requests, in this order. */
    printedOrders: build.query<contract.PrintedOrders, readonly string[]>({
      query: (ids) => ({ endpoint: callWith(deskEndpoints.printedOrders, { ids: ids.join(',') }), schema: contract.printedOrders }),
      providesTags: ['Desk'],
    }),
    startPacking: build.mutation<contract.ManyMoved, z.input<typeof contract.packing>>(moveMany(deskEndpoints.startPacking)),
    sendOrders: build.mutation<contract.ManyMoved, z.input<typeof contract.sending>>(moveMany(deskEndpoints.sendOrders)),
    sendFromFile: build.mutation<contract.ManyMoved, z.input<typeof contract.sendingFile>>(moveMany(deskEndpoints.sendFromFile)),
    markDelivered: build.mutation<contract.DeskOrder, Of<z.input<typeof contract.delivered>>>(
      changeOf(deskEndpoints.markDelivered, contract.deskOrder, show),
    ),
    addNote: build.mutation<contract.DeskOrder, Of<z.input<typeof contract.newNote>>>(
      changeOf(deskEndpoints.addNote, contract.deskOrder, show),
    ),
    deleteNote: build.mutation<contract.DeskOrder, Of<z.input<typeof contract.deletedNote>>>(
      changeOf(deskEndpoints.deleteNote, contract.deskOrder, show),
    ),
    correctAddress: build.mutation<contract.DeskOrder, Of<z.input<typeof contract.addressCorrection>>>(
      changeOf(deskEndpoints.correctAddress, contract.deskOrder, show),
    ),
    sendMailAgain: build.mutation<contract.DeskOrder, Of<z.input<typeof contract.mailAgain>>>(
      changeOf(deskEndpoints.sendMailAgain, contract.deskOrder, show),
    ),
    cancelDeskOrder: build.mutation<contract.DeskOrder, Of<z.input<typeof contract.cancelling>>>(
      changeOf(deskEndpoints.cancelOrder, contract.deskOrder, show),
    ),
    settleOrder: build.mutation<contract.DeskOrder, Of<z.input<typeof contract.settling>>>(
      changeOf(deskEndpoints.settleOrder, contract.deskOrder, show),
    ),
  }),
});
