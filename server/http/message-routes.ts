import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { endpoints } from '#contract/endpoints.ts';
import { contactForm, enquiryForm, type MessageReceipt } from '#contract/messages.ts';
import { type Post, submitContact, submitEnquiry } from '#server/domain/messages.ts';
import { clientAddress } from '#server/http/client-address.ts';
import { emailSender } from '#server/http/origins.ts';
import { readBody } from '#server/http/read-body.ts';
import type { Services } from '#server/http/services.ts';

const noStore: MiddlewareHandler = async (c, next) => {
  c.header('Cache-Control', 'no-store');
  await next();
};

const receipt = (reference: string): MessageReceipt => ({
  message: 'Thank you. We have your message and answer it by e-mail.',
  reference,
});

/** Writing to the seller, and asking about wholesale or a franchise (ours). */
export const messageRoutes = (services: Services): Hono => {
  const { db, clock } = services;
  const sellerAddress = services.sellerAddress;
  const postOf = (c: Context): Post => ({ now: clock(), from: clientAddress(c, services), sender: emailSender(services), sellerAddress });
  return new Hono()
    .post(endpoints.contact.path, noStore, async (c) =>
      c.json(receipt(await submitContact(db, await readBody(c, contactForm), postOf(c))), 201),
    )
    .post(endpoints.enquiry.path, noStore, async (c) =>
      c.json(receipt(await submitEnquiry(db, await readBody(c, enquiryForm), postOf(c))), 201),
    );
};
