import type * as z from 'zod/mini';
import { deskEndpoints } from '#contract/desk/endpoints.ts';
import { type codeConfirmation, type StaffProfile, staffProfile } from '#contract/desk/staff.ts';
import { type Today, today } from '#contract/desk/today.ts';
import { noContent } from '#shared/api/schema.ts';
import { shopApi } from '#shared/api/shop-api.ts';
import { withQuery } from '#shared/paths.ts';

type Call = { readonly method: string; readonly path: string };

/** A call of the desk with a query; empty values are left out. */
export const callWith = ({ method, path }: Call, query: Readonly<Record<string, string>>): Call => ({
  method,
  path: withQuery(path, new URLSearchParams(Object.entries(query).filter(([, value]) => value !== ''))),
});

/** What RTK Query tells of a change that has begun. */
export type Started<Answer> = {
  dispatch(change: object): unknown;
  readonly queryFulfilled: Promise<{ readonly data: Answer }>;
};

/** The calls of the desk: every change makes what is shown of orders, refund requests and messages be fetched again. */
export const deskApi = shopApi.enhanceEndpoints({ addTagTypes: ['Desk', 'Staff'] }).injectEndpoints({
  endpoints: (build) => ({
    staffProfile: build.query<StaffProfile, void>({
      query: () => ({ endpoint: deskEndpoints.staffProfile, schema: staffProfile }),
      providesTags: ['Staff'],
    }),
    confirmCode: build.mutation<null, z.input<typeof codeConfirmation>>({
      query: (data) => ({ endpoint: deskEndpoints.confirmCode, data, schema: noContent }),
    }),
    today: build.query<Today, void>({
      query: () => ({ endpoint: deskEndpoints.today, schema: today }),
      providesTags: ['Desk'],
    }),
  }),
});

const { useTodayQuery } = deskApi;

export const { useConfirmCodeMutation, useStaffProfileQuery } = deskApi;

/** What waits, fetched again every half a minute while the page is visible. */
export const useWaiting = () => useTodayQuery(undefined, { pollingInterval: 30_000, skipPollingIfUnfocused: true });
