import { expect, test } from 'vitest';
import { deskEndpoints } from '#contract/desk/endpoints.ts';
import { endpointPath } from '#contract/endpoints.ts';
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
type Name = keyof typeof deskEndpoints;
const rows: readonly (readonly [name: Name, row: Call])[] = Object.entries(deskCalls) as never;
const bodies: Readonly<Partial<Record<string, object>>> = deskSamples;

const fresh = minutesLater(-59);
const stale = minutesLater(-60);
const people = {
  'a visitor': undefined,
  'a shopper': await signInAt(db, 'shopper', { codeAt: fresh }),
  'a reseller': await signInAt(db, 'reseller', { codeAt: fresh }),
  support: await signInAt(db, 'support', { role: 'support', codeAt: fresh }),
  'support with an old code': await signInAt(db, 'support-stale', { role: 'support', codeAt: stale }),
  'support without a second factor': await signInAt(db, 'support-off', { role: 'support', hasSecondFactor: false }),
  seller: await signInAt(db, 'seller', { role: 'seller', codeAt: fresh }),
  'a seller with an old code': await signInAt(db, 'seller-stale', { role: 'seller', codeAt: stale }),
  'a seller who never gave a code': await signInAt(db, 'seller-none', { role: 'seller' }),
  'a seller without a second factor': await signInAt(db, 'seller-off', { role: 'seller', hasSecondFactor: false }),
};
await db.updateTable('account').set({ role: 'reseller' }).where('id', '=', 'reseller').execute();
type Person = keyof typeof people;

/** Who may make each call, written down and not taken from the table of calls, which is under test. */
const forSupport: readonly Name[] = [
  'staffProfile',
  'confirmCode',
  'shop',
  'today',
  'orders',
  'order',
  'printedOrders',
  'startPacking',
  'sendOrders',
  'sendFromFile',
  'markDelivered',
  'changeParcels',
  'addNote',
  'deleteNote',
  'correctAddress',
  'sendMailAgain',
  'refunds',
  'refund',
  'refundPicture',
  'previewDecision',
  'recordPosted',
  'receiveReturn',
  'messages',
  'message',
  'answerMessage',
  'markAnswered',
  'reviews',
  'review',
  'reviewPicture',
  'changeReview',
  'products',
  'product',
  'countStock',
];
const forSellers: readonly Name[] = [
  'vouchers',
  'voucher',
  'createVoucher',
  'endVoucher',
  'categories',
  'changeCategories',
  'synonyms',
  'changeSynonyms',
  'importCatalogue',
  'people',
  'person',
  'staff',
  'figures',
  'settings',
  'delivery',
  'changeDelivery',
  'changeDetails',
  'changeDays',
  'changeLook',
  'openShop',
  'changeSamples',
  'shopHistory',
  'publishAgain',
  'words',
  'changeWord',
  'retryMail',
  'retryJobs',
  'staffEvents',
  'createProduct',
  'saveProduct',
  'sellProduct',
  'withdrawProduct',
  'removeProduct',
  'uploadPicture',
];
/** Money that goes out, rights, and all data of people or of the shop: sellers only, who gave a code within the hour. */
const forSellersWithAFreshCode: readonly Name[] = [
  'exportOrders',
  'cancelOrder',
  'settleOrder',
  'decideRefund',
  'exportCatalogue',
  'setRole',
  'signOutPerson',
  'secondFactorOff',
  'exportPerson',
  'deletePerson',
  'setStaffRole',
  'endStaff',
  'exportFigures',
  'exportBooks',
  'refundUnmatched',
  'settleUnmatched',
];
const all: readonly Name[] = [...forSupport, ...forSellers, ...forSellersWithAFreshCode];

const each = (names: readonly Name[], outcome: string) => Object.fromEntries(names.map((name) => [name, outcome]));

test('every call of the desk is in one of the lists of who may make it', () => {
  expect(all.toSorted()).toEqual(rows.map(([name]) => name).toSorted());
});

test.each<[Person, Readonly<Record<string, string>>]>([
  ['a visitor', each(all, '401')],
  ['a shopper', each(all, '403')],
  ['a reseller', each(all, '403')],
  ['support', { ...each(forSupport, 'allowed'), ...each([...forSellers, ...forSellersWithAFreshCode], '403') }],
  ['support with an old code', { ...each(forSupport, 'allowed'), ...each([...forSellers, ...forSellersWithAFreshCode], '403') }],
  [
    'support without a second factor',
    { ...each(forSupport, '403 secondFactor'), ...each([...forSellers, ...forSellersWithAFreshCode], '403') },
  ],
  ['seller', each(all, 'allowed')],
  ['a seller with an old code', { ...each([...forSupport, ...forSellers], 'allowed'), ...each(forSellersWithAFreshCode, '403 freshCode') }],
  [
    'a seller who never gave a code',
    { ...each([...forSupport, ...forSellers], 'allowed'), ...each(forSellersWithAFreshCode, '403 freshCode') },
  ],
  ['a seller without a second factor', each(all, '403 secondFactor')],
])('%s may make exactly these calls of the desk, and no answer is stored', async (person, expected) => {
  const found: Record<string, string> = {};
  for (const [name, row] of rows) {
    const response = await callDesk(app, deskEndpoints[name], values, { cookie: people[person] ?? '', body: bodies[name] });
    expect(response.headers.get('cache-control'), name).toBe('no-store');
    const { code } = response.ok ? {} : failureBody.parse(await response.clone().json());
    const isRefused = response.status === 401 || response.status === 403;
    found[name] = isRefused ? [response.status, ...(code === undefined ? [] : [code])].join(' ') : 'allowed';
    if (!isRefused) expect([statusOf(row), ...refusalsOf(row)], name).toContain(response.status);
  }
  expect(found).toEqual(expected);
});

test.each([
  ['off', createTestApp({ db })],
  ['at another host than its own', openDesk({ db, desk: { host: 'desk.shop.example', url: () => 'https://desk.shop.example/desk' } })],
])('where the desk is %s, the URLs of its calls are unknown', async (_, shop) => {
  const bodyOf = async (answer: Response) => ({ ...((await answer.json()) as object), requestId: '' });
  for (const [name, { method }] of rows) {
    const sent = { cookie: people.seller, body: bodies[name] };
    const unknown = await callDesk(shop, { method, path: '/no/such/address' }, {}, sent);
    const response = await callDesk(shop, deskEndpoints[name], values, sent);
    expect([response.status, await bodyOf(response)], name).toEqual([404, await bodyOf(unknown)]);
  }
});

test.each(['none', 'null', 'https://evil.example', 'http://localhost.evil.example', 'http://localhost:8080'])(
  'every changing call of the desk is refused when its origin is %s',
  async (origin) => {
    const statuses: Record<string, number> = {};
    for (const [name, { method, path }] of rows.filter(([, row]) => row.method !== 'GET')) {
      const response = await app.request(endpointPath(path, values), {
        method,
        headers: {
          cookie: `XSRF-TOKEN=abc; ${people.seller}`,
          'x-xsrf-token': 'abc',
          'content-type': 'application/json',
          ...(origin !== 'none' && { origin }),
        },
        body: JSON.stringify(bodies[name] ?? {}),
      });
      statuses[name] = response.status;
    }
    const changing = all.filter((name) => deskEndpoints[name].method === 'POST');
    expect(statuses).toEqual(Object.fromEntries(changing.map((name) => [name, 403])));
  },
);

test('what the desk answers is not readable by pages of another origin', async () => {
  for (const [name, endpoint] of rows.filter(([, { method }]) => method === 'GET')) {
    const headers = { origin: 'https://evil.example' };
    const response = await callDesk(app, endpoint, values, { cookie: people.seller, headers });
    expect([statusOf(endpoint), ...refusalsOf(endpoint)], name).toContain(response.status);
    expect(
      [...response.headers.keys()].filter((header) => header.startsWith('access-control')),
      name,
    ).toEqual([]);
  }
});

test('each call of the desk is counted by account, 3000 in ten minutes, and takes so many bytes and no more', async () => {
  const takes: Partial<Record<Name, number>> = { sendFromFile: 1_500_000, importCatalogue: 8_000_000 };
  const counters = () => db.selectFrom('limit_hit').select(['key', 'ends_at']).execute();
  await db.deleteFrom('limit_hit').execute();
  await callDesk(app, deskEndpoints.today, {}, { cookie: people.seller });
  const [counter] = await counters();
  expect(counter?.ends_at).toBe(minutesLater(10).toISOString());
  for (const [name, { path, method, form }] of rows) {
    const statusAfter = async (hits: number): Promise<number> => {
      await db
        .updateTable('limit_hit')
        .set({ hits })
        .where('key', '=', counter?.key ?? '')
        .execute();
      return (await callDesk(app, deskEndpoints[name], values, { cookie: people.seller, body: bodies[name] })).status;
    };
    expect([(await statusAfter(2999)) === 429, await statusAfter(3000)], name).toEqual([false, 429]);
    if (method === 'GET' || form) continue;
    const most = takes[name] ?? 100_000;
    await db
      .deleteFrom('limit_hit')
      .where('key', '!=', counter?.key ?? '')
      .execute();
    await db.updateTable('limit_hit').set({ hits: 0 }).execute();
    for (const bytes of [most, most + 1]) {
      const body = { x: 'x'.repeat(bytes - '{"x":""}'.length) };
      const headers = { 'content-length': String(bytes) };
      const { status } = await callDesk(app, { method, path }, values, { cookie: people.seller, headers, body });
      expect(status === 413, `${name}, ${bytes} bytes`).toBe(bytes > most);
    }
  }
});

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
