import './zod-config.ts';
import * as z from 'zod/mini';

/** Only "reseller" changes anything a shopper sees. */
export const role = z.enum(['customer', 'reseller']);

const text = z._default(z.string(), '');

/** An address that a shopper keeps for the next order: the fields of an order's billing address and an id. */
const keptAddress = z.object({
  _id: z.string(),
  firstName: text,
  lastName: text,
  streetAddress: text,
  streetAddress2: text,
  city: text,
  state: text,
  postalCode: text,
  phone: text,
});

export type KeptAddress = z.output<typeof keptAddress>;

/** How a reseller stands: sales in pounds, commission in percent. */
const standing = z.object({ level: z.string(), sales: z.number(), commission: z.number() });

/**
 * A signed-in shopper, as GET /user/getUserProfile answers. `wantsToResell` (ours) is an application that the seller has
 * not granted; `marketing` (ours) is consent to news by mail.
 */
export const user = z.object({
  _id: z.string(),
  role: z.catch(role, 'customer'),
  firstName: text,
  lastName: text,
  email: text,
  phone: text,
  addresses: z._default(z.array(keptAddress), []),
  wantsToResell: z._default(z.boolean(), false),
  marketing: z._default(z.boolean(), false),
  reseller: z.optional(standing),
});

export type User = z.output<typeof user>;

/** The profile call's answer: `{user: null}` for a visitor. */
export const profile = z.object({ user: z.nullable(user) });

export type Profile = z.output<typeof profile>;

/** The answer to signing in and to a change of the profile. */
export const signedIn = z.object({ user });

/** The answer of calls that return nothing but a message for the shopper. */
export const messageAnswer = z.object({ message: z.string() });
