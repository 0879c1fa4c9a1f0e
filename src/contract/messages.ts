import './zod-config.ts';
import * as z from 'zod/mini';
import { emailAddress, textBlock, textLine } from './text-line.ts';

/** The longest and shortest that the fields of a message may be (10–2000); forms and server read them here. */
export const messageLimits = { name: 100, business: 120, email: 254, phone: 30, orderId: 60, text: { least: 10, most: 2000 } } as const;

/** What somebody may write about. An order id goes with the first. */
export const contactTopics = ['order', 'product', 'returns', 'wholesale', 'website', 'other'] as const;

/** The ways of working with the shop that begin with an enquiry; resellers register instead. */
export const enquiryKinds = ['franchise', 'wholesale'] as const;

export type ContactTopic = (typeof contactTopics)[number];
export type EnquiryKind = (typeof enquiryKinds)[number];

const name = textLine(messageLimits.name, 1);
const message = textBlock(messageLimits.text.least, messageLimits.text.most);

/** A field that people never see: what is written there comes from a machine. */
const honeypot = z._default(z.string().check(z.maxLength(messageLimits.text.most)), '');

/** POST /client/contact. An order id that comes with another topic is not read. */
export const contactForm = z.object({
  name,
  email: emailAddress,
  topic: z.enum(contactTopics),
  orderId: z._default(textLine(messageLimits.orderId), ''),
  message,
  honeypot,
});

/** POST /client/enquiry (extension): interest in buying wholesale or in a franchise. */
export const enquiryForm = z.object({
  kind: z.enum(enquiryKinds),
  name,
  business: textLine(messageLimits.business, 1),
  email: emailAddress,
  phone: z._default(textLine(messageLimits.phone), ''),
  message,
  honeypot,
});

export type ContactForm = z.output<typeof contactForm>;
export type EnquiryForm = z.output<typeof enquiryForm>;

/** The answer to both: what to tell the sender, and the number to ask by. */
export const messageReceipt = z.object({ message: z.string(), reference: z.string() });

export type MessageReceipt = z.output<typeof messageReceipt>;
