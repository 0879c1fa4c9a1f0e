import * as z from 'zod/mini';
import { address } from './order.ts';
import { optionalText } from './text-line.ts';
import './zod-config.ts';

/** Resellers pay other prices; the role has no other effect. */
export const role = z.enum(['customer', 'reseller']);

const savedAddress = z.extend(address, { _id: z.string() });

export type SavedAddress = z.output<typeof savedAddress>;

/** A reseller's level: sales in pounds, commission in percent. */
const resellerStatus = z.object({ level: z.string(), sales: z.number(), commission: z.number() });

/**
 * A signed-in shopper, as GET /user/getUserProfile answers. Extensions: `wantsToResell` is an application that the seller
 * has not approved, `marketing` is consent to newsletters.
 */
export const user = z.object({
  _id: z.string(),
  role: z.catch(role, 'customer'),
  firstName: optionalText,
  lastName: optionalText,
  email: optionalText,
  phone: optionalText,
  addresses: z._default(z.array(savedAddress), []),
  wantsToResell: z._default(z.boolean(), false),
  marketing: z._default(z.boolean(), false),
  reseller: z.optional(resellerStatus),
});

export type User = z.output<typeof user>;

/** The profile call's answer: `{user: null}` for a visitor. */
export const profile = z.object({ user: z.nullable(user) });

export type Profile = z.output<typeof profile>;

/** The answer to signing in and to a change of the profile. */
export const signedIn = z.object({ user });

/** A signed-in device: `browser` and `system` are names, '' when unknown; `lastSeen` is a day, `startedAt` a time. */
const session = z.object({
  id: z.string(),
  browser: z.string(),
  system: z.string(),
  startedAt: z.string(),
  lastSeen: z.string(),
  isThis: z.boolean(),
});

export type Session = z.output<typeof session>;

/** GET /user/sessions: where a shopper is signed in, the last used first. */
export const sessionList = z.object({ sessions: z.array(session) });

/** POST /user/export: everything that the shop holds of a person, for them to read; only its time is used here. */
export const personalData = z.looseObject({ exportedAt: z.string() });

/** The answer of calls that return nothing but a message for the shopper. */
export const messageAnswer = z.object({ message: z.string() });

/** GET /user/second-factor: `since` is when two-step sign-in was switched on, `null` while it is off. */
export const secondFactorStatus = z.object({ since: z.nullable(z.string()), recoveryCodesLeft: z.number() });

/** A set-up that waits for its first code: the `secret` in base 32, an `otpauth:` link with it, and that link as a QR code in SVG. */
export const secondFactorSetUp = z.object({ secret: z.string(), link: z.string(), qrCode: z.string() });

/** New recovery codes, which are readable in this answer only. */
export const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });

export type SecondFactorSetUp = z.output<typeof secondFactorSetUp>;
