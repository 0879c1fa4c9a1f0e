import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { apiFolders, endpointPath, endpoints, isApiPath, limitOrderId } from '#contract/endpoints.ts';

const colors = endpoints.colorVariations.path;

describe('endpoints', () => {
  const endpointTable = [
    ['products', 'GET', '/client/products', 'call.products'],
    ['categories', 'GET', '/sales/getCategories', 'call.categories'],
    ['variations', 'GET', '/productVariation/getVariations', 'call.variations'],
    ['colorVariations', 'GET', '/colorVariation/getColorVariationsByProduct/:productId', 'call.color-variations'],
    ['profile', 'GET', '/user/getUserProfile', 'call.profile'],
    ['register', 'POST', '/user/register', 'call.register'],
    ['login', 'POST', '/user/login', 'call.login'],
    ['logout', 'POST', '/user/logout', 'call.logout'],
    ['verifyEmail', 'POST', '/user/verify-email', 'call.verify-email'],
    ['updateUser', 'PUT', '/user/update/:userId', 'call.update'],
    ['placeOrder', 'POST', '/order/orders', 'call.order'],
    ['payOrder', 'POST', '/order/payment', 'call.payment'],
    ['order', 'GET', '/order/getoneorder/:orderId', 'call.order-by-id'],
    ['refundOrder', 'GET', '/refund/getrefundorders/:orderId', 'call.refund-order'],
    ['requestRefund', 'POST', '/refund/requestrefund', 'call.refund-request'],
  ] as const;
  for (const [name, method, path, clause] of endpointTable)
    test(`the call ${name} is ${method} ${path}, to the letter`, { tags: clause }, () => {
      expect(endpoints[name]).toEqual({ method, path });
    });

  test.each([
    ['product', 'GET', '/client/products/:productId'],
    ['deliveryOptions', 'GET', '/sales/deliveryOptions'],
    ['paymentMethods', 'GET', '/sales/paymentMethods'],
    ['resendCode', 'POST', '/user/resend-code'],
    ['forgotPassword', 'POST', '/user/forgot-password'],
    ['resetPassword', 'POST', '/user/reset-password'],
    ['paymentWebhook', 'POST', '/order/payment/webhook'],
    ['endReviewMails', 'POST', '/order/review/stop/:token'],
    ['endStockAlerts', 'POST', '/client/stock-alerts/end/:token'],
  ] as const)(
    'the call %s is %s %s, to the letter: open shops, mail programs and the payment provider go on using it',
    (name, method, path) => {
      expect(endpoints[name]).toEqual({ method, path });
    },
  );

  test('a text that is longer than any order ID is cut, so that it is an unknown order and not a refused URL', () => {
    expect(limitOrderId('AAAA-1')).toBe('AAAA-1');
    expect(limitOrderId('x'.repeat(5000))).toBe('x'.repeat(200));
  });

  test('every endpoint has an API path', () => {
    for (const { path } of Object.values(endpoints)) expect(isApiPath(endpointPath(path, { productId: 'mug' }))).toBe(true);
  });

  test('no two endpoints share a method and a path', () => {
    const calls = Object.values(endpoints).map(({ method, path }) => `${method} ${path}`);
    expect(new Set(calls).size).toBe(calls.length);
  });
});

describe('endpointPath', () => {
  test('endpointPath fills in the product id', () => {
    expect(endpointPath(colors, { productId: 'stoneware-mug' })).toBe('/colorVariation/getColorVariationsByProduct/stoneware-mug');
  });

  test('endpointPath leaves a path without parameters unchanged', () => {
    expect(endpointPath(endpoints.products.path, { productId: 'mug' })).toBe('/client/products');
  });

  test.each([
    ['a/b', 'a%2Fb'],
    ['../user/logout', '..%2Fuser%2Flogout'],
    ['a?b=c', 'a%3Fb%3Dc'],
    ['a#b', 'a%23b'],
    ['50%', '50%25'],
    ['a b', 'a%20b'],
    ['mück', 'm%C3%BCck'],
    [':productId', '%3AproductId'],
  ])('endpointPath encodes %s as one path segment: %s', (typed, escaped) => {
    expect(endpointPath('/order/:id', { id: typed })).toBe(`/order/${escaped}`);
  });

  test('endpointPath fills in an empty text for a missing value, never “undefined”', () => {
    expect(endpointPath(colors, {})).toBe('/colorVariation/getColorVariationsByProduct/');
  });

  test('endpointPath fills in several values by name, in any order', () => {
    expect(endpointPath('/:one/:two', { two: '2', one: '1' })).toBe('/1/2');
  });

  test('property: any value stays one path segment below the same folder and decodes to itself', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }), (typed) => {
        const parts = endpointPath(colors, { productId: typed }).split('/');
        expect(parts.slice(0, -1)).toEqual(['', 'colorVariation', 'getColorVariationsByProduct']);
        expect(decodeURIComponent(parts.at(-1) ?? '')).toBe(typed);
        expect(parts.at(-1)).not.toMatch(/[?#/\\]/);
      }),
    );
  });
});

describe('isApiPath', () => {
  test.each([
    '/',
    '/refund',
    '/refund/',
    '/order-status',
    '/order-confirm',
    '/user',
    '/orders/1',
    '/clients',
    '/shop-grid-standard/2',
    '/product/client',
    '/product/user/x',
    '/Refund/x',
    '',
    'refund/x',
  ])('isApiPath is false for “%s”, a path of the storefront', (path) => {
    expect(isApiPath(path)).toBe(false);
  });

  test.each([
    '/refund/x',
    '/refund/getrefundorders/1',
    '/client/products',
    '/sales/getCategories',
    '/user/getUserProfile',
    '/order/orders',
    '/pictures/mug-oat-front.1f2e3d4c.800-400.avif',
    '/order/nothing-of-the-kind',
  ])('isApiPath is true for “%s”, a path of the API', (path) => {
    expect(isApiPath(path)).toBe(true);
  });

  test('property: is true for every path below an API folder, and false for the folder itself', () => {
    fc.assert(
      fc.property(fc.constantFrom(...apiFolders), fc.string({ minLength: 1 }), (folder, rest) => {
        expect(isApiPath(`/${folder}/${rest}`)).toBe(true);
        expect(isApiPath(`/${folder}`)).toBe(false);
        expect(isApiPath(`/x/${folder}/${rest}`)).toBe(false);
      }),
    );
  });
});
