import { beforeEach, expect, test } from 'vitest';
import { endpointPath } from '#contract/endpoints.ts';
import { startSession } from '#server/domain/accounts/sessions.ts';
import { placeOrder } from '#server/domain/orders/orders.ts';
import { createVoucher } from '#server/domain/vouchers/vouchers.ts';
import { readEnv } from '#server/env.ts';
import { type Call, calls, refusalsOf } from '#server/http/calls.ts';
import { testPayments } from '#server/payments/test.ts';
import { refundImagesIn } from '#server/storage/refund-images.ts';
import { isQuick } from '#tests/quick.ts';
import { createTestApp } from '#tests/server/http/create-test-app.ts';
import { samples } from '#tests/support/call-samples.ts';
import { freshDatabase } from '#tests/support/database.ts';
import { startFakeStripe } from '#tests/support/fake-stripe.ts';
import { openingDay } from '#tests/support/opening-day.ts';
import { aKey, anAccountRow, anOrderFor, anOrderRequest, noUnpaidLimits, sell } from '#tests/support/orders.ts';
import { cheapPasswords } from '#tests/support/passwords.ts';
import { pictureFolder } from '#tests/support/refunds.ts';

type Name = keyof typeof calls;

const db = await freshDatabase('empty');
await sell(db, { id: 'spoon', name: 'Spoon', basePrice: 4.5, stock: 1_000_000 }, { id: 'gone', name: 'Bowl', basePrice: 9, stock: 0 });
await createVoucher(db, { code: 'GRAND', kind: 'percent', value: 10, minimum: 10 }, { now: openingDay });
const stripe = await startFakeStripe();
const services = {
  db,
  refundImages: refundImagesIn(await pictureFolder()),
  trustedProxies: 1,
  publicUrl: 'http://localhost',
  rateLimits: { orders: 3, lookUps: 3 },
  readLimits: { renders: 10, queries: 10 },
  unpaidLimits: noUnpaidLimits,
};
const app = createTestApp(services);
const withKeys = createTestApp({ ...services, payments: stripe.payments });

const { password } = samples.login;
const mallory = { id: 'mallory', email: 'mallory@example.com' };
let session = '';
const addAccount = async (id: string, email: string, over: object = {}): Promise<void> => {
  await db
    .insertInto('account')
    .values({ ...anAccountRow(id, email), password_hash: await cheapPasswords.hash(password), ...over })
    .execute();
};

const signInAnew = async (): Promise<void> => {
  await db.deleteFrom('account').execute();
  await addAccount(mallory.id, mallory.email);
  session = await startSession(db, mallory.id, openingDay);
};

beforeEach(async () => {
  await db.deleteFrom('limit_hit').execute();
  await signInAnew();
});

type Sent = {
  /** The value of every parameter in the path. */
  readonly value?: string;
  readonly query?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: BodyInit;
  readonly isSignedOut?: true;
  readonly on?: typeof app;
};

let clients = 0;
/** A client IP address that no call before has used. */
const aClient = (): string => {
  clients += 1;
  return `10.0.${clients >> 8}.${clients & 255}`;
};

const send = (call: Call, { value = mallory.id, query = '', headers, body, isSignedOut, on = app }: Sent = {}) =>
  on.request(endpointPath(call.path, { userId: value, orderId: value, productId: value, token: value, file: value }) + query, {
    method: call.method,
    headers: {
      'x-forwarded-for': aClient(),
      cookie: `XSRF-TOKEN=abc123${isSignedOut ? '' : `; session=${session}`}`,
      'x-xsrf-token': 'abc123',
      'idempotency-key': aKey(),
      ...(!call.form && body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(call.method !== 'GET' && body !== undefined && { body, duplex: 'half' }),
  });

const formOf = (fields: object): FormData => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
};

const payloads: Readonly<Partial<Record<string, object>>> = samples;
const encode = (call: Call, payload: object) => (call.form ? formOf(payload) : JSON.stringify(payload));

const rows: readonly (readonly [name: string, call: Call])[] = Object.entries(calls);

/** Sends the sample of a call, changed by `over`. */
const sendSample = (name: Name, over: object = {}, sent: Sent = {}) =>
  send(calls[name], { body: encode(calls[name], { ...payloads[name], ...over }), ...sent });

/** A database that another process has locked. */
const locked = new Proxy(db, {
  get: () => {
    throw Object.assign(new Error('locked'), { code: 'SQLITE_BUSY' });
  },
});

const sampleOf = (name: string, call: Call): Sent => {
  const payload = payloads[name];
  return payload === undefined ? {} : { body: encode(call, payload) };
};

/** The highest that any counter can be: no limit allows so many calls. */
const maxHits = 4096;

/** The same call by the same client until it is refused. In `npm test` its counters are raised after the first, which `rate-limit.test.ts` counts. */
const repeat = async (name: string, call: Call, sample = sampleOf(name, call)): Promise<Response> => {
  const headers = { 'x-forwarded-for': aClient() };
  for (let times = 0; times < 700; times += 1) {
    const response = await send(call, { ...sample, headers, query: `?page=1&q=${times}` });
    if (response.status === 429) return response;
    if (isQuick) await db.updateTable('limit_hit').set({ hits: maxHits }).execute();
  }
  throw new Error('There seems to be no limit.');
};

/** How to provoke the refusals that calls have in common. */
const common: Readonly<Record<number, (name: string, call: Call) => Response | Promise<Response>>> = {
  400: (_, call) => send(call, { query: '?%' }),
  401: (name, call) => send(call, { ...sampleOf(name, call), isSignedOut: true }),
  403: (name, call) => send(call, { ...sampleOf(name, call), headers: { origin: 'https://elsewhere.example' } }),
  404: (name, call) => send(call, { ...sampleOf(name, call), value: 'none' }),
  413: (_, call) =>
    send(call, {
      body: call.form
        ? formOf({ text: 'x'.repeat(200_000) })
        : JSON.stringify('x'.repeat(call.maxBytes === undefined ? 150_000 : 1_100_000)),
    }),
  414: (_, call) => send(call, { query: `?${'x'.repeat(20_000)}` }),
  415: (_, call) => send(call, { body: 'x', headers: { 'content-type': 'text/plain' } }),
  422: (_, call) => send(call, { body: call.form ? formOf({}) : '[]' }),
  429: (name, call) => repeat(name, call),
  503: (name, call) => send(call, { ...sampleOf(name, call), on: createTestApp({ ...services, db: locked }) }),
};

const anOrder = async (over: object = {}): Promise<string> => {
  const payload = { ...anOrderFor({ productId: 'spoon' }), billingInfo: { ...anOrderFor().billingInfo, email: mallory.email } };
  const buyer = { id: mallory.id, role: 'customer' } as const;
  const { _id } = await placeOrder(db, anOrderRequest(payload, { buyer, shopOrigin: 'http://localhost' }));
  await db
    .updateTable('order')
    .set({ status: 'pending', ...over })
    .where('id', '=', _id)
    .execute();
  return _id;
};

/** The token of the link that this mail contains. */
const mailedToken = async (recipient: string, parameter: string): Promise<string> => {
  const mails = await db.selectFrom('mail').select('text').where('recipient', '=', recipient).orderBy('created_at').orderBy('id').execute();
  return mails.map(({ text }) => new RegExp(`${parameter}=([\\w-]{43})`).exec(text)?.[1]).findLast((found) => found !== undefined) ?? '';
};

/** Asks for another email address, a new one each time, and returns it. Only the mails about this one are left. */
const changeEmail = async (): Promise<string> => {
  await db.deleteFrom('mail').execute();
  const email = `${aKey()}@example.com`;
  expect((await sendSample('changeEmail', { email, oneTimeCode: undefined })).status).toBe(200);
  return email;
};

/** An event of a payment page, as Stripe sends it. */
const signedEvent = stripe.signed(
  JSON.stringify({
    id: 'evt_1',
    object: 'event',
    type: 'checkout.session.expired',
    data: { object: { id: 'cs_1', object: 'checkout.session', currency: 'gbp', metadata: {}, payment_intent: null } },
  }),
);

/** How to provoke what only some calls refuse, or refuse for another reason than most. */
const own: { readonly [Each in Name]?: Readonly<Record<number, () => Response | Promise<Response>>> } = {
  login: {
    401: () => sendSample('login', { email: mallory.email, password: 'another walk home' }),
    403: async () => {
      await addAccount('new', 'new@example.com', { verified_at: null });
      return sendSample('login', { email: 'new@example.com', oneTimeCode: undefined });
    },
  },
  reviewPicture: {
    503: () => send(calls.reviewPicture, { value: `${crypto.randomUUID()}.jpg`, on: createTestApp({ ...services, db: locked }) }),
  },
  deleteUser: { 429: () => repeat('deleteUser', calls.deleteUser, { body: JSON.stringify({ password: 'another walk home' }) }) },
  updateUser: { 403: () => sendSample('updateUser', {}, { value: 'victim' }) },
  confirmEmailChange: {
    409: async () => {
      const email = await changeEmail();
      await addAccount('other', email);
      return sendSample('confirmEmailChange', { token: await mailedToken(email, 'confirm') });
    },
  },
  stopEmailChange: {
    409: async () => {
      const token = await mailedToken(await changeEmail(), 'confirm');
      expect((await sendSample('confirmEmailChange', { token })).status).toBe(200);
      await addAccount('other', mallory.email);
      return sendSample('stopEmailChange', { token: await mailedToken(mallory.email, 'stop') });
    },
  },
  startSecondFactor: {
    409: async () => {
      expect((await sendSample('startSecondFactor')).status).toBe(200);
      await db.updateTable('second_factor').set({ confirmed_at: openingDay.toISOString() }).execute();
      return sendSample('startSecondFactor');
    },
  },
  confirmSecondFactor: { 409: () => sendSample('confirmSecondFactor') },
  endSecondFactor: { 409: () => sendSample('endSecondFactor') },
  renewRecoveryCodes: { 409: () => sendSample('renewRecoveryCodes') },
  saveLists: { 409: () => sendSample('saveLists', { account: 'another' }) },
  placeOrder: {
    401: async () => {
      // The account is deleted while the payment page of the order that this one replaces is closed.
      const close: typeof testPayments.close = async (...page) => {
        await db.deleteFrom('account').where('id', '=', mallory.id).execute();
        return testPayments.close(...page);
      };
      const on = createTestApp({ ...services, payments: { ...testPayments, close } });
      const replaces = await anOrder();
      expect((await sendSample('payOrder', { orderId: replaces }, { on })).status).toBe(200);
      return send(calls.placeOrder, { on, body: JSON.stringify({ ...anOrderFor({ productId: 'spoon' }), replaces }) });
    },
    404: () => send(calls.placeOrder, { body: JSON.stringify({ ...anOrderFor({ productId: 'spoon' }), voucher: 'NOSUCH' }) }),
    409: () => send(calls.placeOrder, { body: JSON.stringify(anOrderFor({ productId: 'gone' })) }),
  },
  checkVoucher: { 409: () => sendSample('checkVoucher', { code: 'GRAND', items: [{ productId: 'spoon', quantity: 1 }] }) },
  payOrder: { 409: async () => sendSample('payOrder', { orderId: await anOrder({ status: 'confirmed' }) }) },
  paymentWebhook: {
    413: () => send(calls.paymentWebhook, { on: withKeys, body: 'x'.repeat(1_100_000) }),
    422: () => send(calls.paymentWebhook, { on: withKeys, body: '{}' }),
    503: () => createTestApp({ ...services, db: locked, payments: stripe.payments }).request(calls.paymentWebhook.path, signedEvent),
  },
  cancelOrder: {
    401: () => sendSample('cancelOrder', { token: undefined }, { isSignedOut: true }),
    404: () => sendSample('cancelOrder', { token: undefined }),
    409: async () => sendSample('cancelOrder', { orderId: await anOrder(), token: undefined }),
  },
  mailCancellationLink: { 409: async () => sendSample('mailCancellationLink', { orderId: await anOrder() }) },
  openReview: { 409: async () => sendSample('openReview', { key: await anOrder() }) },
  writeReview: { 409: async () => sendSample('writeReview', { key: await anOrder() }) },
  declareCancellation: {
    409: async () => {
      const orderId = await anOrder({ status: 'Dispatch' });
      const items = [{ itemId: `${orderId}/1`, quantity: 1, left: 1 }];
      expect((await sendSample('declareCancellation', { orderId, items })).status).toBe(201);
      return sendSample('declareCancellation', { orderId, items });
    },
  },
  requestRefund: {
    409: async () => {
      const orderId = await anOrder({ status: 'confirmed' });
      expect((await sendSample('requestRefund', { orderId })).status).toBe(201);
      return sendSample('requestRefund', { orderId, reason: 'Another reason than that of the first request.' });
    },
  },
  requestStockAlert: { 409: () => send(calls.requestStockAlert, { body: JSON.stringify({ productId: 'spoon', email: mallory.email }) }) },
};
const ownOf: Readonly<Partial<Record<string, Readonly<Record<number, () => Response | Promise<Response>>>>>> = own;

test.each(rows.flatMap(([name, call]) => refusalsOf(call).map((status) => [name, status, call] as const)))(
  'the call %s can be refused with %i, as its row in the table of calls says',
  async (name, status, call) => {
    const response = await (ownOf[name]?.[status]?.() ?? common[status]?.(name, call));
    expect(response?.status, await response?.text()).toBe(status);
  },
);

test('no row lists a status that the rest of the row implies, except 403 of signing in, which has a second reason', () => {
  const doubled = rows.flatMap(([name, { refusals = [], ...rest }]) =>
    refusals.filter((status) => refusalsOf(rest).includes(status)).map((status) => [name, status]),
  );
  expect(doubled).toEqual([['login', 403]]);
});

test('these calls are for signed-in shoppers only, and one only for the shopper whose id is in its URL', () => {
  const whoMay = (who: Call['who']) => rows.filter(([, call]) => call.who === who).map(([name]) => name);
  expect(whoMay('owner')).toEqual(['updateUser']);
  expect(whoMay('shopper')).toEqual([
    'changeEmail',
    'confirmEmailChange',
    'sessions',
    'endSessions',
    'exportUser',
    'secondFactor',
    'startSecondFactor',
    'confirmSecondFactor',
    'endSecondFactor',
    'renewRecoveryCodes',
    'deleteUser',
    'saveLists',
    'wishlistLink',
    'shareWishlist',
    'withdrawWishlist',
    'myOrders',
  ]);
});

/** The app with the limits that a shop has by default. */
const usual = createTestApp({ ...services, rateLimits: readEnv({}).rateLimits });

/** How often one client may make a call, for each of its counters in the database; `guesses` for one that slows guesses at a secret down. */
const limitsOf = async (name: string, call: Call): Promise<readonly string[]> => {
  const headers = { 'x-forwarded-for': aClient() };
  // The right password would set its counter back.
  const sample = name === 'deleteUser' ? { body: JSON.stringify({ password: 'another walk home' }) } : sampleOf(name, call);
  const isMade = async (): Promise<boolean> => {
    await signInAnew();
    return (await send(call, { ...sample, headers, on: usual })).status !== 429;
  };
  await db.deleteFrom('limit_hit').execute();
  await isMade();
  const counters = await db.selectFrom('limit_hit').select(['key', 'ends_at']).execute();
  const limits: string[] = [];
  for (const { key, ends_at } of counters) {
    const isMadeAfter = async (hits: number): Promise<boolean> => {
      await db.deleteFrom('limit_hit').execute();
      await db.insertInto('limit_hit').values({ key, hits, free_at: '', ends_at }).execute();
      return isMade();
    };
    let [made, refused] = [0, maxHits];
    if (await isMadeAfter(refused)) limits.push('guesses');
    else {
      // Most limits are one of these numbers: two calls tell.
      for (const usual of [60, 30, 20]) {
        if (refused - made === 1) break;
        if (usual <= made || usual >= refused) continue;
        if (await isMadeAfter(usual)) made = usual;
        else {
          refused = usual;
          if (await isMadeAfter(usual - 1)) made = usual - 1;
          else refused = usual - 1;
        }
      }
      while (refused - made > 1) {
        const middle = Math.floor((made + refused) / 2);
        if (await isMadeAfter(middle)) made = middle;
        else refused = middle;
      }
      limits.push(`${refused} in ${(Date.parse(ends_at) - openingDay.getTime()) / 60_000} min`);
    }
  }
  return limits.toSorted();
};

test('this often one client may make each call', async () => {
  const limits: Record<string, readonly string[]> = {};
  for (const [name, call] of rows) limits[name] = await limitsOf(name, call);
  expect(limits).toEqual({
    products: [],
    product: [],
    reviews: [],
    reviewPicture: [],
    reportReview: ['10 in 60 min'],
    categories: [],
    variations: [],
    colorVariations: [],
    profile: [],
    register: ['15 in 60 min', '30 in 60 min', '5 in 60 min', 'guesses'],
    login: ['100 in 10 min', '100 in 60 min', 'guesses'],
    logout: [],
    verifyEmail: ['20 in 60 min', '60 in 10 min'],
    resendCode: ['1 in 1 min', '30 in 60 min', '8 in 60 min'],
    forgotPassword: ['1 in 1 min', '30 in 60 min', '8 in 60 min'],
    resetPassword: ['30 in 60 min'],
    updateUser: ['60 in 10 min'],
    changeEmail: ['1 in 1 min', '10 in 60 min', '30 in 60 min', '8 in 60 min'],
    confirmEmailChange: ['30 in 60 min'],
    stopEmailChange: ['30 in 60 min'],
    sessions: ['600 in 10 min'],
    endSessions: ['60 in 10 min'],
    exportUser: ['10 in 60 min'],
    secondFactor: [],
    startSecondFactor: ['30 in 10 min'],
    confirmSecondFactor: ['30 in 10 min', 'guesses'],
    endSecondFactor: ['30 in 10 min'],
    renewRecoveryCodes: ['30 in 10 min'],
    deleteUser: ['guesses'],
    saveLists: ['600 in 10 min'],
    wishlistLink: [],
    shareWishlist: ['30 in 10 min'],
    withdrawWishlist: ['30 in 10 min'],
    sharedWishlist: ['1500 in 10 min'],
    placeOrder: ['20 in 10 min', '60 in 10 min'],
    checkVoucher: ['1500 in 10 min', '20 in 10 min'],
    payOrder: ['60 in 10 min'],
    paymentMethods: [],
    deliveryOptions: [],
    paymentWebhook: [],
    cancelOrder: ['1500 in 10 min'],
    mailCancellationLink: ['1500 in 10 min'],
    myOrders: ['600 in 10 min'],
    order: ['1500 in 10 min'],
    openReview: ['1500 in 10 min'],
    writeReview: ['20 in 60 min'],
    stopReviewMails: ['1500 in 10 min'],
    endReviewMails: ['1500 in 10 min'],
    refundOrder: ['1500 in 10 min'],
    requestRefund: ['20 in 60 min'],
    declareCancellation: ['20 in 60 min'],
    requestStockAlert: ['30 in 60 min'],
    confirmStockAlert: ['1500 in 10 min'],
    endStockAlerts: ['1500 in 10 min'],
    contact: ['20 in 60 min', '8 in 60 min'],
    enquiry: ['20 in 60 min', '8 in 60 min'],
    browserError: ['30 in 60 min'],
    searchMiss: ['30 in 60 min'],
  });
});

test('a call takes so many bytes and no more, whether their number is announced or not', async () => {
  const takes: Readonly<Record<string, number>> = { paymentWebhook: 1_000_000 };
  for (const [name, call] of rows.filter(([, { method, form }]) => method !== 'GET' && !form)) {
    const most = takes[name] ?? 100_000;
    await signInAnew();
    for (const bytes of [most, most + 1]) {
      const body = new Uint8Array(bytes).fill(0x20);
      const length = { 'content-type': 'application/json', 'content-length': String(bytes) };
      const announced = await send(call, { body, headers: length, on: withKeys });
      expect(announced.status === 413, `${name}, ${bytes} bytes announced`).toBe(bytes > most);
      if (!call.body) continue;
      const chunked = await send(call, { body: new Blob([body]).stream(), headers: { 'content-type': 'application/json' } });
      expect(chunked.status, `${name}, ${bytes} bytes not announced`).toBe(bytes > most ? 413 : 400);
    }
  }
});

test('these answers browsers may keep and ask about, these calls need no CSRF token, and this one may be repeated without a limit', () => {
  const namesOf = (has: (call: Call) => boolean) => rows.filter(([, call]) => has(call)).map(([name]) => name);
  expect(namesOf(({ cache }) => cache === 'no-cache')).toEqual([
    'products',
    'product',
    'reviews',
    'reviewPicture',
    'categories',
    'variations',
    'colorVariations',
    'paymentMethods',
    'deliveryOptions',
  ]);
  expect(namesOf(({ cache }) => cache !== undefined && cache !== 'no-cache')).toEqual([]);
  expect(namesOf(({ isOneClick }) => isOneClick === true)).toEqual(['endReviewMails', 'endStockAlerts']);
  expect(namesOf(({ signature }) => signature !== undefined)).toEqual(['paymentWebhook']);
  expect(namesOf(({ isUnlimited }) => isUnlimited === true)).toEqual(['logout']);
  expect(namesOf(({ limit }) => limit === 'queries')).toEqual(['products', 'reviews']);
});
