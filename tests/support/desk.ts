import type { Hono } from 'hono';
import type { StaffRole } from '#contract/desk/staff.ts';
import { endpointPath } from '#contract/endpoints.ts';
import type { Database } from '#server/db/schema.ts';
import { startSession } from '#server/domain/accounts/sessions.ts';
import { placeOrder } from '#server/domain/orders/orders.ts';
import type { Services } from '#server/http/services.ts';
import { createTestApp } from '#tests/server/http/create-test-app.ts';
import { openingDay } from '#tests/support/opening-day.ts';
import { aBuyer, anAccountRow, anOrderFor, anOrderRequest, minutesLater, type Wanted } from '#tests/support/orders.ts';
import { payOrder } from '#tests/support/pay-order.ts';

/** The secret of the authenticator app of everybody who has one in these tests. */
export const appSecret = 'GML655TAPD34LP5BNECOIWY3JAKX3ZDU';

type Member = {
  /** None for a shopper. */
  readonly role?: StaffRole;
  readonly firstName?: string;
  readonly hasSecondFactor?: boolean;
  /** When a code was last given; a sign-in without one by default. */
  readonly codeAt?: Date | undefined;
};

/** Adds an account with these rights, signs it in, and returns its session's cookie. */
export const signInAt = async (
  db: Database,
  id: string,
  { role, firstName = 'Sam', hasSecondFactor = true, codeAt }: Member,
): Promise<string> => {
  const at = openingDay.toISOString();
  await db
    .insertInto('account')
    .values({ ...anAccountRow(id), first_name: firstName })
    .execute();
  if (role !== undefined) await db.insertInto('staff').values({ account_id: id, role, added_at: at }).execute();
  if (hasSecondFactor)
    await db.insertInto('second_factor').values({ account_id: id, secret: appSecret, created_at: at, confirmed_at: at }).execute();
  return `session=${await startSession(db, id, codeAt ?? openingDay, { hasCode: codeAt !== undefined })}`;
};

/** A shop with the desk on, in which nobody waits. */
export const openDesk = (overrides: Pick<Services, 'db'> & Partial<Services>): Hono =>
  createTestApp({ desk: { host: undefined, url: () => 'http://localhost/desk' }, ...overrides });

type Sent = {
  readonly cookie?: string;
  readonly body?: object | undefined;
  readonly query?: string;
  readonly headers?: Readonly<Record<string, string>>;
};
type Endpoint = { readonly method: string; readonly path: string };

/** Makes a call of the desk as its pages do. */
export const callDesk = async (
  app: Hono,
  { method, path }: Endpoint,
  values: Readonly<Record<string, string>> = {},
  { cookie = '', body, query = '', headers = {} }: Sent = {},
): Promise<Response> =>
  app.request(`${endpointPath(path, values)}${query}`, {
    method,
    headers: {
      cookie: `XSRF-TOKEN=abc; ${cookie}`,
      ...(method !== 'GET' && { origin: 'http://localhost', 'x-xsrf-token': 'abc' }),
      ...(body && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body && { body: JSON.stringify(body) }),
  });

/** Places an order and pays it; returns its id. */
export const aPaidOrderIn = async (
  db: Database,
  {
    buyer = {},
    note = '',
    now = openingDay,
    isPaid = true,
    ...wanted
  }: Wanted & {
    readonly buyer?: Partial<Record<keyof typeof aBuyer, string>>;
    readonly note?: string;
    readonly now?: Date;
    readonly isPaid?: boolean;
  },
): Promise<string> => {
  const payload = { ...anOrderFor(wanted), billingInfo: { ...aBuyer, ...buyer }, note };
  const { _id } = await placeOrder(db, anOrderRequest(payload, { shopOrigin: 'http://localhost', now }));
  if (isPaid) await payOrder(db, _id, { openedAt: now, paidAt: minutesLater(1, now) });
  return _id;
};
