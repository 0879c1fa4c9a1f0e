import { expect, test } from 'vitest';
import { profile } from '#contract/account.ts';
import { endpointPath, endpoints } from '#contract/endpoints.ts';
import { failureBody } from '#contract/failure.ts';
import { paymentMethods } from '#contract/order.ts';
import { categoryList, colorVariationList, product, productList, variationList } from '#contract/product.ts';
import { reviewPage } from '#contract/review.ts';
import { createTestApp } from '#tests/server/http/create-test-app.ts';
import { freshDatabase } from '#tests/support/database.ts';

const app = createTestApp({ db: await freshDatabase() });

/** The response schema of each endpoint that anonymous clients may read. A new endpoint needs a row here or below. */
const responseSchemas = {
  products: productList,
  product,
  reviews: reviewPage,
  categories: categoryList,
  paymentMethods,
  variations: variationList,
  colorVariations: colorVariationList,
  profile,
} as const satisfies Partial<Record<keyof typeof endpoints, { safeParse: (value: unknown) => { success: boolean } }>>;

/** The status of every other endpoint for an anonymous client that sends an empty object. */
const anonymousStatuses = {
  register: 422,
  login: 422,
  logout: 204,
  verifyEmail: 422,
  resendCode: 422,
  forgotPassword: 422,
  resetPassword: 422,
  updateUser: 401,
  changeEmail: 401,
  confirmEmailChange: 401,
  stopEmailChange: 422,
  sessions: 401,
  endSessions: 401,
  exportUser: 401,
  secondFactor: 401,
  startSecondFactor: 401,
  confirmSecondFactor: 401,
  endSecondFactor: 401,
  renewRecoveryCodes: 401,
  deleteUser: 401,
  saveLists: 401,
  wishlistLink: 401,
  shareWishlist: 401,
  withdrawWishlist: 401,
  sharedWishlist: 404,
  placeOrder: 422,
  checkVoucher: 422,
  cancelOrder: 422,
  mailCancellationLink: 422,
  payOrder: 422,
  paymentWebhook: 404,
  myOrders: 401,
  order: 404,
  openReview: 422,
  writeReview: 415,
  stopReviewMails: 422,
  endReviewMails: 204,
  reviewPicture: 404,
  reportReview: 422,
  refundOrder: 404,
  requestRefund: 415,
  requestStockAlert: 422,
  confirmStockAlert: 422,
  endStockAlerts: 404,
  contact: 422,
  enquiry: 422,
  browserError: 422,
} as const satisfies Partial<Record<keyof typeof endpoints, number>>;

test('every endpoint of the contract is tested here', { tags: 'call.all-served' }, () => {
  expect([...Object.keys(responseSchemas), ...Object.keys(anonymousStatuses)].toSorted()).toEqual(Object.keys(endpoints).toSorted());
});

test.each(Object.entries(responseSchemas))(
  'the endpoint %s answers as the contract’s schema says',
  { tags: 'call.all-served' },
  async (name, schema) => {
    const { method, path } = Object.entries(endpoints).find(([key]) => key === name)?.[1] ?? endpoints.products;
    const response = await app.request(endpointPath(path, { productId: 'stoneware-mug' }), { method });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toMatch(/^application\/json/);
    const body: unknown = await response.json();
    expect(schema.safeParse(body).success).toBe(true);
    expect(Array.isArray(body) ? body.length : 1).toBeGreaterThan(0);
  },
);

test.each(Object.entries(anonymousStatuses))(
  'the endpoint %s answers an anonymous client that sends nothing with %i',
  { tags: 'call.all-served' },
  async (name, status) => {
    const { method, path } = Object.entries(endpoints).find(([key]) => key === name)?.[1] ?? endpoints.products;
    const headers = { cookie: 'XSRF-TOKEN=t', 'x-xsrf-token': 't', 'content-type': 'application/json' };
    const url = endpointPath(path, { userId: 'u1', orderId: 'none', token: 'none' });
    const response = await app.request(url, { method, headers, ...(method !== 'GET' && { body: '{}' }) });
    expect(response.status).toBe(status);
    expect(status === 204 || failureBody.safeParse(await response.json()).success).toBe(true);
  },
);
