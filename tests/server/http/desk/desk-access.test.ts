import { describe, expect, test } from 'vitest';
import { deskEndpoints } from '#contract/desk/endpoints.ts';
import type { StaffRole } from '#contract/desk/staff.ts';
import { failureBody } from '#contract/failure.ts';
import { noteSignIn } from '#server/domain/desk/staff.ts';
import { type Call, refusalsOf, statusOf } from '#server/http/calls.ts';
import { deskCalls } from '#server/http/desk/desk-calls.ts';
import { createTestApp } from '#tests/server/http/create-test-app.ts';
import { deskSamples } from '#tests/support/call-samples.ts';
import { freshDatabase } from '#tests/support/database.ts';
import { callDesk, openDesk, signInAt } from '#tests/support/desk.ts';
import { openingDay } from '#tests/support/opening-day.ts';
import { minutesLater } from '#tests/support/orders.ts';

const db = await freshDatabase('empty');
const app = openDesk({ db });
const values = {
  orderId: '7Q2M-4XKP-0ZB1-9HTD',
  reference: 'R-7Q2M-4XKP',
  file: 'x.jpg',
  code: 'NOSUCH',
  personId: 'nobody',
  productId: 'none',
};
const rows: readonly (readonly [name: keyof typeof deskEndpoints, row: Call])[] = Object.entries(deskCalls) as never;
const bodies: Readonly<Partial<Record<string, object>>> = deskSamples;

const fresh = minutesLater(-59);
const stale = minutesLater(-60);
const people = {
  'a visitor': undefined,
  'a shopper': await signInAt(db, 'shopper', { codeAt: fresh }),
  'a reseller': await signInAt(db, 'reseller', { codeAt: fresh }),
  support: await signInAt(db, 'support', { role: 'support', codeAt: fresh }),
  'support without a second factor': await signInAt(db, 'support-off', { role: 'support', hasSecondFactor: false }),
  seller: await signInAt(db, 'seller', { role: 'seller', codeAt: fresh }),
  'a seller with an old code': await signInAt(db, 'seller-stale', { role: 'seller', codeAt: stale }),
  'a seller who never gave a code': await signInAt(db, 'seller-none', { role: 'seller' }),
  'a seller without a second factor': await signInAt(db, 'seller-off', { role: 'seller', hasSecondFactor: false }),
};
await db.updateTable('account').set({ role: 'reseller' }).where('id', '=', 'reseller').execute();
type Person = keyof typeof people;

/** The refusal that a person must get for a call with these rules; undefined if the call is allowed. */
const refusalOf = (person: Person, { who, isFresh = false }: { who: StaffRole; isFresh?: boolean }) => {
  const forbidden = { status: 403, code: undefined };
  if (person === 'a visitor') return { status: 401, code: undefined };
  if (person === 'a shopper' || person === 'a reseller') return forbidden;
  if (person.startsWith('support') && who === 'seller') return forbidden;
  if (person.endsWith('without a second factor')) return { status: 403, code: 'secondFactor' };
  return isFresh && person.startsWith('a seller') ? { status: 403, code: 'freshCode' } : undefined;
};

describe.each(rows)('the desk call %s', (name, row) => {
  const endpoint: { method: string; path: string; who: StaffRole; isFresh?: boolean } = deskEndpoints[name];

  test.each(Object.keys(people) as Person[])('a request of %s is allowed or refused as the table of calls says', async (person) => {
    const response = await callDesk(app, endpoint, values, { cookie: people[person] ?? '', body: bodies[name] });
    const { code } = response.ok ? {} : failureBody.parse(await response.clone().json());
    const refusal = refusalOf(person, endpoint);
    if (refusal) expect({ status: response.status, code }).toEqual(refusal);
    else expect([statusOf(row), ...refusalsOf(row).filter((status) => status !== 401 && status !== 403)]).toContain(response.status);
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  test('where the desk is off, or at another host than its own, its URLs are unknown', async () => {
    const off = createTestApp({ db });
    const elsewhere = openDesk({ db, desk: { host: 'desk.shop.example', url: () => 'https://desk.shop.example/desk' } });
    for (const shop of [off, elsewhere]) {
      const sent = { cookie: people.seller, body: bodies[name] };
      const unknown = await callDesk(shop, { method: endpoint.method, path: '/no/such/address' }, {}, sent);
      const response = await callDesk(shop, endpoint, values, sent);
      const bodyOf = async (answer: Response) => ({ ...((await answer.json()) as object), requestId: '' });
      expect([response.status, await bodyOf(response)]).toEqual([unknown.status, await bodyOf(unknown)]);
      expect(response.status).toBe(404);
    }
  });
});

test.each(rows.filter(([, { method }]) => method !== 'GET'))(
  'the desk call %s is refused without an origin, or from another one',
  async (name, endpoint) => {
    for (const origin of [undefined, 'null', 'https://evil.example', 'http://localhost.evil.example', 'http://localhost:8080']) {
      const response = await app.request(endpoint.path, {
        method: endpoint.method,
        headers: {
          cookie: `XSRF-TOKEN=abc; ${people.seller}`,
          'x-xsrf-token': 'abc',
          'content-type': 'application/json',
          ...(origin !== undefined && { origin }),
        },
        body: JSON.stringify(bodies[name] ?? {}),
      });
      expect(response.status, String(origin)).toBe(403);
    }
  },
);

test.each(rows.filter(([, { method }]) => method === 'GET'))(
  'the answer to the desk call %s is not readable by pages of another origin',
  async (name, endpoint) => {
    const headers = { origin: 'https://evil.example' };
    const response = await callDesk(app, endpoint, values, { cookie: people.seller, body: bodies[name], headers });
    expect([statusOf(endpoint), ...refusalsOf(endpoint)]).toContain(response.status);
    expect([...response.headers.keys()].filter((header) => header.startsWith('access-control'))).toEqual([]);
  },
);

test('a session opens the desk for twelve hours after its sign-in or its last code, and has then ended in the shop, too', async () => {
  const hour = 60;
  const support = await signInAt(db, 'support-at-eight', { role: 'support' });
  const seller = await signInAt(db, 'seller-at-eight', { role: 'seller', codeAt: minutesLater(2 * hour) });
  const ask = async (cookie: string, minutes: number, endpoint: Parameters<typeof callDesk>[1] = deskEndpoints.today) =>
    (await callDesk(openDesk({ db, clock: () => minutesLater(minutes) }), endpoint, {}, { cookie })).status;
  const sessionsOf = async (id: string) =>
    (await db.selectFrom('session').select('account_id').where('account_id', '=', id).execute()).length;
  expect([await ask(support, 12 * hour - 1), await ask(seller, 14 * hour - 1)]).toEqual([200, 200]);
  expect([await ask(support, 12 * hour), await ask(seller, 14 * hour)]).toEqual([401, 401]);
  expect([await sessionsOf('support-at-eight'), await sessionsOf('seller-at-eight')]).toEqual([0, 0]);
});

test('a refusal tells a shopper, a reseller and support the same, and no reason', async () => {
  const textOf = async (cookie: string) => {
    const response = await callDesk(app, deskEndpoints.cancelOrder, values, { cookie, body: deskSamples.cancelOrder });
    return { ...((await response.json()) as object), requestId: '' };
  };
  const refusal = await textOf(people['a shopper']);
  expect([await textOf(people['a reseller']), await textOf(people.support)]).toEqual([refusal, refusal]);
});

test('the desk of a shop with a host of its own answers there, and its pages may change nothing elsewhere', async () => {
  const desk = openDesk({
    db,
    publicUrl: 'https://shop.example',
    desk: { host: 'desk.shop.example', url: () => 'https://desk.shop.example/desk' },
  });
  const ask = (origin: string, address = 'https://desk.shop.example/desk/api/code') =>
    desk.request(address, {
      method: 'POST',
      headers: { cookie: 'XSRF-TOKEN=abc', 'x-xsrf-token': 'abc', origin, 'content-type': 'application/json' },
      body: JSON.stringify(deskSamples.confirmCode),
    });
  expect((await ask('https://desk.shop.example')).status).toBe(401);
  expect((await ask('http://desk.shop.example')).status).toBe(403);
  expect((await ask('https://shop.example', 'https://shop.example/user/logout')).status).toBe(204);
  expect((await ask('https://desk.shop.example', 'https://shop.example/user/logout')).status).toBe(403);
  expect((await desk.request('https://shop.example/desk/api/me')).status).toBe(404);
});

test('a sign-in is noted of the staff, and of nobody else', async () => {
  await noteSignIn(db, 'seller', openingDay);
  await noteSignIn(db, 'shopper', openingDay);
  const events = await db.selectFrom('staff_event').select(['account_id', 'what', 'subject']).where('what', '=', 'signIn').execute();
  expect(events).toEqual([{ account_id: 'seller', what: 'signIn', subject: '' }]);
});
