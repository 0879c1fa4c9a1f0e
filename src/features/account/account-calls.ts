import type * as z from 'zod/mini';
import { said, signedIn } from '#contract/account.ts';
import type { credentials, emailCode, emailToken, passwordReset, registration, userChanges } from '#contract/account-forms.ts';
import { endpointPath, endpoints } from '#contract/endpoints.ts';
import { callApi } from '#shared/api/client.ts';
import type { Schema } from '#shared/api/schema.ts';

/** For an answer that says nothing. */
const silence: Schema<null> = { safeParse: () => ({ success: true, data: null }) };

const post = <Answer>({ method, path }: { readonly method: string; readonly path: string }, data: unknown, schema: Schema<Answer>) =>
  callApi({ method, url: path, data }, schema);

/** POST /user/register: the same answer whether or not the address is known. */
export const register = (form: z.input<typeof registration>) => post(endpoints.register, form, said);

/** POST /user/login. */
export const signIn = (form: z.input<typeof credentials>) => post(endpoints.login, form, signedIn);

/** POST /user/logout. */
export const signOut = () => post(endpoints.logout, undefined, silence);

/** POST /user/verify-email, by code or by link. */
export const verifyEmail = (proof: z.input<typeof emailCode> | z.input<typeof emailToken>) => post(endpoints.verifyEmail, proof, said);

/** POST /user/resend-code. */
export const resendCode = (email: string) => post(endpoints.resendCode, { email }, said);

/** POST /user/forgot-password. */
export const forgotPassword = (email: string) => post(endpoints.forgotPassword, { email }, said);

/** POST /user/reset-password. */
export const resetPassword = (form: z.input<typeof passwordReset>) => post(endpoints.resetPassword, form, said);

/** PUT /user/update/{userId}: what is to change and nothing else. */
export const updateUser = (userId: string, changes: z.input<typeof userChanges>) =>
  callApi({ method: endpoints.updateUser.method, url: endpointPath(endpoints.updateUser.path, { userId }), data: changes }, signedIn);
