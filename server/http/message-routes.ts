import { type Context, Hono } from 'hono';
import { endpoints } from '#contract/endpoints.ts';
import { contactForm, enquiryForm, type MessageReceipt } from '#contract/messages.ts';
import { type MessageContext, submitContact, submitEnquiry } from '#server/domain/messages.ts';
import { clientAddress } from '#server/http/client-address.ts';
import { noStore } from '#server/http/no-store.ts';
import { emailSender } from '#server/http/origins.ts';
import { readBody } from '#server/http/read-body.ts';
import type { Services } from '#server/http/services.ts';

const receipt = (reference: string): MessageReceipt => ({
  message: 'Thank you. We have your message and will reply by email.',
  reference,
});

/** Routes of the contact form, and of wholesale and franchise enquiries (extension). */
export const messageRoutes = (services: Services): Hono => {
  const { db, clock, sellerAddress } = services;
  const messageContext = (c: Context): MessageContext => ({
    now: clock(),
    clientAddress: clientAddress(c, services),
    sender: emailSender(services),
    sellerAddress,
  });
  return new Hono()
    .post(endpoints.contact.path, noStore, async (c) =>
      c.json(receipt(await submitContact(db, await readBody(c, contactForm), messageContext(c))), 201),
    )
    .post(endpoints.enquiry.path, noStore, async (c) =>
      c.json(receipt(await submitEnquiry(db, await readBody(c, enquiryForm), messageContext(c))), 201),
    );
};
