import type * as z from 'zod/mini';
import { deskEndpoints } from '#contract/desk/endpoints.ts';
import * as contract from '#contract/desk/messages.ts';
import { changeOf, deskApi, type Of, pagesOf } from '#desk/desk-api.ts';

const show = (id: string, now: contract.DeskMessage): object => messagesApi.util.updateQueryData('deskMessage', id, () => now);

export const messagesApi = deskApi.injectEndpoints({
  endpoints: (build) => ({
    deskMessages: build.infiniteQuery<contract.DeskMessagePage, { readonly view: contract.MessageView }, string>(
      pagesOf(deskEndpoints.messages, contract.deskMessagePage),
    ),
    deskMessage: build.query<contract.DeskMessage, string>({
      query: (reference) => ({ endpoint: deskEndpoints.message, params: { reference }, schema: contract.deskMessage }),
      providesTags: ['Desk'],
    }),
    answerMessage: build.mutation<contract.DeskMessage, Of<z.input<typeof contract.messageReply>>>(
      changeOf(deskEndpoints.answerMessage, contract.deskMessage, show),
    ),
    markAnswered: build.mutation<contract.DeskMessage, Of>(changeOf(deskEndpoints.markAnswered, contract.deskMessage, show)),
  }),
});
