import type * as z from 'zod/mini';
import { deskEndpoints } from '#contract/desk/endpoints.ts';
import { type codeConfirmation, type StaffProfile, staffProfile } from '#contract/desk/staff.ts';
import { type Today, today } from '#contract/desk/today.ts';
import { noContent } from '#shared/api/schema.ts';
import { onSuccess, shopApi } from '#shared/api/shop-api.ts';
import { withQuery } from '#shared/paths.ts';

type Call = { readonly method: string; readonly path: string };

/** A call of the desk with a query; empty values are left out. */
export const callWith = ({ method, path }: Call, query: Readonly<Record<string, string>>): Call => ({
  method,
  path: withQuery(path, new URLSearchParams(Object.entries(query).filter(([, value]) => value !== ''))),
});

/** A list of the desk, page by page: `next` of a page asks for the one after it. */
export const pagesOf = <Query extends Readonly<Record<string, string>>, Schema>(endpoint: Call, schema: Schema) => ({
  infiniteQueryOptions: { initialPageParam: '', getNextPageParam: ({ next }: { readonly next: string | null }) => next },
  query: ({ queryArg, pageParam }: { readonly queryArg: Query; readonly pageParam: string }) => ({
    endpoint: callWith(endpoint, { ...queryArg, after: pageParam }),
    schema,
  }),
  providesTags: ['Desk' as const],
});

/** The body of a change, with the id of the order or product, or the reference of what is changed. */
export type Of<Body = unknown> = { readonly id: string } & Body;

type Started<Answer> = { dispatch(change: object): unknown; readonly queryFulfilled: Promise<{ readonly data: Answer }> };

/**
 * A change, answered with what was changed as it is then, which `show` shows at once. A refused one leaves the page as it is: what was typed is
 * kept.
 */
export const changeOf = <Body, Answer, Schema>(endpoint: Call, schema: Schema, show: (id: string, now: Answer) => object) => ({
  query: ({ id, ...data }: Of<Body>) => ({ endpoint, params: { orderId: id, reference: id, productId: id }, data, schema }),
  invalidatesTags: (_result: unknown, error: unknown) => (error ? [] : ['Desk' as const]),
  onQueryStarted: ({ id }: Of<Body>, { dispatch, queryFulfilled }: Started<Answer>): Promise<void> =>
    onSuccess(queryFulfilled, (now) => dispatch(show(id, now))),
});

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
