import type { Page } from '@playwright/test';
import { expectAccessible } from '#e2e/accessibility.ts';
import { addToCart, expect, expectHydrated, expectPersisted, open, test } from '#e2e/fixtures.ts';
import { completeTestPayment, fillCheckout, payButton, terms } from '#e2e/shopping.ts';

const alreadyPaid = (page: Page) => page.getByRole('heading', { name: 'You have already paid for this order' });
const thanks = (page: Page) => page.getByRole('heading', { name: 'Thank you, Ada' });

/** Every page notes whether it came out of the back/forward cache. */
const noteRestored = (page: Page) =>
  page.addInitScript(() => {
    window.addEventListener('pageshow', ({ persisted }) => {
      if (persisted) document.documentElement.dataset.restored = 'true';
    });
  });
const restored = (page: Page) => page.locator('html[data-restored]');

/** From the thanks over the payment page to the checkout. A restored page has loaded long before, so there is no such event to wait for. */
const backToCheckout = async (page: Page): Promise<void> => {
  await page.goBack({ waitUntil: 'commit' });
  await expect(page).toHaveURL(/\/order\/pay\//);
  await page.goBack({ waitUntil: 'commit' });
  await expect(page).toHaveURL(/\/checkout/);
};

const pay = async (page: Page): Promise<void> => {
  await fillCheckout(page);
  await terms(page).check();
  await payButton(page).click();
  await completeTestPayment(page, 'Pay');
  await expect(thanks(page)).toBeVisible();
};

test('Back to what was bought at once and paid shows a page from the back/forward cache, and offers it only to who wants it again', async ({
  page,
}) => {
  test.setTimeout(60_000);
  await page.setViewportSize({ width: 390, height: 844 });
  await noteRestored(page);
  await open(page, '/product/lavender-soap-bar');
  await page.getByRole('main').getByRole('button', { name: 'Buy now' }).click();
  await expect(page).toHaveURL(/\/checkout\//);
  await pay(page);
  const confirmation = new URL(page.url());

  await backToCheckout(page);
  await expect(restored(page)).toBeAttached();
  await expect(alreadyPaid(page)).toBeFocused();
  // On a phone the shopper had come down to the button; where that was, there is the footer now.
  await expect(alreadyPaid(page)).toBeInViewport();
  await expect(payButton(page)).toBeHidden();
  await expectAccessible(page);
  await expect(page.getByRole('link', { name: 'See your order' })).toHaveAttribute('href', confirmation.pathname + confirmation.search);

  await page.getByRole('button', { name: 'Order the same again' }).click();
  await expect(page.getByRole('textbox', { name: 'Town or city' })).toHaveValue('Leeds');
  await terms(page).check();
  await payButton(page).click();
  await completeTestPayment(page, 'Pay');
  await expect(thanks(page)).toBeVisible();
  expect(page.url()).not.toBe(confirmation.href);
});

test('Back to a cart that was paid says so, however the browser shows the page', async ({ page }) => {
  await open(page, '/product/lavender-soap-bar');
  await addToCart(page);
  await expectPersisted(page, 'lavender-soap-bar');
  await open(page, '/checkout');
  await pay(page);
  await backToCheckout(page);
  await expect(alreadyPaid(page)).toBeVisible();
  await expect(payButton(page)).toBeHidden();
  await page.reload();
  await expectHydrated(page);
  await expect(alreadyPaid(page)).toBeVisible();
});

test('a cart that was paid in one tab is not to be paid in another', async ({ page }) => {
  await open(page, '/product/lavender-soap-bar');
  await addToCart(page);
  await expectPersisted(page, 'lavender-soap-bar');
  await open(page, '/checkout');
  await fillCheckout(page);
  await terms(page).check();
  await payButton(page).click();
  await expect(page).toHaveURL(/\/order\/pay\//);

  const other = await page.context().newPage();
  await open(other, '/checkout');
  await expect(other.getByText(/is waiting to be paid/)).toBeVisible();
  await completeTestPayment(page, 'Pay');
  await expect(thanks(page)).toBeVisible();
  // A headless browser never hides a page, so it never shows one again either.
  await other.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(alreadyPaid(other)).toBeVisible();
  await expect(payButton(other)).toBeHidden();
});
