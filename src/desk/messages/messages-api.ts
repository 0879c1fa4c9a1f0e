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
import { changeOf, deskApi, type Of, pagesOf } from '#desk/desk-api.ts';

const show = (id: string, now: DeskMessage): object => messagesApi.util.updateQueryData('deskMessage', id, () => now);

const messagesApi = deskApi.injectEndpoints({
  endpoints: (build) => ({
    deskMessages: build.infiniteQuery<DeskMessagePage, { readonly view: MessageView }, string>(
      pagesOf(deskEndpoints.messages, deskMessagePage),
    ),
    deskMessage: build.query<DeskMessage, string>({
      query: (reference) => ({ endpoint: deskEndpoints.message, params: { reference }, schema: deskMessage }),
      providesTags: ['Desk'],
    }),
    answerMessage: build.mutation<DeskMessage, Of<z.input<typeof messageReply>>>(changeOf(deskEndpoints.answerMessage, deskMessage, show)),
    markAnswered: build.mutation<DeskMessage, Of>(changeOf(deskEndpoints.markAnswered, deskMessage, show)),
  }),
});

export const { useAnswerMessageMutation, useDeskMessageQuery, useDeskMessagesInfiniteQuery, useMarkAnsweredMutation } = messagesApi;
