import { readdir } from 'node:fs/promises';
import { beforeEach, describe, expect, test } from 'vitest';
import { deskApiPath } from '#contract/desk/endpoints.ts';
import { movedParcels } from '#contract/desk/orders.ts';
import { endpointPath } from '#contract/endpoints.ts';
import { failureBody } from '#contract/failure.ts';
import { orderList } from '#contract/order.ts';
import { startSession } from '#server/domain/accounts/sessions.ts';
import { openPayment } from '#server/domain/money/payments.ts';
import { placeOrder } from '#server/domain/orders/orders.ts';
import { newToken, sha256 } from '#server/domain/secrets.ts';
import { createVoucher } from '#server/domain/vouchers/vouchers.ts';
import { type Call, calls, statusOf } from '#server/http/calls.ts';
import { deskCalls } from '#server/http/desk/desk-calls.ts';
import { picturesField } from '#server/http/upload.ts';
import { testPayments } from '#server/payments/test.ts';
import { refundImagesIn } from '#server/storage/refund-images.ts';
import { firstOfEach, isQuick } from '#tests/quick.ts';
import { deskSamples, samples } from '#tests/support/call-samples.ts';
import { freshDatabase } from '#tests/support/database.ts';
import { appSecret, openDesk } from '#tests/support/desk.ts';
import { startFakeStripe } from '#tests/support/fake-stripe.ts';
import { hostileTexts, hostileTextsAt } from '#tests/support/hostile-texts.ts';
import { openingDay } from '#tests/support/opening-day.ts';
import { aBuyer, aKey, anAccountRow, anOrderFor, anOrderRequest, noUnpaidLimits, sell } from '#tests/support/orders.ts';
import { aBomb, impostors, pictureFolder, ruins } from '#tests/support/refunds.ts';

type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

const victim = { id: 'victim', email: samples.login.email, street: '7 Hidden Lane' };
const { email: _, ...address } = aBuyer;
const { password } = samples.login;

// Valid input, from which hostile input is derived.
type Payloads = Readonly<Partial<Record<string, { readonly [key: string]: Json }>>>;
const testedOf = (rows: Readonly<Record<string, Call>>, payloads: Payloads, prefix = '') =>
  Object.entries(rows).map(([name, row]) => ({
    ...row,
    name: `${prefix}${name}`,
    payload: payloads[name] ?? {},
    isJson: row.body !== undefined || row.signature !== undefined,
    // A call for many parcels, which reports the outcome of each instead of refusing the whole.
    isOfMany: row.answer === movedParcels,
  }));
const tested = [...testedOf(calls, samples), ...testedOf(deskCalls, deskSamples, 'desk ')];
type Tested = (typeof tested)[number];
const writing = tested.filter(({ method }) => method !== 'GET');
/**
 * What decides about a request before its fields are read: in `npm test` one call for each, because `calls.test.ts` and `desk-access.test.ts` have
 * written down who may make each call, how large it may be and which need no CSRF token.
 */
const entryOf = ({ name, method, who, body, form, signature, maxBytes, isOneClick }: Tested) => [
  name.startsWith('desk '),
  method,
  who,
  body !== undefined,
  form !== undefined,
  signature,
  maxBytes,
  isOneClick,
];
const oneClick = tested.filter(({ isOneClick }) => isOneClick);
const fromBrowsers = writing.filter(({ signature, isOneClick }) => !signature && !isOneClick);
const formOf = (fields: Tested['payload']): FormData => {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.set(field, String(value));
  return form;
};

/** The token of a mail about the victim's delivered order. */
const reviewKey = newToken();

const db = await freshDatabase('empty');
await createVoucher(db, { code: 'SPRING10', kind: 'percent', value: 10 }, { now: openingDay });
const refundFolder = await pictureFolder();
const stripe = await startFakeStripe();
const services = {
  db,
  refundImages: refundImagesIn(refundFolder),
  trustedProxies: 1,
  publicUrl: 'http://localhost',
  rateLimits: { orders: 1e6, lookUps: 1e6 },
  unpaidLimits: noUnpaidLimits,
};
const app = openDesk(services);
const withKeys = openDesk({ ...services, payments: stripe.payments });
const token = { cookie: 'XSRF-TOKEN=abc123', 'x-xsrf-token': 'abc123' };

const signUp = async (id: string, email: string): Promise<void> => {
  const addresses = JSON.stringify([{ ...address, _id: 'a', streetAddress: id === victim.id ? victim.street : 'x' }]);
  await db
    .insertInto('account')
    .values({ ...anAccountRow(id, email), mailbox_proved_at: null, password_hash: '', addresses })
    .execute();
};
await signUp('mallory', 'mallory@example.com');
// An attacker with every right: hostile texts get as far as they can.
await db.insertInto('staff').values({ account_id: 'mallory', role: 'seller', added_at: openingDay.toISOString() }).execute();
await signUp(victim.id, victim.email);
/** Session cookie of a signed-in attacker. */
let mallory = '';

const orderOfVictim = async (): Promise<string> => {
  const payload = { ...anOrderFor({ productId: 'spoon' }), billingInfo: { ...aBuyer, email: victim.email, streetAddress: victim.street } };
  const buyer = { id: victim.id, role: 'customer' } as const;
  return (await placeOrder(db, anOrderRequest(payload, { buyer, shopOrigin: 'http://localhost' })))._id;
};

let callers = 0;
/** A new client address per request, because rate limits are not tested here. */
const send = (path: string, method: string, headers: Readonly<Record<string, string>> = {}, body?: BodyInit, on = app) => {
  callers += 1;
  const from = { 'x-forwarded-for': `10.${callers >> 16}.${(callers >> 8) & 255}.${callers & 255}`, 'idempotency-key': aKey() };
  const origin = path.startsWith(deskApiPath) && { origin: 'http://localhost' };
  return on.request(path, { method, headers: { ...from, ...token, ...origin, ...headers }, ...(body !== undefined && { body }) });
};
const pathOf = ({ path }: Pick<Call, 'path'>, value = 'mallory'): string =>
  endpointPath(path, {
    userId: value,
    orderId: value,
    productId: value,
    token: value,
    file: value,
    reference: value,
    // The attacker's own id is replaced by an unknown one, because the attacker may change their own data.
    personId: value === 'mallory' ? 'nobody' : value,
    code: value,
  });

const internals = /\bat .+:\d+:\d+|node_modules|[\w/]\.ts\b|sqlite|postgres|libsql|kysely|constraint|syntax error|undefined|zod|\[object/i;

/** Asserts that a response is no 5xx, contains no other shopper's data, and that an error has the contract's form. Returns the status. */
const check = async (response: Response, what: string): Promise<number> => {
  const { status } = response;
  const text = await response.text();
  expect(status, `${what}: ${text.slice(0, 300)}`).toBeLessThan(500);
  expect(text, what).not.toContain('password_hash');
  // A seller at the desk may see everybody; nobody else may, nor does a refusal say anything of them.
  if (status >= 400 || !what.startsWith('desk ')) for (const word of [victim.email, victim.street]) expect(text, what).not.toContain(word);
  if (status < 400) return status;
  const body: unknown = JSON.parse(text);
  const refusal = failureBody.parse(body);
  expect(body, what).toEqual({ ...refusal, requestId: expect.any(String) });
  expect(refusal.message, what).toMatch(/^[A-Z].*[.!]$/s);
  for (const sentence of [refusal.message, ...Object.values(refusal.errors ?? {})]) expect(sentence, what).not.toMatch(internals);
  return status;
};
const refused = async (response: Response, what: string, statuses: readonly number[]): Promise<void> =>
  expect(statuses, what).toContain(await check(response, what));

const hostileOthers: readonly Json[] = [
  null,
  true,
  -1,
  0,
  1.5,
  1e9,
  1e308,
  -1e308,
  [],
  [[]],
  {},
  { $ne: null },
  { length: 1e9 },
  { toString: 1 },
];

/** For each position in a JSON value, a function that replaces what is there. */
const places = (
  value: Json,
  fill: (within: Json) => Json = (within) => within,
): { readonly at: Json; readonly put: (value: Json) => Json }[] => {
  const own = { at: value, put: fill };
  if (typeof value !== 'object' || value === null) return [own];
  const inner = Object.entries(value).flatMap(([key, each]) =>
    places(each, (within) =>
      fill(Array.isArray(value) ? value.map((old, at) => (String(at) === key ? within : old)) : { ...value, [key]: within }),
    ),
  );
  return [own, ...inner];
};
const kindOf = (value: Json): string => (Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value);
/** A form of a call for signed-in users is sent signed in. */
const asForm = ({ who }: Tested): Readonly<Record<string, string>> => (who ? { cookie: `${token.cookie}; ${mallory}` } : {});
const asJson = (headers: Readonly<Record<string, string>> = {}) => ({
  cookie: `${token.cookie}; ${mallory}`,
  'content-type': 'application/json',
  ...headers,
});

beforeEach(async () => {
  await sell(db, { id: 'spoon', name: 'Spoon', basePrice: 4.5, stock: 1_000_000 });
  await db.deleteFrom('limit_hit').execute();
  // One of the desk's calls changes it.
  await db.updateTable('account').set({ role: 'customer' }).execute();
  // Sign in again: one of the calls signs out.
  mallory = `session=${await startSession(db, 'mallory', openingDay, { hasCode: true })}`;
  // One of the calls switches it off.
  const at = openingDay.toISOString();
  await db
    .insertInto('second_factor')
    .values({ account_id: 'mallory', secret: appSecret, created_at: at, confirmed_at: at })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet({ confirmed_at: at }))
    .execute();
});

/** Makes this the token of a mailed link that works. */
const linkAs = async (
  token: string,
  link: { readonly purpose: 'review' | 'cancelOrder' | 'stopStockAlerts'; readonly subject: string },
) => {
  const hash = sha256(token);
  await db.deleteFrom('token').where('hash', '=', hash).execute();
  const times = { created_at: openingDay.toISOString(), expires_at: '2999-01-01T00:00:00.000Z' };
  await db
    .insertInto('token')
    .values({ ...link, ...times, hash })
    .execute();
};

describe('hostile input to every call', { timeout: 60_000 }, () => {
  test.each(tested.filter(({ isJson }) => isJson))('$name rejects every field of a wrong type', async (call) => {
    for (const [place, { at, put }] of places(call.payload).entries())
      for (const [index, value] of hostileOthers.entries()) {
        if (isQuick && index % 3 !== place % 3) continue;
        if (kindOf(value) === kindOf(at) && kindOf(at) !== 'number') continue;
        const body = JSON.stringify(put(value));
        // The only number is a quantity: 0, negative numbers, fractions and 1e9 are invalid, too.
        await refused(await send(pathOf(call), call.method, asJson(), body), `${call.name} ${body}`, [
          ...(call.isOfMany ? [200] : []),
          400,
          404,
          409,
          422,
        ]);
      }
  });

  test.each(tested.filter(({ isJson }) => isJson))('$name stores hostile texts as texts, or rejects them', async (call) => {
    const bodies = places(call.payload).flatMap(({ at, put }, place) =>
      typeof at === 'string' ? hostileTextsAt(place).map((text) => JSON.stringify(put(text))) : [],
    );
    for (const body of bodies) await check(await send(pathOf(call), call.method, asJson(), body), `${call.name} ${body}`);
    expect(Object.prototype).not.toHaveProperty('polluted');
    expect(await db.selectFrom('account').select('id').where('role', '!=', 'customer').execute()).toEqual([]);
  });

  test.each(writing)('$name takes no owner, role or prototype from its body', async (call) => {
    const good = JSON.stringify(call.payload);
    const extended = `{"__proto__":{"polluted":1},"role":"reseller","user_id":"${victim.id}","isAdmin":true,${good.slice(1)}`;
    if (good !== '{}') await check(await send(pathOf(call), call.method, asJson(), extended), call.name);
    expect(Object.prototype).not.toHaveProperty('polluted');
  });

  test.each(firstOfEach(writing, entryOf))('$name rejects bodies that are not JSON objects, and keys of a prototype', async (call) => {
    const good = JSON.stringify(call.payload);
    // A call without a payload ignores whatever is sent; a call whose fields are all optional ignores unknown fields.
    const isRead = call.body || call.form || call.signature;
    const statuses = isRead ? [400, 404, 409, 415, 422, ...(good === '{}' ? [statusOf(call)] : [])] : [statusOf(call), 404, 429];
    for (const body of [
      '',
      '{',
      'NaN',
      '[NaN]',
      '"x"',
      'null',
      '[]',
      '{"a":1e999}',
      '[[[['.repeat(10_000),
      '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}',
    ])
      await refused(await send(pathOf(call), call.method, asJson(), body), `${call.name} ${body.slice(0, 80)}`, statuses);
    expect(Object.prototype).not.toHaveProperty('polluted');
    if (!call.isJson) return;
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'application/json5'])
      await refused(await send(pathOf(call), call.method, asJson({ 'content-type': type }), good), `${call.name} ${type}`, [404, 415]);
  });

  test.each(firstOfEach(writing, entryOf))('$name rejects a body of 10 MB', async (call) => {
    const large = JSON.stringify({ ...call.payload, note: 'x'.repeat(10_000_000) });
    await refused(await send(pathOf(call), call.method, asJson(), large), call.name, [413, 415]);
    if (!call.form) return;
    for (const field of [...Object.keys(call.payload), picturesField]) {
      const body = formOf(call.payload);
      body.set(field, 'x'.repeat(10_000_000));
      await refused(await send(pathOf(call), call.method, asForm(call), body), `${call.name} ${field}`, [404, 413, 422]);
    }
  });

  test.each(firstOfEach(fromBrowsers, entryOf))(
    '$name rejects other origins, and requests without the correct CSRF token',
    async (call) => {
      const { 'content-type': type } = asJson();
      for (const [what, headers] of Object.entries({
        'no token': { cookie: mallory, 'x-xsrf-token': '' },
        'no cookie': { cookie: mallory },
        'a wrong token': { 'x-xsrf-token': 'abc124' },
        'an empty token': { cookie: 'XSRF-TOKEN=', 'x-xsrf-token': '' },
        'a foreign page': { origin: 'https://evil.example' },
        'a page that hides': { origin: 'null' },
        'a neighbour': { origin: 'http://localhost.evil.example' },
      }))
        await refused(
          await send(pathOf(call), call.method, { 'content-type': type, ...headers }, JSON.stringify(call.payload)),
          `${call.name}, ${what}`,
          [403],
        );
    },
  );

  test.each(firstOfEach(tested, entryOf))('$name treats a forged session cookie as signed out', async (call) => {
    const expired = await startSession(db, victim.id, new Date(openingDay.getTime() - 400 * 24 * 3600_000));
    for (const session of ['', 'forged', 'A'.repeat(43), '__proto__', `${'A'.repeat(42)}'`, '%00', 'x'.repeat(8000), victim.id, expired]) {
      const headers = { cookie: `${token.cookie}; session=${session}`, 'content-type': 'application/json' };
      const body = call.method === 'GET' ? undefined : JSON.stringify(call.payload);
      const status = await check(await send(pathOf(call, victim.id), call.method, headers, body), `${call.name} ${session.slice(0, 50)}`);
      if (call.who) expect(status).toBe(401);
    }
  });

  test.each(tested.filter(({ path }) => path.includes(':')))('$name answers 4xx to a hostile path', async (call) => {
    // A seller at the desk sees every person.
    const others = call.path.includes(':personId') ? [] : [victim.id];
    for (const value of [...hostileTexts.filter((text) => text !== '' && text !== '\ud800'), '..', '%2e%2e%2f', '%', ...others]) {
      const body = call.method === 'GET' ? undefined : JSON.stringify(call.payload);
      const status = await check(await send(pathOf(call, value), call.method, asJson(), body), `${call.name} ${value.slice(0, 50)}`);
      // A mail program that ends mails for reviews shows no errors, so unknown tokens are answered like known ones.
      // A hostile text such as "null" may be the code of a voucher that another of these tests has made.
      if (!['endReviewMails', 'desk voucher', 'desk endVoucher'].includes(call.name)) expect(status).toBeGreaterThanOrEqual(400);
    }
  });

  test.each(tested.filter(({ method }) => method === 'GET'))('$name ignores a hostile query, or rejects it', async (call) => {
    for (const [index, name] of [...Object.keys(call.query ?? {}), '__proto__', 'constructor', 'from', '_method'].entries())
      await Promise.all(
        hostileTextsAt(index).flatMap((text) =>
          [{}, { page: '1' }].map(async (others) => {
            const query = new URLSearchParams({ ...others, [name]: text });
            await check(await send(`${pathOf(call)}?${query}&${name}=again&${name}[$ne]=1`, 'GET'), `${call.name} ${query}`);
          }),
        ),
      );
  });

  test.each(tested.filter(({ form }) => form))('$name stores no file of a wrong type', async (call) => {
    const paid = await orderOfVictim();
    await db.updateTable('order').set({ status: 'Delivered' }).where('id', '=', paid).execute();
    await linkAs(reviewKey, { purpose: 'review', subject: paid });
    const withFile = (content: Uint8Array, name: string, over: Readonly<Record<string, string>> = {}): FormData => {
      const body = formOf({ ...call.payload, ...(call.name === 'writeReview' ? { key: reviewKey } : { orderId: paid }), ...over });
      body.append(picturesField, new Blob([new Uint8Array(content)], { type: 'image/jpeg' }), name);
      return body;
    };
    const others = await Promise.all(ruins.map(async ([what, content]) => [what, 'mug.jpg', await content()] as const));
    for (const [what, name, content] of [...impostors, ...others, ['a bomb', 'mug.png', aBomb()] as const])
      await refused(await send(pathOf(call), call.method, asForm(call), withFile(content, name)), `${call.name}, ${what}`, [413, 415, 422]);
    for (const [index, field] of Object.keys(call.payload).entries())
      for (const text of hostileTextsAt(index)) {
        const body = withFile(new Uint8Array([0xff, 0xd8, 0xff]), '../../etc/cron.d/x.jpg', { [field]: text });
        await refused(
          await send(pathOf(call), call.method, {}, body),
          `${call.name} ${field} ${text.slice(0, 50)}`,
          [400, 401, 404, 415, 422],
        );
      }
    expect(await readdir(refundFolder).catch(() => [])).toEqual([]);
    expect(await db.selectFrom('review_image').select('file').execute()).toEqual([]);
  });

  test.each(oneClick)('$name is answered without a CSRF token, and not to another website', async ({ path, method }) => {
    const address = endpointPath(path, { token: 'a'.repeat(43) });
    const headers = { cookie: '', 'x-xsrf-token': '', 'content-type': 'application/x-www-form-urlencoded' };
    await linkAs('a'.repeat(43), { purpose: 'stopStockAlerts', subject: 'ada@example.com' });
    expect((await send(address, method, headers, 'List-Unsubscribe=One-Click')).status).toBe(204);
    await refused(await send(address, method, { ...headers, origin: 'https://evil.example' }), 'a foreign page', [403]);
  });

  test.each(oneClick)('the URL of $name opened in a browser never leads away from the shop', async ({ path }) => {
    for (const product of [...hostileTexts, '//evil.example', '../../cart', 'https://evil.example'])
      for (const token of ['a'.repeat(43), '\r\nSet-Cookie: a=b', '..//evil.example']) {
        const address = `${endpointPath(path, { token })}?${new URLSearchParams({ product })}`;
        const { status, headers } = await send(address, 'GET');
        expect([302, 400, 414]).toContain(status);
        if (status !== 302) continue;
        const location = new URL(headers.get('location') ?? '');
        expect(location.origin).toBe('http://localhost');
        expect(location.pathname).toMatch(/^\/(contact|product\/[^/]+)$/);
      }
  });

  test.each(hostileOthers.map((value) => [JSON.stringify(value)]))('paymentWebhook rejects %s without a signature', async (body) => {
    const { path, method } = calls.paymentWebhook;
    for (const signature of ['', 't=1,v1=00', `t=${Math.floor(Date.now() / 1000)},v1=${'0'.repeat(64)}`])
      await refused(await send(path, method, { 'stripe-signature': signature }, body, withKeys), body, [422]);
  });
});

describe('another shopper’s data', () => {
  test('knowing an id does not let a stranger read, change or end what belongs to an account', async () => {
    const theirs = await orderOfVictim();
    const headers = asJson();
    const { updateUser, sessions, endSessions, exportUser, deleteUser, myOrders, placeOrder: placing, refundOrder } = calls;
    const path = endpointPath(updateUser.path, { userId: victim.id });
    await refused(await send(path, updateUser.method, headers, '{"firstName":"M"}'), 'update', [403]);
    const mine = orderList.parse(await (await send(myOrders.path, 'GET', headers)).json());
    expect(mine.map(({ _id }) => _id)).not.toContain(theirs);
    await refused(await send(endpointPath(refundOrder.path, { orderId: theirs }), 'GET', headers), 'refund', [404]);
    const body = JSON.stringify({ ...anOrderFor({ productId: 'spoon' }), replaces: theirs });
    expect((await send(placing.path, placing.method, headers, body)).status).toBe(201);
    await startSession(db, victim.id, openingDay);
    const { token_hash: id } = await db
      .selectFrom('session')
      .select('token_hash')
      .where('account_id', '=', victim.id)
      .executeTakeFirstOrThrow();
    expect(await (await send(sessions.path, 'GET', headers)).text()).not.toContain(id);
    expect((await send(endSessions.path, 'POST', headers, JSON.stringify({ id }))).status).toBe(204);
    expect((await send(endSessions.path, 'POST', headers, '{"others":true}')).status).toBe(204);
    expect(await db.selectFrom('session').select('account_id').where('token_hash', '=', id).execute()).toEqual([{ account_id: victim.id }]);
    await check(await send(exportUser.path, 'POST', headers), 'export');
    for (const field of ['userId', 'id', '_id', 'email', 'account_id'])
      await refused(
        await send(deleteUser.path, 'POST', headers, JSON.stringify({ password, [field]: victim.id })),
        `delete by ${field}`,
        [422, 429],
      );
    const kept = await db.selectFrom('account').select('id').where('id', 'in', [victim.id, 'mallory']).execute();
    expect(kept).toHaveLength(2);
    const { status } = await db.selectFrom('order').select('status').where('id', '=', theirs).executeTakeFirstOrThrow();
    expect(status).toBe('pending');
  });

  test('knowing the id of a paid order does not let a stranger cancel it, signed in or not, nor with the link of another order', async () => {
    const theirs = await orderOfVictim();
    const mine = await orderOfVictim();
    await db.updateTable('order').set({ status: 'confirmed' }).where('id', 'in', [theirs, mine]).execute();
    await linkAs('b'.repeat(43), { purpose: 'cancelOrder', subject: mine });
    const { path } = calls.cancelOrder;
    const cancel = (headers: Readonly<Record<string, string>>, body: object) =>
      send(path, 'POST', { ...headers, 'content-type': 'application/json' }, JSON.stringify({ orderId: theirs, ...body }));
    await refused(await cancel({}, {}), 'signed out', [401]);
    await refused(await cancel(asJson(), {}), 'signed in as another', [404]);
    await refused(await cancel(asJson(), { token: 'b'.repeat(43) }), 'the link of another order', [422]);
    await refused(await cancel(asJson(), { userId: victim.id, user_id: victim.id, email: victim.email }), 'more fields', [404]);
    const rows = await db.selectFrom('order').select('status').where('id', 'in', [theirs, mine]).execute();
    expect(rows).toEqual([{ status: 'confirmed' }, { status: 'confirmed' }]);
  });

  test('no request makes the shop redirect to another site', async () => {
    const origins = { shop: 'http://localhost', api: 'http://localhost' };
    const { url } = await openPayment(db, testPayments, { orderId: await orderOfVictim(), origins, now: openingDay });
    const form = { 'content-type': 'application/x-www-form-urlencoded', 'x-forwarded-host': 'evil.example', host: 'evil.example' };
    for (const query of ['?from=https://evil.example', '?from=//evil.example', '?from=javascript:alert(1)', '?returnTo=/\\evil.example'])
      for (const choice of ['abandon', 'pay'])
        expect((await send(url + query, 'POST', form, `choice=${choice}&from=//evil.example`)).headers.get('location')).toMatch(
          /^http:\/\/localhost\/order-confirm\?order=[\w-]+(&payment=cancelled)?$/,
        );
    for (const call of tested)
      expect(
        (await send(`${pathOf(call)}?from=//evil.example`, call.method, asJson(), call.method === 'GET' ? undefined : '{}')).headers.get(
          'location',
        ),
      ).toBeNull();
  });
});
