import type * as z from 'zod/mini';
import { endpoints } from '#contract/endpoints.ts';
import { type contactForm, type EnquiryKind, type enquiryForm, type MessageReceipt, messageReceipt } from '#contract/messages.ts';
import { shopApi } from '#shared/api/shop-api.ts';
import { browserStorage } from '#shared/browser-storage.ts';

/** The text fields of a message form, stored for this tab until the message is sent or its account signs out. */
export const messageDraft = (kind: 'contact' | EnquiryKind) => browserStorage('sessionStorage', `flone:message:${kind}`);

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
