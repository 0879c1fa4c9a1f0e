import type { Page } from '@playwright/test';
import { addButton, addToCart, expect, expectPersisted, openSynced, test } from '#e2e/fixtures.ts';

const cartButton = (page: Page, count: string) => page.getByRole('button', { name: `Cart, ${count}`, exact: true });
const quantity = (page: Page, name: string) => page.getByRole('textbox', { name: `Quantity of ${name}` });

/** Records what the toaster of a page says from now on, because each toast is shown for three seconds only. */
const recordToasts = (page: Page): Promise<void> =>
  page.evaluate(() => {
    new MutationObserver(() => {
      const texts = [...document.querySelectorAll('.toast-line p:first-child')].map(({ textContent }) => textContent);
      const { dataset } = document.documentElement;
      dataset.toasts = JSON.stringify([...new Set([...JSON.parse(dataset.toasts ?? '[]'), ...texts])]);
    }).observe(document.body, { childList: true, subtree: true });
  });
const toastsOf = (page: Page): Promise<unknown> => page.evaluate(() => JSON.parse(document.documentElement.dataset.toasts ?? '[]'));

/** Opens two tabs, each of which follows the other. */
const openTwo = async (page: Page, first: string, second: string): Promise<Page> => {
  await openSynced(page, first);
  const other = await page.context().newPage();
  await openSynced(other, second);
  return other;
};

test('a product that a shopper adds or removes in one tab is added or removed in the other, with a toast only in the first', async ({
  page,
}) => {
  const other = await openTwo(page, '/product/beech-rolling-pin', '/cart');
  await expect(other.getByText('No items added to cart')).toBeVisible();
  await recordToasts(other);
  await addToCart(page);
  await expect(cartButton(other, '1 line')).toBeVisible();
  await expect(other.getByRole('row', { name: /Rolling pin/ })).toBeVisible();
  await other.getByRole('button', { name: 'Remove Rolling pin' }).click();
  await expect(cartButton(page, '0 lines')).toBeVisible();
  await expect.poll(() => toastsOf(other)).toEqual(['Removed From Cart']);
});

test('two products that a shopper adds at the same time in two tabs are both in the cart, also after a reload', async ({ page }) => {
  const other = await openTwo(page, '/product/beech-rolling-pin', '/product/lavender-soap-bar');
  await Promise.all([addButton(page).click(), addButton(other).click()]);
  await expect(cartButton(page, '2 lines')).toBeVisible();
  await expect(cartButton(other, '2 lines')).toBeVisible();
  await expectPersisted(page, 'beech-rolling-pin');
  await expectPersisted(page, 'lavender-soap-bar');
  await page.reload();
  await expect(cartButton(page, '2 lines')).toBeVisible();
});

test('the same product that a shopper adds at the same time in two tabs is one line of two in both', async ({ page }) => {
  const other = await openTwo(page, '/product/lavender-soap-bar', '/product/lavender-soap-bar');
  await Promise.all([addButton(page).click(), addButton(other).click()]);
  for (const tab of [page, other]) {
    await expect(tab.getByText('You have 2 in your cart')).toBeVisible();
    await expect(cartButton(tab, '1 line')).toBeVisible();
  }
  // Both tabs use the same line id: a change in one reaches the line of the other.
  await cartButton(page, '1 line').click();
  await page.getByRole('region', { name: 'Your cart' }).getByRole('link', { name: 'view cart' }).click();
  await expect(page).toHaveURL('/cart');
  // The product page has a button of the same name.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your cart');
  await page.getByRole('button', { name: 'One fewer: Lavender soap bar' }).click();
  await expect(quantity(page, 'Lavender soap bar')).toHaveValue('1');
  await expect(other.getByText('You have 1 in your cart')).toBeVisible();
});
