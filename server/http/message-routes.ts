import type { Context } from 'hono';
import type { MessageReceipt } from '#contract/messages.ts';
import { redact } from '#server/domain/email-address.ts';
import { countSearchMiss } from '#server/domain/figures/search-misses.ts';
import { type MessageContext, submitContact, submitEnquiry } from '#server/domain/messages/messages.ts';
import { calls } from '#server/http/calls.ts';
import { clientIp } from '#server/http/client-ip.ts';
import { emailSender } from '#server/http/origins.ts';
import type { Serve } from '#server/http/serve.ts';
import type { Services } from '#server/http/services.ts';

const receipt = (reference: string): MessageReceipt => ({
  message: 'Thank you. We have your message and will reply by email.',
  reference,
});

/** Calls of the contact form, of wholesale and franchise enquiries, of searches without results, and of the log of errors in browsers (extension). */
export const messageRoutes = (serve: Serve, services: Services): void => {
  const { db, log, desk } = services;
  const messageContext = async (c: Context, now: Date): Promise<MessageContext> => ({
    now,
    clientIp: clientIp(c, services),
    sender: await emailSender(services),
    sellerEmail: (await services.readShop()).sellerEmail,
    deskUrl: desk?.url,
  });
  serve(calls.contact, async ({ c, now, body }) => receipt(await submitContact(db, body, await messageContext(c, now))));
  serve(calls.enquiry, async ({ c, now, body }) => receipt(await submitEnquiry(db, body, await messageContext(c, now))));
  serve(calls.searchMiss, ({ now, body: { text } }) => countSearchMiss(db, text, now));
  // A message may quote what somebody typed.
  serve(calls.browserError, ({ body: { message, stack, path } }) =>
    log.warn({ message: redact(message), stack: redact(stack), path }, 'error in a browser'),
  );
};
