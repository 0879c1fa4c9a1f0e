import type { Page } from '@playwright/test';
import { expect, expectAccessibleInBothWidths, open, test } from '#e2e/fixtures.ts';
import { runSellerCommand } from '#e2e/shopping.ts';

const garden = '/shop-grid-standard?category=garden';

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const canonicalOf = (page: Page) => page.locator('link[rel=canonical]').getAttribute('href');

const expectGoodAtBothWidths = async (page: Page): Promise<void> => {
  await expectAccessibleInBothWidths(page);
};

test('a shopper reaches a category by tile, menu and breadcrumb at one URL, and Back shows each page’s title', async ({ page, shop }) => {
  await open(page, '/');
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Garden/ })
    .click();
  await expect(heading(page)).toHaveText('Garden');
  await expect(page).toHaveURL(garden);
  await expect(page).toHaveTitle('Garden | Flone');
  await expect(page.getByText('Terracotta for window sills and small gardens.')).toBeVisible();
  await expectGoodAtBothWidths(page);

  await page.getByRole('button', { name: 'What we sell' }).focus();
  await page.getByRole('banner').getByRole('link', { name: 'Textiles & baskets' }).click();
  await expect(page).toHaveTitle('Textiles & baskets | Flone');
  await expect(page).toHaveURL('/shop-grid-standard?category=textiles');
  await page.goBack();
  await expect(page).toHaveTitle('Garden | Flone');

  await page.getByRole('main').getByRole('article').getByRole('heading').getByRole('link').first().click();
  const breadcrumbs = page.getByRole('navigation', { name: 'You are here' });
  await expect(breadcrumbs.getByRole('link', { name: 'Garden' })).toHaveAttribute('href', garden);
  await expectGoodAtBothWidths(page);
  await breadcrumbs.getByRole('link', { name: 'Garden' }).click();
  await expect(page).toHaveURL(garden);

  await page.goto(`${shop.address}/shop-list-standard?category=garden&sort=name`);
  expect(await canonicalOf(page)).toBe(shop.address + garden);
});

test('a category that the seller adds, describes or renames says so everywhere, and an empty one that it is empty', async ({
  page,
  spareShop,
}) => {
  await runSellerCommand(spareShop, 'category', 'add', 'Cards & paper', '--description', 'Printed by hand.');
  await runSellerCommand(spareShop, 'category', 'describe', 'garden', 'Pots that like rain.');
  await runSellerCommand(spareShop, 'category', 'rename', 'garden', 'The potting shed');
  await open(page, spareShop.address + garden);
  await expect(heading(page)).toHaveText('The potting shed');
  await expect(page).toHaveTitle('The potting shed | Flone');
  await expect(page.getByText('Pots that like rain.')).toBeVisible();
  await expect(page.locator('meta[name=description]')).toHaveAttribute('content', /^Pots that like rain\. The potting shed at Flone/);
  const sitemap = await (await page.request.get(`${spareShop.address}/sitemap.xml`)).text();
  expect(sitemap).toContain(`${garden}</loc>`);
  expect(sitemap).not.toContain('category=cards-paper');

  await open(page, `${spareShop.address}/shop-grid-standard?category=cards-paper`);
  await expect(heading(page)).toHaveText('Cards & paper');
  await expect(page.getByText('Nothing in Cards & paper at the moment')).toBeVisible();
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
  await expect(page.getByRole('heading', { name: 'Best sellers' })).toBeVisible();
  await expectGoodAtBothWidths(page);

  // The index in the browser lists the empty category, too. The row of categories is shown on narrow screens only.
  await page.setViewportSize({ width: 390, height: 900 });
  await page.getByRole('link', { name: 'Remove Cards & paper' }).click();
  await expect(heading(page)).toHaveText('Shop');
  await page.getByRole('navigation', { name: 'Categories' }).getByRole('link', { name: 'Cards & paper' }).click();
  await expect(page.getByText('Nothing in Cards & paper at the moment')).toBeVisible();

  await runSellerCommand(spareShop, 'category', 'remove', 'cards-paper');
  await open(page, `${spareShop.address}/shop-grid-standard?category=cards-paper`);
  await expect(heading(page)).toHaveText('Shop');
  await expect(page.locator('.shop-count')).toHaveText('29 products');
  expect(await canonicalOf(page)).toBe(`${spareShop.address}/shop-grid-standard`);
});
