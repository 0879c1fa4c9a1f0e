import { tabTo } from '#e2e/accessibility.ts';
import { addButton, expect, expectHydrated, open, test, toaster } from '#e2e/fixtures.ts';
import { checkoutDetails, payButton, termsCheckbox } from '#e2e/shopping.ts';

test('a keyboard user finds tea towels from the home page, pays for them as a guest and looks up the order', async ({ page }) => {
  test.setTimeout(90_000);
  const main = page.getByRole('main');
  const press = page.keyboard.press.bind(page.keyboard);
  await open(page, '/');

  await press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to the content' })).toBeFocused();
  await tabTo(page, page.getByRole('banner').getByLabel('Search the shop'));
  await page.keyboard.type('tea towels');
  await press('Enter');
  await expect(page).toHaveURL(/[?&]q=tea/);
  await expect(main.getByRole('heading', { level: 1 })).toHaveText(/results? for “tea towels”$/);
  await tabTo(page, main.getByRole('article', { name: /^Linen tea towels/ }).getByRole('link', { name: /^Linen tea towels/ }));
  await press('Enter');
  await expect(main.getByRole('heading', { level: 1 })).toHaveText(/^Linen tea towels/);
  await tabTo(page, addButton(page));
  await press('Enter');
  await expect(toaster(page)).toContainText('Added To Cart');

  const cart = page.getByRole('button', { name: 'Cart, 1 line' });
  await tabTo(page, cart, 'Shift+Tab');
  await press('Enter');
  await tabTo(page, page.getByRole('region', { name: 'Your cart' }).getByRole('link', { name: 'checkout', exact: true }));
  await press('Enter');
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('Checkout');

  // Each line of the error summary links to its field.
  await tabTo(page, payButton(page));
  await press('Enter');
  await expect(main.getByRole('alert')).toBeFocused();
  await press('Tab');
  await press('Enter');
  const [[first, mail], ...rest] = checkoutDetails;
  await expect(main.getByRole('textbox', { name: first, exact: true })).toBeFocused();
  await page.keyboard.type(mail);
  for (const [name, text] of rest) {
    await tabTo(page, main.getByRole('textbox', { name, exact: true }));
    await page.keyboard.type(text);
  }
  await tabTo(page, termsCheckbox(page));
  await press('Space');
  await expect(termsCheckbox(page)).toBeChecked();
  await tabTo(page, payButton(page));
  await press('Enter');

  await expect(page).toHaveURL(/\/order\/pay\//);
  await tabTo(page, page.getByRole('button', { name: 'Pay', exact: true }));
  await press('Enter');
  await expect(page).toHaveURL(/\/order-confirm\?/);
  await expectHydrated(page);
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('Thank you, Ada');
  await tabTo(page, main.getByRole('link', { name: 'Track your order' }));
  await press('Enter');
  await tabTo(page, main.getByRole('button', { name: 'Check order status' }));
  await press('Enter');
  await expect(main.getByRole('heading', { name: 'Order Summary' })).toBeFocused();
});
