import type { Locator, Page } from '@playwright/test';
import type { Profile, SavedAddress } from '#contract/account.ts';
import { expectAccessible } from '#e2e/accessibility.ts';
import { clauseTags } from '#e2e/clause-tags.ts';
import {
  addToCart,
  expect,
  expectHydrated,
  expectNoHorizontalOverflow,
  expectNoLayoutShift,
  expectPersisted,
  observeLayoutShifts,
  open,
  test,
} from '#e2e/fixtures.ts';
import { onlyInAll } from '#e2e/only-in-all.ts';
import { completeTestPayment, fillCheckout, goToCheckout, payButton, termsCheckbox } from '#e2e/shopping.ts';

const cartButton = (page: Page, count: string): Locator => page.getByRole('button', { name: `Cart, ${count}`, exact: true });

const title = (page: Page): Locator => page.getByRole('heading', { level: 1 });

test(
  'a guest’s payment is declined once and then succeeds, and the cart is empty only after that',
  clauseTags('visitor.pays'),
  async ({ page }) => {
    test.setTimeout(60_000);
    await open(page, '/product/linen-tea-towels');
    await addToCart(page);
    await goToCheckout(page);
    await expect(payButton(page)).toBeVisible();
    await expectAccessible(page);
    await payButton(page).click();
    await expect(page.getByRole('alert')).toBeFocused();
    await expectAccessible(page);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectAccessible(page);
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize({ width: 320, height: 640 });
    await expectNoHorizontalOverflow(page, 320);
    await page.setViewportSize({ width: 1280, height: 800 });

    await fillCheckout(page);
    await page.reload();
    await expectHydrated(page);
    await expect(page.getByRole('textbox', { name: 'Postcode' })).toHaveValue('LS1 4AP');
    await expect(termsCheckbox(page)).not.toBeChecked();
    await termsCheckbox(page).check();
    await payButton(page).dblclick();
    await completeTestPayment(page, 'Decline');
    await expect(title(page)).toHaveText('Your payment did not go through');
    await expect(cartButton(page, '1 line')).toBeVisible();
    await expectAccessible(page);

    await page.getByRole('button', { name: /^Try again: pay £/ }).click();
    await completeTestPayment(page, 'Pay');
    await expect(title(page)).toHaveText('Thank you, Ada');
    await expect(cartButton(page, '0 lines')).toBeVisible();
    await expect(page.getByRole('main')).toContainText('LS1 4AP');
    await expect(page.getByText(/^[\dA-Z]{4}(-[\dA-Z]{4}){3}$/)).toBeVisible();
    await expectAccessible(page);
    await page.setViewportSize({ width: 320, height: 640 });
    await expectNoHorizontalOverflow(page, 320);

    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('banner')).toBeHidden();
    await expect(page.getByRole('button', { name: 'Print this page' })).toBeHidden();
    await page.emulateMedia({ media: 'screen' });

    await page.setViewportSize({ width: 1280, height: 800 });

    // Opening the confirmation again does not clear a newer cart.
    const confirmation = page.url();
    await open(page, '/product/linen-tea-towels');
    await addToCart(page);
    await expectPersisted(page, 'linen-tea-towels');
    await open(page, confirmation);
    await expect(title(page)).toHaveText('Thank you, Ada');
    await expect(cartButton(page, '1 line')).toBeVisible();
  },
);

test('a guest who comes back from the payment page pays the same order, and waits for a delayed payment', onlyInAll, async ({ page }) => {
  await open(page, '/checkout/lavender-soap-bar/2');
  await expect(payButton(page)).toHaveText('Pay £18.00 now');
  await fillCheckout(page);
  await termsCheckbox(page).check();
  await payButton(page).click();
  await expect(page).toHaveURL(/\/order\/pay\//);
  const first = page.url();
  await page.goBack({ waitUntil: 'commit' });
  await expectHydrated(page);
  await expect(page.getByText(/You haven’t paid for order/)).toBeVisible();
  await termsCheckbox(page).check();
  await payButton(page).click();
  await expect(page).toHaveURL(first);
  await completeTestPayment(page, 'Pay with delay');
  await expect(title(page)).toHaveText('We are waiting for your payment');
  await expect(title(page)).toHaveText('Thank you, Ada', { timeout: 20_000 });
});

test(
  'a guest who orders more units than unpaid orders may reserve reads the limit at the line and above the form',
  onlyInAll,
  async ({ page, allowErrors }) => {
    allowErrors(/status of 409/);
    await open(page, '/checkout/lavender-soap-bar/13');
    await fillCheckout(page);
    await termsCheckbox(page).check();
    await payButton(page).click();
    const alert = page.getByRole('alert');
    await expect(alert).toBeFocused();
    await expect(alert).toContainText('Please order fewer at a time, or write to us about a large order.');
    const most = 'We can keep at most 12 of Lavender soap bar for you until they are paid.';
    await expect(alert.getByRole('link', { name: most })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Your order' })).toContainText(most);
    await expectAccessible(page);
    await page.setViewportSize({ width: 320, height: 640 });
    await expectNoHorizontalOverflow(page, 320);
  },
);

const address = {
  _id: 'a1',
  firstName: 'Ada',
  lastName: 'Byron',
  streetAddress: '12 Mill Lane',
  streetAddress2: '',
  city: 'Leeds',
  state: '',
  postalCode: 'LS1 4AP',
  phone: '',
};

const ada = (addresses: SavedAddress[]): Profile => ({
  user: {
    _id: 'u1',
    role: 'customer',
    firstName: 'Ada',
    lastName: 'Byron',
    email: 'ada@example.com',
    phone: '',
    addresses,
    wantsToResell: false,
    marketing: false,
  },
});

const shoppers: readonly (readonly [shopper: string, profile: Profile | undefined, offer: RegExp])[] = [
  ['a guest', undefined, /Sign in to use a saved address/],
  ['a customer without a saved address', ada([]), /Save an address to your account/],
  ['a customer with a saved address', ada([address]), /12 Mill Lane/],
];

test('the checkout form does not shift when the profile loads, for a guest and for customers with and without a saved address', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, '/product/linen-tea-towels');
  await addToCart(page);
  await expectPersisted(page, 'linen-tea-towels');
  await observeLayoutShifts(page);
  // Nobody is signed in at the API, which would refuse the lists of these accounts.
  await page.route('**/user/lists', () => undefined);
  for (const [shopper, profile, offerText] of shoppers) {
    await test.step(shopper, async () => {
      let release = (): void => undefined;
      const released = new Promise<void>((resolve) => {
        release = resolve;
      });
      await page.route('**/user/getUserProfile', async (route) => {
        await released;
        await (profile ? route.fulfill({ json: profile }) : route.continue());
      });
      await open(page, '/checkout');
      await expect(page.getByRole('textbox', { name: 'Email address' })).toBeVisible();
      const offer = page.getByRole('main').locator('a, label').filter({ hasText: offerText });
      await expect(offer).toBeHidden();
      release();
      await expect(offer).toBeVisible();
      await expectNoLayoutShift(page);
      await page.unroute('**/user/getUserProfile');
    });
  }
});
