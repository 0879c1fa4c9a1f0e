import { stat } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { endpoints } from '#contract/endpoints.ts';
import { paymentSession } from '#contract/order.ts';
import { expectAccessible } from '#e2e/accessibility.ts';
import { expect, expectNoHorizontalOverflow, open, test } from '#e2e/fixtures.ts';
import { addAccount, startSessionIn } from '#e2e/shop-database.ts';
import { checkOrderStatus, runSellerCommand, signIn, waitForMail } from '#e2e/shopping.ts';
import { aPhoto, impostors } from '#tests/support/refunds.ts';

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

/** A paid order of tea towels, of the account that is signed in or else a guest's; returns its id. */
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

/** The link in a mail, as a URL of this shop. */
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
  await expect(page.getByRole('dialog')).toContainText('It can take up to 10 working days to arrive.');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Email me the link' }).click();
  await expect(main(page).getByText(/^We have emailed a link/)).toBeFocused();
  const link = linkIn(await waitForMail(shop, new RegExp(`Cancel your order ${id}`), email), 'cancel');
  await open(page, link);
  await expect(page.getByRole('heading', { name: 'Cancel this order?' })).toBeVisible();
  await expectGoodLayout(page);
  await main(page).getByRole('button', { name: 'Cancel this order' }).click();
  await expect(page.getByRole('heading', { name: 'Order Summary' })).toBeFocused();
  await expect(main(page).getByText(/^You cancelled this order/)).toBeVisible();
  await expectGoodLayout(page);
  await waitForMail(shop, new RegExp(`You have cancelled your order ${id}`), email);
  // The pound sign makes the whole subject MIME-encoded, hence the dots.
  await waitForMail(shop, /We.have.refunded/, email);

  // Opens the used link again.
  await open(page, link);
  await main(page).getByRole('button', { name: 'Cancel this order' }).click();
  await expect(main(page).getByRole('alert')).toContainText('it works once, within 24 hours');
  await expectAccessible(page);

  const packed = await payForOrder(page, baseURL ?? '', newEmail());
  await lookUp(page, packed);
  await main(page).getByRole('button', { name: 'Cancel this order' }).click();
  await runSellerCommand(shop, 'orders', 'status', packed, 'processing');
  await page.getByRole('button', { name: 'Email me the link' }).click();
  await expect(main(page).getByText(/^We are packing this order already/)).toBeVisible();
});

test('a signed-in shopper cancels an unpacked order in the account, and is paid back without the seller', async ({
  page,
  baseURL,
  shop,
}) => {
  test.setTimeout(90_000);
  const account = await addAccount(shop);
  const [email] = account;
  await startSessionIn(page.context(), shop, account);
  const id = await payForOrder(page, baseURL ?? '', email);
  await open(page, '/my-account?section=orders');
  const order = main(page).getByRole('article');
  await order.getByRole('button', { name: 'Details' }).click();
  await order.getByRole('button', { name: 'Cancel this order' }).click();
  await expect(page.getByRole('dialog', { name: 'Cancel this order?' })).toContainText(
    'We’ll refund £59.90 to your original payment method straight away.',
  );
  await page.getByRole('button', { name: 'Yes, cancel it' }).click();
  const outcome = order.locator('.cancel-order').getByRole('status');
  await expect(outcome).toHaveText('This order is cancelled, and we have emailed you.');
  await expect(outcome).toBeFocused();
  await expect(order.getByText(/^You cancelled this order, so nothing will be sent/)).toBeVisible();
  await expect(order.getByRole('button', { name: 'Cancel this order' })).toHaveCount(0);
  await waitForMail(shop, new RegExp(`You have cancelled your order ${id}`), email);
  await waitForMail(shop, /We.have.refunded/, email);
  await page.reload();
  await expect(order.getByText(/^Refund: £59\.90, sent /)).toBeVisible();
  await expectGoodLayout(page);
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
  await expect(main(page).getByText('No VAT charged: we’re not registered for VAT.')).toBeVisible();
  await expect(main(page).getByRole('button')).toHaveCount(0);
  await page.emulateMedia({ media: null });

  await runSellerCommand(shop, 'orders', 'status', id, 'Dispatch', '--method', 'Royal Mail');
  await runSellerCommand(shop, 'orders', 'status', id, 'Delivered');
  await lookUp(page, id);
  await main(page).getByRole('link', { name: 'Return or problem?' }).click();
  await main(page).getByRole('button', { name: 'Start my return' }).click();
  await expect(page.getByRole('alert')).toBeFocused();
  await expectGoodLayout(page);
  await main(page).getByRole('checkbox').check();
  await main(page)
    .getByRole('combobox', { name: /^Pieces of/ })
    .selectOption('1');
  await main(page).getByRole('combobox', { name: 'Reason' }).selectOption('It is damaged or broken');
  await main(page)
    .getByRole('textbox', { name: /^What should we know/ })
    .fill('Its rim is chipped.');
  await main(page).getByRole('button', { name: 'Start my return' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Return sheet' })).toBeFocused();
  await expect(main(page).getByText(/^To be returned: 1 ×/)).toBeVisible();
  await expectGoodLayout(page);
  await lookUp(page, id);
  await main(page).getByRole('link', { name: 'Return sheet' }).click();
  await expect(main(page).getByText(/^R-/)).toBeVisible();
});

test('a buyer adds pictures to a return, removes one, has wrong files refused in the browser and by the shop, and the seller gets the rest', async ({
  page,
  baseURL,
  shop,
  allowErrors,
}) => {
  test.setTimeout(120_000);
  allowErrors(/status of 415/);
  const id = await payForOrder(page, baseURL ?? '', newEmail());
  await runSellerCommand(shop, 'orders', 'status', id, 'Dispatch', '--method', 'Royal Mail');
  await runSellerCommand(shop, 'orders', 'status', id, 'Delivered');
  await open(page, `/refund?order=${id}&return=new`);
  await main(page).getByRole('checkbox').check();
  await main(page).getByRole('combobox', { name: 'Reason' }).selectOption('It is damaged or broken');
  await main(page)
    .getByRole('textbox', { name: /^What should we know/ })
    .fill('One of them has a hole in it.');

  const field = main(page).getByLabel(/^Pictures/);
  const chosen = main(page).getByRole('list', { name: 'Your pictures' }).getByRole('listitem');
  const photo = async (name: string) => ({ name, mimeType: 'image/jpeg', buffer: await aPhoto() });
  const [, , program] = impostors[0] ?? [];
  await field.setInputFiles([
    await photo('hole.jpg'),
    await photo('cat.jpg'),
    { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('A hole.') },
  ]);
  await expect(chosen).toHaveText(['hole.jpg', 'cat.jpg']);
  await expect(field).toHaveAccessibleDescription(/notes\.txt isn’t a picture we can read, so we didn’t add it\./);
  await expectGoodLayout(page);
  await main(page).getByRole('button', { name: 'Remove cat.jpg' }).click();
  await expect(chosen).toHaveText(['hole.jpg']);
  await expect(field).toBeFocused();

  // The browser goes by the name, the shop by the content.
  await field.setInputFiles([{ name: 'side.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(program ?? '') }]);
  await expect(chosen).toHaveText(['hole.jpg', 'side.jpg']);
  const send = main(page).getByRole('button', { name: 'Start my return' });
  await send.click();
  await expect(field).toHaveAccessibleDescription(/Picture 2 is not a JPEG, PNG, WebP or AVIF picture\./);
  await expectGoodLayout(page);
  await main(page).getByRole('button', { name: 'Remove side.jpg' }).click();
  await expect(field).not.toHaveAccessibleDescription(/Picture 2/);
  await field.setInputFiles([await photo('label.jpg')]);
  await expect(chosen).toHaveText(['hole.jpg', 'label.jpg']);
  await send.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Return sheet' })).toBeFocused();

  const reference = (await main(page).getByText(/^R-/).textContent()) ?? '';
  const shown = await runSellerCommand(shop, 'refunds', 'show', reference);
  expect(shown).toContain('Reason: It is damaged or broken. One of them has a hole in it.');
  const files = [...shown.matchAll(/^ {2}(\/.+\.jpg)$/gm)].map(([, file = '']) => file);
  expect(files).toHaveLength(2);
  for (const file of files) expect((await stat(file)).size).toBeGreaterThan(0);
});

test('a shopper changes the email address by the link to the new one, and undoes it by the link to the old one', async ({
  page,
  shop,
  allowErrors,
}) => {
  test.setTimeout(120_000);
  allowErrors(/status of 4(01|22)/);
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
  const confirmLink = linkIn(await waitForMail(shop, /Confirm your new email address/, after), 'confirm');
  await open(page, confirmLink);
  await expectGoodLayout(page);
  await main(page).getByRole('button', { name: 'Use the new address' }).click();
  await expect(main(page).getByRole('heading', { name: 'Your email address is changed' })).toBeFocused();
  await expect(main(page).getByText(`From now on, sign in with ${after}.`)).toBeVisible();
  // Opens the used link again.
  await open(page, confirmLink);
  await main(page).getByRole('button', { name: 'Use the new address' }).click();
  await expect(main(page).getByRole('region', { name: 'Email address' }).getByRole('alert')).toContainText('This link does not work');

  await open(page, linkIn(await waitForMail(shop, /is about to change/, before), 'stop'));
  await expectGoodLayout(page);
  await main(page).getByRole('button', { name: 'Stop the change' }).click();
  await expect(main(page).getByRole('heading', { name: 'The change is stopped' })).toBeFocused();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign Up or Login' })).toBeVisible();
  await waitForMail(shop, /Choose a new password/, before);
});
