import type { Page } from '@playwright/test';
import { expectAccessible } from '#e2e/accessibility.ts';
import { addToCart, expect, expectHydrated, open, test } from '#e2e/fixtures.ts';
import { buyAsAda, completeTestPayment, fillCheckout, goToCheckout, payButton, termsCheckbox } from '#e2e/shopping.ts';

const alreadyPaid = (page: Page) => page.getByRole('heading', { name: 'You have already paid for this order' });
const thankYou = (page: Page) => page.getByRole('heading', { name: 'Thank you, Ada' });

/** Marks each document that is restored from the back/forward cache. */
const markRestored = (page: Page) =>
  page.addInitScript(() => {
    window.addEventListener('pageshow', ({ persisted }) => {
      if (persisted) document.documentElement.dataset.restored = 'true';
    });
  });
const restored = (page: Page) => page.locator('html[data-restored]');

/** Two steps back from the confirmation, over the payment page, to the checkout. A restored page fires no load event to wait for. */
const backToCheckout = async (page: Page): Promise<void> => {
  await page.goBack({ waitUntil: 'commit' });
  await expect(page).toHaveURL(/\/order\/pay\//);
  await page.goBack({ waitUntil: 'commit' });
  await expect(page).toHaveURL(/\/checkout/);
};

const pay = async (page: Page): Promise<void> => {
  await buyAsAda(page);
  await expect(thankYou(page)).toBeVisible();
};

test('a shopper who goes back to a paid checkout of one product gets it from the back/forward cache, is not offered to pay, and may order again', async ({
  page,
}) => {
  test.setTimeout(60_000);
  await page.setViewportSize({ width: 390, height: 844 });
  await markRestored(page);
  await open(page, '/product/lavender-soap-bar');
  await page.getByRole('main').getByRole('button', { name: 'Buy now' }).click();
  await expect(page).toHaveURL(/\/checkout\//);
  await pay(page);
  const confirmation = new URL(page.url());

  await backToCheckout(page);
  await expect(restored(page)).toBeAttached();
  await expect(alreadyPaid(page)).toBeFocused();
  // On a phone the scroll position was that of the button, where the footer is now.
  await expect(alreadyPaid(page)).toBeInViewport();
  await expect(payButton(page)).toBeHidden();
  await expectAccessible(page);
  await expect(page.getByRole('link', { name: 'See your order' })).toHaveAttribute('href', confirmation.pathname + confirmation.search);

  await page.getByRole('button', { name: 'Order the same again' }).click();
  await expect(page.getByRole('textbox', { name: 'Town or city' })).toHaveValue('Leeds');
  await termsCheckbox(page).check();
  await payButton(page).click();
  await completeTestPayment(page, 'Pay');
  await expect(thankYou(page)).toBeVisible();
  expect(page.url()).not.toBe(confirmation.href);
});

test('a shopper who goes back to the checkout of a paid cart reads that it is paid, also after a reload', async ({ page }) => {
  await open(page, '/product/lavender-soap-bar');
  await addToCart(page);
  await goToCheckout(page);
  await pay(page);
  await backToCheckout(page);
  await expect(alreadyPaid(page)).toBeVisible();
  await expect(payButton(page)).toBeHidden();
  await page.reload();
  await expectHydrated(page);
  await expect(alreadyPaid(page)).toBeVisible();
});

test('a cart that was paid in one tab cannot be paid in another', async ({ page }) => {
  await open(page, '/product/lavender-soap-bar');
  await addToCart(page);
  await goToCheckout(page);
  await fillCheckout(page);
  await termsCheckbox(page).check();
  await payButton(page).click();
  await expect(page).toHaveURL(/\/order\/pay\//);

  const other = await page.context().newPage();
  await open(other, '/checkout');
  await expect(other.getByText(/You haven’t paid for order/)).toBeVisible();
  await completeTestPayment(page, 'Pay');
  await expect(thankYou(page)).toBeVisible();
  // A headless browser never hides a page, so it fires no visibilitychange itself.
  await other.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(alreadyPaid(other)).toBeVisible();
  await expect(payButton(other)).toBeHidden();
});
