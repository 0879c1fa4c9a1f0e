import type * as z from 'zod/mini';
import { deskEndpoints } from '#contract/desk/endpoints.ts';
import {
  type DeskVoucher,
  type DeskVoucherPage,
  deskVoucher,
  deskVoucherPage,
  type newVoucher,
  type VoucherGoods,
  type VoucherListView,
  voucherGoods,
} from '#contract/desk/vouchers.ts';
import { callWith, deskApi, pagesOf } from '#desk/desk-api.ts';

const changed = (_result: unknown, error: unknown) => (error ? [] : ['Desk' as const]);

const vouchersApi = deskApi.injectEndpoints({
  endpoints: (build) => ({
    deskVouchers: build.infiniteQuery<DeskVoucherPage, { readonly view: VoucherListView }, string>(
      pagesOf(deskEndpoints.vouchers, deskVoucherPage),
    ),
    deskVoucher: build.query<DeskVoucher, string>({
      query: (code) => ({ endpoint: deskEndpoints.voucher, params: { code }, schema: deskVoucher }),
      providesTags: ['Desk'],
    }),
    createVoucher: build.mutation<DeskVoucher, z.input<typeof newVoucher>>({
      query: (data) => ({ endpoint: deskEndpoints.createVoucher, data, schema: deskVoucher }),
      invalidatesTags: changed,
    }),
    endVoucher: build.mutation<DeskVoucher, string>({
      query: (code) => ({ endpoint: deskEndpoints.endVoucher, params: { code }, schema: deskVoucher }),
      invalidatesTags: changed,
    }),
    voucherGoods: build.query<VoucherGoods, string>({
      query: (q) => ({ endpoint: callWith(deskEndpoints.voucherGoods, { q }), schema: voucherGoods }),
      providesTags: ['Desk'],
    }),
  }),
});

export const { useCreateVoucherMutation, useDeskVoucherQuery, useDeskVouchersInfiniteQuery, useEndVoucherMutation, useVoucherGoodsQuery } =
  vouchersApi;
