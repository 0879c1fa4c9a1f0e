import '#contract/zod-config.ts';
import * as z from 'zod/mini';
import { deliveryOptions } from '#contract/delivery-options.ts';
import { pageOf } from '#contract/desk/page.ts';
import { textLine } from '#contract/text-line.ts';

/** GET /desk/api/settings: what the shop runs with, and what waits. */
export const shopHealth = z.object({
  /** Of secrets it says no more than that they are set: their `value` is null. */
  settings: z.array(z.object({ name: z.string(), value: z.nullable(z.string()), isSet: z.boolean() })),
  database: z.enum(['SQLite', 'PostgreSQL']),
  payments: z.string(),
  backedUpAt: z.nullable(z.string()),
  mails: z.array(
    z.object({
      id: z.string(),
      to: z.string(),
      subject: z.string(),
      state: z.enum(['waiting', 'sent', 'given up']),
      tries: z.number(),
      createdAt: z.string(),
      problem: z.string(),
    }),
  ),
  jobs: z.array(
    z.object({ work: z.string(), isDead: z.boolean(), tries: z.number(), since: z.string(), dueAt: z.string(), problem: z.string() }),
  ),
  /** Payments that belong to no order; pounds, null in another currency. */
  unmatched: z.array(
    z.object({
      id: z.string(),
      orderId: z.string(),
      amount: z.nullable(z.number()),
      receivedAt: z.string(),
      isReturned: z.boolean(),
      problem: z.string(),
    }),
  ),
});

export type ShopHealth = z.output<typeof shopHealth>;

/** POST /desk/api/mails/retry: one mail, or all without an id. */
export const mailRetry = z.object({ id: z.optional(textLine(100, 1)) });

const id = textLine(300, 1);

/** POST /desk/api/unmatched/refund. */
export const unmatchedRefund = z.object({ id });

/** POST /desk/api/unmatched/settle; `how` it was paid back, or that its goods were sent. */
export const unmatchedSettlement = z.object({ id, how: textLine(100, 1) });

/** GET /desk/api/staff-events?who=&what=&day=&after=: what the staff did, the latest first. */
export const staffEventPage = z.object({
  ...pageOf(
    z.object({
      id: z.string(),
      at: z.string(),
      /** The name of the member of staff; '' where the account is gone. */
      name: z.string(),
      /** The name of a desk call, or `signIn`. */
      what: z.string(),
      /** An order’s id, a reference, or the id of an account. */
      subject: z.string(),
      note: z.string(),
    }),
  ),
  /** The members of staff to filter the events by. */
  staff: z.array(z.object({ id: z.string(), name: z.string() })),
});

export type StaffEventPage = z.output<typeof staffEventPage>;

/** GET /desk/api/delivery, and what POST to it takes: the version is the one that was seen. */
export const deskDelivery = z.object({ options: deliveryOptions, version: z.string() });

export type DeskDelivery = z.output<typeof deskDelivery>;
