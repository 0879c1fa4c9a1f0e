import '#contract/zod-config.ts';
import * as z from 'zod/mini';
import { staffRoles } from '#contract/desk/endpoints.ts';

/** GET /desk/api/me. */
export const staffProfile = z.object({ name: z.string(), role: z.enum(staffRoles) });

export type StaffProfile = z.output<typeof staffProfile>;

/** POST /desk/api/code: a code of the authenticator app, or a recovery code; what asked for a fresh one can then be sent again. */
export const codeConfirmation = z.object({ oneTimeCode: z.string().check(z.trim(), z.minLength(1), z.maxLength(40)) });
