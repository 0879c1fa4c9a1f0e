import type { Locator, Page } from '@playwright/test';
import { expect, expectHydrated, test } from '#e2e/fixtures.ts';

// What each invalid parameter means is tested in tests/contract and tests/server; here only that hydration works.
const list = '/shop-grid-standard';
const products = (page: Page): Locator => page.getByRole('main').getByRole('article');

test('a shopper with invalid parameters in the URL gets the first page, and with a page past the end the last', async ({ page }) => {
  const invalid = ['page=first', 'sort=x', 'colour=Octarine&size=9%20miles&price=free', '__proto__=x&constructor=y', 'layout=heap'];
  const response = await page.goto(`${list}/-3?${invalid.join('&')}`);
  expect(response?.status()).toBe(200);
  await expectHydrated(page);
  await expect(products(page)).toHaveCount(15);
  await expect(page.getByLabel('Sort by')).toHaveValue('featured');
  await page.goto(`${list}/999`);
  await expectHydrated(page);
  await expect(page.getByRole('link', { name: 'Page 2' })).toHaveAttribute('aria-current', 'page');
  await expect(products(page)).toHaveCount(14);
});

test('a shopper who searches for ten thousand letters, broken escapes or code reads that nothing matches', async ({ page }) => {
  for (const searchText of ['mug'.repeat(3334), '%E0%A4%Azz', '%3Cscript%3Ealert(1)%3C/script%3E']) {
    const response = await page.goto(`${list}?q=${searchText}`);
    expect(response?.status()).toBe(200);
    await expectHydrated(page);
    await expect(page.getByRole('heading', { level: 1, name: /^Nothing found for/ })).toBeVisible();
  }
});

test('a shopper who opens a product with a malformed id, or with a slash too many, gets a 404 page', async ({ page, allowErrors }) => {
  allowErrors(/status of 404/);
  for (const [url, heading] of [
    ['/product/..%2F..%2Fetc%2Fpasswd', 'We can’t find that product'],
    ['/product-slider/%3Cscript%3E__proto__', 'We can’t find that product'],
    ['/product/a/b', 'We can’t find that page'],
  ] as const) {
    const response = await page.goto(url);
    expect(response?.status()).toBe(404);
    await expectHydrated(page);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
  }
});
