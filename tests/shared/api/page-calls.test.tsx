import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { listProducts } from '#server/domain/catalogue/catalogue.ts';
import { paths } from '#shared/paths.ts';
import { allRequestsSettled, calls, theShopIsLarge, withShopDatabase } from '#tests/support/api.ts';
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

const cartCalls = {
  'GET /client/products': 1,
  'GET /sales/deliveryOptions': 1,
  'GET /sales/paymentMethods': 1,
  'GET /user/getUserProfile': 1,
};

type Page = {
  readonly title: string;
  readonly path: string;
  readonly hasCart?: boolean;
  readonly isLarge?: boolean;
  readonly expected: Readonly<Record<string, number>>;
};

test.each<Page>([
  {
    title: 'a product page makes one call for the profile, the list, the product, its variations and its colours each',
    path: paths.product('stoneware-mug'),
    expected: {
      'GET /client/products': 1,
      'GET /client/products/stoneware-mug': 1,
      'GET /colorVariation/getColorVariationsByProduct/stoneware-mug': 1,
      'GET /productVariation/getVariations': 1,
      'GET /sales/getCategories': 1,
      'GET /user/getUserProfile': 1,
    },
  },
  {
    title: 'a cart of ten lines makes no call for any of them: the list has all its products',
    path: paths.cart,
    hasCart: true,
    expected: cartCalls,
  },
  {
    title: 'a cart of ten lines makes one call for all of them where the catalogue is too large for the browser',
    path: paths.cart,
    hasCart: true,
    isLarge: true,
    expected: { ...cartCalls, 'GET /client/products': 2 },
  },
  {
    title: 'the checkout of a cart of ten lines makes one call for the profile and the list each',
    path: paths.checkout,
    hasCart: true,
    expected: cartCalls,
  },
  {
    title: 'the checkout of one product makes one call for the profile, the list and the product each',
    path: paths.checkoutOf('lavender-soap-bar', 1),
    expected: { ...cartCalls, 'GET /client/products/lavender-soap-bar': 1 },
  },
])('$title', async ({ path, hasCart = false, isLarge = false, expected }) => {
  if (isLarge) theShopIsLarge();
  await renderAt(path, hasCart ? { cart: await tenLines() } : {});
  await screen.findByRole('heading', { level: 1 });
  await waitFor(() => expect(calls).toEqual(expect.arrayContaining(Object.keys(expected))));
  await waitFor(async () => expect(await callCounts()).toEqual(expected));
});
