import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import type { CookieOptions } from 'hono/utils/cookie';
import type { Account } from '#server/domain/account-row.ts';
import { Unauthorised } from '#server/domain/failure.ts';
import { linkSeconds } from '#server/domain/one-time-tokens.ts';
import { findSession, newToken, sessionSeconds, startSession } from '#server/domain/sessions.ts';
import type { Services } from '#server/http/services.ts';

type Site = Pick<Services, 'shopOrigin' | 'publicUrl'>;

const isSecure = ({ publicUrl }: Site): boolean => publicUrl?.startsWith('https:') ?? false;

/** With https the name itself forbids that a neighbouring host sets the cookie. */
const sessionName = (site: Site): string => (isSecure(site) ? '__Host-session' : 'session');

const options = (site: Site): CookieOptions => ({ httpOnly: true, sameSite: 'Lax', path: '/', secure: isSecure(site) });

/** Only this browser may confirm what it registered without the password. Lives as long as the link of the mail. */
const registrationName = (site: Site): string => (isSecure(site) ? '__Host-registration' : 'registration');

/** A token as we make them: anything else is not looked up. */
const isToken = (value: string | undefined): value is string => value !== undefined && /^[\w-]{43}$/.test(value);

const sentAs = (c: Context, name: string): string | undefined => {
  const value = getCookie(c, name);
  return isToken(value) ? value : undefined;
};

/** The session token that the browser sent, whether or not it is good for anything. */
export const sessionToken = (c: Context, site: Site): string | undefined => sentAs(c, sessionName(site));

/** The secret that the browser was given when it registered somebody. */
export const registrationSecret = (c: Context, site: Site): string | undefined => sentAs(c, registrationName(site));

/** Gives the browser the secret of what it has just registered, in place of any that it had. */
export const setRegistrationSecret = (c: Context, site: Site, secret: string): void =>
  setCookie(c, registrationName(site), secret, { ...options(site), maxAge: linkSeconds });

/** Takes it back, once it has done its work. */
export const clearRegistrationSecret = (c: Context, site: Site): void => {
  if (registrationSecret(c, site) !== undefined) deleteCookie(c, registrationName(site), options(site));
};

const setSessionCookie = (c: Context, site: Site, token: string): void =>
  setCookie(c, sessionName(site), token, { ...options(site), maxAge: sessionSeconds });

/** The domain that shop and API have in common when they are on two hosts: there the shop can read the token, nowhere else. */
const sharedDomain = ({ shopOrigin, publicUrl }: Site): string | undefined => {
  if (shopOrigin === undefined || publicUrl === undefined) return undefined;
  const [shop, api] = [shopOrigin, publicUrl].map((origin) => new URL(origin).hostname.split('.').toReversed());
  if (!shop || !api || shop.join() === api.join()) return undefined;
  const end = shop.findIndex((label, index) => label !== api[index]);
  const shared = shop.slice(0, end === -1 ? shop.length : end);
  return shared.length < 2 ? undefined : shared.toReversed().join('.');
};

/** Gives the browser the token that it repeats in X-XSRF-TOKEN with every unsafe call. */
const setCsrfToken = (c: Context, site: Site): void => {
  const domain = sharedDomain(site);
  setCookie(c, 'XSRF-TOKEN', newToken(), { ...options(site), httpOnly: false, ...(domain !== undefined && { domain }) });
};

/** The same, but a browser that has one keeps it: another tab may be about to use it. */
export const ensureCsrfToken = (c: Context, site: Site): void => {
  if (!getCookie(c, 'XSRF-TOKEN')) setCsrfToken(c, site);
};

/** Who is signed in, if anybody. A session in use lives on: its cookie is sent again when it was given more time. */
export const findShopper = async (c: Context, services: Pick<Services, 'db' | 'clock'> & Site): Promise<Account | undefined> => {
  const token = sessionToken(c, services);
  if (token === undefined) return undefined;
  const session = await findSession(services.db, token, services.clock());
  if (session?.isExtended) setSessionCookie(c, services, token);
  return session?.account;
};

/** Who is signed in; throws `Unauthorised` when nobody is. */
export const requireShopper = async (c: Context, services: Pick<Services, 'db' | 'clock'> & Site): Promise<Account> => {
  const shopper = await findShopper(c, services);
  if (!shopper) throw new Unauthorised();
  return shopper;
};

/** Signs the browser in under a new token; the one it brought is over, and so is its call token. */
export const openSession = async (c: Context, services: Pick<Services, 'db' | 'clock'> & Site, accountId: string): Promise<void> => {
  setSessionCookie(c, services, await startSession(services.db, accountId, services.clock(), sessionToken(c, services)));
  setCsrfToken(c, services);
};

/** Takes the session cookie back. */
export const clearSessionCookie = (c: Context, site: Site): void => {
  deleteCookie(c, sessionName(site), options(site));
};
