import { expect, test } from 'vitest';
import { profile } from '#contract/account.ts';
import { endpointPath, endpoints } from '#contract/endpoints.ts';
import { categoryList, colorVariationList, product, productList, variationList } from '#contract/product.ts';
import { silentApp } from '#tests/server/http/silent-app.ts';
import { freshDatabase } from '#tests/support/database.ts';

const app = silentApp({ db: await freshDatabase() });

/** What each call of the contract answers; a call that is added there needs its row here. */
const answers = {
  products: productList,
  product,
  categories: categoryList,
  variations: variationList,
  colorVariations: colorVariationList,
  profile,
} satisfies Record<keyof typeof endpoints, { safeParse: (value: unknown) => { success: boolean } }>;

const names = [
  'products',
  'product',
  'categories',
  'variations',
  'colorVariations',
  'profile',
] as const satisfies (keyof typeof endpoints)[];

test('[7] every call of the contract is looked at here', () => {
  expect(names.toSorted()).toEqual(Object.keys(endpoints).toSorted());
});

test.each(names)('[7] the API serves %s as the contract says', async (name) => {
  const { method, path } = endpoints[name];
  const response = await app.request(endpointPath(path, { productId: 'stoneware-mug' }), { method });
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toMatch(/^application\/json/);
  const body: unknown = await response.json();
  expect(answers[name].safeParse(body).success).toBe(true);
  if (Array.isArray(body)) expect(body.length).toBeGreaterThan(0);
});
