import './zod-config.ts';
import * as z from 'zod/mini';
import { billingInfo } from './order.ts';
import { emailAddress as email, textLine } from './text-line.ts';

/** Maximum lengths of account fields, for forms and server; `addresses` is a number of addresses, `code` a length in digits. */
export const accountLimits = { name: 100, email: 254, phone: 30, password: { min: 8, max: 128 }, addresses: 10, code: 6 } as const;

const name = textLine(accountLimits.name, 1);
const lastName = textLine(accountLimits.name);
const phone = textLine(accountLimits.phone);

/** A chosen password: not too short, without other rules; the server also refuses common ones. */
const newPassword = z.string().check(z.minLength(accountLimits.password.min), z.maxLength(accountLimits.password.max));

/** An entered password: `newPassword` does not apply, because its rules may be newer than the password. */
const existingPassword = z.string().check(z.minLength(1), z.maxLength(accountLimits.password.max));

/** POST /user/register. `wantsToResell` is an application; no form can set a role. */
export const registration = z.object({
  firstName: name,
  lastName: z._default(lastName, ''),
  email,
  password: newPassword,
  phone: z._default(phone, ''),
  wantsToResell: z._default(z.boolean(), false),
  acceptsTerms: z.literal(true, 'terms'),
  marketing: z._default(z.boolean(), false),
});

/**
 * A code of an authenticator app, or a recovery code, which has no I, L, O or U; spaces, dashes and case are ignored, and letters that are
 * mistaken for digits read as digits.
 */
const oneTimeCode = z.pipe(
  z.pipe(
    z.string().check(z.maxLength(100)),
    z.transform((typed) => typed.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1')),
  ),
  z.string().check(z.regex(/^(?:\d{6}|[\dA-HJKMNP-TV-Z]{16})$/, 'oneTimeCode')),
);

/** POST /user/login. `oneTimeCode` is asked for when two-step sign-in is on. */
export const credentials = z.object({ email, password: existingPassword, oneTimeCode: z.optional(oneTimeCode) });

/** Error codes of POST /user/login: the code of the second step is missing, or wrong. */
export const oneTimeCodeError = { needed: 'oneTimeCodeNeeded', wrong: 'oneTimeCodeWrong' } as const;

/** The password chosen at registration; not needed in the browser that registered. */
const registeredPassword = { password: z.optional(existingPassword) };

/** POST /user/verify-email, by the code of the email; spaces in it are ignored. */
export const emailCode = z.object({
  ...registeredPassword,
  email,
  code: z.pipe(
    z.pipe(
      z.string().check(z.maxLength(4 * accountLimits.code)),
      z.transform((typed) => typed.replaceAll(/\s/g, '')),
    ),
    z.string().check(z.regex(/^\d{6}$/, 'code')),
  ),
});

const token = z.string().check(z.minLength(1), z.maxLength(200));

/** POST /user/verify-email, by the link of the email. */
export const emailToken = z.object({ ...registeredPassword, token });

/** POST /user/resend-code and /user/forgot-password. */
export const mailbox = z.object({ email });

/** POST /user/reset-password, by the link of the email. */
export const passwordReset = z.object({ token, password: newPassword });

const addressId = textLine(100, 1);

/**
 * PUT /user/update/{userId}: only the fields to change. A new `password` needs the current one. `addresses` are those to add or to change: one with
 * the `_id` of a saved address replaces it, any other is added last, or at `index`. The rest stay, for another device may have added one.
 */
export const userChanges = z.strictObject({
  firstName: z.optional(name),
  lastName: z.optional(lastName),
  phone: z.optional(phone),
  marketing: z.optional(z.boolean()),
  wantsToResell: z.optional(z.literal(true)),
  addresses: z.optional(
    z
      .array(
        z.extend(z.omit(billingInfo, { email: true }), {
          _id: z.optional(addressId),
          index: z.optional(z.int().check(z.gte(0), z.lt(accountLimits.addresses))),
        }),
      )
      .check(z.maxLength(accountLimits.addresses)),
  ),
  removedAddresses: z.optional(z.array(addressId).check(z.maxLength(accountLimits.addresses))),
  password: z.optional(newPassword),
  currentPassword: z.optional(existingPassword),
});

/** POST /user/end-sessions: one session by its id, or all but the caller's. */
export const sessionsToEnd = z.union([z.strictObject({ id: textLine(100, 1) }), z.strictObject({ others: z.literal(true) })]);

/** POST /user/delete, and POST /user/second-factor to begin its set-up: the owner's password again. */
export const ownPassword = z.object({ password: existingPassword });

/** POST /user/second-factor/confirm: the first code of the app. */
export const secondFactorConfirmation = z.object({ oneTimeCode });

/** POST /user/second-factor/end and /user/second-factor/codes. */
export const secondFactorChange = z.object({ password: existingPassword, oneTimeCode });

/** POST /user/email: mails a link to the new address. `oneTimeCode` is asked for when two-step sign-in is on. */
export const emailChange = z.object({ email, password: existingPassword, oneTimeCode: z.optional(oneTimeCode) });

/** POST /user/email/confirm by the link to the new address, signed in; POST /user/email/stop by the link to the old one, by anybody. */
export const emailChangeLink = z.object({ token });

/** Error codes of POST /user/verify-email: the password is missing, or wrong. */
export const passwordErrorCodes = { needed: 'passwordNeeded', wrong: 'passwordWrong' } as const;

export type Registration = z.output<typeof registration>;
export type UserChanges = z.output<typeof userChanges>;
