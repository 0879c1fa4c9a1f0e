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
import { callWith, deskApi } from '#desk/desk-api.ts';

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
    answerMessage: build.mutation<DeskMessage, { readonly reference: string } & z.input<typeof messageReply>>({
      query: ({ reference, ...data }) => ({ endpoint: deskEndpoints.answerMessage, params: { reference }, data, schema: deskMessage }),
      invalidatesTags: (_message, error) => (error ? [] : ['Desk']),
    }),
    markAnswered: build.mutation<DeskMessage, string>({
      query: (reference) => ({ endpoint: deskEndpoints.markAnswered, params: { reference }, schema: deskMessage }),
      invalidatesTags: ['Desk'],
    }),
  }),
});

export const { useAnswerMessageMutation, useDeskMessageQuery, useDeskMessagesInfiniteQuery, useMarkAnsweredMutation } = messagesApi;
