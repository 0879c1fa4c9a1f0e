import './no-eval.ts';
import * as z from 'zod/mini';

/** Spec 6: only "reseller" changes anything a shopper sees. */
export const role = z.enum(['customer', 'reseller']);

/** A signed-in shopper, as GET /user/getUserProfile answers. */
export const user = z.object({
  _id: z.string(),
  role: z.catch(role, 'customer'),
  firstName: z._default(z.string(), ''),
  lastName: z._default(z.string(), ''),
  email: z._default(z.string(), ''),
});

/** The profile call's answer: `{user: null}` for a visitor (api.md). */
export const profile = z.object({ user: z.nullable(user) });

export type Profile = z.output<typeof profile>;
