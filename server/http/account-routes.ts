import { type Context, Hono, type MiddlewareHandler } from 'hono';
import type * as z from 'zod/mini';
import type { Profile, said, signedIn } from '#contract/account.ts';
import { credentials, emailCode, emailToken, mailbox, passwordReset, registration, userChanges } from '#contract/account-forms.ts';
import { endpoints } from '#contract/endpoints.ts';
import {
  type Call,
  register,
  registered,
  requestPasswordReset,
  resendCode,
  resetPassword,
  signIn,
  toUser,
  updateAccount,
  verifyByCode,
  verifyByToken,
} from '#server/domain/accounts.ts';
import { Forbidden } from '#server/domain/failure.ts';
import { endSession } from '#server/domain/sessions.ts';
import { clientAddress } from '#server/http/client-address.ts';
import { constantTime } from '#server/http/constant-time.ts';
import { emailSender } from '#server/http/origins.ts';
import { parseBody, readBody, readJson } from '#server/http/read-body.ts';
import type { Services } from '#server/http/services.ts';
import {
  clearRegistrationSecret,
  clearSessionCookie,
  ensureCsrfToken,
  findShopper,
  openSession,
  registrationSecret,
  requireShopper,
  sessionToken,
  setRegistrationSecret,
} from '#server/http/session.ts';

type Said = z.output<typeof said>;
type SignedIn = z.output<typeof signedIn>;

const sentIfKnown =
  'If there is something to do for this address, an e-mail is on its way. It may take a minute; please look among the spam, too.';

const noStore: MiddlewareHandler = async (c, next) => {
  c.header('Cache-Control', 'no-store');
  await next();
};

const callOf = (c: Context, services: Services): Call => ({
  now: services.clock(),
  from: clientAddress(c, services),
  sender: emailSender(services),
  passwords: services.passwords,
  browser: registrationSecret(c, services),
});

const hasToken = (body: unknown): boolean => typeof body === 'object' && body !== null && Object.hasOwn(body, 'token');

/** The user calls. */
export const accountRoutes = (services: Services): Hono => {
  const { db } = services;
  return new Hono()
    .use('/user/*', noStore)
    .get(endpoints.profile.path, async (c) => {
      // Every page of the shop makes this call, so that it has a token before its first unsafe one.
      ensureCsrfToken(c, services);
      const shopper = await findShopper(c, services);
      return c.json({ user: shopper ? await toUser(db, shopper) : null } satisfies Profile);
    })
    .post(endpoints.register.path, async (c) => {
      setRegistrationSecret(c, services, await register(db, await readBody(c, registration), callOf(c, services)));
      return c.json({ message: registered } satisfies Said, 201);
    })
    .post(endpoints.login.path, async (c) => {
      const account = await signIn(db, await readBody(c, credentials), callOf(c, services));
      await openSession(c, services, account.id);
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
      const call = callOf(c, services);
      if (hasToken(body)) await verifyByToken(db, parseBody(body, emailToken), call);
      else {
        const proof = parseBody(body, emailCode);
        await constantTime(services.minResponseMs, () => verifyByCode(db, proof, call));
      }
      clearRegistrationSecret(c, services);
      return c.json({ message: 'Thank you, your e-mail address is verified. You can sign in now.' } satisfies Said);
    })
    .post(endpoints.resendCode.path, async (c) => {
      const { email } = await readBody(c, mailbox);
      await constantTime(services.minResponseMs, () => resendCode(db, email, callOf(c, services)));
      return c.json({ message: sentIfKnown } satisfies Said);
    })
    .post(endpoints.forgotPassword.path, async (c) => {
      const { email } = await readBody(c, mailbox);
      await constantTime(services.minResponseMs, () => requestPasswordReset(db, email, callOf(c, services)));
      return c.json({ message: sentIfKnown } satisfies Said);
    })
    .post(endpoints.resetPassword.path, async (c) => {
      await resetPassword(db, await readBody(c, passwordReset), callOf(c, services));
      clearSessionCookie(c, services);
      return c.json({ message: 'Your new password is set. Please sign in with it.' } satisfies Said);
    })
    .put(endpoints.updateUser.path, async (c) => {
      const shopper = await requireShopper(c, services);
      if (c.req.param('userId') !== shopper.id) throw new Forbidden('You can only change your own account.');
      const changes = await readBody(c, userChanges);
      const changed = await updateAccount(db, shopper, changes, sessionToken(c, services) ?? '', callOf(c, services));
      return c.json({ user: await toUser(db, changed) } satisfies SignedIn);
    });
};
