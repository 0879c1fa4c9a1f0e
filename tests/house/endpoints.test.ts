import { expect, test } from 'vitest';
import { profile } from '#contract/account.ts';
import { endpointPath, endpoints } from '#contract/endpoints.ts';
import { failureBody } from '#contract/failure.ts';
import { categoryList, colorVariationList, product, productList, variationList } from '#contract/product.ts';
import { createTestApp } from '#tests/server/http/create-test-app.ts';
import { freshDatabase } from '#tests/support/database.ts';

const app = createTestApp({ db: await freshDatabase() });

/** What each reading call of the contract answers to anybody; a call that is added there needs its row here or below. */
const answers = {
  products: productList,
  product,
  categories: categoryList,
  variations: variationList,
  colorVariations: colorVariationList,
  profile,
} as const satisfies Partial<Record<keyof typeof endpoints, { safeParse: (value: unknown) => { success: boolean } }>>;

/** What each other call answers to a stranger who sends an empty object. */
const strangers = {
  register: 422,
  login: 422,
  logout: 204,
  verifyEmail: 422,
  resendCode: 422,
  forgotPassword: 422,
  resetPassword: 422,
  updateUser: 401,
  placeOrder: 422,
  payOrder: 422,
  paymentWebhook: 404,
  myOrders: 401,
  order: 404,
  refundOrder: 404,
  requestRefund: 415,
  contact: 422,
  enquiry: 422,
} as const satisfies Partial<Record<keyof typeof endpoints, number>>;

test('every call of the contract is looked at here', { tags: 'call.all-served' }, () => {
  expect([...Object.keys(answers), ...Object.keys(strangers)].toSorted()).toEqual(Object.keys(endpoints).toSorted());
});

test.each(Object.entries(answers))('the API serves %s as the contract says', { tags: 'call.all-served' }, async (name, schema) => {
  const { method, path } = Object.entries(endpoints).find(([key]) => key === name)?.[1] ?? endpoints.products;
  const response = await app.request(endpointPath(path, { productId: 'stoneware-mug' }), { method });
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toMatch(/^application\/json/);
  const body: unknown = await response.json();
  expect(schema.safeParse(body).success).toBe(true);
  expect(Array.isArray(body) ? body.length : 1).toBeGreaterThan(0);
});

test.each(Object.entries(strangers))(
  'the API serves %s, and tells a stranger with %i what is missing',
  { tags: 'call.all-served' },
  async (name, status) => {
    const { method, path } = Object.entries(endpoints).find(([key]) => key === name)?.[1] ?? endpoints.products;
    const headers = { cookie: 'XSRF-TOKEN=t', 'x-xsrf-token': 't', 'content-type': 'application/json' };
    const address = endpointPath(path, { userId: 'u1', orderId: 'none' });
    const response = await app.request(address, { method, headers, ...(method !== 'GET' && { body: '{}' }) });
    expect(response.status).toBe(status);
    expect(status === 204 || failureBody.safeParse(await response.json()).success).toBe(true);
  },
);
