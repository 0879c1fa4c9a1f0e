import './zod-config.ts';
import * as z from 'zod/mini';
import { isCommonPassword } from './common-passwords.ts';
import { billingInfo } from './order.ts';
import { emailAddress as email, textLine } from './text-line.ts';

/** The longest and shortest that an account's fields may be; forms and server read them here. */
export const accountLimits = { name: 100, email: 254, phone: 30, password: { least: 8, most: 128 }, addresses: 10, code: 6 } as const;

const name = textLine(accountLimits.name, 1);
const phone = textLine(accountLimits.phone);

/** A password being chosen: long enough, none that everybody knows, and otherwise whatever the shopper likes. */
const newPassword = z.string().check(
  z.minLength(accountLimits.password.least),
  z.maxLength(accountLimits.password.most),
  z.refine((value) => !isCommonPassword(value), 'common'),
);

/** A password being shown: the rules of today need not be those of the day it was chosen. */
const givenPassword = z.string().check(z.minLength(1), z.maxLength(accountLimits.password.most));

/** POST /user/register. `wantsToResell` is an application; no form can set a role. */
export const registration = z.object({
  firstName: name,
  lastName: name,
  email,
  password: newPassword,
  phone: z._default(phone, ''),
  wantsToResell: z._default(z.boolean(), false),
  acceptsTerms: z.literal(true, 'terms'),
  marketing: z._default(z.boolean(), false),
});

/** POST /user/login. */
export const credentials = z.object({ email, password: givenPassword });

/** The password that was chosen at registration: needed in any other browser than the one that registered. */
const registeredPassword = { password: z.optional(givenPassword) };

/** POST /user/verify-email, by the code of the mail; spaces in it do not count. */
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

/** POST /user/verify-email, by the link of the mail. */
export const emailToken = z.object({ ...registeredPassword, token });

/** POST /user/resend-code and /user/forgot-password. */
export const mailbox = z.object({ email });

/** POST /user/reset-password, by the link of the mail. */
export const passwordReset = z.object({ token, password: newPassword });

/** PUT /user/update/{userId}: what is to change and nothing else. A new `password` needs the current one. */
export const userChanges = z.strictObject({
  firstName: z.optional(name),
  lastName: z.optional(name),
  phone: z.optional(phone),
  marketing: z.optional(z.boolean()),
  wantsToResell: z.optional(z.literal(true)),
  addresses: z.optional(
    z
      .array(z.extend(z.omit(billingInfo, { email: true }), { _id: z.optional(textLine(100, 1)) }))
      .check(z.maxLength(accountLimits.addresses)),
  ),
  password: z.optional(newPassword),
  currentPassword: z.optional(givenPassword),
});

/** The codes with which POST /user/verify-email asks for the password, and refuses a wrong one. */
export const passwordFaults = { needed: 'passwordNeeded', wrong: 'passwordWrong' } as const;

export type Registration = z.output<typeof registration>;
export type UserChanges = z.output<typeof userChanges>;
