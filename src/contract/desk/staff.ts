import '#contract/zod-config.ts';
import * as z from 'zod/mini';

/** `support` may do what the seller may, but for money, goods, vouchers, people, staff and exports. */
export const staffRoles = ['support', 'seller'] as const;

export type StaffRole = (typeof staffRoles)[number];

/** GET /desk/api/me. */
export const staffProfile = z.object({ name: z.string(), role: z.enum(staffRoles) });

export type StaffProfile = z.output<typeof staffProfile>;

/** POST /desk/api/code: a code of the authenticator app, or a recovery code; what asked for a fresh one can then be sent again. */
export const codeConfirmation = z.object({ oneTimeCode: z.string().check(z.trim(), z.minLength(1), z.maxLength(40)) });
