import type { Page } from '@playwright/test';
import { addButton, addToCart, expect, expectPersisted, open, test, toaster } from '#e2e/fixtures.ts';

const cartButton = (page: Page, words: string) => page.getByRole('button', { name: `Cart, ${words}`, exact: true });
const quantity = (page: Page, name: string) => page.getByRole('textbox', { name: `Quantity of ${name}` });

/** Both tabs have read what the browser kept, so each hears the other: the first one to add is heard by the second. */
const openTwo = async (page: Page, first: string, second: string): Promise<Page> => {
  await open(page, first);
  const other = await page.context().newPage();
  await open(other, second);
  return other;
};

test('what a shopper adds in one tab stands in the other, and is told where it was done only', async ({ page }) => {
  const other = await openTwo(page, '/product/beech-rolling-pin', '/cart');
  await expect(other.getByText('No items added to cart')).toBeVisible();
  await addToCart(page);
  await expect(cartButton(other, '1 line')).toBeVisible();
  await expect(other.getByRole('row', { name: /Rolling pin/ })).toBeVisible();
  await expect(toaster(other)).toBeEmpty();

  await other.getByRole('button', { name: 'Remove Rolling pin' }).click();
  await expect(cartButton(page, '0 lines')).toBeVisible();
});

test('two adds at once in two tabs both count, and both are found again', async ({ page }) => {
  const other = await openTwo(page, '/product/beech-rolling-pin', '/product/lavender-soap-bar');
  await Promise.all([addButton(page).click(), addButton(other).click()]);
  await expect(cartButton(page, '2 lines')).toBeVisible();
  await expect(cartButton(other, '2 lines')).toBeVisible();
  await expectPersisted(page, 'beech-rolling-pin');
  await expectPersisted(page, 'lavender-soap-bar');
  await page.reload();
  await expect(cartButton(page, '2 lines')).toBeVisible();
});

test('the same goods added at once in two tabs are one line of two in both', async ({ page }) => {
  const other = await openTwo(page, '/product/lavender-soap-bar', '/product/lavender-soap-bar');
  await Promise.all([addButton(page).click(), addButton(other).click()]);
  for (const tab of [page, other]) {
    await expect(tab.getByText('You have 2 in your cart')).toBeVisible();
    await expect(cartButton(tab, '1 line')).toBeVisible();
  }
  // Both know the line by the same name: what one takes away goes in the other.
  await open(page, '/cart');
  await page.getByRole('button', { name: 'One Lavender soap bar less' }).click();
  await expect(quantity(page, 'Lavender soap bar')).toHaveValue('1');
  await expect(other.getByText('You have 1 in your cart')).toBeVisible();
});
