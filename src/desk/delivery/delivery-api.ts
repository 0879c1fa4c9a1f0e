import { type DeskDelivery, deskDelivery } from '#contract/desk/delivery.ts';
import { deskEndpoints } from '#contract/desk/endpoints.ts';
import { deskApi } from '#desk/desk-api.ts';
import { onSuccess } from '#shared/api/shop-api.ts';

const deliveryApi = deskApi.injectEndpoints({
  endpoints: (build) => ({
    deskDelivery: build.query<DeskDelivery, void>({
      query: () => ({ endpoint: deskEndpoints.delivery, schema: deskDelivery }),
      providesTags: ['Desk'],
    }),
    changeDelivery: build.mutation<DeskDelivery, DeskDelivery>({
      query: (data) => ({ endpoint: deskEndpoints.changeDelivery, data, schema: deskDelivery }),
      onQueryStarted: (_data, { dispatch, queryFulfilled }) =>
        onSuccess(queryFulfilled, (now) => dispatch(deliveryApi.util.updateQueryData('deskDelivery', undefined, () => now))),
    }),
  }),
});

export const { useChangeDeliveryMutation, useDeskDeliveryQuery } = deliveryApi;
