import type { Locator, Page } from '@playwright/test';
import { addToCart, expect, expectAccessible, expectAwake, expectKept, expectNothingWider, open, test } from '#e2e/fixtures.ts';
import { fillIn, onThePayPage, payButton, terms } from '#e2e/shopping.ts';

const cartButton = (page: Page, words: string): Locator => page.getByRole('button', { name: `Cart, ${words}`, exact: true });

const title = (page: Page): Locator => page.getByRole('heading', { level: 1 });

test('[2.checkout] [7] a guest buys tea towels: declined once, then paid; the cart is empty only then', async ({ page }) => {
  // A long way, looked at closely.
  test.setTimeout(60_000);
  await open(page, '/product/linen-tea-towels');
  await addToCart(page);
  await expectKept(page, 'linen-tea-towels');
  await open(page, '/checkout');
  await expect(payButton(page)).toBeVisible();
  await expectAccessible(page);
  await payButton(page).click();
  await expect(page.getByRole('alert')).toBeFocused();
  await expectAccessible(page);
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNothingWider(page, 320);
  await page.setViewportSize({ width: 1280, height: 800 });

  await fillIn(page);
  await page.reload();
  await expectAwake(page);
  await expect(page.getByRole('textbox', { name: 'Postcode' })).toHaveValue('LS1 4AP');
  await expect(terms(page)).not.toBeChecked();
  await terms(page).check();
  await payButton(page).dblclick();
  await onThePayPage(page, 'Decline');
  await expect(title(page)).toHaveText('Your payment did not go through');
  await expect(cartButton(page, '1 line')).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Try the payment again' }).click();
  await onThePayPage(page, 'Pay');
  await expect(title(page)).toHaveText('Thank you, Ada');
  await expect(cartButton(page, '0 lines')).toBeVisible();
  await expect(page.getByRole('main')).toContainText('LS1 4AP');
  await expect(page.getByText(/^[\dA-Z]{4}(-[\dA-Z]{4}){3}$/)).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNothingWider(page, 320);

  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Print this page' })).toBeHidden();
  await page.emulateMedia({ media: 'screen' });

  await page.setViewportSize({ width: 1280, height: 800 });

  // A newer cart is nobody's business but the shopper's.
  const confirmation = page.url();
  await open(page, '/product/linen-tea-towels');
  await addToCart(page);
  await expectKept(page, 'linen-tea-towels');
  await open(page, confirmation);
  await expect(title(page)).toHaveText('Thank you, Ada');
  await expect(cartButton(page, '1 line')).toBeVisible();
});

test('[2.checkout] a guest who comes back from the payment page pays the same order, late', async ({ page }) => {
  await open(page, '/checkout/lavender-soap-bar/2');
  await expect(payButton(page)).toHaveText('Pay £18.00 now');
  await fillIn(page);
  await terms(page).check();
  await payButton(page).click();
  await expect(page).toHaveURL(/\/order\/pay\//);
  const first = page.url();
  await page.goBack();
  await expectAwake(page);
  await expect(page.getByText(/is waiting to be paid/)).toBeVisible();
  await terms(page).check();
  await payButton(page).click();
  await expect(page).toHaveURL(first);
  await onThePayPage(page, 'Pay with delay');
  await expect(title(page)).toHaveText('We are waiting for your payment');
  await expect(title(page)).toHaveText('Thank you, Ada', { timeout: 20_000 });
});

test.describe('at night', () => {
  test.use({ colorScheme: 'dark' });

  test('[2.checkout] a guest who prefers the dark can read the checkout', async ({ page }) => {
    await open(page, '/checkout/lavender-soap-bar/1');
    await payButton(page).click();
    await expect(page.getByRole('alert')).toBeFocused();
    await expectAccessible(page);
  });
});
