import type { Page } from '@playwright/test';
import { endpoints } from '#contract/endpoints.ts';
import { paymentSession } from '#contract/payment.ts';
import { expectAccessible } from '#e2e/accessibility.ts';
import { expect, expectNoHorizontalOverflow, open, test } from '#e2e/fixtures.ts';
import { addAccount } from '#e2e/shop-database.ts';
import { checkOrderStatus, runSellerCommand, signIn, waitForMail } from '#e2e/shopping.ts';

const main = (page: Page) => page.getByRole('main');
const newEmail = (): string => `ada-${crypto.randomUUID()}@example.com`;
const widths = [390, 1440];

/** At both widths, because a sheet is another layout on a phone. */
const expectGoodLayout = async (page: Page): Promise<void> => {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 844 });
    await expectAccessible(page);
    await expectNoHorizontalOverflow(page, width);
  }
};

/** A guest's order of tea towels that is paid; returns its id. */
const payForOrder = async (page: Page, shop: string, email: string): Promise<string> => {
  await page.request.get(`${shop}${endpoints.profile.path}`);
  const token = (await page.context().cookies(shop)).find(({ name }) => name === 'XSRF-TOKEN')?.value ?? '';
  const headers = { 'X-XSRF-TOKEN': token };
  const placed = await page.request.post(`${shop}${endpoints.placeOrder.path}`, {
    headers: { ...headers, 'Idempotency-Key': crypto.randomUUID() },
    data: {
      items: [{ productId: 'linen-tea-towels', quantity: 2 }],
      billingInfo: {
        firstName: 'Ada',
        lastName: 'Byron',
        streetAddress: '12 Mill Lane',
        city: 'Leeds',
        postalCode: 'LS1 4AP',
        phone: '0113 496 0142',
        email,
      },
      acceptsTerms: true,
    },
  });
  const { _id } = await placed.json();
  const session = await page.request.post(`${shop}${endpoints.payOrder.path}`, { headers, data: { orderId: _id } });
  await page.request.post(new URL(paymentSession.parse(await session.json()).url, shop).href, { form: { choice: 'pay' } });
  return _id;
};

const lookUp = async (page: Page, id: string): Promise<void> => {
  await open(page, `/order-status?order=${id}`);
  await checkOrderStatus(page);
  await expect(page.getByRole('heading', { name: 'Order Summary' })).toBeFocused();
};

/** The link in a mail, as an address of this shop. */
const linkIn = (mail: string, part: string): string =>
  new RegExp(`https?://[^/\\s]+(/\\S*${part}=[\\w-]{43})`).exec(mail.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '='))?.[1] ?? '';

test('a guest cancels an unpacked order by the mailed link, and cannot cancel one that is being packed', async ({
  page,
  baseURL,
  shop,
  allowErrors,
}) => {
  test.setTimeout(120_000);
  allowErrors(/status of (409|422)/);
  const email = newEmail();
  const id = await payForOrder(page, baseURL ?? '', email);
  await lookUp(page, id);
  await main(page).getByRole('button', { name: 'Cancel this order' }).click();
  await expect(page.getByRole('dialog')).toContainText('banks take up to 10 working days');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Email me the link' }).click();
  await expect(main(page).getByText(/^We have emailed a link/)).toBeFocused();
  const link = linkIn(await waitForMail(shop, new RegExp(`Cancel your order ${id}`), email), 'cancel');
  await open(page, link);
  await expect(page.getByRole('heading', { name: `Cancel order ${id}?` })).toBeVisible();
  await expectGoodLayout(page);
  await main(page).getByRole('button', { name: 'Cancel this order' }).click();
  await expect(page.getByRole('heading', { name: 'Order Summary' })).toBeFocused();
  await expect(main(page).getByText(/^You cancelled this order/)).toBeVisible();
  await expectGoodLayout(page);
  await waitForMail(shop, new RegExp(`You have cancelled your order ${id}`), email);
  await waitForMail(shop, new RegExp(`We have paid back your payment for order ${id}`), email);

  const packed = await payForOrder(page, baseURL ?? '', newEmail());
  await lookUp(page, packed);
  await main(page).getByRole('button', { name: 'Cancel this order' }).click();
  await runSellerCommand(shop, 'orders', 'status', packed, 'processing');
  await page.getByRole('button', { name: 'Email me the link' }).click();
  await expect(main(page).getByText(/^We are packing this order already/)).toBeVisible();
});

test('a buyer prints the invoice of a paid order, begins a return of it, and finds the return sheet again', async ({
  page,
  baseURL,
  shop,
}) => {
  test.setTimeout(120_000);
  const id = await payForOrder(page, baseURL ?? '', newEmail());
  await lookUp(page, id);
  await main(page).getByRole('link', { name: 'Invoice' }).click();
  await expect(page.getByRole('heading', { level: 1, name: /^Sales invoice INV-\d{6}$/ })).toBeVisible();
  await expectGoodLayout(page);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(main(page).getByText('No VAT is charged: the seller is not registered for VAT.')).toBeVisible();
  await expect(main(page).getByRole('button')).toHaveCount(0);
  await page.emulateMedia({ media: null });

  await runSellerCommand(shop, 'orders', 'status', id, 'Dispatch', '--method', 'Royal Mail');
  await runSellerCommand(shop, 'orders', 'status', id, 'Delivered');
  await lookUp(page, id);
  await main(page).getByRole('link', { name: 'Return something' }).click();
  await main(page).getByRole('button', { name: 'Ask for the return' }).click();
  await expect(page.getByRole('alert')).toBeFocused();
  await expectGoodLayout(page);
  await main(page).getByRole('checkbox').check();
  await main(page)
    .getByRole('combobox', { name: /^Pieces of/ })
    .selectOption('1');
  await main(page).getByRole('combobox', { name: 'Reason' }).selectOption('I changed my mind');
  await main(page).getByRole('button', { name: 'Ask for the return' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Return sheet' })).toBeFocused();
  await expect(main(page).getByText(/^To be returned: 1 ×/)).toBeVisible();
  await expectGoodLayout(page);
  await lookUp(page, id);
  await main(page).getByRole('link', { name: 'Return sheet' }).click();
  await expect(main(page).getByText(/^R-/)).toBeVisible();
});

test('a shopper changes the email address by the link to the new one, and undoes it by the link to the old one', async ({
  page,
  shop,
  allowErrors,
}) => {
  test.setTimeout(120_000);
  allowErrors(/status of 401/);
  const [before, password] = await addAccount(shop);
  const after = newEmail();
  await open(page, '/login-register');
  await signIn(page, [before, password]);
  await expect(main(page).getByRole('heading', { name: 'Hello, Ada' })).toBeVisible();
  await open(page, '/my-account?section=email');
  await main(page).getByLabel('New email address').fill(after);
  await main(page).getByLabel('Current password').fill(password);
  await expectGoodLayout(page);
  await main(page).getByRole('button', { name: 'Send me the link' }).click();
  await expect(main(page).getByRole('heading', { name: 'Check your new mailbox' })).toBeFocused();
  await open(page, linkIn(await waitForMail(shop, /Confirm your new email address/, after), 'confirm'));
  await expectGoodLayout(page);
  await main(page).getByRole('button', { name: 'Use the new address' }).click();
  await expect(main(page).getByRole('heading', { name: 'Your email address is changed' })).toBeFocused();
  await expect(main(page).getByText(`From now on, sign in with ${after}.`)).toBeVisible();

  await open(page, linkIn(await waitForMail(shop, /is about to change/, before), 'stop'));
  await expectGoodLayout(page);
  await main(page).getByRole('button', { name: 'Stop the change' }).click();
  await expect(main(page).getByRole('heading', { name: 'The change is stopped' })).toBeFocused();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign Up or Login' })).toBeVisible();
  await waitForMail(shop, /Choose a new password/, before);
});
