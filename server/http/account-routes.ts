import { type Context, Hono } from 'hono';
import type * as z from 'zod/mini';
import type {
  messageAnswer,
  Profile,
  personalData,
  recoveryCodes,
  SecondFactorSetUp,
  secondFactorStatus,
  sessionList,
  signedIn,
} from '#contract/account.ts';
import {
  credentials,
  emailChange,
  emailChangeLink,
  emailCode,
  emailToken,
  mailbox,
  ownPassword,
  secondFactorChange,
  secondFactorConfirmation,
  sessionsToEnd,
} from '#contract/account-forms.ts';
import { endpoints } from '#contract/endpoints.ts';
import {
  type CallContext,
  deleteAccount,
  endOwnSessions,
  exportAccount,
  register,
  registeredMessage,
  requestPasswordReset,
  resendCode,
  resetPassword,
  signIn,
  toUser,
  updateAccount,
  verifyByCode,
  verifyByToken,
} from '#server/domain/accounts.ts';
import {
  changeAskedMessage,
  changeStoppedMessage,
  confirmEmailChange,
  requestEmailChange,
  stopEmailChange,
} from '#server/domain/change-email.ts';
import { Forbidden } from '#server/domain/failure.ts';
import {
  confirmSecondFactor,
  endSecondFactor,
  readSecondFactor,
  renewRecoveryCodes,
  startSecondFactor,
} from '#server/domain/second-factor.ts';
import { endSession, listSessions } from '#server/domain/sessions.ts';
import { clientAddress } from '#server/http/client-address.ts';
import { constantTime } from '#server/http/constant-time.ts';
import { newPasswordForms } from '#server/http/new-password.ts';
import { noStore } from '#server/http/no-store.ts';
import { emailSender } from '#server/http/origins.ts';
import { limitOwnReads } from '#server/http/rate-limit.ts';
import { parseBody, readBody, readJson } from '#server/http/read-body.ts';
import type { Services } from '#server/http/services.ts';
import {
  clearKnownBrowser,
  clearRegistrationSecret,
  clearSessionCookie,
  ensureCsrfToken,
  findShopper,
  knownBrowserMark,
  markBrowser,
  markBrowserOfReset,
  openSession,
  registrationSecret,
  requireShopper,
  sessionToken,
  setRegistrationSecret,
} from '#server/http/session.ts';

type MessageAnswer = z.output<typeof messageAnswer>;
type SignedIn = z.output<typeof signedIn>;

const sentIfExists = 'If this address is registered with us, an email is on its way. It can take a minute; check your spam folder, too.';

const callContext = (c: Context, services: Services): CallContext => ({
  now: services.clock(),
  clientAddress: clientAddress(c, services),
  sender: emailSender(services),
  passwords: services.passwords,
  secretBox: services.secretBox,
  browser: registrationSecret(c, services),
  knownBrowser: knownBrowserMark(c, services),
});

const hasToken = (body: unknown): boolean => typeof body === 'object' && body !== null && Object.hasOwn(body, 'token');

/** Routes under /user: sign-in, registration, verification, password reset, profile, two-step sign-in. */
export const accountRoutes = (services: Services): Hono => {
  const { db } = services;
  return new Hono()
    .use('/user/*', noStore)
    .get(endpoints.profile.path, async (c) => {
      // Every page loads the profile first, so the CSRF token is set before the first unsafe request.
      ensureCsrfToken(c, services);
      const shopper = await findShopper(c, services);
      return c.json({ user: shopper ? await toUser(db, shopper) : null } satisfies Profile);
    })
    .post(endpoints.register.path, async (c) => {
      const form = await readBody(c, newPasswordForms.registration);
      setRegistrationSecret(c, services, await constantTime(services.minResponseMs, () => register(db, form, callContext(c, services))));
      return c.json({ message: registeredMessage } satisfies MessageAnswer, 201);
    })
    .post(endpoints.login.path, async (c) => {
      const { account, usedCode } = await signIn(db, await readBody(c, credentials), callContext(c, services));
      if (usedCode === 'recovery') c.set('securityEvent', 'recovery code used');
      await openSession(c, services, account);
      return c.json({ user: await toUser(db, account) } satisfies SignedIn);
    })
    .post(endpoints.logout.path, async (c) => {
      const token = sessionToken(c, services);
      if (token !== undefined) await endSession(db, token);
      clearSessionCookie(c, services);
      return c.body(null, 204);
    })
    .post(endpoints.verifyEmail.path, async (c) => {
      const body = await readJson(c);
      const call = callContext(c, services);
      if (hasToken(body)) await verifyByToken(db, parseBody(body, emailToken), call);
      else {
        const code = parseBody(body, emailCode);
        await constantTime(services.minResponseMs, () => verifyByCode(db, code, call));
      }
      clearRegistrationSecret(c, services);
      return c.json({ message: 'Thank you, your email address is confirmed. You can sign in now.' } satisfies MessageAnswer);
    })
    .post(endpoints.resendCode.path, async (c) => {
      const { email } = await readBody(c, mailbox);
      await constantTime(services.minResponseMs, () => resendCode(db, email, callContext(c, services)));
      return c.json({ message: sentIfExists } satisfies MessageAnswer);
    })
    .post(endpoints.forgotPassword.path, async (c) => {
      const { email } = await readBody(c, mailbox);
      await constantTime(services.minResponseMs, () => requestPasswordReset(db, email, callContext(c, services)));
      return c.json({ message: sentIfExists } satisfies MessageAnswer);
    })
    .post(endpoints.resetPassword.path, async (c) => {
      // The mailed link proves the owner: strangers who guess cannot keep them out of their account now.
      const account = await resetPassword(db, await readBody(c, newPasswordForms.passwordReset), callContext(c, services));
      await markBrowserOfReset(c, services, account);
      clearSessionCookie(c, services);
      return c.json({ message: 'Your new password is set. Sign in with it now.' } satisfies MessageAnswer);
    })
    .put(endpoints.updateUser.path, async (c) => {
      const shopper = await requireShopper(c, services);
      if (c.req.param('userId') !== shopper.id) throw new Forbidden('You can only change your own account.');
      const changes = await readBody(c, newPasswordForms.userChanges);
      const updated = await updateAccount(db, shopper, changes, sessionToken(c, services) ?? '', callContext(c, services));
      // A stolen token ends with the password that it was stolen under (OWASP ASVS 7.2.4).
      if (changes.password !== undefined) await openSession(c, services, updated);
      return c.json({ user: await toUser(db, updated) } satisfies SignedIn);
    })
    .post(endpoints.changeEmail.path, async (c) => {
      const shopper = await requireShopper(c, services);
      const form = await readBody(c, emailChange);
      await constantTime(services.minResponseMs, () => requestEmailChange(db, shopper, form, callContext(c, services)));
      c.set('securityEvent', 'email change asked');
      return c.json({ message: changeAskedMessage } satisfies MessageAnswer);
    })
    .post(endpoints.confirmEmailChange.path, async (c) => {
      const shopper = await requireShopper(c, services);
      const { token } = await readBody(c, emailChangeLink);
      const changed = await confirmEmailChange(db, shopper, { token, session: sessionToken(c, services) ?? '' }, callContext(c, services));
      c.set('securityEvent', 'email changed');
      return c.json({ user: await toUser(db, changed) } satisfies SignedIn);
    })
    .post(endpoints.stopEmailChange.path, async (c) => {
      const { token } = await readBody(c, emailChangeLink);
      await stopEmailChange(db, token, callContext(c, services));
      c.set('securityEvent', 'email change stopped');
      return c.json({ message: changeStoppedMessage } satisfies MessageAnswer);
    })
    .get(endpoints.sessions.path, async (c) => {
      const shopper = await requireShopper(c, services);
      await limitOwnReads(services, shopper.id);
      const sessions = await listSessions(db, shopper.id, sessionToken(c, services) ?? '', services.clock());
      return c.json({ sessions } satisfies z.output<typeof sessionList>);
    })
    .post(endpoints.endSessions.path, async (c) => {
      const shopper = await requireShopper(c, services);
      const which = await readBody(c, sessionsToEnd);
      await endOwnSessions(db, shopper, which, sessionToken(c, services) ?? '', callContext(c, services));
      return c.body(null, 204);
    })
    .post(endpoints.exportUser.path, async (c) => {
      const shopper = await requireShopper(c, services);
      return c.json((await exportAccount(db, shopper, callContext(c, services))) satisfies z.output<typeof personalData>);
    })
    .get(endpoints.secondFactor.path, async (c) => {
      const shopper = await requireShopper(c, services);
      return c.json((await readSecondFactor(db, shopper.id)) satisfies z.output<typeof secondFactorStatus>);
    })
    .post(endpoints.startSecondFactor.path, async (c) => {
      const shopper = await requireShopper(c, services);
      const { password } = await readBody(c, ownPassword);
      return c.json((await startSecondFactor(db, shopper, password, callContext(c, services))) satisfies SecondFactorSetUp);
    })
    .post(endpoints.confirmSecondFactor.path, async (c) => {
      const shopper = await requireShopper(c, services);
      const { oneTimeCode } = await readBody(c, secondFactorConfirmation);
      const codes = await confirmSecondFactor(db, shopper, oneTimeCode, sessionToken(c, services) ?? '', callContext(c, services));
      await markBrowser(c, services, shopper);
      c.set('securityEvent', 'second factor on');
      return c.json(codes satisfies z.output<typeof recoveryCodes>);
    })
    .post(endpoints.endSecondFactor.path, async (c) => {
      const shopper = await requireShopper(c, services);
      await endSecondFactor(db, shopper, await readBody(c, secondFactorChange), callContext(c, services));
      await markBrowser(c, services, shopper);
      c.set('securityEvent', 'second factor off');
      return c.body(null, 204);
    })
    .post(endpoints.renewRecoveryCodes.path, async (c) => {
      const shopper = await requireShopper(c, services);
      const codes = await renewRecoveryCodes(db, shopper, await readBody(c, secondFactorChange), callContext(c, services));
      c.set('securityEvent', 'recovery codes renewed');
      return c.json(codes satisfies z.output<typeof recoveryCodes>);
    })
    .post(endpoints.deleteUser.path, async (c) => {
      const shopper = await requireShopper(c, services);
      const { password } = await readBody(c, ownPassword);
      await deleteAccount(db, shopper, password, callContext(c, services));
      clearSessionCookie(c, services);
      clearKnownBrowser(c, services);
      return c.body(null, 204);
    });
};
