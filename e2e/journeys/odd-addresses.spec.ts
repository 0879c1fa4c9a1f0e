import type { Locator, Page } from '@playwright/test';
import { expect, expectAwake, test } from '#e2e/fixtures.ts';
import { productVariants } from '#screens/product/product-variants.ts';
import { shopVariants } from '#screens/shop/shop-variants.ts';

const goods = (page: Page): Locator => page.getByRole('main').getByRole('article');

const oddQueries = {
  'a page below the first': 'page=-3',
  'a page that is no number': 'page=first',
  'an order that there is not': 'sort=x',
  'values that no goods have': 'colour=Octarine&size=9%20miles&price=free&availability=perhaps&sale=no',
  'facets that there are not': 'smell=nice&__proto__=x&constructor=y',
} as const;

// Every complaint of the console fails a test by itself: see the fixtures.
for (const [what, query] of Object.entries(oddQueries))
  test(`a shopper whose address has ${what} finds the first page`, async ({ page }) => {
    const answer = await page.goto(`/shop-grid-standard?${query}`);
    expect(answer?.status()).toBe(200);
    await expectAwake(page);
    await expect(goods(page)).toHaveCount(15);
  });

for (const { path, perPage } of shopVariants) {
  const address = path.replace('/:page?', '');

  test(`a shopper whose address of ${address} is all wrong, or past the end, finds its first page, or the last`, async ({ page }) => {
    await page.goto(`${address}?${Object.values(oddQueries).join('&')}&layout=heap`);
    await expectAwake(page);
    await expect(goods(page)).toHaveCount(perPage);
    await page.goto(path.includes(':page') ? `${address}/999` : `${address}?page=999`);
    const second = page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Page 2' });
    await expect(second).toHaveAttribute('aria-current', 'page');
    await expect(goods(page)).toHaveCount(29 - perPage);
  });
}

for (const [what, words] of [
  ['ten thousand letters', 'mug'.repeat(3334)],
  ['broken escapes', '%E0%A4%Azz'],
  ['code', '%3Cscript%3Ealert(1)%3C/script%3E'],
] as const)
  test(`a shopper who searches for ${what} is told that nothing matches`, async ({ page }) => {
    const answer = await page.goto(`/shop-grid-standard?q=${words}`);
    expect(answer?.status()).toBe(200);
    await expectAwake(page);
    await expect(page.getByRole('heading', { name: 'Nothing matches all of that' })).toBeVisible();
  });

const oddIds = ['..%2F..%2Fetc%2Fpasswd', '%3Cscript%3E', '__proto__', 'x'.repeat(2000), '%F0%9F%8F%BA', 'a%2Fb'];

for (const [at, { path }] of productVariants.entries())
  test(`a shopper who opens ${path} with an odd id is told that there is no such product`, async ({ page, allow }) => {
    allow(/status of 404/);
    const answer = await page.goto(path.replace(':id', oddIds[at] ?? ''));
    expect(answer?.status()).toBe(404);
    await expectAwake(page);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText("We can't find that product");
  });

test('a shopper whose address has a slash too many is told that there is no such page', async ({ page, allow }) => {
  allow(/status of 404/);
  const answer = await page.goto('/product/a/b');
  expect(answer?.status()).toBe(404);
  await expectAwake(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText("We can't find that page");
});
