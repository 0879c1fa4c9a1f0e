import type * as z from 'zod/mini';
import { messageAnswer } from '#contract/account.ts';
import { endpoints } from '#contract/endpoints.ts';
import { type StockAlertAnswer, stockAlertAnswer, type stockAlertRequest } from '#contract/stock-alert.ts';
import { noContent } from '#shared/api/schema.ts';
import { shopApi } from '#shared/api/shop-api.ts';

const stockAlertsApi = shopApi.injectEndpoints({
  endpoints: (build) => ({
    requestStockAlert: build.mutation<StockAlertAnswer, z.input<typeof stockAlertRequest>>({
      query: (data) => ({ endpoint: endpoints.requestStockAlert, data, schema: stockAlertAnswer }),
    }),
    confirmStockAlert: build.mutation<z.output<typeof messageAnswer>, string>({
      query: (token) => ({ endpoint: endpoints.confirmStockAlert, data: { token }, schema: messageAnswer }),
    }),
    endStockAlerts: build.mutation<null, string>({
      query: (token) => ({ endpoint: endpoints.endStockAlerts, params: { token }, schema: noContent }),
    }),
  }),
});

export const { useRequestStockAlertMutation, useConfirmStockAlertMutation, useEndStockAlertsMutation } = stockAlertsApi;
