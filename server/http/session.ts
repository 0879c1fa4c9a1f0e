import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import type { CookieOptions } from 'hono/utils/cookie';
import { freshCodeMinutes } from '#contract/desk/endpoints.ts';
import type { StaffRole } from '#contract/desk/staff.ts';
import { after, day, hour, minute } from '#server/db/columns.ts';
import type { Account } from '#server/domain/accounts/account-row.ts';
import { markKnownBrowser, markResetBrowser } from '#server/domain/accounts/known-browsers.ts';
import { mailedLinks } from '#server/domain/accounts/mailed-links.ts';
import { secondFactorSince } from '#server/domain/accounts/second-factor.ts';
import { endSession, findSession, sessionSeconds, startSession } from '#server/domain/accounts/sessions.ts';
import { findStaffRole, requireFreshCode } from '#server/domain/desk/staff.ts';
import { Forbidden, Unauthorised } from '#server/domain/failure.ts';
import { isToken, newToken } from '#server/domain/secrets.ts';
import { readDevice } from '#server/http/device.ts';
import type { Services } from '#server/http/services.ts';

type Site = Pick<Services, 'shopOrigin' | 'publicUrl'>;

const isSecure = ({ publicUrl }: Pick<Site, 'publicUrl'>): boolean => publicUrl?.startsWith('https:') ?? false;

/** The __Host- prefix (https only) keeps other hosts of the domain from setting the cookie. */
export const sessionCookieName = (site: Pick<Site, 'publicUrl'>): string => (isSecure(site) ? '__Host-session' : 'session');

const cookieOptions = (site: Site): CookieOptions => ({ httpOnly: true, sameSite: 'Lax', path: '/', secure: isSecure(site) });

/** Cookie that lets the registering browser, and no other, verify without the password. Lives as long as the link in the mail. */
const registrationCookieName = (site: Site): string => (isSecure(site) ? '__Host-registration' : 'registration');

const tokenFromCookie = (c: Context, name: string): string | undefined => {
  const value = getCookie(c, name);
  return value !== undefined && isToken(value) ? value : undefined;
};

/** The session token that the browser sent; it may be expired or unknown. */
export const sessionToken = (c: Context, site: Site): string | undefined => tokenFromCookie(c, sessionCookieName(site));

/** The secret that this browser got when it registered an account. */
export const registrationSecret = (c: Context, site: Site): string | undefined => tokenFromCookie(c, registrationCookieName(site));

/** Sets the secret of a new registration, replacing an earlier one. */
export const setRegistrationSecret = (c: Context, site: Site, secret: string): void =>
  setCookie(c, registrationCookieName(site), secret, { ...cookieOptions(site), maxAge: mailedLinks.verify.validSeconds });

/** Deletes the registration cookie after verification. */
export const clearRegistrationSecret = (c: Context, site: Site): void => {
  if (registrationSecret(c, site) !== undefined) deleteCookie(c, registrationCookieName(site), cookieOptions(site));
};

/** Cookie of a browser that has signed in: guesses by others cannot lock it out. It holds no session. */
const knownBrowserCookieName = (site: Site): string => (isSecure(site) ? '__Host-known-browser' : 'known-browser');
const knownBrowserSeconds = 180 * day;

/** The mark that an earlier sign-in left in this browser; it may be forged. */
export const knownBrowserMark = (c: Context, site: Site): string | undefined => {
  const value = getCookie(c, knownBrowserCookieName(site));
  return value !== undefined && /^[\w-]{43}\.[\w-]{43}$/.test(value) ? value : undefined;
};

const setKnownBrowser = (c: Context, site: Site, mark: string): void =>
  setCookie(c, knownBrowserCookieName(site), mark, { ...cookieOptions(site), maxAge: knownBrowserSeconds });

/** Marks this browser as one in which the account's owner is signed in; again after a change of what marks are signed with. */
export const markBrowser = async (c: Context, services: Pick<Services, 'db'> & Site, account: Account): Promise<void> =>
  setKnownBrowser(c, services, markKnownBrowser({ ...account, since: await secondFactorSince(services.db, account.id) }));

/** Marks this browser as one in which the account's owner has opened a link of the mailbox. */
export const markBrowserOfReset = async (c: Context, services: Pick<Services, 'db'> & Site, account: Account): Promise<void> =>
  setKnownBrowser(c, services, markResetBrowser({ ...account, since: await secondFactorSince(services.db, account.id) }));

/** Deletes the mark with the account. */
export const clearKnownBrowser = (c: Context, site: Site): void => {
  deleteCookie(c, knownBrowserCookieName(site), cookieOptions(site));
};

const setSessionCookie = (c: Context, site: Site, token: string, maxAge: number): void =>
  setCookie(c, sessionCookieName(site), token, { ...cookieOptions(site), maxAge });

/** The labels of an origin's host, top-level domain first. */
const reversedLabels = (origin: string): string[] => new URL(origin).hostname.split('.').toReversed();

/** The common parent domain of storefront and API on two hosts, e.g. "shop.example", where both can read the CSRF cookie. */
const sharedDomain = ({ shopOrigin, publicUrl }: Site): string | undefined => {
  if (shopOrigin === undefined || publicUrl === undefined) return undefined;
  const shop = reversedLabels(shopOrigin);
  const api = reversedLabels(publicUrl);
  if (shop.join() === api.join()) return undefined;
  const end = shop.findIndex((label, index) => label !== api[index]);
  const shared = shop.slice(0, end === -1 ? shop.length : end);
  return shared.length < 2 ? undefined : shared.toReversed().join('.');
};

/** Sets the CSRF token that the client repeats in X-XSRF-TOKEN with every unsafe request. */
const setCsrfToken = (c: Context, site: Site): void => {
  const domain = sharedDomain(site);
  setCookie(c, 'XSRF-TOKEN', newToken(), { ...cookieOptions(site), httpOnly: false, ...(domain !== undefined && { domain }) });
};

/** Sets the CSRF token unless the browser has one: another tab may be using it. */
export const ensureCsrfToken = (c: Context, site: Site): void => {
  if (!getCookie(c, 'XSRF-TOKEN')) setCsrfToken(c, site);
};

/** The session that the call is made in, or undefined. Renews its cookie when it was extended. */
const readSession = async (c: Context, services: Pick<Services, 'db' | 'clock'> & Site) => {
  const token = sessionToken(c, services);
  if (token === undefined) return undefined;
  const session = await findSession(services.db, token, services.clock());
  if (session && session.extendedSeconds > 0) setSessionCookie(c, services, token, session.extendedSeconds);
  return session;
};

/** The signed-in account, or undefined. */
export const findShopper = async (c: Context, services: Pick<Services, 'db' | 'clock'> & Site): Promise<Account | undefined> =>
  (await readSession(c, services))?.account;

/** The signed-in account; throws `Unauthorised` when there is none. */
export const requireShopper = async (c: Context, services: Pick<Services, 'db' | 'clock'> & Site): Promise<Account> => {
  const shopper = await findShopper(c, services);
  if (!shopper) throw new Unauthorised();
  return shopper;
};

/** How long after its sign-in, or its last code of the second factor, a session opens the desk. */
const deskSessionSeconds = 12 * hour;

/**
 * The member of staff who is signed in. Throws 401, also where it ends a session that is too old for the desk, and 403: without a reason where the
 * account may not make the call, with a code where it may once it has a second factor (`secondFactor`), or has given a code of it lately
 * (`freshCode`).
 */
export const requireStaff = async (
  c: Context,
  services: Pick<Services, 'db' | 'clock'> & Site,
  { who, isFresh }: { readonly who: StaffRole; readonly isFresh?: true | undefined },
): Promise<{ readonly account: Account; readonly role: StaffRole; readonly hasFreshCode: boolean }> => {
  const session = await readSession(c, services);
  if (!session) throw new Unauthorised();
  const { account, startedAt, codeAt } = session;
  const role = await findStaffRole(services.db, account.id);
  if (role === undefined || (who === 'seller' && role !== 'seller')) throw new Forbidden('Your account may not do this.');
  if ((await secondFactorSince(services.db, account.id)) === null)
    throw new Forbidden('The desk opens once two-step sign-in is on. Switch it on in your account.', 'secondFactor');
  if ((codeAt ?? startedAt) <= after(services.clock(), -deskSessionSeconds)) {
    await endSession(services.db, sessionToken(c, services) ?? '');
    throw new Unauthorised();
  }
  const hasFreshCode = codeAt !== null && codeAt > after(services.clock(), -freshCodeMinutes * minute);
  if (isFresh) requireFreshCode({ hasFreshCode });
  return { account, role, hasFreshCode };
};

/** Whether a member of staff is signed in. */
export const isStaff = async (c: Context, services: Pick<Services, 'db' | 'clock'> & Site): Promise<boolean> => {
  const session = await readSession(c, services);
  return session !== undefined && (await findStaffRole(services.db, session.account.id)) !== undefined;
};

/**
 * Starts a session with new session and CSRF tokens, marks the browser as known, and ends the one that the browser had (session fixation).
 */
export const openSession = async (
  c: Context,
  services: Pick<Services, 'db' | 'clock'> & Site,
  account: Account,
  { hasCode = false }: { readonly hasCode?: boolean } = {},
): Promise<void> => {
  const session = { previous: sessionToken(c, services), device: readDevice(c.req.header('user-agent')), hasCode };
  setSessionCookie(c, services, await startSession(services.db, account.id, services.clock(), session), sessionSeconds);
  await markBrowser(c, services, account);
  setCsrfToken(c, services);
};

export const clearSessionCookie = (c: Context, site: Site): void => {
  deleteCookie(c, sessionCookieName(site), cookieOptions(site));
};
