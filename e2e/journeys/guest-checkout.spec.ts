import type { Locator, Page } from '@playwright/test';
import type { KeptAddress, Profile } from '#contract/account.ts';
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
import { completeTestPayment, fillCheckout, payButton, terms } from '#e2e/shopping.ts';

const cartButton = (page: Page, words: string): Locator => page.getByRole('button', { name: `Cart, ${words}`, exact: true });

const title = (page: Page): Locator => page.getByRole('heading', { level: 1 });

test('a guest buys tea towels: declined once, then paid; the cart is empty only then', clauseTags('visitor.pays'), async ({ page }) => {
  // A long way, looked at closely.
  test.setTimeout(60_000);
  await open(page, '/product/linen-tea-towels');
  await addToCart(page);
  await expectPersisted(page, 'linen-tea-towels');
  await open(page, '/checkout');
  await expect(payButton(page)).toBeVisible();
  await expectAccessible(page);
  await payButton(page).click();
  await expect(page.getByRole('alert')).toBeFocused();
  await expectAccessible(page);
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoHorizontalOverflow(page, 320);
  await page.setViewportSize({ width: 1280, height: 800 });

  await fillCheckout(page);
  await page.reload();
  await expectHydrated(page);
  await expect(page.getByRole('textbox', { name: 'Postcode' })).toHaveValue('LS1 4AP');
  await expect(terms(page)).not.toBeChecked();
  await terms(page).check();
  await payButton(page).dblclick();
  await completeTestPayment(page, 'Decline');
  await expect(title(page)).toHaveText('Your payment did not go through');
  await expect(cartButton(page, '1 line')).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Try the payment again' }).click();
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

  // A newer cart is nobody's business but the shopper's.
  const confirmation = page.url();
  await open(page, '/product/linen-tea-towels');
  await addToCart(page);
  await expectPersisted(page, 'linen-tea-towels');
  await open(page, confirmation);
  await expect(title(page)).toHaveText('Thank you, Ada');
  await expect(cartButton(page, '1 line')).toBeVisible();
});

test('a guest who comes back from the payment page pays the same order, late', async ({ page }) => {
  await open(page, '/checkout/lavender-soap-bar/2');
  await expect(payButton(page)).toHaveText('Pay £18.00 now');
  await fillCheckout(page);
  await terms(page).check();
  await payButton(page).click();
  await expect(page).toHaveURL(/\/order\/pay\//);
  const first = page.url();
  await page.goBack({ waitUntil: 'commit' });
  await expectHydrated(page);
  await expect(page.getByText(/is waiting to be paid/)).toBeVisible();
  await terms(page).check();
  await payButton(page).click();
  await expect(page).toHaveURL(first);
  await completeTestPayment(page, 'Pay with delay');
  await expect(title(page)).toHaveText('We are waiting for your payment');
  await expect(title(page)).toHaveText('Thank you, Ada', { timeout: 20_000 });
});

test('a guest who asks for more than can be kept unpaid is told how many can, at the line and above the form', async ({
  page,
  allowErrors,
}) => {
  allowErrors(/409/);
  await open(page, '/checkout/lavender-soap-bar/13');
  await fillCheckout(page);
  await terms(page).check();
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
});

test.describe('at night', () => {
  test.use({ colorScheme: 'dark' });

  test('a guest who prefers the dark can read the checkout', async ({ page }) => {
    await open(page, '/checkout/lavender-soap-bar/1');
    await payButton(page).click();
    await expect(page.getByRole('alert')).toBeFocused();
    await expectAccessible(page);
  });
});

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

const ada = (addresses: KeptAddress[]): Profile => ({
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

const shoppers: readonly (readonly [who: string, profile: Profile | undefined, offered: RegExp])[] = [
  ['a guest', undefined, /Sign in to use a saved address/],
  ['who keeps no address', ada([]), /Keep an address in your account/],
  ['who keeps an address', ada([address]), /Use a saved address/],
];

test.describe('on a first visit', () => {
  test.use({ isFirstVisit: true });

  test('the form of the checkout stays where it is, whoever it turns out to be that shops', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await open(page, '/product/linen-tea-towels');
    await addToCart(page);
    await expectPersisted(page, 'linen-tea-towels');
    await observeLayoutShifts(page);
    for (const [who, profile, offered] of shoppers) {
      await test.step(who, async () => {
        let tell = (): void => undefined;
        const told = new Promise<void>((resolve) => {
          tell = resolve;
        });
        await page.route('**/user/getUserProfile', async (route) => {
          await told;
          await (profile ? route.fulfill({ json: profile }) : route.continue());
        });
        await open(page, '/checkout');
        await expect(page.getByRole('textbox', { name: 'E-mail' })).toBeVisible();
        const offer = page.getByRole('main').locator('a, select').filter({ hasText: offered });
        await expect(offer).toBeHidden();
        tell();
        await expect(offer).toBeVisible();
        await expectNoLayoutShift(page);
        await page.unroute('**/user/getUserProfile');
      });
    }
  });
});
