import type * as z from 'zod/mini';
import { endpoints } from '#contract/endpoints.ts';
import { type contactForm, type enquiryForm, type MessageReceipt, messageReceipt } from '#contract/messages.ts';
import { shopApi } from '#shared/api/shop-api.ts';

const messagesApi = shopApi.injectEndpoints({
  endpoints: (build) => ({
    sendContact: build.mutation<MessageReceipt, z.input<typeof contactForm>>({
      query: (data) => ({ endpoint: endpoints.contact, data, schema: messageReceipt }),
    }),
    sendEnquiry: build.mutation<MessageReceipt, z.input<typeof enquiryForm>>({
      query: (data) => ({ endpoint: endpoints.enquiry, data, schema: messageReceipt }),
    }),
  }),
});

export const { useSendContactMutation, useSendEnquiryMutation } = messagesApi;
