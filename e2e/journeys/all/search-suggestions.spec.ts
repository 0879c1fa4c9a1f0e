import { expectAccessible, tabTo } from '#e2e/accessibility.ts';
import { expect, expectAccessibleInBothWidths, expectNoHorizontalOverflow, open, test } from '#e2e/fixtures.ts';
import { runSellerCommand } from '#e2e/shopping.ts';

test('a keyboard user searches with a typo, and then goes straight to a suggestion by the arrow keys', async ({ page }) => {
  await open(page, '/');
  const header = page.getByRole('banner');
  const field = header.locator('input[type="search"]');
  await tabTo(page, field);
  await page.keyboard.type('rollign pin');
  const list = header.getByRole('listbox', { name: 'Suggestions' });
  await expect(list.getByRole('option', { name: /^Rolling pin/ })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/shop-grid-standard\?q=rollign(%20|\+)pin$/);
  await expect(list).toBeHidden();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^\d+ results? for “rollign pin”$/);
  await expect(page.getByRole('article', { name: 'Rolling pin' })).toBeVisible();

  await field.focus();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('candle');
  await expect(header.getByRole('option', { name: 'See all results for “candle”' })).toBeVisible();
  await page.keyboard.press('ControlOrMeta+A');
  // The arrow key follows the last letter at once: it must choose from the new suggestions, not from the old ones.
  await page.keyboard.type('rolling pin');
  await page.keyboard.press('ArrowDown');
  const option = header.getByRole('option', { name: /^Rolling pin/ });
  await expect(option).toHaveAttribute('aria-selected', 'true');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/product/beech-rolling-pin');
  await expect(header.getByRole('listbox')).toBeHidden();
});

test('the code of the suggestions is fetched when the search field gets the focus, not before', async ({ page }) => {
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  await open(page, '/');
  expect(requested.filter((url) => /\/suggestions-|\/search-(?!form-)[^/]*\.js/.test(url))).toEqual([]);
  await page.getByRole('banner').locator('input[type="search"]').focus();
  await expect.poll(() => requested.some((url) => /\/suggestions-[^/]*\.js/.test(url))).toBe(true);
});

test('a shopper on a narrow phone goes from a suggestion in the menu to the product', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await open(page, '/');
  await page.getByRole('button', { name: 'Open the menu' }).click();
  const menu = page.getByRole('dialog', { name: 'Menu' });
  await menu.locator('input[type="search"]').fill('rolling pin');
  const option = menu.getByRole('option', { name: /^Rolling pin/ });
  await expect(option).toBeVisible();
  await expectNoHorizontalOverflow(page, 320);
  await expectAccessible(page);
  await option.click();
  await expect(page).toHaveURL('/product/beech-rolling-pin');
  await expect(menu).toBeHidden();
});

test('a shopper finds goods by the seller’s synonym, in suggestions and results, until the seller removes it', async ({ page, shop }) => {
  await runSellerCommand(shop, 'synonyms', 'set', 'tankard', 'mug');
  await open(page, '/');
  const field = page.getByRole('banner').locator('input[type="search"]');
  await field.focus();
  await page.keyboard.type('tankrad');
  await expect(
    page
      .getByRole('banner')
      .getByRole('option', { name: /^Stoneware mug/ })
      .first(),
  ).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('2 results for “tankrad”');
  // As the server renders it.
  await open(page, '/shop-grid-standard?q=tankard');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('2 results for “tankard”');

  await runSellerCommand(shop, 'synonyms', 'remove', 'tankard');
  await open(page, '/shop-grid-standard?q=tankard');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Nothing found for “tankard”');
  await expect(page.getByRole('heading', { name: 'Shop by category' })).toBeVisible();
});

test('a keyboard user finds a help page among the suggestions, and posts below the products of a search', async ({ page }) => {
  await open(page, '/');
  const header = page.getByRole('banner');
  const field = header.locator('input[type="search"]');
  await field.focus();
  await page.keyboard.type('where is my order');
  await expect(header.getByRole('option', { name: 'Order status' })).toBeVisible();
  for (const width of [1440, 768]) {
    await page.setViewportSize({ width, height: 900 });
    await expectAccessible(page);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.keyboard.press('ArrowDown');
  await expect(header.getByRole('option', { name: 'Order status' })).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/order-status');

  await open(page, '/shop-grid-standard?q=stoneware');
  const section = page.getByRole('region', { name: 'From the journal and our help pages' });
  const post = section.getByRole('link', { name: 'Living with stoneware thrown by hand' });
  await expect(post).toBeVisible();
  await expectAccessibleInBothWidths(page);
  await tabTo(page, post);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/blog-details-standard?post=looking-after-stoneware');
});

test('a shopper on a phone finds a help page in the search sheet, and reads that nothing matches nonsense', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, '/');
  await page.getByRole('button', { name: 'Open the search' }).click();
  const sheet = page.getByRole('dialog', { name: 'Search the shop' });
  const field = sheet.locator('input[type="search"]');
  await field.fill('money back');
  const option = sheet.getByRole('option', { name: 'Refunds and returns' });
  await expect(option).toBeVisible();
  await expect(sheet.getByRole('status')).toHaveText(/^\d+ products found, and 1 article or page$/);
  await expectAccessible(page);
  await expectNoHorizontalOverflow(page, 390);
  await field.fill('xqzw');
  await expect(sheet.getByText('Nothing found for “xqzw”.')).toBeVisible();
  await field.fill('money back');
  await option.click();
  await expect(page).toHaveURL('/refund');
  await expect(sheet).toBeHidden();
});
