import { endpoints } from '#contract/endpoints.ts';
import type { VoucherCheck } from '#contract/order.ts';
import { type VoucherTerms, voucherTerms } from '#contract/voucher.ts';
import { shopApi } from '#shared/api/shop-api.ts';

const vouchersApi = shopApi.injectEndpoints({
  endpoints: (build) => ({
    /** Not cached: another shopper may have the last use meanwhile. */
    checkVoucher: build.query<VoucherTerms, VoucherCheck>({
      query: (check) => ({ endpoint: endpoints.checkVoucher, data: check, schema: voucherTerms }),
      keepUnusedDataFor: 0,
    }),
  }),
});

export const { useCheckVoucherQuery } = vouchersApi;
