import * as z from 'zod/mini';
import { passwordReset, registration, userChanges } from '#contract/account-forms.ts';
import { isCommonPassword } from '#server/domain/accounts/common-passwords.ts';

// The list of common passwords is too large for the storefront, so its schemas do not check it.
const notCommon = z.refine((value: unknown) => typeof value !== 'string' || !isCommonPassword(value), 'common');

/** The contract's forms that choose a password, which must not be a common one. */
export const newPasswordForms = {
  registration: z.extend(registration, { password: registration.shape.password.check(notCommon) }),
  passwordReset: z.extend(passwordReset, { password: passwordReset.shape.password.check(notCommon) }),
  userChanges: z.extend(userChanges, { password: userChanges.shape.password.check(notCommon) }),
} as const;
