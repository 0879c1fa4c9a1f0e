import fc from 'fast-check';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { standardOnly } from '#contract/delivery-options.ts';
import { endpointPath, endpoints } from '#contract/endpoints.ts';
import { failureBody } from '#contract/failure.ts';
import { order, orderList } from '#contract/order.ts';
import { productList } from '#contract/product.ts';
import { startSession } from '#server/domain/accounts/sessions.ts';
import { setDeliveryOptions } from '#server/domain/delivery/delivery-options.ts';
import { createTestApp } from '#tests/server/http/create-test-app.ts';
import { freshDatabase } from '#tests/support/database.ts';
import { someDeliveryOptions } from '#tests/support/delivery-options.ts';
import { openingDay } from '#tests/support/opening-day.ts';
import { aBuyer, aKey, anAccountRow, anOrderFor, minutesLater, noUnpaidLimits, sell } from '#tests/support/orders.ts';

const db = await freshDatabase('empty');
let now = openingDay;
const many = { orders: 1_000_000, lookUps: 1_000_000 };
const app = createTestApp({ db, clock: () => now, rateLimits: many, unpaidLimits: noUnpaidLimits, shopUrl: () => 'https://shop.example' });

const token = { cookie: 'XSRF-TOKEN=abc123', 'x-xsrf-token': 'abc123', 'content-type': 'application/json' };
const spoon = { id: 'spoon', name: 'Spoon', basePrice: 4.5, resellerPrice: 1.25, stock: 3, deliveryCost: 1.2 };
const mug = {
  id: 'mug',
  name: 'Mug',
  basePrice: 18,
  stock: 4,
  colors: [{ color: 'Oat', sizes: [{ name: 'S', stock: 4 }] }],
  types: [{ id: 'boxed', name: 'Boxed', basePrice: 20 }],
};

const place = (payload: unknown, { key = aKey(), cookie = '', on = app } = {}) =>
  on.request(endpoints.placeOrder.path, {
    method: 'POST',
    headers: { ...token, cookie: `${token.cookie}; ${cookie}`, 'idempotency-key': key },
    body: typeof payload === 'string' ? payload : JSON.stringify(payload),
  });
const readOrder = (orderId: string, on = app) => on.request(endpointPath(endpoints.order.path, { orderId }));
const mine = (cookie = '') => app.request(endpoints.myOrders.path, { headers: { cookie } });
const placed = async (response: Response) => {
  expect(response.status).toBe(201);
  return order.parse(await response.json());
};
const refusal = async (response: Response, status: number) => {
  expect(response.status).toBe(status);
  return failureBody.parse(await response.json());
};

/** Creates a signed-in account; returns its session cookie. */
const signIn = async (role: 'customer' | 'reseller' = 'customer'): Promise<string> => {
  const id = aKey();
  await db
    .insertInto('account')
    .values({ ...anAccountRow(id), role, mailbox_proved_at: null })
    .execute();
  return `session=${await startSession(db, id, now)}`;
};

beforeEach(async () => {
  now = openingDay;
  await sell(db, spoon, mug);
});

describe('POST /order/orders', () => {
  test('an order gets 201, and its products are reserved at once', { tags: 'call.order' }, async () => {
    const before = await app.request(endpoints.products.path);
    const made = await placed(await place(anOrderFor({ productId: 'spoon', quantity: 2 })));
    expect(made).toMatchObject({ status: 'pending', overallTotal: 11.4, billingInfo: aBuyer });
    const one = await app.request(endpoints.product.path.replace(':productId', 'spoon'));
    expect(((await one.json()) as { saleCount: number }).saleCount).toBe(2);
    // The list that is there is sent once more, while the next one is made.
    await vi.waitFor(
      async () => {
        const after = await app.request(endpoints.products.path, { headers: { 'if-none-match': before.headers.get('etag') ?? '' } });
        expect(after.status).toBe(200);
        expect(productList.parse(await after.json()).find(({ _id }) => _id === 'spoon')?.saleCount).toBe(2);
      },
      { timeout: 5000 },
    );
  });

  test('neither placing nor reading an order may be stored by a cache', async () => {
    const response = await place(anOrderFor({ productId: 'spoon' }));
    expect(response.headers.get('cache-control')).toBe('no-store');
    const { _id } = await placed(response);
    expect((await readOrder(_id)).headers.get('cache-control')).toBe('no-store');
  });

  test('wrong voucher codes at checkout and in the voucher check share one limit', async () => {
    const orderWith = (voucher: string) => place({ ...anOrderFor({ productId: 'spoon' }), voucher });
    const check = (code: string) =>
      app.request(endpoints.checkVoucher.path, {
        method: 'POST',
        headers: token,
        body: JSON.stringify({ code, items: [{ productId: 'spoon', quantity: 1 }] }),
      });
    for (let guess = 0; guess < 10; guess += 1) {
      expect((await orderWith(`ORDER${guess}`)).status).toBe(404);
      expect((await check(`CHECK${guess}`)).status).toBe(404);
    }
    expect((await orderWith('ORDER-X')).status).toBe(429);
    expect((await check('CHECK-X')).status).toBe(429);
    // An order without a voucher is no guess.
    expect((await place(anOrderFor({ productId: 'spoon' }))).status).toBe(201);
    await db.deleteFrom('limit_hit').execute();
  });

  test('a postcode is normalised, and all valid forms are accepted', async () => {
    for (const [typed, tidy] of [
      ['ls14ap', 'LS1 4AP'],
      ['gir 0aa', 'GIR 0AA'],
      ['bfpo57', 'BFPO 57'],
      ['je2 3ab', 'JE2 3AB'],
      ['Somewhere 1', 'SOMEWHERE 1'],
    ]) {
      const payload = anOrderFor({ productId: 'mug', variationId: 'boxed', color: 'Oat', size: 'S' });
      await sell(db, mug);
      const made = await placed(await place({ ...payload, billingInfo: { ...aBuyer, postalCode: typed } }));
      expect(made.billingInfo.postalCode).toBe(tidy);
    }
  });

  test('a reseller pays reseller prices', async () => {
    const cookie = await signIn('reseller');
    expect(await placed(await place(anOrderFor({ productId: 'spoon' }), { cookie }))).toMatchObject({ goodsTotal: 3.25 });
    expect(await placed(await place(anOrderFor({ productId: 'spoon' })))).toMatchObject({ goodsTotal: 4.5 });
  });

  test('the same idempotency key, concurrent or later, gets the same order', async () => {
    const key = aKey();
    const payload = anOrderFor({ productId: 'spoon' });
    const orders = await Promise.all(Array.from({ length: 30 }, async () => placed(await place(payload, { key }))));
    now = minutesLater(20);
    orders.push(await placed(await place(payload, { key })));
    expect(new Set(orders.map((each) => JSON.stringify(each))).size).toBe(1);
  });

  test('an idempotency key with other content is rejected', async () => {
    const key = aKey();
    await placed(await place(anOrderFor({ productId: 'spoon' }), { key }));
    expect((await refusal(await place(anOrderFor({ productId: 'spoon', quantity: 2 }), { key }), 422)).code).toBe('keyUsed');
  });

  test('of 60 concurrent orders of the last unit one succeeds', async () => {
    await sell(db, { ...spoon, stock: 1 });
    const answers = await Promise.all(Array.from({ length: 60 }, () => place(anOrderFor({ productId: 'spoon' }))));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    for (const answer of answers.filter(({ status }) => status !== 201))
      expect((await refusal(answer, 409)).errors).toEqual({ 'items.0': 'Spoon is sold out.' });
  });

  test('orders are rate-limited by client address', async () => {
    const strict = createTestApp({ db, clock: () => openingDay, rateLimits: { orders: 2, lookUps: 2 } });
    for (let at = 0; at < 2; at += 1) await place('{}', { on: strict });
    const refused = await place(anOrderFor({ productId: 'spoon' }), { on: strict });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    await refusal(refused, 429);
  });
});

describe('invalid orders', () => {
  const good = anOrderFor({ productId: 'spoon' });
  const at = (path: string, value: unknown): unknown => {
    const [first = '', ...rest] = path.split('.');
    const replace = (of: unknown, [name, ...names]: readonly string[]): unknown => {
      if (name === undefined) return value;
      if (Array.isArray(of)) return of.map((each, index) => (String(index) === name ? replace(each, names) : each));
      if (typeof of !== 'object' || of === null) return of;
      return { ...of, [name]: replace(Object.entries(of).find(([key]) => key === name)?.[1], names) };
    };
    return replace(good, [first, ...rest]);
  };

  test.each<[string, unknown]>([
    ['items', []],
    ['items', undefined],
    ['items', 'spoon'],
    ['items', { length: 1 }],
    ['items', Array.from({ length: 101 }, () => ({ productId: 'spoon', quantity: 1 }))],
    ['items.0', null],
    ['items.0', 'spoon'],
    ['items.0.quantity', 0],
    ['items.0.quantity', -1],
    ['items.0.quantity', 1.5],
    ['items.0.quantity', '1'],
    ['items.0.quantity', 1e9],
    ['items.0.quantity', 1e308],
    ['items.0.quantity', null],
    ['items.0.quantity', { valueOf: 1 }],
    ['items.0.productId', ''],
    ['items.0.productId', 7],
    ['items.0.productId', 'x'.repeat(101)],
    ['items.0.productId', 'a\0b'],
    ['items.0.color', { $ne: 1 }],
    ['billingInfo', undefined],
    ['billingInfo', []],
    ['billingInfo.email', 'not an address'],
    ['billingInfo.email', `${'x'.repeat(250)}@example.com`],
    ['billingInfo.email', 'ada@example.com\r\nBcc: all@example.com'],
    ['billingInfo.firstName', ' '],
    ['billingInfo.lastName', 'x'.repeat(101)],
    ['billingInfo.city', 'Leeds\nBcc: x'],
    ['billingInfo.postalCode', ''],
    ['billingInfo.phone', 'ring me'],
    ['billingInfo.phone', '12'],
    ['billingInfo.streetAddress', '\ud800'],
    ['note', 'x'.repeat(251)],
    ['note', 'a\0b'],
    ['note', 7],
    ['giftMessage', 'x'.repeat(251)],
    ['acceptsTerms', false],
    ['acceptsTerms', 'true'],
    ['acceptsTerms', undefined],
  ])('an order with %s of %j is rejected with a message for that field', async (path, value) => {
    const { errors } = await refusal(await place(at(path, value)), 422);
    expect(Object.keys(errors ?? {}).some((field) => field === path || field.startsWith(`${path}.`))).toBe(true);
  });

  test.each<[string, number]>([
    ['', 400],
    ['{', 400],
    ['NaN', 400],
    ['{"items":[{"productId":"spoon","quantity":NaN}]}', 400],
    ['null', 422],
    ['[]', 422],
    ['7', 422],
    ['{"__proto__":{"items":[]},"constructor":{}}', 422],
  ])('an order with the body %s gets %d', async (body, status) => {
    await refusal(await place(body), status);
  });

  test('another content type gets 415, a missing CSRF token 403, a body of 10 MB 413', async () => {
    const call = (headers: Record<string, string>, body: string) =>
      app.request(endpoints.placeOrder.path, { method: 'POST', headers: { 'idempotency-key': aKey(), ...headers }, body });
    await refusal(await call({ ...token, 'content-type': 'application/x-www-form-urlencoded' }, 'items=1'), 415);
    await refusal(await call({ 'content-type': 'application/json' }, JSON.stringify(good)), 403);
    await refusal(await call({ ...token, origin: 'https://evil.example' }, JSON.stringify(good)), 403);
    await refusal(await call(token, JSON.stringify({ ...good, note: 'x'.repeat(10_000_000) })), 413);
  });

  test.each(['', 'short', 'x'.repeat(101), 'with spaces in it, and more', '__proto__/../../..'])(
    'the idempotency key “%s” is rejected',
    async (key) => {
      await refusal(await place(good, { key }), 422);
    },
  );

  test('an order cannot set prices, status or other fields of the server', async () => {
    const made = await placed(
      await place({
        ...good,
        _id: 'mine',
        status: 'Delivered',
        overallTotal: 0.01,
        user_id: 'other',
        items: [{ productId: 'spoon', quantity: 1, unitPrice: 0.01, price: { basePrice: 0 }, delivery: -5 }],
      }),
    );
    expect(made).toMatchObject({ status: 'pending', overallTotal: 5.7 });
    expect(made._id).not.toBe('mine');
  });

  test('SQL and HTML in fields are stored and returned as text', async () => {
    const hostileText = `Robert'); drop table "order";-- <script>alert(1)</script> \${7*7}`;
    const info = { ...aBuyer, firstName: hostileText, streetAddress: hostileText, city: hostileText };
    const { _id } = await placed(await place({ ...good, billingInfo: info, note: hostileText, giftMessage: hostileText }));
    const found = order.parse(await (await readOrder(_id)).json());
    expect(found).toMatchObject({ note: hostileText, giftMessage: hostileText, billingInfo: info });
  });

  test('property: any body gets an order or a 4xx, never a 5xx', async () => {
    const anything = fc.oneof(
      fc.json(),
      fc.string(),
      fc.object({ maxDepth: 3 }).map((value) => JSON.stringify(value)),
    );
    const nearly = fc
      .record({
        items: fc.array(
          fc.record(
            {
              productId: fc.oneof(fc.constantFrom('spoon', 'mug', '__proto__', 'constructor'), fc.string({ unit: 'binary' })),
              variationId: fc.oneof(fc.constantFrom('boxed', 'toString'), fc.anything()),
              color: fc.oneof(fc.constantFrom('Oat', '__proto__'), fc.anything()),
              size: fc.oneof(fc.constant('S'), fc.string({ unit: 'binary' })),
              quantity: fc.oneof(fc.integer(), fc.double(), fc.anything()),
            },
            { requiredKeys: [] },
          ),
          { maxLength: 4 },
        ),
        note: fc.oneof(fc.string({ unit: 'binary' }), fc.anything()),
        billingInfo: fc.oneof(fc.constant(aBuyer), fc.dictionary(fc.constantFrom(...Object.keys(aBuyer)), fc.string({ unit: 'binary' }))),
        acceptsTerms: fc.oneof(fc.constant(true), fc.anything()),
      })
      .map((value) => JSON.stringify(value, (_, each) => (typeof each === 'bigint' ? String(each) : each)));
    await fc.assert(
      fc.asyncProperty(fc.oneof(anything, nearly), async (body) => {
        const response = await place(body);
        expect([201, 400, 409, 422]).toContain(response.status);
        if (response.status !== 201) failureBody.parse(await response.json());
      }),
      { numRuns: 200 },
    );
  });
});

describe('GET /order/getoneorder/{id}', () => {
  test('anyone with the id, in any case, reads the order before it is paid', {
    tags: ['order-status.no-login', 'call.order-by-id'],
  }, async () => {
    const made = await placed(await place(anOrderFor({ productId: 'spoon' })));
    expect(await (await readOrder(made._id)).json()).toEqual(made);
    expect(await (await readOrder(made._id.toLowerCase())).json()).toEqual(made);
    expect(await (await readOrder(`Order ${made._id}`)).json()).toEqual(made);
  });

  test('an order that was not paid in time is reported as expired, and its products are available again', async () => {
    const { _id } = await placed(await place(anOrderFor({ productId: 'spoon', quantity: 3 })));
    now = minutesLater(30);
    expect(await refusal(await readOrder(_id), 404)).toMatchObject({
      code: 'expired',
      message: expect.stringContaining('not paid in time'),
    });
    const products = productList.parse(await (await app.request(endpoints.products.path)).json());
    expect(products.find(({ _id: id }) => id === 'spoon')?.saleCount).toBe(0);
  });

  test.each(['nothing', '__proto__', "' or '1'='1", '0000-0000-0000-0000', '😀', '...', 'x'.repeat(1500)])(
    'the unknown id %s gets 404',
    async (id) => {
      expect(await refusal(await readOrder(id), 404)).toEqual({ message: expect.stringMatching(/^We can’t find an order with that ID\./) });
    },
  );

  test('lookups are rate-limited by client address, for known and unknown ids', async () => {
    const { _id } = await placed(await place(anOrderFor({ productId: 'spoon' })));
    const later = minutesLater(60 * 24);
    const strict = createTestApp({ db, clock: () => later, rateLimits: { orders: 3, lookUps: 3 } });
    for (const id of ['one', 'two', 'three']) expect((await readOrder(id, strict)).status).toBe(404);
    expect((await readOrder(_id, strict)).status).toBe(429);
  });
});

describe('GET /order/mine', () => {
  test('a shopper’s list contains their own orders and no others', async () => {
    const one = await signIn();
    const other = await signIn();
    const { _id } = await placed(await place(anOrderFor({ productId: 'spoon' }), { cookie: one }));
    await placed(await place(anOrderFor({ productId: 'spoon' })));
    expect(orderList.parse(await (await mine(one)).json()).map((each) => each._id)).toEqual([_id]);
    expect(orderList.parse(await (await mine(other)).json())).toEqual([]);
  });

  test.each(['', 'session=', 'session=forged', `session=${'A'.repeat(43)}`])('the cookie “%s” gets no list', async (cookie) => {
    await refusal(await mine(cookie), 401);
  });

  test('orders that were not paid in time are left out', async () => {
    const cookie = await signIn();
    await placed(await place(anOrderFor({ productId: 'spoon' }), { cookie }));
    now = minutesLater(30);
    expect(orderList.parse(await (await mine(cookie)).json())).toEqual([]);
  });

  test('an account reads its lists 600 times in ten minutes, and no other account is held up', async () => {
    const one = await signIn();
    await mine(one);
    await db.updateTable('limit_hit').set({ hits: 599 }).execute();
    expect((await app.request(endpoints.sessions.path, { headers: { cookie: one } })).status).toBe(200);
    expect((await mine(one)).status).toBe(429);
    expect((await app.request(endpoints.sessions.path, { headers: { cookie: one } })).status).toBe(429);
    expect((await mine(await signIn())).status).toBe(200);
  });

  test('reading a shopper’s list applies overdue payments and expiries to the shopper’s own orders only', async () => {
    const cookie = await signIn();
    const paid = await placed(await place(anOrderFor({ productId: 'spoon' }), { cookie }));
    const other = await placed(await place(anOrderFor({ productId: 'spoon' })));
    const payment = { session_id: aKey(), order_id: paid._id, attempt: 0, provider: 'test', url: '', status: 'processing' } as const;
    await db
      .insertInto('payment')
      .values({ ...payment, created_at: now.toISOString(), due_at: minutesLater(1).toISOString() })
      .execute();
    now = minutesLater(30);
    expect(orderList.parse(await (await mine(cookie)).json())).toMatchObject([{ _id: paid._id, payment: 'paid' }]);
    const { status } = await db.selectFrom('order').select('status').where('id', '=', other._id).executeTakeFirstOrThrow();
    expect(status).toBe('pending');
  });
});

describe('a postcode with a slip', () => {
  beforeEach(async () => {
    await setDeliveryOptions(db, someDeliveryOptions);
    return () => setDeliveryOptions(db, standardOnly);
  });

  const to = (postalCode: string, over: object = {}) =>
    place({ ...anOrderFor({ productId: 'spoon' }), billingInfo: { ...aBuyer, postalCode }, ...over });

  test.each(['JE2 3AB', 'JE2-3AB', 'JE2', 'je2 3ab.', 'JE2 3A8', 'JE'])(
    'nothing is sent to a region without delivery, however its postcode is written: %s',
    async (postalCode) => {
      expect((await to(postalCode)).status).toBe(409);
    },
  );

  test.each(['BT1 5GS', 'BT1 5GS.', 'BT1-5GS', '8T1 5GS', 'BTI 5GS', 'BT1', 'BT'])('a region is charged for: %s', async (postalCode) => {
    expect((await placed(await to(postalCode))).deliveryParts?.at(-1)).toEqual({ kind: 'region', name: 'Northern Ireland', amount: 4 });
  });

  test('what may be in a region or not is asked about, and taken when the buyer says that it is right, or collects the order', async () => {
    const { code, errors } = await refusal(await to('NONE'), 422);
    expect([code, errors]).toEqual(['postcode', { 'billingInfo.postalCode': expect.stringMatching(/^Is this postcode right\?/) }]);
    expect((await placed(await to('NONE', { isPostcodeConfirmed: true }))).billingInfo.postalCode).toBe('NONE');
    expect((await placed(await to('NONE', { way: 'collection' }))).overallTotal).toBe(4.5);
    await setDeliveryOptions(db, standardOnly);
    expect((await placed(await to('NONE'))).overallTotal).toBe(5.7);
  });
});
