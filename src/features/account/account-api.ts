import { createApi } from '@reduxjs/toolkit/query';
import { type Profile, profile } from '#contract/account.ts';
import { endpoints } from '#contract/endpoints.ts';
import { type Order, orderList } from '#contract/order.ts';
import { apiDefaults } from '#shared/api/base-query.ts';

/** The cache of what belongs to one shopper; emptied when another signs in. */
export const accountApi = createApi({
  ...apiDefaults,
  reducerPath: 'accountApi',
  endpoints: (build) => ({
    profile: build.query<Profile, void>({
      query: () => ({ method: endpoints.profile.method, url: endpoints.profile.path, schema: profile }),
    }),
    /** The signed-in shopper's orders. Asked for by that shopper's id, so that nobody is ever shown another's. */
    orders: build.query<Order[], string>({
      query: () => ({ method: endpoints.myOrders.method, url: endpoints.myOrders.path, schema: orderList }),
      // Not kept: whoever has just ordered looks here for the order.
      keepUnusedDataFor: 0,
    }),
  }),
});
