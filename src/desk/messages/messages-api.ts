import type * as z from 'zod/mini';
import { deskEndpoints } from '#contract/desk/endpoints.ts';
import {
  type DeskMessage,
  type DeskMessagePage,
  deskMessage,
  deskMessagePage,
  type MessageView,
  type messageReply,
} from '#contract/desk/messages.ts';
import { callWith, deskApi, type Started } from '#desk/desk-api.ts';
import { onSuccess } from '#shared/api/shop-api.ts';

type OfMessage<Body> = { readonly reference: string } & Body;

/** A change of one message, answered with the message as it is then, which is shown at once. A refused one leaves the page as it is. */
const change = <Body extends object>(endpoint: { readonly method: string; readonly path: string }) => ({
  query: ({ reference, ...data }: OfMessage<Body>) => ({ endpoint, params: { reference }, data, schema: deskMessage }),
  invalidatesTags: (_result: unknown, error: unknown) => (error ? [] : ['Desk' as const]),
  onQueryStarted: ({ reference }: OfMessage<Body>, { dispatch, queryFulfilled }: Started<DeskMessage>): Promise<void> =>
    onSuccess(queryFulfilled, (message) => dispatch(messagesApi.util.updateQueryData('deskMessage', reference, () => message))),
});

const messagesApi = deskApi.injectEndpoints({
  endpoints: (build) => ({
    deskMessages: build.infiniteQuery<DeskMessagePage, MessageView, string>({
      infiniteQueryOptions: { initialPageParam: '', getNextPageParam: ({ next }) => next },
      query: ({ queryArg: view, pageParam }) => ({
        endpoint: callWith(deskEndpoints.messages, { view, after: pageParam }),
        schema: deskMessagePage,
      }),
      providesTags: ['Desk'],
    }),
    deskMessage: build.query<DeskMessage, string>({
      query: (reference) => ({ endpoint: deskEndpoints.message, params: { reference }, schema: deskMessage }),
      providesTags: ['Desk'],
    }),
    answerMessage: build.mutation<DeskMessage, OfMessage<z.input<typeof messageReply>>>(change(deskEndpoints.answerMessage)),
    markAnswered: build.mutation<DeskMessage, OfMessage<object>>(change(deskEndpoints.markAnswered)),
  }),
});

export const { useAnswerMessageMutation, useDeskMessageQuery, useDeskMessagesInfiniteQuery, useMarkAnsweredMutation } = messagesApi;
