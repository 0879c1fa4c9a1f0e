import { screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { listProducts } from '#server/domain/catalogue/catalogue.ts';
import { paths } from '#shared/paths.ts';
import { allRequestsSettled, calls, theProduct, theShopIsLarge, withShopDatabase } from '#tests/support/api.ts';
import { aCartLine } from '#tests/support/product-builders.ts';
import { renderAt } from '#tests/support/render-app.tsx';

const tenLines = async () => {
  const products = await withShopDatabase((db) => listProducts(db));
  return products.slice(0, 10).map((product) => aCartLine({ ...product, cartItemId: product._id }));
};

/** The number of calls by method and path, once all are answered. */
const callCounts = async (): Promise<Record<string, number>> => {
  await allRequestsSettled();
  return Object.fromEntries([...new Set(calls)].sort().map((call) => [call, calls.filter((each) => each === call).length]));
};

describe('the calls of one page', () => {
  test('a product page makes one call for the profile, the list, the product, its variations and its colours each', async () => {
    const mug = await theProduct('stoneware-mug');
    await renderAt(paths.product(mug._id));
    await screen.findByRole('heading', { level: 1, name: mug.name });
    await waitFor(() => expect(calls).toContain('GET /user/getUserProfile'));
    await waitFor(async () =>
      expect(await callCounts()).toEqual({
        'GET /client/products': 1,
        'GET /client/products/stoneware-mug': 1,
        'GET /colorVariation/getColorVariationsByProduct/stoneware-mug': 1,
        'GET /productVariation/getVariations': 1,
        'GET /sales/getCategories': 1,
        'GET /user/getUserProfile': 1,
      }),
    );
  });

  test('a cart of ten lines makes no call for any of them: the list has all its products', async () => {
    await renderAt(paths.cart, { cart: await tenLines() });
    await screen.findByRole('region', { name: 'Summary' });
    await waitFor(() => expect(calls).toContain('GET /user/getUserProfile'));
    await waitFor(() => expect(calls).toContain('GET /sales/paymentMethods'));
    expect(await callCounts()).toEqual({
      'GET /client/products': 1,
      'GET /sales/deliveryOptions': 1,
      'GET /sales/paymentMethods': 1,
      'GET /user/getUserProfile': 1,
    });
  });

  test('a cart of ten lines makes one call for all of them where the catalogue is too large for the browser', async () => {
    theShopIsLarge();
    await renderAt(paths.cart, { cart: await tenLines() });
    await screen.findByRole('region', { name: 'Summary' });
    await waitFor(() => expect(calls).toContain('GET /user/getUserProfile'));
    await waitFor(async () =>
      expect(await callCounts()).toEqual({
        'GET /client/products': 2,
        'GET /sales/deliveryOptions': 1,
        'GET /sales/paymentMethods': 1,
        'GET /user/getUserProfile': 1,
      }),
    );
  });

  test('the checkout of a cart of ten lines makes one call for the profile and the list each', async () => {
    await renderAt(paths.checkout, { cart: await tenLines() });
    await screen.findByRole('heading', { level: 1 });
    await waitFor(() => expect(calls).toContain('GET /user/getUserProfile'));
    await waitFor(() => expect(calls).toContain('GET /sales/paymentMethods'));
    expect(await callCounts()).toEqual({
      'GET /client/products': 1,
      'GET /sales/deliveryOptions': 1,
      'GET /sales/paymentMethods': 1,
      'GET /user/getUserProfile': 1,
    });
  });

  test('the checkout of one product makes one call for the profile, the list and the product each', async () => {
    await renderAt(paths.checkoutOf('lavender-soap-bar', 1));
    await screen.findByRole('heading', { level: 1 });
    await waitFor(() => expect(calls).toContain('GET /client/products/lavender-soap-bar'));
    await waitFor(() => expect(calls).toContain('GET /user/getUserProfile'));
    await waitFor(() => expect(calls).toContain('GET /sales/paymentMethods'));
    expect(await callCounts()).toEqual({
      'GET /client/products': 1,
      'GET /client/products/lavender-soap-bar': 1,
      'GET /sales/deliveryOptions': 1,
      'GET /sales/paymentMethods': 1,
      'GET /user/getUserProfile': 1,
    });
  });
});
