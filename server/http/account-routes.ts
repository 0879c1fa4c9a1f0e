import type { Context } from 'hono';
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
} from '#server/domain/accounts/accounts.ts';
import {
  changeAskedMessage,
  changeStoppedMessage,
  confirmEmailChange,
  requestEmailChange,
  stopEmailChange,
} from '#server/domain/accounts/change-email.ts';
import {
  confirmSecondFactor,
  endSecondFactor,
  readSecondFactor,
  renewRecoveryCodes,
  startSecondFactor,
} from '#server/domain/accounts/second-factor.ts';
import { endSession, listSessions, noteCode } from '#server/domain/accounts/sessions.ts';
import { noteSignIn } from '#server/domain/desk/staff.ts';
import { calls } from '#server/http/calls.ts';
import { clientIp } from '#server/http/client-ip.ts';
import { constantTime } from '#server/http/constant-time.ts';
import { emailSender } from '#server/http/origins.ts';
import type { Serve } from '#server/http/serve.ts';
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
  sessionToken,
  setRegistrationSecret,
} from '#server/http/session.ts';

const sentIfExists = 'If this address is registered with us, an email is on its way. It can take a minute; check your spam folder, too.';

const callContext = async (c: Context, services: Services): Promise<CallContext> => ({
  now: services.clock(),
  clientIp: clientIp(c, services),
  sender: await emailSender(services),
  passwords: services.passwords,
  secretBox: services.secretBox,
  browser: registrationSecret(c, services),
  knownBrowser: knownBrowserMark(c, services),
});

/** Calls under /user: sign-in, registration, verification, password reset, profile, two-step sign-in. */
export const accountRoutes = (serve: Serve, services: Services): void => {
  const { db } = services;
  /** The session that the call was made in, so that it can be spared. */
  const ownSession = (c: Context): string => sessionToken(c, services) ?? '';

  serve(calls.profile, async ({ c }) => {
    // Every page loads the profile first, so the CSRF token is set before the first unsafe request.
    ensureCsrfToken(c, services);
    const shopper = await findShopper(c, services);
    return { user: shopper ? await toUser(db, shopper) : null };
  });
  serve(calls.register, async ({ c, body }) => {
    setRegistrationSecret(
      c,
      services,
      await constantTime(services.minResponseMs, async () => register(db, body, await callContext(c, services))),
    );
    return { message: registeredMessage };
  });
  serve(calls.login, async ({ c, body }) => {
    const { account, usedCode } = await signIn(db, body, await callContext(c, services));
    if (usedCode === 'recovery') c.set('securityEvent', 'recovery code used');
    await openSession(c, services, account, { hasCode: usedCode !== undefined });
    await noteSignIn(db, account.id, services.clock());
    return { user: await toUser(db, account) };
  });
  serve(calls.logout, async ({ c }) => {
    const token = sessionToken(c, services);
    if (token !== undefined) await endSession(db, token);
    clearSessionCookie(c, services);
  });
  serve(calls.verifyEmail, async ({ c, body }) => {
    const call = await callContext(c, services);
    await ('token' in body ? verifyByToken(db, body, call) : constantTime(services.minResponseMs, () => verifyByCode(db, body, call)));
    clearRegistrationSecret(c, services);
    return { message: 'Thank you, your email address is confirmed. You can sign in now.' };
  });
  serve(calls.resendCode, async ({ c, body: { email } }) => {
    await constantTime(services.minResponseMs, async () => resendCode(db, email, await callContext(c, services)));
    return { message: sentIfExists };
  });
  serve(calls.forgotPassword, async ({ c, body: { email } }) => {
    await constantTime(services.minResponseMs, async () => requestPasswordReset(db, email, await callContext(c, services)));
    return { message: sentIfExists };
  });
  serve(calls.resetPassword, async ({ c, body }) => {
    // The mailed link proves the owner: strangers who guess cannot keep them out of their account now.
    await markBrowserOfReset(c, services, await resetPassword(db, body, await callContext(c, services)));
    clearSessionCookie(c, services);
    return { message: 'Your new password is set. Sign in with it now.' };
  });
  serve(calls.updateUser, async ({ c, shopper, body }) => {
    const updated = await updateAccount(db, shopper, body, ownSession(c), await callContext(c, services));
    // A stolen token ends with the password that it was stolen under (OWASP ASVS 7.2.4).
    if (body.password !== undefined) await openSession(c, services, updated);
    return { user: await toUser(db, updated) };
  });
  serve(calls.changeEmail, async ({ c, shopper, body }) => {
    await constantTime(services.minResponseMs, async () => requestEmailChange(db, shopper, body, await callContext(c, services)));
    c.set('securityEvent', 'email change asked');
    return { message: changeAskedMessage };
  });
  serve(calls.confirmEmailChange, async ({ c, shopper, body: { token } }) => {
    const changed = await confirmEmailChange(db, shopper, { token, session: ownSession(c) }, await callContext(c, services));
    c.set('securityEvent', 'email changed');
    return { user: await toUser(db, changed) };
  });
  serve(calls.stopEmailChange, async ({ c, body: { token } }) => {
    await stopEmailChange(db, token, await callContext(c, services));
    c.set('securityEvent', 'email change stopped');
    return { message: changeStoppedMessage };
  });
  serve(calls.sessions, async ({ c, now, shopper }) => ({ sessions: await listSessions(db, shopper.id, ownSession(c), now) }));
  serve(calls.endSessions, async ({ c, shopper, body }) =>
    endOwnSessions(db, shopper, body, ownSession(c), await callContext(c, services)),
  );
  serve(calls.exportUser, async ({ c, shopper }) => exportAccount(db, shopper, await callContext(c, services)));
  serve(calls.secondFactor, ({ shopper }) => readSecondFactor(db, shopper.id));
  serve(calls.startSecondFactor, async ({ c, shopper, body }) =>
    startSecondFactor(db, shopper, body.password, await callContext(c, services)),
  );
  serve(calls.confirmSecondFactor, async ({ c, now, shopper, body: { oneTimeCode } }) => {
    const codes = await confirmSecondFactor(db, shopper, oneTimeCode, ownSession(c), await callContext(c, services));
    await noteCode(db, ownSession(c), now);
    await markBrowser(c, services, shopper);
    c.set('securityEvent', 'second factor on');
    return codes;
  });
  serve(calls.endSecondFactor, async ({ c, shopper, body }) => {
    await endSecondFactor(db, shopper, body, await callContext(c, services));
    await markBrowser(c, services, shopper);
    c.set('securityEvent', 'second factor off');
  });
  serve(calls.renewRecoveryCodes, async ({ c, shopper, body }) => {
    const codes = await renewRecoveryCodes(db, shopper, body, await callContext(c, services));
    c.set('securityEvent', 'recovery codes renewed');
    return codes;
  });
  serve(calls.deleteUser, async ({ c, shopper, body }) => {
    await deleteAccount(db, shopper, body.password, await callContext(c, services));
    clearSessionCookie(c, services);
    clearKnownBrowser(c, services);
  });
};
