import type { ThunkDispatch, UnknownAction, WithSlice } from '@reduxjs/toolkit';
import { useDispatch } from 'react-redux';
import type * as z from 'zod/mini';
import { deskEndpoints } from '#contract/desk/endpoints.ts';
import { noContent } from '#shared/api/schema.ts';
import { shopApi } from '#shared/api/shop-api.ts';
import { withQuery } from '#shared/paths.ts';

type Endpoints = typeof deskEndpoints;
export type DeskEndpoint = Endpoints[keyof Endpoints];

export type DeskAnswer<E extends DeskEndpoint> = E['answer'] extends z.ZodMiniType ? z.output<E['answer']> : null;

/** The parameters of a call: the id, reference or code in its path as `id`, and its body, or the query of a read. */
export type CallParameters<E extends DeskEndpoint> = (E['path'] extends `${string}:${string}` ? { readonly id: string } : unknown) &
  (E extends { readonly method: 'GET' }
    ? Readonly<Record<string, string>>
    : E['body'] extends z.ZodMiniType
      ? z.input<E['body']>
      : unknown);

/** A call as it is made; empty parameters of a read are left out. */
export type Call<Answer = unknown> = {
  readonly name: keyof Endpoints;
  readonly id?: string;
  readonly data: object;
  readonly onProgress?: (progress: number) => void;
  /** Never set: carries the type of the answer. */
  readonly answerType?: Answer;
};

/** A call to be made, as `useChange` does. */
export const callTo = <E extends DeskEndpoint>({ name, path }: E, asked: CallParameters<E>): Call<DeskAnswer<E>> => {
  if (!path.includes(':')) return { name, data: asked as object };
  const { id, ...data } = asked as { readonly id: string };
  return { name, id, data };
};

const toCall = ({ name, id = '', data, onProgress }: Call) => {
  const { method, path, answer } = deskEndpoints[name];
  const endpoint = { method, path: path.replace(/:\w+/, encodeURIComponent(id)) };
  const schema = answer ?? noContent;
  if (method !== 'GET') return { endpoint, schema, data, ...(onProgress && { onProgress }) };
  const query = Object.entries(data as Readonly<Record<string, string>>).filter(([, value]) => value !== '');
  return { endpoint: { ...endpoint, path: withQuery(endpoint.path, new URLSearchParams(query)) }, schema };
};

const isApart = ({ name, data }: Call): boolean => deskEndpoints[name].isApart === true || ('isTrial' in data && data.isTrial === true);

type Page = { readonly next: string | null };

/** The calls of the desk. Every change refetches what is shown; after a refused one the page stays as it is, so that what was typed is kept. */
const deskApi = shopApi.enhanceEndpoints({ addTagTypes: ['Desk'] }).injectEndpoints({
  endpoints: (build) => ({
    read: build.query<unknown, Call>({ query: toCall, providesTags: (_found, _error, asked) => (isApart(asked) ? [] : ['Desk']) }),
    list: build.infiniteQuery<Page, Call, string>({
      infiniteQueryOptions: { initialPageParam: '', getNextPageParam: ({ next }) => next },
      query: ({ queryArg, pageParam }) => toCall({ ...queryArg, data: { ...queryArg.data, after: pageParam } }),
      providesTags: ['Desk'],
    }),
    change: build.mutation<unknown, Call>({
      query: toCall,
      invalidatesTags: (_answer, error, asked) => (error || isApart(asked) ? [] : ['Desk']),
    }),
  }),
});

export type Query<Answer> = {
  readonly data?: Answer | undefined;
  readonly currentData?: Answer | undefined;
  readonly error?: unknown;
  readonly isFetching: boolean;
  readonly refetch: () => PromiseLike<{ readonly data?: Answer | undefined }>;
};
type Options = {
  readonly skip?: boolean;
  readonly refetchOnFocus?: boolean;
  readonly refetchOnMountOrArgChange?: boolean;
  readonly pollingInterval?: number;
  readonly skipPollingIfUnfocused?: boolean;
};

export const useRead = <E extends DeskEndpoint>(endpoint: E, asked: CallParameters<E>, options?: Options) =>
  deskApi.useReadQuery(callTo(endpoint, asked), options) as Query<DeskAnswer<E>>;

export type List<Answer> = Query<{ readonly pages: readonly Answer[] }> & {
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly fetchNextPage: () => unknown;
};

/** A list page by page: `next` of a page asks for the one after it. */
export const useList = <E extends DeskEndpoint>(endpoint: E, asked: CallParameters<E>, options?: Options) =>
  deskApi.useListInfiniteQuery(callTo(endpoint, asked), options) as List<DeskAnswer<E>>;

/** Makes a call. A change is answered with the changed item, which the matching read shows before any message about it. */
export const useSend = () => {
  const [send] = deskApi.useChangeMutation();
  const dispatch = useDispatch<ThunkDispatch<WithSlice<typeof deskApi>, unknown, UnknownAction>>();
  return async <Answer>(call: Call<Answer>): Promise<Answer> => {
    const found = await send(call).unwrap();
    const { answer } = deskEndpoints[call.name];
    const read = Object.values(deskEndpoints).find((each) => each.method === 'GET' && answer !== undefined && each.answer === answer);
    const asked = { ...(call.id !== undefined && { id: call.id }), data: {} };
    if (read) dispatch(deskApi.util.updateQueryData('read', { name: read.name, ...asked }, () => found));
    return found as Answer;
  };
};

/** Fetches all that is shown again. */
export const useRefetch = () => {
  const dispatch = useDispatch<ThunkDispatch<WithSlice<typeof deskApi>, unknown, UnknownAction>>();
  return () => void dispatch(deskApi.util.invalidateTags(['Desk']));
};

/** A call with what became of it; components use `useAnswered`. */
export const useChangeCall = () => deskApi.useChangeMutation();

/** What waits, fetched again every half a minute while the page is visible. */
export const useWaiting = () => useRead(deskEndpoints.today, {}, { pollingInterval: 30_000, skipPollingIfUnfocused: true });

/** Whether whoever is signed in may do what only sellers may. */
export const useIsSeller = (): boolean => useRead(deskEndpoints.staffProfile, {}).data?.role === 'seller';
