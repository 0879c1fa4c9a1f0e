import type { Locator, Page } from '@playwright/test';
import { expect, expectHydrated, test } from '#e2e/fixtures.ts';

// What each odd part of an address leads to is told by the tests of the addresses and of the server; here, that a browser bears it.
const list = '/shop-grid-standard';
const goods = (page: Page): Locator => page.getByRole('main').getByRole('article');

test('a shopper whose address is all wrong finds the first page, and one past the end the last', async ({ page }) => {
  const odd = ['page=first', 'sort=x', 'colour=Octarine&size=9%20miles&price=free', '__proto__=x&constructor=y', 'layout=heap'];
  const answer = await page.goto(`${list}/-3?${odd.join('&')}`);
  expect(answer?.status()).toBe(200);
  await expectHydrated(page);
  await expect(goods(page)).toHaveCount(15);
  await expect(page.getByLabel('Sort by')).toHaveValue('featured');
  await page.goto(`${list}/999`);
  await expectHydrated(page);
  await expect(page.getByRole('link', { name: 'Page 2' })).toHaveAttribute('aria-current', 'page');
  await expect(goods(page)).toHaveCount(14);
});

test('a shopper who searches for ten thousand letters, broken escapes or code is told that nothing matches', async ({ page }) => {
  for (const words of ['mug'.repeat(3334), '%E0%A4%Azz', '%3Cscript%3Ealert(1)%3C/script%3E']) {
    const answer = await page.goto(`${list}?q=${words}`);
    expect(answer?.status()).toBe(200);
    await expectHydrated(page);
    await expect(page.getByRole('heading', { name: 'Nothing matches all of that' })).toBeVisible();
  }
});

test('a shopper who opens a product with an odd id, or a slash too many, is told that there is none', async ({ page, allowErrors }) => {
  allowErrors(/status of 404/);
  for (const [address, heading] of [
    ['/product/..%2F..%2Fetc%2Fpasswd', "We can't find that product"],
    ['/product-slider/%3Cscript%3E__proto__', "We can't find that product"],
    ['/product/a/b', "We can't find that page"],
  ] as const) {
    const answer = await page.goto(address);
    expect(answer?.status()).toBe(404);
    await expectHydrated(page);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
  }
});
