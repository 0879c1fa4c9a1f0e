import '#contract/zod-config.ts';
import * as z from 'zod/mini';
import { pageOf } from '#contract/desk/page.ts';
import { textBlock } from '#contract/text-line.ts';

export const answerLength = 4000;

export const messageViews = ['open', 'answered'] as const;

export type MessageView = (typeof messageViews)[number];

const messageRow = z.object({
  reference: z.string(),
  /** Topic or kind of enquiry: a key of `topics` in the contact texts. */
  topic: z.string(),
  name: z.string(),
  text: z.string(),
  orderId: z.string(),
  createdAt: z.string(),
  answeredAt: z.nullable(z.string()),
  /** The UK day by which the law asks for an answer. */
  answerBy: z.nullable(z.string()),
  mayBeBot: z.boolean(),
});

/** GET /desk/api/messages?view=&after=; open ones the oldest first. */
export const deskMessagePage = z.object({ ...pageOf(messageRow), counts: z.object({ open: z.number() }) });

export type DeskMessagePage = z.output<typeof deskMessagePage>;

/** GET /desk/api/messages/:reference; `hasOrder`: there is an order with the id that the sender gave. */
export const deskMessage = z.object({
  ...messageRow.shape,
  business: z.string(),
  email: z.string(),
  phone: z.string(),
  hasOrder: z.boolean(),
  answers: z.array(z.object({ at: z.string(), by: z.string(), text: z.string() })),
});

export type DeskMessage = z.output<typeof deskMessage>;

/**
 * POST …/answer: mailed, replies go to the shop's mailbox. 409 with the code `changed` where somebody has answered since, here or elsewhere:
 * `answersSeen` and `answeredAt` are what was seen.
 */
export const messageReply = z.object({
  text: textBlock(1, answerLength),
  answersSeen: z.int().check(z.gte(0)),
  answeredAt: z.nullable(z.string()),
});
