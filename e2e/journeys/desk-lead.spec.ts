import type { Locator, Page } from '@playwright/test';
import { expectFine, openDesk, test } from '#e2e/desk-shop.ts';
import { expect, open } from '#e2e/fixtures.ts';
import { buyOverHttp } from '#e2e/orders-over-http.ts';
import { withDatabase } from '#e2e/shop-database.ts';
import { demoAccounts, signIn, waitForMail } from '#e2e/shopping.ts';

test.setTimeout(180_000);

const button = (page: Page, name: string): Locator => page.getByRole('main').getByRole('button', { name, exact: true });
const product = 'Knitted wool throw';
const [shopper] = demoAccounts.shopper;
const price = (page: Page): Locator => page.getByRole('main').getByRole('article', { name: product }).locator('.price-now').first();

test('an applicant is granted reseller prices from a phone and sees them in the shop; the seller reads who did it, what was sold, and how the shop is', async ({
  page,
  browser,
  deskShop: shop,
}) => {
  await withDatabase(shop, (db) => db.updateTable('account').set({ wants_to_resell: 1 }).where('email', '=', shopper).execute());
  await buyOverHttp(shop.address, {
    firstName: 'Mary',
    lastName: 'Sutton',
    items: [{ productId: 'lavender-soap-bar', quantity: 2 }],
    note: '',
  });
  const elsewhere = await browser.newContext();
  try {
    const buying = await elsewhere.newPage();
    await buying.goto(`${shop.address}/login-register`);
    await signIn(buying, demoAccounts.shopper);
    await expect(buying).toHaveURL(/\/my-account$/);
    await buying.goto(`${shop.address}/shop-grid-standard?q=throw`);
    await expect(price(buying)).toHaveText('£75.65');

    await openDesk(page, shop);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('link', { name: /^Look: Asks to become a reseller/ }).click();
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await expectFine(page);
    await button(page, 'Make a reseller').click();
    await expect(page.getByText(/is a reseller now and is told by email/)).toBeVisible();
    await waitForMail(shop, /reseller/i, shopper);
    await buying.reload();
    await expect(price(buying)).toHaveText('£63.75');
  } finally {
    await elsewhere.close();
  }

  await page.setViewportSize({ width: 390, height: 844 });
  const navigation = page.getByRole('navigation', { name: 'Desk' });
  const more = navigation.getByRole('button', { name: 'More' });
  await more.click();
  await expect(navigation.getByRole('link', { name: 'Figures' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(navigation.getByRole('link', { name: 'Figures' })).toBeHidden();
  await expect(more).toBeFocused();
  await more.press('Enter');
  await navigation.getByRole('link', { name: 'Figures' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Figures' })).toBeFocused();
  await expect(navigation.getByRole('link', { name: 'Figures' })).toBeHidden();
  await expect(page.getByText(/^1 order for £18\.00 from /)).toBeVisible();
  await page.getByText('Show as a table').click();
  await expectFine(page);
  const books = page.waitForEvent('download');
  await button(page, 'Save the books').click();
  expect((await books).suggestedFilename()).toMatch(/^books-.*\.csv$/);

  await navigation.getByRole('link', { name: 'People' }).click();
  await page.getByRole('searchbox', { name: 'Name or email address' }).fill('mary.sutton@example.com');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Guest, without an account')).toBeVisible();
  await expectFine(page);
  await page.getByRole('link', { name: 'Staff', exact: true }).click();
  await expect(page.getByText('You', { exact: true })).toBeVisible();
  await expectFine(page);

  await navigation.getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByText('All mail is sent.')).toBeVisible();
  await expectFine(page);
  await page.getByRole('main').getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByRole('row', { name: /^STRIPE_SECRET_KEY/ })).toContainText('not set');
  await expectFine(page);
  await page.getByRole('link', { name: 'Who did what' }).click();
  await expect(page.getByRole('main').getByRole('listitem').filter({ hasText: 'changed a customer’s role' })).toHaveCount(1);
  await expectFine(page);
});

test('a search that finds nothing is counted once the shopper stays, and shown to the seller from the third', async ({
  page,
  deskShop: shop,
}) => {
  const timesOf = () =>
    withDatabase(shop, async (db) =>
      (await db.selectFrom('search_miss').select(['term', 'times']).execute()).map(({ term, times }) => [term, times]),
    );
  for (const times of [1, 2, 3]) {
    await open(page, `${shop.address}/shop-grid-standard?q=Blue+teapot`);
    await expect.poll(timesOf).toEqual([['blue teapot', times]]);
  }
  await openDesk(page, shop);
  await page.getByRole('navigation', { name: 'Desk' }).getByRole('link', { name: 'Figures' }).click();
  await expect(page.getByText('blue teapot')).toBeVisible();
});
