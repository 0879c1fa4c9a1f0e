import './zod-config.ts';
import * as z from 'zod/mini';
import { ukTime } from '#contract/delivery-dates.ts';
import { emailAddress, textBlock, textLine } from './text-line.ts';

/** Maximum lengths of the fields of a message, for forms and server. */
export const messageLimits = { name: 100, business: 120, email: 254, phone: 30, orderId: 60, text: { min: 10, max: 2000 } } as const;

/** The topics of a message; `order` can have an order id, `data` is a request or complaint about personal data. */
export const contactTopics = ['order', 'product', 'returns', 'wholesale', 'website', 'data', 'other'] as const;

const dataAnswerDays = 30;

/**
 * The UK day by which a message must be answered, for one about personal data that was sent at this time (UK GDPR, article 12; Data Protection
 * Act 2018, section 164A); null for others.
 */
export const answerDue = (topic: string, sentAt: string): string | null =>
  topic === 'data' ? ukTime(new Date(Date.parse(sentAt) + dataAnswerDays * 86_400_000)).day : null;

/** The partnerships that begin with an enquiry; resellers register instead. */
export const enquiryKinds = ['franchise', 'wholesale'] as const;

export type ContactTopic = (typeof contactTopics)[number];
export type EnquiryKind = (typeof enquiryKinds)[number];

const name = textLine(messageLimits.name, 1);
const message = textBlock(messageLimits.text.min, messageLimits.text.max);

/** A field hidden from people: only bots fill it in. */
const honeypot = z._default(z.string().check(z.maxLength(messageLimits.text.max)), '');

/** POST /client/contact. An order id with another topic is ignored. */
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

/** The answer to both; `reference` identifies the message in later contact. */
export const messageReceipt = z.object({ message: z.string(), reference: z.string() });

export type MessageReceipt = z.output<typeof messageReceipt>;
