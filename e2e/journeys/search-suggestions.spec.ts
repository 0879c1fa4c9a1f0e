import { expectAccessible, tabTo } from '#e2e/accessibility.ts';
import { expect, expectNoHorizontalOverflow, open, test } from '#e2e/fixtures.ts';

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

test.describe('on a first visit', () => {
  test.use({ isFirstVisit: true });

  test('the code of the suggestions is fetched when the search field gets the focus, not before', async ({ page }) => {
    const requested: string[] = [];
    page.on('request', (request) => requested.push(request.url()));
    await open(page, '/');
    expect(requested.filter((url) => /\/suggestions-|\/search-(?!form-)[^/]*\.js/.test(url))).toEqual([]);
    await page.getByRole('banner').locator('input[type="search"]').focus();
    await expect.poll(() => requested.some((url) => /\/suggestions-[^/]*\.js/.test(url))).toBe(true);
  });
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
