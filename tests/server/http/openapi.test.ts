import { createConfig, lintFromString } from '@redocly/openapi-core';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { generateSync } from 'otplib';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { secondFactorSetUp } from '#contract/account.ts';
import { endpointPath, endpoints } from '#contract/endpoints.ts';
import { order } from '#contract/order.ts';
import { issueToken } from '#server/domain/accounts/tokens.ts';
import { approveReview, showReview } from '#server/domain/reviews/review-moderation.ts';
import { createVoucher } from '#server/domain/vouchers/vouchers.ts';
import { openApiPath } from '#server/http/openapi.ts';
import { refundImagesIn } from '#server/storage/refund-images.ts';
import { createTestApp } from '#tests/server/http/create-test-app.ts';
import { freshDatabase } from '#tests/support/database.ts';
import { startFakeStripe } from '#tests/support/fake-stripe.ts';
import { openingDay } from '#tests/support/opening-day.ts';
import { aKey, anOrderFor, noUnpaidLimits, sell } from '#tests/support/orders.ts';
import { aPhoto, pictureFolder } from '#tests/support/refunds.ts';
import { aBrowser } from '#tests/support/test-browser.ts';

type Name = keyof typeof endpoints;
type Sent = { readonly values?: Readonly<Record<string, string>>; readonly query?: string; readonly body?: unknown };

const operation = z.object({ responses: z.record(z.string(), z.looseObject({ content: z.optional(z.unknown()) })) });
const openApi = z.looseObject({ paths: z.record(z.string(), z.record(z.string(), operation)) });

const db = await freshDatabase('empty');
const stripe = await startFakeStripe();
let now = openingDay;
const services = {
  db,
  refundImages: refundImagesIn(await pictureFolder()),
  rateLimits: { orders: 1000, lookUps: 1000 },
  unpaidLimits: noUnpaidLimits,
  // Each reading is a millisecond later, so that mails sort by time.
  clock: () => {
    now = new Date(now.getTime() + 1);
    return now;
  },
};
const app = createTestApp(services);
const withStripe = createTestApp({ ...services, payments: stripe.payments });

const source = await (await app.request(openApiPath)).text();
const { paths } = openApi.parse(JSON.parse(source));
const ajv = new Ajv2020({ strict: false });
ajv.addSchema(JSON.parse(source), 'api');

/** Asserts that the document has this answer of a call: its status, and its body by the schema. */
const expectDocumented = (name: Name, status: number, body: unknown): void => {
  const { method, path } = endpoints[name];
  const key = path.replaceAll(/:(\w+)/g, '{$1}');
  const responses = paths[key]?.[method.toLowerCase()]?.responses ?? {};
  const what = `${name} answers ${status}: ${JSON.stringify(body)}`;
  expect(Object.keys(responses), what).toContain(String(status));
  if (status === 204) {
    expect(body, what).toBeUndefined();
    return;
  }
  const place = ['paths', key, method.toLowerCase(), 'responses', String(status)].map((each) =>
    encodeURIComponent(each.replaceAll('/', '~1')),
  );
  const answer = `api#/${place.join('/')}/content/application~1json/schema`;
  const isValid = ajv.getSchema(status < 400 ? answer : 'api#/components/schemas/Failure');
  expect(isValid?.(body), `${what} ${ajv.errorsText(isValid?.errors)}`).toBe(true);
};

const password = 'a long walk home';
const ada = { firstName: 'Ada', lastName: 'Moss', email: 'ada@example.com', password, acceptsTerms: true };
const person = { name: 'Ada', email: ada.email };
const browser = aBrowser(app);
await browser.open();
await sell(db, { id: 'spoon', name: 'Spoon', basePrice: 4.5, stock: 1000 }, { id: 'gone', name: 'Bowl', basePrice: 9, stock: 0 });
await createVoucher(db, { code: 'SPRING10', kind: 'percent', value: 10 }, { now: openingDay });

/** Makes a call as the signed-in browser, and asserts that its answer is in the document. */
const call = async (name: Name, { values = {}, query = '', body }: Sent = {}) => {
  const { method, path } = endpoints[name];
  const answer = await browser.send({ method, path: endpointPath(path, values) + query }, body, { 'idempotency-key': aKey() });
  // The browser of tests leaves the id of the request out.
  const { status } = answer;
  expectDocumented(name, status, status < 400 ? answer.body : { ...Object(answer.body), requestId: 'x' });
  return answer;
};
const lastMail = async (): Promise<string> =>
  (await db.selectFrom('mail').select('text').orderBy('created_at', 'desc').executeTakeFirstOrThrow()).text;
const anOrderId = async (): Promise<string> =>
  order.parse((await call('placeOrder', { body: { ...anOrderFor({ productId: 'spoon' }) } })).body)._id;
const aPaidOrderId = async (): Promise<string> => {
  const id = await anOrderId();
  await db.updateTable('order').set({ status: 'confirmed' }).where('id', '=', id).execute();
  return id;
};
let reviewKey = '';
const aDeliveredOrderWithLink = async (): Promise<void> => {
  const order_id = await anOrderId();
  await db.updateTable('order').set({ status: 'Delivered' }).where('id', '=', order_id).execute();
  reviewKey = await issueToken(db, 'review', { subject: order_id }, now);
};
let appSecret = '';
/** A code of the app that was not used yet. */
const nextCode = (): string => {
  now = new Date(now.getTime() + 30_000);
  return generateSync({ secret: appSecret, epoch: Math.floor(now.getTime() / 1000) });
};
const logIn = () => call('login', { body: { email: ada.email, password } });

/** One successful call of each endpoint, in the order in which a shopper can make them. */
const successes: Readonly<Record<Name, () => Promise<{ readonly status: number }>>> = {
  products: async () => {
    for (const query of ['?form=columns', '?ids=spoon', '?page=1&q=spoon']) await call('products', { query });
    return call('products');
  },
  product: () => call('product', { values: { productId: 'spoon' } }),
  categories: () => call('categories'),
  variations: () => call('variations'),
  colorVariations: () => call('colorVariations', { values: { productId: 'spoon' } }),
  deliveryOptions: () => call('deliveryOptions'),
  paymentMethods: () => call('paymentMethods'),
  register: () => call('register', { body: ada }),
  resendCode: () => call('resendCode', { body: { email: ada.email } }),
  verifyEmail: async () => {
    const code = /^ {4}(\d{6})$/m.exec(await lastMail())?.[1] ?? '';
    return call('verifyEmail', { body: { email: ada.email, code } });
  },
  forgotPassword: () => call('forgotPassword', { body: { email: ada.email } }),
  resetPassword: async () => {
    const token = /\?reset=([\w-]{43})/.exec(await lastMail())?.[1] ?? '';
    return call('resetPassword', { body: { token, password } });
  },
  login: logIn,
  profile: () => call('profile'),
  updateUser: async () => {
    const { id } = await db.selectFrom('account').select('id').executeTakeFirstOrThrow();
    return call('updateUser', { values: { userId: id }, body: { marketing: true } });
  },
  changeEmail: () => call('changeEmail', { body: { email: 'new@example.com', password } }),
  confirmEmailChange: async () => {
    const { text } = await db.selectFrom('mail').select('text').where('recipient', '=', 'new@example.com').executeTakeFirstOrThrow();
    return call('confirmEmailChange', { body: { token: /confirm=([\w-]{43})/.exec(text)?.[1] ?? '' } });
  },
  stopEmailChange: async () => {
    const { text } = await db
      .selectFrom('mail')
      .select('text')
      .where('recipient', '=', ada.email)
      .where('text', 'like', '%?stop=%')
      .executeTakeFirstOrThrow();
    const answer = await call('stopEmailChange', { body: { token: /stop=([\w-]{43})/.exec(text)?.[1] ?? '' } });
    const token = /\?reset=([\w-]{43})/.exec(await lastMail())?.[1] ?? '';
    await call('resetPassword', { body: { token, password } });
    await logIn();
    return answer;
  },
  sessions: () => call('sessions'),
  endSessions: () => call('endSessions', { body: { others: true } }),
  exportUser: () => call('exportUser'),
  secondFactor: () => call('secondFactor'),
  startSecondFactor: async () => {
    const answer = await call('startSecondFactor', { body: { password } });
    appSecret = secondFactorSetUp.parse(answer.body).secret;
    return answer;
  },
  confirmSecondFactor: () => call('confirmSecondFactor', { body: { oneTimeCode: nextCode() } }),
  renewRecoveryCodes: () => call('renewRecoveryCodes', { body: { password, oneTimeCode: nextCode() } }),
  endSecondFactor: () => call('endSecondFactor', { body: { password, oneTimeCode: nextCode() } }),
  saveLists: async () =>
    call('saveLists', {
      body: {
        account: (await db.selectFrom('account').select('id').executeTakeFirstOrThrow()).id,
        id: 'a-change-of-ada',
        operations: [{ list: 'wishlist', productId: 'spoon', variation: '', color: '', size: '', does: 'add', quantity: 1 }],
      },
    }),
  wishlistLink: () => call('wishlistLink'),
  shareWishlist: () => call('shareWishlist', { body: { showsName: true } }),
  sharedWishlist: async () => {
    const { token } = await db.selectFrom('wishlist_link').select('token').executeTakeFirstOrThrow();
    return call('sharedWishlist', { values: { token } });
  },
  withdrawWishlist: () => call('withdrawWishlist'),
  placeOrder: () => call('placeOrder', { body: anOrderFor({ productId: 'spoon' }) }),
  checkVoucher: () => call('checkVoucher', { body: { code: 'SPRING10', items: [{ productId: 'spoon', quantity: 1 }] } }),
  payOrder: async () => call('payOrder', { body: { orderId: await anOrderId() } }),
  mailCancellationLink: async () => call('mailCancellationLink', { body: { orderId: await aPaidOrderId() } }),
  cancelOrder: async () => call('cancelOrder', { body: { orderId: await aPaidOrderId() } }),
  myOrders: () => call('myOrders'),
  order: async () => call('order', { values: { orderId: await anOrderId() } }),
  refundOrder: async () => call('refundOrder', { values: { orderId: await aPaidOrderId() } }),
  declareCancellation: async () => {
    const orderId = await aPaidOrderId();
    await db.updateTable('order').set({ status: 'Dispatch' }).where('id', '=', orderId).execute();
    return call('declareCancellation', { body: { orderId, items: [{ itemId: `${orderId}/1`, quantity: 1, left: 1 }] } });
  },
  requestRefund: async () => {
    const form = new FormData();
    for (const [field, value] of Object.entries({
      orderId: await aPaidOrderId(),
      ProductId: 'spoon',
      reason: 'It came with a crack in it.',
    }))
      form.set(field, value);
    const headers = { cookie: 'XSRF-TOKEN=abc123', 'x-xsrf-token': 'abc123' };
    const answer = await app.request(endpoints.requestRefund.path, { method: 'POST', headers, body: form });
    expectDocumented('requestRefund', answer.status, await answer.json());
    return answer;
  },
  openReview: async () => {
    await aDeliveredOrderWithLink();
    return call('openReview', { body: { productId: 'spoon', key: reviewKey } });
  },
  writeReview: async () => {
    const form = new FormData();
    const fields = { productId: 'spoon', key: reviewKey, stars: '5', author: 'Ada', text: 'It fits the hand well.' };
    for (const [field, value] of Object.entries(fields)) form.set(field, value);
    form.set('additionalImages', new Blob([new Uint8Array(await aPhoto())]), 'spoon.jpg');
    const headers = { cookie: 'XSRF-TOKEN=abc123', 'x-xsrf-token': 'abc123' };
    const answer = await app.request(endpoints.writeReview.path, { method: 'POST', headers, body: form });
    expectDocumented('writeReview', answer.status, undefined);
    return answer;
  },
  endReviewMails: () => call('endReviewMails', { values: { token: reviewKey } }),
  stopReviewMails: () => call('stopReviewMails', { body: { key: reviewKey } }),
  reviews: async () => {
    const { reference } = await db.selectFrom('review').select('reference').executeTakeFirstOrThrow();
    const { revision } = await showReview(db, reference);
    await approveReview(db, reference, { revision, now: openingDay });
    return call('reviews', { values: { productId: 'spoon' }, query: '?page=1' });
  },
  reviewPicture: async () => {
    const { file } = await db.selectFrom('review_image').select('file').executeTakeFirstOrThrow();
    const answer = await app.request(endpointPath(endpoints.reviewPicture.path, { file }));
    const documented = paths['/client/reviews/pictures/{file}']?.get?.responses[answer.status]?.content ?? {};
    expect(Object.keys(documented)).toEqual([answer.headers.get('content-type')]);
    return answer;
  },
  reportReview: async () => {
    const { reference } = await db.selectFrom('review').select('reference').executeTakeFirstOrThrow();
    return call('reportReview', { body: { reference, reason: 'false' } });
  },
  paymentWebhook: async () => {
    const event = JSON.stringify({ id: 'evt_1', object: 'event', type: 'customer.created', data: { object: { id: 'cus_1' } } });
    const answer = await withStripe.request(endpoints.paymentWebhook.path, stripe.signed(event));
    expectDocumented('paymentWebhook', answer.status, await answer.json());
    return answer;
  },
  contact: () => call('contact', { body: { ...person, topic: 'product', message: 'Is it fine in a dishwasher?' } }),
  enquiry: () => call('enquiry', { body: { ...person, kind: 'wholesale', business: 'Shop', message: 'Twenty mugs, please.' } }),
  requestStockAlert: () => call('requestStockAlert', { body: { productId: 'gone', email: ada.email } }),
  confirmStockAlert: async () => {
    await call('requestStockAlert', { body: { productId: 'gone', email: 'grace@example.com' } });
    const token = /notify=([\w-]{43})/.exec(await lastMail())?.[1] ?? '';
    return call('confirmStockAlert', { body: { token } });
  },
  endStockAlerts: async () => {
    const token = await issueToken(db, 'stopStockAlerts', { subject: ada.email }, now);
    return call('endStockAlerts', { values: { token } });
  },
  browserError: () => call('browserError', { body: { message: 'TypeError: x is undefined', stack: '', path: '/cart' } }),
  logout: () => call('logout'),
  deleteUser: async () => {
    await logIn();
    return call('deleteUser', { body: { password } });
  },
};

test('the OpenAPI document passes the strictest rules of a linter', async () => {
  // The API has no licence of its own.
  const config = await createConfig({ extends: ['recommended-strict'], rules: { 'info-license': 'off' } });
  expect(await lintFromString({ source, absoluteRef: openApiPath, config })).toEqual([]);
  const broken = source.replace('"operationId":"login"', '"operationId":"logout"');
  expect(await lintFromString({ source: broken, absoluteRef: openApiPath, config })).not.toEqual([]);
});

test('every call of the API succeeds, and answers as the OpenAPI document says', { tags: 'call.all-served' }, async () => {
  for (const [name, succeed] of Object.entries(successes)) {
    // Rate limits are not tested here.
    await db.deleteFrom('limit_hit').execute();
    expect((await succeed()).status, name).toBeLessThan(300);
  }
});

test('the document names the session cookie as it is set, with its prefix on a shop with https', async () => {
  const cookieOf = async (publicUrl: string) => {
    const answer = await createTestApp({ ...services, publicUrl }).request(openApiPath);
    const { components } = z
      .object({ components: z.object({ securitySchemes: z.object({ session: z.object({ name: z.string() }) }) }) })
      .parse(await answer.json());
    return components.securitySchemes.session.name;
  };
  expect(await cookieOf('http://localhost:3000')).toBe('session');
  expect(await cookieOf('https://shop.example')).toBe('__Host-session');
});
