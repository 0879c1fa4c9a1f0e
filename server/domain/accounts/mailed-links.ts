import * as z from 'zod/mini';
import { reviewDays } from '#contract/review.ts';
import { day, minute } from '#server/db/columns.ts';
import type { Tables } from '#server/db/schema.ts';
import { Failure } from '#server/domain/failure.ts';

export type Purpose = Tables['token']['purpose'];

/** Why a link does not work. */
export type Reason = 'used' | 'expired' | 'invalid';

type Link = {
  /** How long the link works, in seconds. */
  readonly validSeconds: number;
  /** Seconds after its expiry for which the row is kept, to say why the link does not work, or for the owner's export. */
  readonly keptSeconds?: number;
  /** Issuing a newer link for the same subject expires the earlier ones. */
  readonly isOnlyOne?: boolean;
  readonly kind?: Failure['kind'];
  /** What its reader is told, with the reason as the failure's code; `invalid` stands for reasons without a sentence. */
  readonly refusals: Readonly<Partial<Record<Reason, string>> & { invalid: string }>;
};

const ofAccounts = {
  used: 'This link was used before. If that was you, all is well and you can sign in.',
  expired: 'This link has expired, or there is a newer one. Ask for a new email.',
  invalid: 'This link does not work. Check that it is complete, or ask for a new email.',
};

/** Every link that is mailed, by its purpose. */
export const mailedLinks: Readonly<Record<Purpose, Link>> = {
  verify: { validSeconds: day, keptSeconds: 30 * day, isOnlyOne: true, refusals: ofAccounts },
  reset: { validSeconds: 45 * minute, keptSeconds: 30 * day, isOnlyOne: true, refusals: ofAccounts },
  // Both are kept until 30 days after the change was asked for.
  confirmEmail: {
    validSeconds: day,
    keptSeconds: 29 * day,
    isOnlyOne: true,
    refusals: { invalid: 'This link does not work, or not any more. Ask for a new one in your account.' },
  },
  stopEmail: {
    validSeconds: 7 * day,
    keptSeconds: 23 * day,
    refusals: {
      invalid: 'This link does not work, or not any more. If something about your account looks wrong, please write to us.',
    },
  },
  cancelOrder: {
    validSeconds: day,
    keptSeconds: 30 * day,
    refusals: { invalid: 'This link does not work, or not any more: it works once, within 24 hours. Ask for a new one.' },
  },
  review: {
    validSeconds: reviewDays.toAnswer * day,
    keptSeconds: 30 * day,
    refusals: {
      expired:
        'This link has expired. If you have an account with the email address that you ordered with, you can write your review from your orders there.',
      invalid: 'This link does not work. Check that it is complete.',
    },
  },
  // Confirms an alert within two days (`confirmStockAlert`); later presses are answered the same as long as the alert exists.
  confirmStockAlert: {
    validSeconds: 365 * day,
    keptSeconds: 0,
    isOnlyOne: true,
    kind: 'notFound',
    refusals: {
      invalid: 'This link has expired, has been used, or was replaced by a newer one. While this is out of stock, you can ask again.',
    },
  },
  // Works until `purgeStockAlerts` deletes it, which it does not while the email address has any alert.
  stopStockAlerts: {
    validSeconds: 365 * day,
    kind: 'notFound',
    refusals: {
      invalid: 'This link does not work. Check that it is complete. If its email is more than a year old, use the link in a newer one.',
    },
  },
};

const changedEmail = z.object({ from: z.string(), to: z.string() });

/** What the tokens of a change of address bring along, as JSON text. */
export type ChangedEmail = z.output<typeof changedEmail>;

export const readChangedEmail = (data: string): ChangedEmail => changedEmail.parse(JSON.parse(data));

/** The failure of a link that does not work. */
export const deadLink = (purpose: Purpose, reason: Reason = 'invalid'): Failure => {
  const { kind = 'invalid', refusals } = mailedLinks[purpose];
  const sentence = refusals[reason];
  return new Failure(kind, sentence ?? refusals.invalid, undefined, { code: sentence === undefined ? 'invalid' : reason });
};
